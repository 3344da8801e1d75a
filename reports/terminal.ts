import picocolors from 'picocolors';
import type { Report } from './schema.ts';
import { isUnanswered } from './tally/unanswered.ts';
import { accuracySection } from './terminal/accuracy.ts';
import { findingsSection } from './terminal/findings.ts';
import { illegalSection } from './terminal/illegal.ts';
import { hangingIndent, sanitize } from './terminal/layout.ts';
import { dtypeSection, opsetSection } from './terminal/matrix.ts';
import type { Page } from './terminal/page.ts';
import { policySection } from './terminal/policies.ts';
import { problemSection } from './terminal/problems.ts';
import { unsupportedSection } from './terminal/unsupported.ts';
import { launchAsTyped } from './words/launch.ts';
import { capabilitiesInWords, incidentsInWords, optionsInWords, totalsInWords } from './words/phrases.ts';
import { earlyEnd, headlineOf, ranInWords, verdict } from './words/verdict.ts';

export interface TerminalOptions {
  /** width to fill; only replay commands are longer, so that they can be copied */
  readonly columns?: number;
  readonly color?: boolean;
  /** adds the matrix of operator versions and dtypes */
  readonly byDType?: boolean;
  /** how many findings are shown in full; the others are counted */
  readonly maxFindings?: number;
}

/** The report for a person at a terminal or in a log: the verdict is the last line, next to the prompt. */
export function renderTerminal(report: Report, options: TerminalOptions = {}): string {
  const colors = picocolors.createColors(options.color ?? false);
  const page = { columns: Math.max(options.columns ?? 80, 40), colors };
  const sections = [
    headerSection(report, page),
    isUnanswered(report) ? [] : opsetSection(report, page),
    options.byDType ? dtypeSection(report, page) : [],
    findingsSection(report, page, options.maxFindings ?? 8),
    unsupportedSection(report, page),
    problemSection(report, page),
    policySection(report, page),
    accuracySection(report, page),
    isUnanswered(report) ? [] : illegalSection(report, page),
    verdictSection(report, page),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function headerSection(report: Report, { columns, colors }: Page): string[] {
  const { tool, backend, capabilities, launch, incidents, times } = report;
  const { name, version, ...properties } = backend;
  const more = Object.entries(properties).map(([key, value]) => `${key} ${value}`);
  const workers = (times.workers ?? 1) > 1 ? `, ${times.workers} workers` : '';
  const state = report.complete
    ? `complete, ${times.seconds.toFixed(1)} s (oracle ${times.oracleSeconds.toFixed(1)} s${workers})`
    : colors.red(`${earlyEnd(report)} after ${ranInWords(report)}`);
  const lines: readonly (readonly [string, string])[] = [
    ['backend', sanitize(`${name} ${version}${more.length > 0 ? ` (${more.join(', ')})` : ''}`)],
    ...(capabilities ? [['declares', sanitize(capabilitiesInWords(capabilities))] as const] : []),
    ...(launch ? [['started', sanitize(launchAsTyped(launch))] as const] : []),
    ['options', sanitize(optionsInWords(report.options))],
    ['run', state],
    ['cases', totalsInWords(report)],
  ];
  return [
    colors.bold(`${tool.name} ${tool.version}`),
    ...lines.flatMap(([label, text]) => hangingIndent(`  ${label.padEnd(9)}`, text, columns)),
    ...(incidents.count > 0 ? hangingIndent('  process  ', sanitize(incidentsInWords(report)), columns, 2) : []),
  ];
}

function verdictSection(report: Report, { columns, colors }: Page): string[] {
  const { kind, finding, next } = verdict(report);
  const paint =
    kind === 'conformant' || kind === 'known-failures'
      ? colors.green
      : kind === 'incomplete'
        ? colors.yellow
        : colors.red;
  return hangingIndent(
    '',
    `${paint(colors.bold(headlineOf(report, kind)))}: ${sanitize(finding)} ${next}`.trim(),
    columns,
  );
}
