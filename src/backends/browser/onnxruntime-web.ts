/** onnxruntime-web in a page: as WebAssembly, on WebGPU in one of two ways, or on WebGL. */
import type * as Ort from 'onnxruntime-node';
import { onnxruntimeAdapter } from '../hosts/onnxruntime.ts';
import { gpuInfo } from './gpu.ts';
import type { OpenRuntime } from './page.ts';

/** By provider: the file of the package that holds it, and what onnxruntime calls it. */
const providers: Readonly<Record<string, { readonly file: string; readonly ep: string; readonly is: string }>> = {
  wasm: { file: 'ort.wasm.min.mjs', ep: 'wasm', is: 'wasm' },
  webgpu: { file: 'ort.webgpu.min.mjs', ep: 'webgpu', is: 'WebGPU (native)' },
  jsep: { file: 'ort.min.mjs', ep: 'webgpu', is: 'WebGPU (JSEP)' },
  webgl: { file: 'ort.webgl.min.mjs', ep: 'webgl', is: 'WebGL' },
};

const openRuntime: OpenRuntime = async ({ provider, name, version, files, info }) => {
  const { file, ep, is } = providers[provider]!;
  const gpu = ep === 'wasm' ? {} : await gpuInfo(ep);
  const ort: typeof Ort = await import(`${files}dist/${file}`);
  ort.env.wasm.numThreads = 1;
  return onnxruntimeAdapter({ name, version, info: { provider: is, ...gpu, ...info } }, ort, {
    executionProviders: [ep],
  });
};

export default openRuntime;
