/** Serves onnxruntime through its Node.js binding: on the CPU, unless another execution provider is wanted. */
import type * as Ort from 'onnxruntime-node';
import { reserveStdout, serve } from '../host.ts';
import { installed, load } from './load.ts';
import { onnxruntimeAdapter, sessionOptionsFrom } from './onnxruntime.ts';

reserveStdout();
// else it notes every session in a database and sends that: a third of the processor time, and not ours to allow
process.env.ORT_DISABLE_TELEMETRY ??= '1';
// where the engine has this class the package makes one of the bits of float16, which its own C++ (1.30) then reads as nothing
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
