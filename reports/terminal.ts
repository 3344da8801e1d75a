import picocolors from 'picocolors';
import type { Report } from './schema.ts';
import { slipLines } from './terminal/expectations.ts';
import { findingLines } from './terminal/findings.ts';
import { fullReport } from './terminal/full.ts';
import { shortReport, verdictLines } from './terminal/short.ts';
import { findingView } from './words/finding-view.ts';

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

/** The report for a person at a terminal or in a log. */
export function renderTerminal(report: Report, options: TerminalOptions = {}): string {
  const { columns = 80, color = false, extent = 'short', byDType = false, folder } = options;
  const page = { columns: Math.max(columns, 40), colors: picocolors.createColors(color) };
  const lines =
    extent === 'full' || byDType
      ? fullReport(report, page, byDType)
      : extent === 'verdict'
        ? [...verdictLines(report, page), ...slipLines(report, page)]
        : shortReport(report, page, folder);
  return `${lines.join('\n')}\n`;
}

/** One finding, all of it. @param number its place in the report, from 1 */
export function renderFinding(
  report: Report,
  number: number,
  { columns = 80, color = false }: TerminalOptions = {},
): string {
  const page = { columns: Math.max(columns, 40), colors: picocolors.createColors(color) };
  return `${findingLines(findingView(report, report.findings[number - 1]!), number, page).join('\n')}\n`;
}
