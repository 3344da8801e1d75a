import { builtIns } from '../../src/backends/built-in.ts';

/** Where `npm run runtimes` installs what the built-in adapters are for. */
export const runtimes = 'evidence/runtimes';

/** A backend that the page of known backends has a section about. */
export interface Target {
  /** the value of `--backend`, and the name of the section */
  readonly label: string;
  /** further options of `run` */
  readonly options: readonly string[];
}

/** All of them, in the order of the page; the oracle's own backend would only say that it agrees with itself. */
export const targets: readonly Target[] = [
  ...builtIns
    .filter(({ name }) => name !== 'reference')
    .map(({ name }) => ({ label: name, options: ['--cwd', runtimes] })),
  { label: 'python:onnx.reference', options: [] },
  { label: 'python:onnxruntime', options: [] },
];
