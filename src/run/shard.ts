import type { Case } from '../../generators/suite/cases.ts';
import { isOfSessions } from '../../oracles/spec/sessions.ts';

/** One of several parts of a selection. */
export interface Shard {
  /** from 1 */
  readonly number: number;
  readonly of: number;
}

/** Input elements that take as long as a case takes for being a case. */
const elementsOfCase = 1000;

/** How long a case takes, as a multiple of a small one: estimated by what is known before it is drawn. */
function costOf({ cell, facts: { measures } }: Case): number {
  const elements = measures['row length'] ?? measures.elements ?? 0;
  return (isOfSessions(cell.clause) ? 3 : 1) * (1 + elements / elementsOfCase);
}

/**
 * The cases of a shard: the most expensive first, each is dealt to the shard that has the least to do. Equal selections are
 * dealt equally; the shards have each case once.
 */
export function casesOfShard(all: readonly Case[], { number, of }: Shard): ReadonlySet<Case> {
  const loads = Array.from({ length: of }, () => 0);
  const own = new Set<Case>();
  const priced = all.map((question) => ({ question, cost: costOf(question) }));
  for (const { question, cost } of priced.sort((a, b) => b.cost - a.cost)) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least]! += cost;
    if (least === number - 1) own.add(question);
  }
  return own;
}
