import { expectations } from './markdown/expectations.ts';
import { failedClauses, findings, unsupported } from './markdown/findings.ts';
import { illegalModels } from './markdown/illegal.ts';
import { codeSpan, details, escapeMarkdown, table } from './markdown/markup.ts';
import { accuracy, data, policies, vacuous } from './markdown/profile.ts';
import type { Report } from './schema.ts';
import { opsetRange } from './tally/opsets.ts';
import { isUnanswered } from './tally/unanswered.ts';
import { findingViews } from './words/finding-view.ts';
import { launchAsTyped } from './words/launch.ts';
import { dtypeTable, type FigureTable, figureLegend, figureParts, opsetTable } from './words/matrix.ts';
import { capabilitiesInWords, incidentsInWords, optionsInWords, totalsInWords } from './words/phrases.ts';
import { earlyEnd, emptyCells, headlineOf, ranInWords, verdict } from './words/verdict.ts';

/**
 * The report as GitHub-flavoured Markdown: complete, where the terminal abbreviates, what is wrong first and long tables
 * folded. It holds no times, so that a committed report changes only when the results do.
 */
export function renderMarkdown(report: Report): string {
  const all = [
    findings,
    expectations,
    problems,
    empties,
    opsets,
    unsupported,
    policies,
    accuracy,
    vacuous,
    illegalModels,
    failedClauses,
    data,
  ];
  const sections = all.map((section) => section(report)).filter((section) => section !== '');
  return `${[header(report), index(report, sections), ...sections].join('\n\n')}\n`;
}

/** A link to each finding, and to each section. */
function index(report: Report, sections: readonly string[]): string {
  const titles = sections.map((section) => /^## (.+)$/m.exec(section)![1]!);
  const links = titles.map((title) => `[${title}](#${slug(title)})`).join(' · ');
  const found = findingViews(report).map(({ title }, i) => `${i + 1}. [${escapeMarkdown(title)}](#finding-${i + 1})`);
  return [links, ...(found.length > 0 ? [found.join('\n')] : [])].join('\n\n');
}

/** What GitHub makes of a heading. */
const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

function header(report: Report): string {
  const { tool, backend, capabilities, launch } = report;
  const { name, version, ...properties } = backend;
  const { kind, finding, next } = verdict(report);
  const rows = [
    ['backend', `${name} ${version}`],
    ...Object.entries(properties),
    ...(capabilities ? [['declares', capabilitiesInWords(capabilities)]] : []),
    ...(launch ? [['started', launchAsTyped(launch)]] : []),
    ['options', optionsInWords(report.options)],
    ['run', report.complete ? 'complete' : `${earlyEnd(report)} after ${ranInWords(report)}`],
    ['cases', totalsInWords(report)],
    ...(report.incidents.count > 0 ? [['process', incidentsInWords(report)]] : []),
    ['suite', `${tool.name} ${tool.version}`],
  ];
  return [
    `# Conformance of ${escapeMarkdown(`${name} ${version}`)}`,
    `**${headlineOf(report, kind)}**: ${escapeMarkdown(`${finding} ${next}`)}`,
    table(
      ['', ''],
      rows.map((row) => row.map(escapeMarkdown)),
    ),
  ].join('\n\n');
}

function empties(report: Report): string {
  const cells = emptyCells(report);
  if (cells.length === 0) return '';
  const rows = cells.map((cell) => `- ${codeSpan(`${cell.operator}/${cell.version}/${cell.dtype}/${cell.clause}`)}`);
  return `## Cells without a case\n\n${rows.join('\n')}`;
}

function problems({ problems }: Report): string {
  if (problems.length === 0) return '';
  return `## Files that could not be judged\n\n${problems.map((problem) => `- ${escapeMarkdown(problem)}`).join('\n')}`;
}

function opsets(report: Report): string {
  const byOpset = opsetTable(report);
  if (byOpset.rows.length === 0 || isUnanswered(report)) return '';
  const byDType = dtypeTable(report);
  return [
    '## Compliance by opset',
    escapeMarkdown(figureLegend(report, byOpset).join(' · ')),
    details('Operators × opsets', figures(byOpset, byOpset.columns.map(opsetRange))),
    details('Operators × dtypes', figures(byDType, byDType.columns)),
  ].join('\n\n');
}

function figures<C>({ rows }: FigureTable<C>, columns: readonly string[]): string {
  const body = rows.map(({ label, figures }) => [
    escapeMarkdown(label),
    ...figures.map((figure) => (figure ? Object.values(figureParts(figure)).filter(Boolean).join(' ') : '')),
  ]);
  return table(['', ...columns], body, false);
}
