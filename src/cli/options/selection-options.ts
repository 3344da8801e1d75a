import type { Argv } from 'yargs';

/** An option that may be given more than once. */
export const list = { type: 'string', array: true, requiresArg: true, default: [] as string[] } as const;

/** The arguments that select a part of the suite, the same for every command. */
export interface SelectionArguments {
  readonly ids: readonly string[];
  readonly opset: readonly string[];
  readonly dtype: readonly string[];
  readonly suite: string;
}

/** Declares them. */
export const selectionOptions = <T>(yargs: Argv<T>, ids: string) =>
  yargs
    .positional('ids', { type: 'string', array: true, default: [] as string[], describe: ids })
    .option('opset', { ...list, describe: 'only what is in force at these opsets: 13 or 13,18 or 13-18' })
    .option('dtype', { ...list, describe: 'only these dtypes: float32 or float16,bfloat16' })
    .option('suite', {
      type: 'string',
      requiresArg: true,
      default: 'standard',
      describe:
        'how much: quick (seconds, for each change), standard, or full (all there is, rows of 2^24 elements too); default: standard',
    });
