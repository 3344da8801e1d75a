import type { Argv } from 'yargs';
import { UsageError } from '../../options/usage-error.ts';

/** How a comparison is printed. */
export interface RenderingArguments {
  readonly format: 'text' | 'markdown' | 'json';
  readonly full: boolean;
}

/**
 * The options of commands that compare runs.
 * @param more what `--full` adds
 */
export function renderingOptions<A>(yargs: Argv<A>, more: string) {
  return yargs
    .option('format', {
      choices: ['text', 'markdown', 'json'] as const,
      default: 'text' as const,
      requiresArg: true,
      describe: 'how it is printed',
      coerce: (given: unknown) => {
        if (Array.isArray(given)) throw new UsageError('--format is given more than once; give it once');
        return given;
      },
    })
    .option('full', { type: 'boolean', default: false, describe: `as text, also ${more}` });
}
