import { breaksNoClause } from '../schema/predicates.ts';
import type { Finding, Report } from '../schema.ts';
import { unique } from '../tally/grouping.ts';
import { opsetsInWords } from '../tally/opsets.ts';
import { isUnanswered } from '../tally/unanswered.ts';
import { caseRows, clauseOf, findingInWords, onlyClauseOf } from '../words/finding.ts';
import { areaInWords, unsupportedInWords } from '../words/phrases.ts';
import { areas } from '../words/places.ts';
import { plural } from '../words/plural.ts';
import { codeBlock, codeSpan, details, escapeMarkdown, table } from './markup.ts';

/** What to look into, all of it. */
export function findings(report: Report): string {
  if (report.findings.length === 0) return '';
  return ['## Findings', ...report.findings.map((finding, i) => findingBody(report, finding, i + 1))].join('\n\n');
}

function findingBody(report: Report, finding: Finding, number: number): string {
  const { problem, clauses, level, smallest, message, where, opsets } = finding;
  const what = findingInWords(finding);
  const places = areas(report, where).map((area) => `- ${escapeMarkdown(areaInWords(area))}`);
  const clause = clauseOf(report, finding);
  const only = onlyClauseOf(report, finding);
  const soft = level === 'specified' ? '' : `, only ${level} clauses`;
  const seenUnder = breaksNoClause(finding) || isUnanswered(report) ? 'Seen under' : 'It breaks';
  return [
    `### ${number}. ${clause ? `${codeSpan(clause.clause)}, ${level}: ${what}` : `${what}${soft}`}`,
    ...(clause ? [`${escapeMarkdown(clause.text)}  \nSource: ${escapeMarkdown(clause.source)}`] : []),
    ...(message && problem !== 'tier' ? [codeSpan(message)] : []),
    `Seen in ${opsetsInWords(opsets)}:`,
    places.join('\n'),
    ...(clause ? [] : [`${seenUnder} ${plural(clauses.length, 'clause')}: ${clauses.map(codeSpan).join(', ')}.`]),
    ...(only && !clause ? [escapeMarkdown(only.text)] : []),
    ...(finding.common.length > 0 ? [`Common to all: ${finding.common.map(escapeMarkdown).join(', ')}.`] : []),
    ...(finding.always.length > 0 ? [`Always with: ${finding.always.map(escapeMarkdown).join(', ')}.`] : []),
    `Id: ${codeSpan(finding.id)}. The smallest case is ${codeSpan(smallest.id)}:`,
    caseRows(finding)
      .map(([label, value]) => `- ${label}: ${codeSpan(value)}`)
      .join('\n'),
    codeBlock([finding.replay]),
  ].join('\n\n');
}

/** Every clause that is broken, with the findings that break it. */
export function failedClauses({ failedClauses }: Report): string {
  if (failedClauses.length === 0) return '';
  const rows = failedClauses.map((failed) => [
    codeSpan(failed.clause),
    failed.level,
    escapeMarkdown(`${failed.operator}-${failed.version}`),
    failed.dtypes.join(', '),
    `${failed.failed}/${failed.cases}`,
    `see finding ${failed.findings.join(', ')}`,
    codeSpan(failed.smallest.id),
  ]);
  const clauses = unique(failedClauses.map(({ clause }) => clause)).length;
  const head = ['clause', 'level', 'broken by', 'dtypes', 'broken/judged', 'why', 'smallest case'];
  return [
    '## Failed clauses',
    details(
      `${plural(clauses, 'clause')} in ${plural(failedClauses.length, 'row')}, one for each operator version that breaks it`,
      table(head, rows),
    ),
    details('Replay the smallest case of each', codeBlock(failedClauses.map((failed) => failed.replay))),
  ].join('\n\n');
}

/** Why the backend declined cases. */
export function unsupported(report: Report): string {
  if (report.unsupported.length === 0) return '';
  const rows = report.unsupported.map((reason) => [
    reason.message ? codeSpan(reason.message) : 'no reason given',
    escapeMarkdown(unsupportedInWords(reason, report)),
    codeSpan(reason.example),
  ]);
  return ['## Not supported, and not judged', table(['reason', 'where', 'smallest case'], rows)].join('\n\n');
}
