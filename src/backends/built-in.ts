/** A backend that comes with the suite: an adapter for a runtime that the user installs. */
export interface BuiltIn {
  /** the value of `--backend`: the name of the npm package, where one is all that it is */
  readonly name: string;
  /** what it is, in a few words */
  readonly about: string;
  /** npm packages that have to be installed, the one whose version counts first; none are dependencies of the suite */
  readonly packages: readonly string[];
  /** the script in `hosts/` that serves it, without its ending */
  readonly host: string;
  /** options of the script: which of several execution providers, for instance */
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

/** One package by each of its providers in a page of Chromium, with what is said of them. */
function inChromium(name: string, providers: Readonly<Record<string, string>>): BuiltIn[] {
  return Object.entries(providers).map(([provider, about]) => ({
    name: `${name}-chromium:${provider}`,
    about,
    packages: [name, 'playwright-core'],
    host: 'chromium',
    args: [name, name, provider],
  }));
}

/** How to install packages for a built-in backend. None needs its install scripts, of which one downloads much. */
export function installCommand(packages: readonly string[]): string {
  return `npm install ${packages.join(' ')} --ignore-scripts`;
}
