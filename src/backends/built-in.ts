/** A backend that comes with the suite: an adapter for a runtime that the user installs. */
export interface BuiltIn {
  /** the value of `--backend` */
  readonly name: string;
  /** what it is, in a few words */
  readonly about: string;
  /** npm packages that have to be installed, the one whose version counts first; none are dependencies of the suite */
  readonly packages: readonly string[];
  /** the script in `hosts/` that serves it, without its ending */
  readonly host: string;
  /** what the script is told: which of several execution providers, for instance */
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
  { name: 'reference', about: "the suite's own oracle, which passes everything", packages: [], host: 'reference' },
];

/** How to install packages for a built-in backend. None needs its install scripts, of which one downloads much. */
export function installCommand(packages: readonly string[]): string {
  return `npm install ${packages.join(' ')} --ignore-scripts`;
}
