import * as v from 'valibot';
import { observation, tier } from '../../reports/schema/case-result.ts';
import { list, optional } from '../../reports/schema/fields.ts';

/** What the answers to programs have to reach. */
export const requirements = v.object({
  requireTier: tier('the tier that an answer must reach to pass'),
  policies: optional(list(observation, 'choices that answers must make to pass')),
});
