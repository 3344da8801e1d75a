import type { Argv } from 'yargs';
import { parseSeed } from '../../options/numbers.ts';
import { judgingOptions } from './judging-options.ts';
import { list } from './selection-options.ts';

/** Declares what says which models are drawn, for which backends, and how their answers are judged. */
export const drawingOptions = <T>(yargs: Argv<T>) =>
  judgingOptions(
    yargs
      .positional('ids', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'what to make models of, e.g. Softmax or Add/14/float16; default: all operators',
      })
      .option('backend', { ...list, alias: 'b', describe: 'what to try (required); several get the same models' })
      .option('seed', {
        type: 'string',
        coerce: parseSeed,
        default: 1,
        requiresArg: true,
        describe: 'an integer; another one draws other models (default: 1)',
      })
      .option('opset', { ...list, describe: 'only models of these opsets: 13 or 13,18 or 13-18' })
      .option('dtype', { ...list, describe: 'only these dtypes: float32 or float16,bfloat16' }),
  ).option('expectations', {
    type: 'string',
    requiresArg: true,
    describe:
      'file that says under fuzz which findings are known (default: onnx-conformance.expectations.yaml, .yml or .json, where there is one)',
  });
