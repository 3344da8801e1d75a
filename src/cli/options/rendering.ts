import type { Argv } from 'yargs';
import { UsageError } from '../../options/usage-error.ts';

/** The formats of every comparison. */
export const printed = ['text', 'markdown', 'json'] as const;
export type Printed = (typeof printed)[number];

/** How a comparison is printed. */
export interface RenderingArguments<F = Printed> {
  readonly format: F;
  readonly full: boolean;
}

/**
 * The options of commands that compare runs.
 * @param more what `--full` adds
 * @param formats those that there are
 */
export function renderingOptions<A>(yargs: Argv<A>, more: string, formats: readonly string[] = printed) {
  return yargs
    .option('format', {
      choices: formats,
      default: 'text',
      requiresArg: true,
      describe: 'how it is printed',
      coerce: (given: unknown) => {
        if (Array.isArray(given)) throw new UsageError('--format is given more than once; give it once');
        return given;
      },
    })
    .option('full', { type: 'boolean', default: false, describe: `as text, also ${more}` });
}
