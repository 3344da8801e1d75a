import { groupBy } from '../aggregate/grouping.ts';
import { judgedInvalid, recordedInvalid } from '../aggregate/rejections.ts';
import type { BrokenRule, FindingPlace, NotRejected, Rejections } from '../schema.ts';
import { plural } from './plural.ts';
import { outcomeNames } from './smallest-case.ts';

/** Describes rejections: "212 of 240 rejected, 20 accepted; 25 not judged: no control shows what a refusal means". */
export function describeRejections({ totals, planned }: Rejections): string {
  const { rejected, unsupported } = totals;
  const recorded = recordedInvalid(totals);
  const judged = judgedInvalid(totals);
  const others = (['accepted', 'crash', 'timeout', 'undecided'] as const)
    .filter((outcome) => totals[outcome] > 0)
    .map((outcome) => `${totals[outcome]} ${outcomeNames[outcome]}`);
  const withoutControl = unsupported > 0 ? [`${unsupported} not judged: no control shows what a refusal means`] : [];
  const missing = recorded < planned ? [`only ${recorded} of ${planned} ran`] : [];
  return [[`${rejected} of ${judged} rejected`, ...others].join(', '), ...withoutControl, ...missing].join('; ');
}

/** Describes models that were not rejected: "accepted in 12 of 48 models". */
export function describeNotRejected({ counts }: BrokenRule, { outcome, cases }: NotRejected): string {
  return `${outcomeNames[outcome]} in ${cases} of ${plural(judgedInvalid(counts), 'model')}`;
}

/** Returns the places where models were not rejected, and the smallest of these, with labels. */
export function ruleRows({ where, smallest }: NotRejected): readonly (readonly [label: string, text: string])[] {
  return [
    ['seen in', formatVersions(where)],
    ['smallest', smallest.id],
    ['input', smallest.summary],
    ...(smallest.message === undefined ? [] : [['outcome', smallest.message] as const]),
  ];
}

/** Formats operator versions: "ReduceA-11, -13, ReduceB-18". */
function formatVersions(where: readonly FindingPlace[]): string {
  const perOperator = groupBy(where, ({ operator }) => operator);
  return [...perOperator]
    .map(([operator, own]) => `${operator}${own.map(({ version }) => `-${version}`).join(', ')}`)
    .join(', ');
}
