import type { CaseResult } from '../schema.ts';

/**
 * Returns the result without an infinite or NaN `errorOverBound`, which JSON cannot hold. It occurs if the bound is 0 or the
 * answer is not finite; the case then fails, so nothing is hidden. A large number instead would look like a measurement.
 * @throws Error if such a result is a pass, which would be a fault of the comparator
 */
export function withFiniteError(result: CaseResult): CaseResult {
  if (result.errorOverBound === undefined || Number.isFinite(result.errorOverBound)) return result;
  const { errorOverBound, ...rest } = result;
  if (result.outcome === 'pass') throw new Error(`${result.id}: passes with errorOverBound ${errorOverBound}`);
  return rest;
}
