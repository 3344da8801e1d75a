/** Serves onnxruntime through its Node.js binding: on the CPU, unless the user names another execution provider. */
import type * as Ort from 'onnxruntime-node';
import { reserveStdout, serve } from '../host.ts';
import { installed, load } from './load.ts';
import { onnxruntimeAdapter, sessionOptionsFrom } from './onnxruntime.ts';

reserveStdout();
// otherwise it records and sends every session: this costs a third of the processor time, and the user has to decide on it
process.env.ORT_DISABLE_TELEMETRY ??= '1';
// with this class, the package makes such an array for float16, which its own C++ code (1.30) does not read
delete (globalThis as { Float16Array?: unknown }).Float16Array;
const name = 'onnxruntime-node';
const found = installed(name);
const ort = load<typeof Ort>(found);
serve((options) => {
  const { provider } = options;
  const providers = ort.listSupportedBackends().map((backend) => backend.name);
  if (provider !== undefined && !providers.includes(provider)) {
    throw new Error(`it has no execution provider ${provider}; it knows ${providers.join(', ')}`);
  }
  const info = { provider: provider ?? 'CPU', platform: `${process.platform}-${process.arch}` };
  return onnxruntimeAdapter({ name, version: found.version, info }, ort, sessionOptionsFrom(options, 'cpu'));
});
