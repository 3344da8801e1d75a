import type { Argv } from 'yargs';

/** Declares the options about known failures, the same for every command that ends with a verdict. */
export const expectationOptions = <T>(yargs: Argv<T>) =>
  yargs
    .option('expectations', {
      type: 'string',
      requiresArg: true,
      describe:
        'file of known failures, which then do not count (default: onnx-conformance.expectations.yaml, .yml or .json, where there is one)',
    })
    .option('strict', {
      type: 'boolean',
      default: false,
      describe: 'exit with 1 where the file of known failures is not up to date',
    })
    .option('update-expectations', {
      type: 'boolean',
      default: false,
      describe: 'make the file of known failures fit this run, and exit with 0',
    });
