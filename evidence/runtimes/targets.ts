import { builtIns } from '../../src/backends/built-in.ts';

/** The folder where `npm run runtimes` installs the runtimes of the built-in adapters. */
export const runtimes = 'evidence/runtimes';

/** A backend with a section on the page of known backends. */
export interface Target {
  /** the value of `--backend`, and the name of the section */
  readonly label: string;
  /** further options of `run` */
  readonly options: readonly string[];
}

/** All targets, in the order of the page. The reference backend is left out: it would only show that the oracle agrees with itself. */
export const targets: readonly Target[] = [
  ...builtIns
    .filter(({ name }) => name !== 'reference')
    .map(({ name }) => ({ label: name, options: ['--cwd', runtimes] })),
  { label: 'python:onnx.reference', options: [] },
  { label: 'python:onnxruntime', options: [] },
];
