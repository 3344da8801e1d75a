import * as v from 'valibot';
import { observation, tier } from '../../reports/schema/case-result.ts';
import { count, dtypeList, list, optional, text, texts } from '../../reports/schema/fields.ts';

/** The requirements on answers to programs. */
export const requirements = v.object({
  requireTier: tier('the tier that an answer must reach to pass'),
  policies: optional(list(observation, 'choices that answers must make to pass')),
});

/** The settings that determine the programs of a run and their verdicts; members in the order of the file. */
export const run = v.object({
  version: text('the version of the suite; another version draws other programs'),
  seed: v.pipe(v.number(), v.integer()),
  selection: v.object({
    ids: texts('ids of operators, versions and dtypes'),
    opsets: list(count(), 'empty: all'),
    dtypes: dtypeList('empty: all'),
  }),
  requirements,
  backends: texts('the backends with their options'),
});
