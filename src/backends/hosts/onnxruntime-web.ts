/** Serves onnxruntime compiled to WebAssembly, in Node. */
import type * as Ort from 'onnxruntime-node';
import { reserveStdout, serve } from '../host.ts';
import { installed, load } from './load.ts';
import { onnxruntimeAdapter } from './onnxruntime.ts';

reserveStdout();
const name = 'onnxruntime-web';
const found = installed(name);
const ort = load<typeof Ort>(found);
// more threads need the browser's Worker, which Node lacks
ort.env.wasm.numThreads = 1;
// the first model compiles the WebAssembly: this time belongs to the start, not to the first case
await ort.InferenceSession.create(new Uint8Array(1), { executionProviders: ['wasm'] }).catch(() => {});
const info = { provider: 'wasm', engine: `Node ${process.version}` };
serve(onnxruntimeAdapter({ name, version: found.version, info }, ort, { executionProviders: ['wasm'] }));
