import * as v from 'valibot';
import { observation, tier } from '../../reports/schema/case-result.ts';
import { count, dtypeList, list, optional, text, texts } from '../../reports/schema/fields.ts';

/** What the answers to programs have to reach. */
export const requirements = v.object({
  requireTier: tier('the tier that an answer must reach to pass'),
  policies: optional(list(observation, 'choices that answers must make to pass')),
});

/** What the programs of a run and the verdicts on them follow from; members in the order in which it is written. */
export const run = v.object({
  version: text('of the suite: another one draws other programs'),
  seed: v.pipe(v.number(), v.integer()),
  selection: v.object({
    ids: texts('of operators, versions and dtypes'),
    opsets: list(count(), 'empty: all'),
    dtypes: dtypeList('empty: all'),
  }),
  requirements,
  backends: texts('what is tried, with its options'),
});
