import { isStricter, type Level } from '../../oracles/spec/level.ts';

/** True of a clause that says how a model is written and called, or on how much data, rather than what is computed. */
export const isOfCalls = (clause = ''): boolean =>
  /^(?:inputs|outputs|sessions?)-|^any-(?:count|length|rank|shape)$|^output-type$|^combinations$/.test(clause);

/** What the size of a case is measured by. */
interface Sized {
  readonly id: string;
  readonly size: number;
  /** the reason for which it is expected to be broken */
  readonly known?: string;
  /** at which level it is wrong */
  readonly breaks?: Level;
  readonly clause?: string;
}

/**
 * True if `a` is the smaller case: not one that is expected, then fewer input elements, else the lower id. No elements at all
 * count as more than any: such a case shows little. Ids compare by code unit.
 */
export function beforeInSizeThenId(a: Sized, b: Sized): boolean {
  if ((a.known === undefined) !== (b.known === undefined)) return a.known === undefined;
  if ((a.size === 0) !== (b.size === 0)) return b.size === 0;
  return a.size !== b.size ? a.size < b.size : a.id < b.id;
}

/**
 * The smaller of two cases, of which one may be missing; of two alike known, the one that breaks the stricter level, then one of
 * a clause that says what is computed.
 */
export function smallerCase<T extends Sized>(a: T | undefined, b: T | undefined): T | undefined {
  if (!a || !b) return a ?? b;
  const areAlike = (a.known === undefined) === (b.known === undefined);
  if (areAlike && a.breaks && b.breaks && a.breaks !== b.breaks) return isStricter(a.breaks, b.breaks) ? a : b;
  if (areAlike && isOfCalls(a.clause) !== isOfCalls(b.clause)) return isOfCalls(b.clause) ? a : b;
  return beforeInSizeThenId(b, a) ? b : a;
}
