/** A backend that comes with the suite: an adapter for a runtime that the user installs. */
export interface BuiltIn {
  /** the value of `--backend`: for a single npm package its name */
  readonly name: string;
  /** a short description */
  readonly about: string;
  /** npm packages to install; the first one's version is reported. The suite does not depend on them */
  readonly packages: readonly string[];
  /** the script in `hosts/` that serves it, without its extension */
  readonly host: string;
  /** arguments of the script, such as the execution provider */
  readonly args?: readonly string[];
}

/** The built-in backends. An adapter is one file in `hosts/` and its line here. */
export const builtIns: readonly BuiltIn[] = [
  {
    name: 'onnxruntime-node',
    about: 'onnxruntime on the CPU, native',
    packages: ['onnxruntime-node'],
    host: 'onnxruntime-node',
  },
  {
    name: 'onnxruntime-web',
    about: 'onnxruntime as WebAssembly, in Node',
    packages: ['onnxruntime-web'],
    host: 'onnxruntime-web',
  },
  {
    name: '@jax-js/onnx',
    about: 'jax-js with @jax-js/onnx: WebAssembly, in Node',
    packages: ['@jax-js/onnx', '@jax-js/jax'],
    host: 'jax-js',
  },
  { name: 'tractjs', about: 'tract as WebAssembly, in Node', packages: ['tractjs'], host: 'tractjs' },
  {
    name: '@techstark/opencv-js',
    about: "OpenCV's DNN module as WebAssembly, in Node",
    packages: ['@techstark/opencv-js'],
    host: 'opencv-js',
  },
  { name: 'onnxjs', about: 'ONNX.js (unmaintained), CPU, in Node', packages: ['onnxjs'], host: 'onnxjs' },
  ...inChromium('onnxruntime-web', {
    wasm: 'onnxruntime as WebAssembly, in Chromium',
    webgpu: 'onnxruntime on WebGPU, in Chromium',
    jsep: "onnxruntime on WebGPU by JavaScript's kernels (JSEP), in Chromium",
    webgl: 'onnxruntime on WebGL, in Chromium',
  }),
  {
    name: '@webonnx/wonnx-wasm',
    about: 'wonnx on WebGPU, in Chromium',
    packages: ['@webonnx/wonnx-wasm', 'playwright-core'],
    host: 'chromium',
    args: ['wonnx', '@webonnx/wonnx-wasm'],
  },
  { name: 'reference', about: "the suite's own oracle, which passes everything", packages: [], host: 'reference' },
];

/** Returns the backends of one package in a page of Chromium, one for each provider with its description. */
function inChromium(name: string, providers: Readonly<Record<string, string>>): BuiltIn[] {
  return Object.entries(providers).map(([provider, about]) => ({
    name: `${name}-chromium:${provider}`,
    about,
    packages: [name, 'playwright-core'],
    host: 'chromium',
    args: [name, name, provider],
  }));
}

/** Returns the command that installs packages. None needs its install scripts, and one of these downloads much. */
export function installCommand(packages: readonly string[]): string {
  return `npm install ${packages.join(' ')} --ignore-scripts`;
}
