import { broken, judged } from '../schema/counts.ts';
import { opsetRange } from '../tally/opsets.ts';
import { boundsLegend } from '../words/bounds.ts';
import { figureInWords, figureLegend, placesInWords, shared } from '../words/compared.ts';
import type { ComparedPolicy } from '../words/compared-policies.ts';
import type { Comparison } from '../words/comparison.ts';
import { errorInWords, errorsInWords, errorsLegend } from '../words/errors.ts';
import { accuracyFigure, behaviourInWords } from '../words/phrases.ts';
import { share } from '../words/share.ts';
import { symptomOf } from '../words/symptom.ts';
import { codeSpan, details, escapeMarkdown, table } from './markup.ts';

/** A comparison as GitHub-flavoured Markdown, complete. */
export function renderComparisonMarkdown(compared: Comparison): string {
  const names = compared.runtimes.map(({ name }) => name);
  const sections = [
    '# Runtimes side by side',
    runtimes(compared),
    '## What the text leaves open',
    openPoints(compared.policies, names),
    ...findings(compared),
    ...errors(compared),
    ...bounds(compared),
    ...operators(compared),
  ];
  return `${sections.join('\n\n')}\n`;
}

function runtimes({ runtimes, unequal }: Comparison): string {
  const head = ['runtime', 'version', 'verdict', 'passes', 'wrong', 'judged', 'not supported', 'findings', 'run'];
  const rows = runtimes.map(({ name, backend, headline, totals, findings, started }) => [
    escapeMarkdown(name),
    escapeMarkdown(backend.version),
    headline.toLowerCase(),
    share(totals),
    ...[broken(totals), judged(totals), totals.unsupported, findings].map(String),
    started.slice(0, 10),
  ]);
  const care = table(
    ['not equal in all runs', ...runtimes.map(({ name }) => escapeMarkdown(name))],
    unequal.map(({ what, values }) => [what, ...values.map(escapeMarkdown)]),
  );
  return [table(head, rows), ...(unequal.length > 0 ? [care] : [])].join('\n\n');
}

/** For each open point of the text what each runtime does; the policies that follow say what the point is. */
export function openPoints(policies: readonly ComparedPolicy[], names: readonly string[]): string {
  if (policies.length === 0) return 'No run has met a point that the text leaves open.';
  const differing = policies.filter(({ differs }) => differs).length;
  const rows = policies.flatMap((policy) =>
    policy.rows.map((row, i) => [
      i === 0 ? `${policy.differs ? '**' : ''}${codeSpan(policy.policy)}${policy.differs ? '**' : ''}` : '',
      escapeMarkdown(placesInWords(policy, row)),
      ...row.seen.map((behaviour) => (behaviour ? escapeMarkdown(behaviourInWords(behaviour)) : '')),
    ]),
  );
  const points = policies.map(({ policy, open, silence }) => [
    codeSpan(policy),
    escapeMarkdown(open),
    escapeMarkdown(silence),
  ]);
  return [
    ...(names.length > 1
      ? [`The runtimes differ at ${differing} of ${policies.length} points, which come first and are bold.`]
      : []),
    'A cell tells of the operators and types of its row in which the runtime was seen to choose; it is empty where there is none, as the runtime does not support them, or fails there.',
    table(['policy', 'where', ...names.map(escapeMarkdown)], rows, false),
    details('What each point is, and where the text is silent', table(['policy', 'open', 'the text'], points, false)),
  ].join('\n\n');
}

function findings({ findings, runtimes }: Comparison): string[] {
  const several = shared(findings);
  const rows = several.map(({ id, most, seen }) => [
    codeSpan(id),
    escapeMarkdown(symptomOf(most)),
    ...seen.map((one) => (one ? `${one.cases}` : '')),
  ]);
  const rest = findings.length - several.length;
  return [
    '## Findings of several runtimes',
    `Cases of each finding.${rest > 0 ? ` ${rest} more are of one runtime only, and stand in its report.` : ''}`,
    ...(rows.length > 0
      ? [table(['finding', 'what', ...runtimes.map(({ name }) => escapeMarkdown(name))], rows, false)]
      : []),
  ];
}

function errors({ errors, runtimes }: Comparison): string[] {
  if (errors.length === 0) return [];
  const names = runtimes.map(({ name }) => escapeMarkdown(name));
  const rows = errors.map((row) => [row.operator, row.dtype, ...runtimes.map((_, i) => errorsInWords(row, i))]);
  const byKind = errors.flatMap(({ operator, dtype, kinds }) =>
    kinds.map(({ kind, errors: own }) => [operator, dtype, kind, ...own.map((one) => (one ? errorInWords(one) : ''))]),
  );
  return [
    '## Accuracy of functions',
    escapeMarkdown(errorsLegend),
    table(['function', 'dtype', ...names], rows, false),
    details('By kind of data', table(['function', 'dtype', 'data', ...names], byKind, false)),
  ];
}

function bounds({ bounds, runtimes }: Comparison): string[] {
  if (bounds.length === 0) return [];
  const rows = bounds.map(({ operator, dtype, seen }) => [
    escapeMarkdown(operator),
    dtype,
    ...seen.map((one) => (one ? accuracyFigure(one).join(' ') : '')),
  ]);
  return [
    '## Errors and bounds',
    `Of other operators: ${escapeMarkdown(boundsLegend)}.`,
    table(['operator', 'dtype', ...runtimes.map(({ name }) => escapeMarkdown(name))], rows, false),
  ];
}

function operators({ operators, runtimes }: Comparison): string[] {
  if (operators.length === 0) return [];
  const names = runtimes.map(({ name }) => escapeMarkdown(name));
  const whole = operators.map(({ operator, counts }) => [escapeMarkdown(operator), ...counts.map(figureInWords)]);
  const bands = operators.flatMap(({ operator, bands }) =>
    bands.map(({ opsets, counts }) => [
      escapeMarkdown(`${operator} ${opsetRange(opsets)}`),
      ...counts.map(figureInWords),
    ]),
  );
  return [
    '## Operators',
    escapeMarkdown(figureLegend),
    table(['', ...names], whole),
    details(
      'By opset: versions at which every runtime stands alike share a row',
      table(['operator, opsets', ...names], bands),
    ),
  ];
}
