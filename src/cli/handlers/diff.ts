import { renderDifferenceMarkdown } from '../../../reports/markdown/difference.ts';
import { renderDifference } from '../../../reports/terminal/difference.ts';
import { type Difference, difference } from '../../../reports/words/difference.ts';
import { differingPairs } from '../../harness/stored-pairs.ts';
import { readStoredReport } from '../../harness/stored-run.ts';
import { wantsColor } from '../color.ts';
import { exitCodes } from '../exit-codes.ts';
import type { RenderingArguments } from '../options/rendering.ts';

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
  const pairs = differingPairs(before, after);
  const different = difference(readStoredReport(before), readStoredReport(after), pairs);
  process.stdout.write(rendered(different, { format, full }));
  return different.worse ? exitCodes.notConformant : exitCodes.conformant;
}

function rendered(different: Difference, { format, full }: RenderingArguments): string {
  if (format === 'json') return `${JSON.stringify(different, null, 2)}\n`;
  if (format === 'markdown') return renderDifferenceMarkdown(different);
  const { isTTY, columns } = process.stdout;
  return renderDifference(different, { columns: columns ?? 80, color: wantsColor(isTTY, process.env), full });
}
