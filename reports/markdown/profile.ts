import { dtypes, formatOf } from '../../oracles/numerics/dtype.ts';
import type { DataUse, Report } from '../schema.ts';
import { groupBy } from '../tally/grouping.ts';
import { errorHead, errorRows, errorRowsLegend } from '../words/errors.ts';
import { policyViews } from '../words/observed.ts';
import { accuracyFigure, behaviourInWords, quotient, scopesInWords, tiersInWords } from '../words/phrases.ts';
import { accumulatorInWords } from '../words/sixteen-bits.ts';
import { vacuousElements, vacuousInWords, vacuousTitle } from '../words/vacuous.ts';
import { missingData } from '../words/verdict.ts';
import { codeSpan, details, escapeMarkdown, table } from './markup.ts';

/** What the backend does where it may choose. */
export function policies(report: Report): string {
  if (report.policies.length === 0) return '';
  const short = policyViews(report).flatMap(({ policy, behaviours }) =>
    behaviours.map((behaviour) =>
      [policy, behaviourInWords(behaviour), scopesInWords(behaviour.scopes, report)].map(escapeMarkdown),
    ),
  );
  const long = report.policies.map(({ policy, operator, dtype, choices }) => {
    const seen = Object.entries(choices).map(([choice, count]) => `${choice} ${count}`);
    return [policy, operator, dtype, seen.join(', ')].map(escapeMarkdown);
  });
  return [
    '## Observed choices, where the specification leaves one',
    table(['policy', 'choice', 'where'], short, false),
    details('All observations, with counts', table(['policy', 'operator', 'dtype', 'observed'], long, false)),
  ].join('\n\n');
}

/** How exact the answers were. */
export function accuracy(report: Report): string {
  const { accuracy } = report;
  if (accuracy.length === 0) return '';
  const accumulator = accumulatorInWords(report);
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
    tiersInWords([entry.tiers]),
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
    'Worst tier reached, and worst error as a multiple of the proven bound; ✗ wrong cases.',
    details('Operators × dtypes', table(['', ...present], grid, false)),
    ...(accumulator === undefined ? [] : [escapeMarkdown(`${accumulator}.`)]),
    details('Worst cases, tiers and elements whose bound proves nothing', table(head, rows, false)),
    ...errors(report),
  ].join('\n\n');
}

/** What stands whatever it is. */
export function vacuous(report: Report): string {
  const told = vacuousInWords(report);
  if (told === undefined) return '';
  const rows = vacuousElements(report).map(({ operator, clause, elements }) => [operator, clause, `${elements}`]);
  const cells = rows.map((row) => row.map(escapeMarkdown));
  return [`## ${vacuousTitle}`, `${told}.`, table(['operator', 'clause', 'elements'], cells, false)].join('\n\n');
}

/** How far functions are from the exact values, by kind of data. */
function errors({ accuracy }: Report): string[] {
  const rows = errorRows(accuracy).map(({ cells, worstCase }) => [
    ...cells,
    worstCase === undefined ? '' : codeSpan(worstCase),
  ]);
  if (rows.length === 0) return [];
  const all = table(errorHead, rows, false);
  return [details('Functions, in units in the last place', `${escapeMarkdown(errorRowsLegend)}\n\n${all}`)];
}

/** What the inputs were filled with, one line per kind of dtype. */
export function data(report: Report): string {
  if (report.data.length === 0) return '';
  const perKind = groupBy(report.data, ({ dtype }) => formatOf(dtype).kind);
  const lines = [...perKind].map(([kind, uses]) => `- ${kind}: ${escapeMarkdown(classesInWords(uses))}`);
  const holes = missingData(report).map(
    ({ operator, dtype, missing }) =>
      `- **missing** for ${escapeMarkdown(`${operator} ${dtype}: ${missing!.join(', ')}`)}`,
  );
  return ['## Data', 'Cases by the kind of data in their inputs:', [...holes, ...lines].join('\n')].join('\n\n');
}

function classesInWords(uses: readonly DataUse[]): string {
  const total = new Map<string, number>();
  for (const [name, cases] of uses.flatMap(({ classes }) => Object.entries(classes))) {
    total.set(name, (total.get(name) ?? 0) + cases);
  }
  const sorted = [...total].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return sorted.map(([name, cases]) => `${name} ${cases}`).join(', ') || 'none';
}
