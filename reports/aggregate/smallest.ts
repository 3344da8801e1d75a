import { isStricter, type Level } from '../../oracles/spec/level.ts';
import { isOfSessions } from '../../oracles/spec/sessions.ts';
import { isOfNetwork } from '../schema/predicates.ts';

/** Whether a clause is about the form of a model, its calls or the amount of data, rather than about what is computed. */
export const isOfCalls = (clause: string): boolean =>
  isOfSessions({ id: clause }) ||
  /^(?:inputs|outputs)-|^any-(?:count|length|rank|shape)$|^output-type$|^combinations$/.test(clause) ||
  isOfNetwork({ clause });

/** Returns the rank of a clause: what is computed first, then forms of calls, then several runs, which few faults need. */
const rankOf = (clause = ''): number => (isOfSessions({ id: clause }) ? 2 : isOfCalls(clause) ? 1 : 0);

/** The fields that order cases by size. */
interface Sized {
  readonly id: string;
  readonly size: number;
  /** the reason why it is expected to be broken */
  readonly known?: string;
  /** the level at which it is wrong */
  readonly breaks?: Level;
  readonly clause?: string;
  /** the operator at fault, if it is not that of the case */
  readonly atFault?: object;
}

/**
 * Whether `a` is the smaller case: it has fewer input elements, or as many and the lower id by code units. A case without
 * elements counts as the largest, since it shows little.
 */
export function beforeInSizeThenId(a: Sized, b: Sized): boolean {
  if ((a.size === 0) !== (b.size === 0)) return b.size === 0;
  return a.size !== b.size ? a.size < b.size : a.id < b.id;
}

/**
 * Returns the smaller of two cases; one may be missing. Cases of the operator at fault itself come first, then cases at the
 * stricter level, then cases of clauses about what is computed, and those with several runs last.
 */
export function smallerCase<T extends Sized>(a: T | undefined, b: T | undefined): T | undefined {
  if (!a || !b) return a ?? b;
  if ((a.atFault === undefined) !== (b.atFault === undefined)) return a.atFault === undefined ? a : b;
  if (a.breaks && b.breaks && a.breaks !== b.breaks) return isStricter(a.breaks, b.breaks) ? a : b;
  if (rankOf(a.clause) !== rankOf(b.clause)) return rankOf(a.clause) < rankOf(b.clause) ? a : b;
  return beforeInSizeThenId(b, a) ? b : a;
}

/** Returns the unexpected one of two cases; the smaller if both or neither are expected. */
export function smallerNewCase<T extends Sized>(a: T | undefined, b: T | undefined): T | undefined {
  if (a && b && (a.known === undefined) !== (b.known === undefined)) return a.known === undefined ? a : b;
  return smallerCase(a, b);
}
