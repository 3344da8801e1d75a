import * as v from 'valibot';
import { count, dtype, each, oneOf, operator, optional, type Read, text, titled, version } from './fields.ts';

/** What became of one illegal model. */
export const illegalOutcomes = ['rejected', 'accepted', 'crash', 'timeout', 'undecided', 'unsupported'] as const;
export type IllegalOutcome = (typeof illegalOutcomes)[number];

export const illegalOutcomeMeanings: Readonly<Record<IllegalOutcome, string>> = {
  rejected: 'the backend refused the model, as an error or as unsupported, and answered the legal twin rightly',
  accepted: 'the backend answered, whatever with',
  crash: 'as for legal models: it is no way to refuse',
  timeout: 'as for legal models: it is no way to refuse',
  undecided: 'refused, but the answer to the legal twin is wrong or an error too; or the protocol was broken',
  unsupported:
    'refused, and the legal twin is not supported, or the backend compares its outputs itself: nothing to judge',
};

export const illegalCounts = titled(each(illegalOutcomes, count()), 'counts');
export type IllegalCounts = Read<typeof illegalCounts>;

/** The verdict on one illegal model: one line of illegal.jsonl. */
export const illegalResult = titled(
  v.object({
    id: text(
      'operator, version, dtype of the legal twin, rule and number, e.g. `ReduceSum/13/float32/illegal-dtype/0`',
    ),
    operator,
    version,
    dtype,
    rule: text('the rule that is broken; `explain` has its words and its source'),
    opset: count('the opset that the model imports'),
    outcome: oneOf(illegalOutcomes, 'see below'),
    message: optional(text('what the backend said; where the twin decided, what became of the twin')),
    known: optional(text('as of legal models')),
    summary: text('the legal model in one line, and what is changed'),
    size: count('number of input elements'),
  }),
  'line of `illegal.jsonl`',
);
export type IllegalResult = Read<typeof illegalResult>;
