import type { Argv } from 'yargs';
import { list } from './selection-options.ts';

/** Declares what answers have to reach, the same for every command that judges them. */
export const judgingOptions = <T>(yargs: Argv<T>) =>
  yargs
    .option('require', {
      type: 'string',
      default: 'native',
      requiresArg: true,
      describe: 'the tier that every answer has to reach: exact, faithful, wide or native (default: native)',
    })
    .option('allow', {
      type: 'string',
      requiresArg: true,
      describe:
        'what may be rounded more than float32 rounds: factors of float32 products to tf32 or to bfloat16, as tensor cores do',
    })
    .option('policy', {
      ...list,
      describe: 'a choice that every answer has to make where the spec leaves one: integer-overflow=wrap; repeatable',
    });
