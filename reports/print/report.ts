import type { Report } from '../schema.ts';
import { findingEntry } from '../view/pages/findings.ts';
import { reportPage, verdictBlock } from '../view/pages/report.ts';
import { shortReport, slipLines, verdictLines } from './short.ts';
import { printBlocks, printPage, terminal } from './terminal.ts';

export interface TerminalOptions {
  /** width to fill; only commands are longer, so that they can be copied */
  readonly columns?: number;
  readonly color?: boolean;
  /** what fits on a screen (the default), all there is, or the verdict alone */
  readonly extent?: 'short' | 'full' | 'verdict';
  /** all there is, with the matrix of operator versions and dtypes */
  readonly byDType?: boolean;
  /** where the run is stored: says how to see more */
  readonly folder?: string;
}

const elsewhere = 'see report.md';

/** The report for a person at a terminal or in a log. */
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
      ? [...verdictLines(report, page), ...slipLines(report, page)]
      : shortReport(report, page, folder);
  return `${lines.join('\n')}\n`;
}

/** One finding, all of it. @param number its place in the report, from 1 */
export function renderFinding(report: Report, number: number, options: TerminalOptions = {}): string {
  const entry = findingEntry(report, report.findings[number - 1]!, number);
  return `${printBlocks([{ kind: 'entries', items: [entry] }], terminal(options, elsewhere)).join('\n')}\n`;
}
