import { broken } from '../schema/counts.ts';
import { operatorAtFault } from '../schema/predicates.ts';
import type { Explanation } from '../schema.ts';
import { type CellsByEntry, type FailureGroupBuilder, merged } from './failure-group.ts';
import { unique } from './grouping.ts';

/** Fewer operators may each have a fault of their own. */
const leastOperators = 4;

/** What an adapter that throws plain errors for what it does not implement has to do. */
export const unloadedId = 'operators-fail-to-load';

/**
 * Errors in whole operator versions where no case was answered: as one group, whatever was said, where many operators have them.
 * @param errors each of one operator version
 * @returns that group, if there is one, and the errors that are none of it
 */
export function byLoading(
  errors: readonly FailureGroupBuilder[],
  cells: CellsByEntry,
): {
  readonly unloaded: readonly {
    readonly id: string;
    readonly explanation: Explanation;
    readonly tally: FailureGroupBuilder;
  }[];
  readonly others: readonly FailureGroupBuilder[];
} {
  const whole = errors.filter((tally) => isWhole(tally, cells));
  const count = unique(whole.map(({ smallest }) => operatorAtFault(smallest))).length;
  if (count < leastOperators) return { unloaded: [], others: errors };
  const explanation = { id: unloadedId, text: `${count} operators fail to load` };
  return {
    unloaded: [{ id: unloadedId, explanation, tally: merged(whole) }],
    others: errors.filter((tally) => !whole.includes(tally)),
  };
}

/** Whether all judged cases of its operator version ended in an error. */
function isWhole(tally: FailureGroupBuilder, cells: CellsByEntry): boolean {
  const entries = unique(tally.cellsAmong(cells).map(({ entry }) => entry));
  return entries.every((entry) =>
    cells.get(entry)!.every(({ counts }) => counts.pass === 0 && broken(counts) === counts.error),
  );
}
