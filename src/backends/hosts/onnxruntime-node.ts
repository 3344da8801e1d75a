/** Serves onnxruntime's CPU execution provider through its Node.js binding. */
import { reserveStdout, serve } from '../host.ts';
import { installed, load } from './load.ts';
import { onnxruntimeAdapter } from './onnxruntime.ts';

reserveStdout();
const name = 'onnxruntime-node';
const found = installed(name);
const info = { provider: 'CPU', platform: `${process.platform}-${process.arch}` };
serve(onnxruntimeAdapter({ name, version: found.version, info }, load(found), { executionProviders: ['cpu'] }));
