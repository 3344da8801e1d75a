import type { Argv } from 'yargs';
import type { TerminalOptions } from '../../../reports/print/report.ts';

/** How much of a report is printed, the same for every command that prints one. */
export interface ExtentArguments {
  readonly full: boolean;
  readonly byDtype: boolean;
  readonly quiet: boolean;
}

/** Declares it. */
export const extentOptions = <T>(yargs: Argv<T>) =>
  yargs
    .option('full', { type: 'boolean', default: false, describe: 'print all there is, not what fits on a screen' })
    .option('by-dtype', {
      type: 'boolean',
      default: false,
      describe: 'print all there is, with the compliance of each dtype',
    })
    .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'print the verdict alone' });

/** The same for the renderer. */
export function extentOf({ full, byDtype, quiet }: ExtentArguments): Pick<TerminalOptions, 'extent' | 'byDType'> {
  return { extent: quiet ? 'verdict' : full ? 'full' : 'short', byDType: byDtype };
}
