import { printMarkdown } from '../../../reports/print/markdown.ts';
import { printPage, terminal } from '../../../reports/print/terminal.ts';
import { comparison } from '../../../reports/view/comparison.ts';
import { comparisonPage } from '../../../reports/view/pages/comparison.ts';
import { UsageError } from '../../options/usage-error.ts';
import { readStoredReport } from '../../run/folder/run-folder.ts';
import type { PrintedFormat, RenderingArguments } from '../options/rendering.ts';
import { onStdout, print } from '../terminal.ts';

/** The options of `compare`. */
export interface CompareArguments extends RenderingArguments<PrintedFormat | 'html'> {
  /** folders of stored runs */
  readonly runs: readonly string[];
}

/**
 * The command `compare`.
 * @throws UsageError for fewer than two runs, BadInput for a folder without a run
 */
export async function printComparison({ runs, format, full }: CompareArguments): Promise<void> {
  if (runs.length < 2) throw new UsageError('compare needs two runs or more, e.g. compare out/one out/other');
  const compared = comparison(runs.map(readStoredReport));
  if (format === 'text') {
    return print(printPage(comparisonPage(compared, { full, hasLetters: true }), terminal(onStdout(), '--full')));
  }
  process.stdout.write(await rendered());

  async function rendered(): Promise<string> {
    if (format === 'json') return `${JSON.stringify(compared, null, 2)}\n`;
    if (format === 'html') return (await import('../../../reports/print/html.ts')).printHtml(comparisonPage(compared));
    return printMarkdown(comparisonPage(compared));
  }
}
