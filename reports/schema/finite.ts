import type { CaseResult } from '../schema.ts';

/**
 * The result without an `errorOverBound` that is no finite number, which JSON could not hold: the bound is 0, or the
 * answer is not finite. The case fails anyhow, so nothing is hidden, and no invented large number can be mistaken for
 * a measurement.
 * @throws Error if such a result is a pass: then it is the comparator that is wrong
 */
export function withFiniteError(result: CaseResult): CaseResult {
  if (result.errorOverBound === undefined || Number.isFinite(result.errorOverBound)) return result;
  const { errorOverBound, ...rest } = result;
  if (result.outcome === 'pass') throw new Error(`${result.id}: passes with errorOverBound ${errorOverBound}`);
  return rest;
}
