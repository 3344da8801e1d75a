/** Serves onnxruntime compiled to WebAssembly, in Node. */
import type * as Ort from 'onnxruntime-node';
import { reserveStdout, serve } from '../host.ts';
import { installed, load } from './load.ts';
import { onnxruntimeAdapter } from './onnxruntime.ts';

reserveStdout();
const name = 'onnxruntime-web';
const found = installed(name);
const ort = load<typeof Ort>(found);
// it would start workers for more, which Node has under another name
ort.env.wasm.numThreads = 1;
// the first model, whatever it is, compiles the WebAssembly: that belongs to the start, not to the first case
await ort.InferenceSession.create(new Uint8Array(1), { executionProviders: ['wasm'] }).catch(() => {});
const info = { provider: 'wasm', engine: `Node ${process.version}` };
serve(onnxruntimeAdapter({ name, version: found.version, info }, ort, { executionProviders: ['wasm'] }));
