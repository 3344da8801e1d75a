import { printMarkdown } from '../../../reports/print/markdown.ts';
import { printPage, terminal } from '../../../reports/print/terminal.ts';
import { difference } from '../../../reports/view/difference.ts';
import { commentRows, differencePage } from '../../../reports/view/pages/difference.ts';
import { compareStoredRuns, readStoredReport } from '../../run/folder/run-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import type { RenderingArguments } from '../options/rendering.ts';
import { onStdout, print } from '../terminal.ts';

/** The options of `diff`. */
export interface DiffArguments extends RenderingArguments {
  /** folders of stored runs */
  readonly before: string;
  readonly after: string;
}

/**
 * The command `diff`.
 * @returns the exit code
 * @throws BadInput for a folder without a run, and for runs without a common case
 */
export function printDifference({ before, after, format, full }: DiffArguments): number {
  const pairs = compareStoredRuns(before, after);
  const different = difference(readStoredReport(before), readStoredReport(after), pairs);
  if (format === 'json') process.stdout.write(`${JSON.stringify(different, null, 2)}\n`);
  else if (format === 'markdown')
    process.stdout.write(printMarkdown(differencePage(different, { maxCharacters: commentRows })));
  else print(printPage(differencePage(different, { full }), terminal(onStdout(), '--full')));
  return different.worse ? exitCodes.notConformant : exitCodes.conformant;
}
