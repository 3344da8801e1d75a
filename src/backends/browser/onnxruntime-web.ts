/** onnxruntime-web in a page: as WebAssembly, on WebGPU in one of two ways, or on WebGL. */
import type * as Ort from 'onnxruntime-node';
import { onnxruntimeAdapter, sessionOptionsFrom } from '../hosts/onnxruntime.ts';
import { gpuInfo } from './gpu.ts';
import type { OpenRuntime } from './page.ts';

interface Provider {
  /** the file of the package that holds it */
  readonly file: string;
  /** its name in onnxruntime */
  readonly ep: string;
  /** its name in reports */
  readonly is: string;
  /** its own messages about missing kernels */
  readonly notImplemented?: RegExp;
}

const providers: Readonly<Record<string, Provider>> = {
  wasm: { file: 'ort.wasm.min.mjs', ep: 'wasm', is: 'wasm' },
  webgpu: { file: 'ort.webgpu.min.mjs', ep: 'webgpu', is: 'WebGPU (native)' },
  jsep: { file: 'ort.min.mjs', ep: 'webgpu', is: 'WebGPU (JSEP)' },
  webgl: {
    file: 'ort.webgl.min.mjs',
    ep: 'webgl',
    is: 'WebGL',
    notImplemented: /cannot resolve operator|unsupported data type|Only rank \d+ to \d+ is supported/,
  },
};

const openRuntime: OpenRuntime = async ({ provider, name, version, files, info }) => {
  const { file, ep, is, notImplemented } = providers[provider]!;
  const gpu = ep === 'wasm' ? {} : await gpuInfo(ep);
  const ort: typeof Ort = await import(`${files}dist/${file}`);
  ort.env.wasm.numThreads = 1;
  const about = { name, version, info: { provider: is, ...gpu, ...info } };
  return (options) => {
    if (options.provider) throw new Error(`the provider is part of the backend's name here: ${name}-chromium:webgpu`);
    return onnxruntimeAdapter(about, ort, sessionOptionsFrom(options, ep), notImplemented);
  };
};

export default openRuntime;
