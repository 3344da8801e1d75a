import type { Report } from '../schema.ts';
import { unique } from '../tally/grouping.ts';
import { type FindingView, findingViews } from '../words/finding-view.ts';
import { unsupportedInWords } from '../words/phrases.ts';
import { plural } from '../words/plural.ts';
import { codeBlock, codeSpan, details, escapeMarkdown, table } from './markup.ts';

/** What to look into, all of it. */
export function findings(report: Report): string {
  if (report.findings.length === 0) return '';
  return ['## Findings', ...findingViews(report).map((view, i) => findingBody(view, i + 1))].join('\n\n');
}

function findingBody(view: FindingView, number: number): string {
  const { title, clause, remark, message, places, opsets, clauses, wanted, common, always } = view;
  return [
    `### <a id="finding-${number}"></a>${number}. ${escapeMarkdown(title)}`,
    ...(remark ? [`It ${remark}.`] : []),
    ...(clause
      ? [`${codeSpan(clause.clause)}: ${escapeMarkdown(clause.text)}  \nSource: ${escapeMarkdown(clause.source)}`]
      : []),
    ...(message === undefined ? [] : [codeSpan(message)]),
    `Seen in ${opsets}:`,
    places.map((place) => `- ${escapeMarkdown(place)}`).join('\n'),
    ...(clause
      ? []
      : [
          `${view.breaks ? 'It breaks' : 'Seen under'} ${plural(clauses.length, 'clause')}: ${clauses.map(codeSpan).join(', ')}.`,
        ]),
    ...(wanted === undefined ? [] : [escapeMarkdown(wanted)]),
    ...(common.length > 0 ? [`Common to all: ${common.map(escapeMarkdown).join(', ')}.`] : []),
    ...(always.length > 0 ? [`Always with: ${always.map(escapeMarkdown).join(', ')}.`] : []),
    `Id: ${codeSpan(view.id)}. The smallest case is ${codeSpan(view.smallest)}:`,
    view.rows.map(([label, value]) => `- ${label}: ${codeSpan(value)}`).join('\n'),
    codeBlock([view.replay]),
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
      table(head, rows, false),
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
  return ['## Not supported, and not judged', table(['reason', 'where', 'smallest case'], rows, false)].join('\n\n');
}
