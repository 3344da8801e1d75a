import { markdownTable } from 'markdown-table';
import stringWidth from 'string-width';
import { dtypes } from '../oracles/numerics/dtype.ts';
import { type FailureGroup, failureGroups } from './failures.ts';
import { groupBy } from './grouping.ts';
import { dtypeTable, type FigureTable, figureLegend, figureParts, opsetRange, opsetTable } from './matrix.ts';
import { policyViews } from './observed.ts';
import { accuracyFigure, caseInWords, failedInWords, optionsInWords, quotient, totalsInWords } from './phrases.ts';
import type { FailedClause, Report } from './schema.ts';
import { emptyCells, headlines, plural, verdict } from './verdict.ts';

/**
 * The report as GitHub-flavoured Markdown: complete, where the terminal abbreviates. It holds no times, so that a
 * committed report changes only when the results do.
 */
export function renderMarkdown(report: Report): string {
  const sections = [header, empties, opsets, failures, policies, accuracy].map((section) => section(report));
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** Text that Markdown must not read as markup, on one line; a pipe would end a table's cell. */
export function escapeMarkdown(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|~]/g, '\\$&');
}

/** A code span for a table or a sentence; GitHub wants the pipe escaped even there. */
export function codeSpan(text: string): string {
  const code = oneLine(text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${code}${fence}` : `${fence} ${code} ${fence}`;
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, ' ').trim();
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable([head, ...rows], { stringLength: stringWidth });
}

function details(summary: string, body: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

function codeBlock(lines: readonly string[]): string {
  return ['```sh', ...lines.map((line) => line.replaceAll('\n', ' ')), '```'].join('\n');
}

function header(report: Report): string {
  const { tool, backend } = report;
  const { name, version, ...properties } = backend;
  const { kind, finding, next } = verdict(report);
  const rows = [
    ['backend', `${name} ${version}`],
    ...Object.entries(properties),
    ['options', optionsInWords(report.options)],
    ['run', report.complete ? 'complete' : 'INTERRUPTED'],
    ['cases', totalsInWords(report)],
    ['suite', `${tool.name} ${tool.version}`],
  ];
  return [
    `# Conformance of ${escapeMarkdown(`${name} ${version}`)}`,
    `**${headlines[kind]}**: ${escapeMarkdown(`${finding} ${next}`)}`,
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

function opsets(report: Report): string {
  const byOpset = opsetTable(report);
  if (byOpset.rows.length === 0) return '';
  const byDType = dtypeTable(report);
  return [
    '## Compliance by opset',
    escapeMarkdown(figureLegend(report).join(' · ')),
    figures(byOpset, byOpset.columns.map(opsetRange)),
    details('Compliance by dtype', figures(byDType, byDType.columns)),
  ].join('\n\n');
}

function figures<C>({ rows }: FigureTable<C>, columns: readonly string[]): string {
  const body = rows.map(({ label, figures }) => [
    escapeMarkdown(label),
    ...figures.map((figure) => (figure ? Object.values(figureParts(figure)).filter(Boolean).join(' ') : '')),
  ]);
  return table(['', ...columns], body);
}

function failures(report: Report): string {
  const groups = failureGroups(report);
  if (groups.length === 0) return '';
  return ['## Failed clauses', ...groups.map(failureGroup)].join('\n\n');
}

function failureGroup(group: FailureGroup): string {
  const { example, members } = group;
  const others = members.filter((member) => member !== example);
  const statements = groupBy(
    members,
    ({ text, source }) => `${escapeMarkdown(text)}  \nSource: ${escapeMarkdown(source)}`,
  );
  return [
    `### ${codeSpan(group.clause)}, ${group.level}: ${failedInWords(group)}`,
    ...statements.keys(),
    table(['broken by', 'dtypes', 'broken/judged', 'smallest case'], members.map(memberRow)),
    `The smallest case is ${codeSpan(example.smallest.id)}:`,
    caseInWords(example.smallest)
      .map(([label, text]) => `- ${label}: ${codeSpan(text)}`)
      .join('\n'),
    codeBlock([example.replay]),
    ...(others.length > 0 ? [otherReplays(others)] : []),
  ].join('\n\n');
}

function memberRow({ operator, version, dtypes, failed, cases, smallest }: FailedClause): string[] {
  return [escapeMarkdown(`${operator}-${version}`), dtypes.join(', '), `${failed}/${cases}`, codeSpan(smallest.id)];
}

function otherReplays(members: readonly FailedClause[]): string {
  const heading = `Replay the smallest ${members.length === 1 ? 'case of the other version' : `cases of the other ${plural(members.length, 'version')}`}`;
  return details(heading, codeBlock(members.map((member) => member.replay)));
}

function policies(report: Report): string {
  if (report.policies.length === 0) return '';
  const short = policyViews(report).flatMap((view) =>
    view.choices.map(({ choice, scopes }) => {
      const where = scopes.map(({ operators, dtypes }) => `${operators.join(', ')}: ${dtypes.join(' ')}`);
      return [view.policy, choice, where.join('; ')].map(escapeMarkdown);
    }),
  );
  const long = report.policies.map(({ policy, operator, dtype, choices }) => {
    const seen = Object.entries(choices).map(([choice, count]) => `${choice} ${count}`);
    return [policy, operator, dtype, seen.join(', '), seen.length > 1 ? 'varies' : ''].map(escapeMarkdown);
  });
  const counts = table(['policy', 'operator', 'dtype', 'observed', ''], long);
  const varying = long.filter((row) => row.at(-1) !== '');
  return [
    '## Observed choices, where the specification leaves one',
    table(['policy', 'choice', 'where'], short),
    ...(varying.length > 0
      ? [
          `The choice varies within one operator and dtype:`,
          table(['policy', 'operator', 'dtype', 'observed', ''], varying),
        ]
      : []),
    details('All observations, with counts', counts),
  ].join('\n\n');
}

function accuracy(report: Report): string {
  const { accuracy } = report;
  if (accuracy.length === 0) return '';
  const present = dtypes.filter((dtype) => accuracy.some((entry) => entry.dtype === dtype));
  const grid = [...groupBy(accuracy, ({ operator }) => operator)].map(([operator, own]) => {
    const entries = present.map((dtype) => own.find((entry) => entry.dtype === dtype));
    return [escapeMarkdown(operator), ...entries.map((entry) => (entry ? accuracyFigure(entry).join(' ') : ''))];
  });
  const rows = accuracy.map((entry) => [
    escapeMarkdown(entry.operator),
    entry.dtype,
    quotient(entry.worstErrorOverBound),
    entry.worstCase === undefined ? '' : codeSpan(entry.worstCase),
    Object.entries(entry.tiers)
      .map(([tier, count]) => `${tier} ${count}`)
      .join(', '),
    `${entry.failed}`,
    `${entry.vacuousElements}`,
  ]);
  const head = [
    'operator',
    'dtype',
    'worst error / bound',
    'in case',
    'cases by worst tier',
    'wrong',
    'vacuous elements',
  ];
  return [
    '## Accuracy',
    'Worst tier reached, and worst error as a multiple of the proven bound.',
    table(['', ...present], grid),
    details('Worst cases, tiers and elements whose bound proves nothing', table(head, rows)),
  ].join('\n\n');
}
