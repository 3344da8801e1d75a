import type { Report } from '../schema.ts';
import { isUnanswered } from '../tally/unanswered.ts';
import { launchAsTyped } from '../words/launch.ts';
import { capabilitiesInWords, incidentsInWords, optionsInWords, totalsInWords } from '../words/phrases.ts';
import { earlyEnd, headlineOf, ranInWords, verdict } from '../words/verdict.ts';
import { accuracySection, vacuousSection } from './accuracy.ts';
import { expectationsSection } from './expectations.ts';
import { findingsSection } from './findings.ts';
import { illegalSection } from './illegal.ts';
import { hangingIndent, sanitize } from './layout.ts';
import { dtypeSection, opsetSection } from './matrix.ts';
import type { Page } from './page.ts';
import { policySection } from './policies.ts';
import { problemSection } from './problems.ts';
import { unsupportedSection } from './unsupported.ts';

/** Everything, for a person with time: the verdict is the last line, next to the prompt. */
export function fullReport(report: Report, page: Page, byDType: boolean): string[] {
  const sections = [
    headerSection(report, page),
    isUnanswered(report) ? [] : opsetSection(report, page),
    byDType ? dtypeSection(report, page) : [],
    findingsSection(report, page),
    unsupportedSection(report, page),
    problemSection(report, page),
    policySection(report, page),
    accuracySection(report, page),
    vacuousSection(report, page),
    isUnanswered(report) ? [] : illegalSection(report, page),
    expectationsSection(report, page),
    verdictSection(report, page),
  ].filter((lines) => lines.length > 0);
  return sections.flatMap((lines, i) => (i > 0 ? ['', ...lines] : lines));
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
