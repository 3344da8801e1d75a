import picocolors from 'picocolors';
import { recorded } from './counts.ts';
import { type PolicyView, policyViews } from './observed.ts';
import { optionsInWords, scopesInWords, totalsInWords, varyingInWords } from './phrases.ts';
import type { Report } from './schema.ts';
import { accuracySection } from './terminal/accuracy.ts';
import { failureSection } from './terminal/failures.ts';
import { displayWidth, hang, plain } from './terminal/layout.ts';
import { dtypeSection, opsetSection } from './terminal/matrix.ts';
import { type Page, title } from './terminal/page.ts';
import { headlines, plural, verdict } from './verdict.ts';

export interface TerminalOptions {
  /** width to fill; only replay commands are longer, so that they can be copied */
  readonly columns?: number;
  readonly color?: boolean;
  /** adds the matrix of operator versions and dtypes */
  readonly byDType?: boolean;
  /** how many failed clauses are shown in full; the others are counted */
  readonly maxClauses?: number;
}

/** The report for a person at a terminal or in a log: the verdict is the last line, next to the prompt. */
export function renderTerminal(report: Report, options: TerminalOptions = {}): string {
  const colors = picocolors.createColors(options.color ?? false);
  const page = { columns: Math.max(options.columns ?? 80, 40), colors };
  const sections = [
    headerSection(report, page),
    opsetSection(report, page),
    options.byDType ? dtypeSection(report, page) : [],
    failureSection(report, page, options.maxClauses ?? 8),
    policySection(report, page),
    accuracySection(report, page),
    verdictSection(report, page),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function headerSection(report: Report, { columns, colors }: Page): string[] {
  const { tool, backend, times } = report;
  const { name, version, ...properties } = backend;
  const more = Object.entries(properties).map(([key, value]) => `${key} ${value}`);
  const state = report.complete
    ? `complete, ${times.seconds.toFixed(1)} s (oracle ${times.oracleSeconds.toFixed(1)} s)`
    : colors.red(`INTERRUPTED after ${recorded(report.totals)} of ${plural(report.planned, 'case')}`);
  const lines: readonly (readonly [string, string])[] = [
    ['backend', plain(`${name} ${version}${more.length > 0 ? ` (${more.join(', ')})` : ''}`)],
    ['options', plain(optionsInWords(report.options))],
    ['run', state],
    ['cases', totalsInWords(report)],
  ];
  return [
    colors.bold(`${tool.name} ${tool.version}`),
    ...lines.flatMap(([label, text]) => hang(`  ${label.padEnd(9)}`, text, columns)),
  ];
}

function policySection(report: Report, page: Page): string[] {
  const views = policyViews(report);
  if (views.length === 0) return [];
  return [
    ...title('Observed choices', 'where the specification leaves one', page),
    ...views.flatMap((view) => policyLines(view, page)),
  ];
}

/** One line if it fits, else one per choice. */
function policyLines(view: PolicyView, { columns, colors }: Page): string[] {
  const choices = view.choices.map(({ choice, scopes }) => [choice, scopesInWords(scopes)] as const);
  const varying = varyingInWords(view).map((text) => ['varies', text] as const);
  const line = `  ${view.policy}: ${choices.map(([choice, where]) => `${choice} (${where})`).join(', ')}`;
  const fits = displayWidth(line) <= columns;
  const wide = Math.max(...choices.map(([choice]) => choice.length), 'varies'.length) + 2;
  const rows = (items: readonly (readonly [string, string])[], paint: (text: string) => string) =>
    items.flatMap(([name, where]) => hang(`    ${paint(name)}${' '.repeat(wide - name.length)}`, where, columns));
  const listed = fits ? [line] : [`  ${view.policy}`, ...rows(choices, (text) => text)];
  return [...listed, ...rows(varying, colors.yellow)];
}

function verdictSection(report: Report, { columns, colors }: Page): string[] {
  const { kind, finding, next } = verdict(report);
  const paint = kind === 'conformant' ? colors.green : kind === 'incomplete' ? colors.yellow : colors.red;
  return hang('', `${paint(colors.bold(headlines[kind]))}: ${finding} ${next}`.trim(), columns);
}
