import { renderDifferenceMarkdown } from '../../../reports/markdown/difference.ts';
import { renderDifference } from '../../../reports/terminal/difference.ts';
import { difference } from '../../../reports/words/difference.ts';
import { compareStoredRuns, readStoredReport } from '../../harness/run-folder.ts';
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
 * @throws BadInput for a folder that holds no run, and for runs that have no case in common
 */
export function printDifference({ before, after, format, full }: DiffArguments): number {
  const pairs = compareStoredRuns(before, after);
  const different = difference(readStoredReport(before), readStoredReport(after), pairs);
  if (format === 'json') process.stdout.write(`${JSON.stringify(different, null, 2)}\n`);
  else if (format === 'markdown') process.stdout.write(renderDifferenceMarkdown(different));
  else print(renderDifference(different, { ...onStdout(), full }));
  return different.worse ? exitCodes.notConformant : exitCodes.conformant;
}
