import type { Clause } from '../../operator.ts';
import { rule } from '../../rules.ts';
import type { VersionFeatures } from './clauses.ts';

/** What an arg-reduction forbids beyond what its declarations say. */
export function argReductionRules(name: string, { since, printsRange }: VersionFeatures): readonly Clause[] {
  if (!printsRange) return [];
  const place = `${name}-${since}, attribute axis: accepted range; refused by its shape inference`;
  return [rule('illegal-axis-out-of-range', 'axis lies in [-r, r-1] for data of rank r.', place, since)];
}
