import type { Case } from '../../generators/suite/cases.ts';
import { isOfSessions } from '../../oracles/spec/sessions.ts';

/** One of several parts of a selection. */
export interface Shard {
  /** from 1 */
  readonly number: number;
  readonly of: number;
}

/** The number of input elements that cost as much time as the fixed cost of a case. */
const elementsOfCase = 1000;

/** Returns the estimated time of a case as a multiple of a small one, from facts known before its data are drawn. */
function costOf({ cell, facts: { measures } }: Case): number {
  const elements = measures['row length'] ?? measures.elements ?? 0;
  return (isOfSessions(cell.clause) ? 3 : 1) * (1 + elements / elementsOfCase);
}

/**
 * Returns the cases of a shard. Each case, the most expensive first, goes to the shard with the least total cost.
 * The division is deterministic, and each case is in exactly one shard.
 */
export function casesOfShard(all: readonly Case[], { number, of }: Shard): ReadonlySet<Case> {
  const loads = Array.from({ length: of }, () => 0);
  const own = new Set<Case>();
  const priced = all.map((testCase) => ({ testCase, cost: costOf(testCase) }));
  for (const { testCase, cost } of priced.sort((a, b) => b.cost - a.cost)) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least]! += cost;
    if (least === number - 1) own.add(testCase);
  }
  return own;
}
