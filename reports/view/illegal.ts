import { groupBy } from '../aggregate/grouping.ts';
import { illegalRecorded, judgedIllegal } from '../aggregate/illegal.ts';
import type { BrokenRule, IllegalModels, NotRejected, Place } from '../schema.ts';
import { plural } from './plural.ts';

/** "212 of 240 rejected, 20 accepted, 8 crashed; 25 not judged: no legal twin shows what a refusal means". */
export function illegalInWords({ totals, planned }: IllegalModels): string {
  const { rejected, unsupported } = totals;
  const recorded = illegalRecorded(totals);
  const judged = judgedIllegal({ totals });
  const others = (['accepted', 'crash', 'timeout', 'undecided'] as const)
    .filter((outcome) => totals[outcome] > 0)
    .map((outcome) => `${totals[outcome]} ${words[outcome]}`);
  const twins = unsupported > 0 ? [`${unsupported} not judged: no legal twin shows what a refusal means`] : [];
  const missing = recorded < planned ? [`only ${recorded} of ${planned} ran`] : [];
  return [[`${rejected} of ${judged} rejected`, ...others].join(', '), ...twins, ...missing].join('; ');
}

/** "accepted in 12 of 48 models". */
export function notRejectedInWords({ counts }: BrokenRule, { outcome, cases }: NotRejected): string {
  return `${words[outcome]} in ${cases} of ${plural(illegalRecorded(counts) - counts.unsupported, 'model')}`;
}

/** Where models were not rejected, and the smallest of them, label by label. */
export function ruleRows({ where, smallest }: NotRejected): readonly (readonly [label: string, text: string])[] {
  return [
    ['seen in', versionsInWords(where)],
    ['smallest', smallest.id],
    ['input', smallest.summary],
    ...(smallest.message === undefined ? [] : [['outcome', smallest.message] as const]),
  ];
}

/** "ReduceA-11, -13, ReduceB-18". */
function versionsInWords(where: readonly Place[]): string {
  const perOperator = groupBy(where, ({ operator }) => operator);
  return [...perOperator]
    .map(([operator, own]) => `${operator}${own.map(({ version }) => `-${version}`).join(', ')}`)
    .join(', ');
}

const words: Readonly<Record<NotRejected['outcome'], string>> = {
  accepted: 'accepted',
  crash: 'crashed',
  timeout: 'hung',
  undecided: 'undecided',
};
