import type { Report } from '../schema.ts';
import { findingEntry } from '../view/pages/findings.ts';
import { reportPage, verdictBlock } from '../view/pages/report.ts';
import { shortReport, unmatchedLines, verdictLines } from './short.ts';
import { printBlocks, printPage, terminal } from './terminal.ts';

export interface TerminalOptions {
  /** the width to fill; only long words and programs may be longer */
  readonly columns?: number;
  readonly color?: boolean;
  /** a screen (the default), everything, or only the verdict */
  readonly extent?: 'short' | 'full' | 'verdict';
  /** whether to show everything, with the matrix of operator versions and dtypes */
  readonly byDType?: boolean;
  /** the folder of the run, for commands that show more */
  readonly folder?: string;
}

const elsewhere = 'see report.md';

/** Returns the report for a terminal or a log. */
export function renderTerminal(report: Report, options: TerminalOptions = {}): string {
  const { extent = 'short', byDType = false, folder } = options;
  const page = terminal(options, elsewhere);
  if (extent === 'full' || byDType) {
    const { sections, ...all } = reportPage(report, { byDType });
    // the verdict is the last line, next to the prompt
    const verdict = { id: 'verdict', title: '', blocks: [verdictBlock(report)] };
    return printPage({ ...all, lead: [], sections: [sections.at(-1)!, ...sections.slice(0, -1), verdict] }, page);
  }
  const lines =
    extent === 'verdict'
      ? [...verdictLines(report, page), ...unmatchedLines(report, page)]
      : shortReport(report, page, folder);
  return `${lines.join('\n')}\n`;
}

/** Returns one finding in full. @param number its number in the report, from 1 */
export function renderFinding(report: Report, number: number, options: TerminalOptions = {}): string {
  const entry = findingEntry(report, report.findings[number - 1]!, number);
  return `${printBlocks([{ kind: 'entries', items: [entry] }], terminal(options, elsewhere)).join('\n')}\n`;
}
