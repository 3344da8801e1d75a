import type { CaseResult } from './schema.ts';

/** True if `a` is the smaller case: fewer input elements, else the lower id. Ids compare by code unit, in no locale. */
export function beforeInSizeThenId(a: CaseResult, b: CaseResult): boolean {
  return a.size !== b.size ? a.size < b.size : a.id < b.id;
}

/** The smaller of two cases, of which one may be missing. */
export function smallerCase(a: CaseResult | undefined, b: CaseResult | undefined): CaseResult | undefined {
  if (!a || !b) return a ?? b;
  return beforeInSizeThenId(b, a) ? b : a;
}
