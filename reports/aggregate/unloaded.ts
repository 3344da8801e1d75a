import { broken } from '../schema/counts.ts';
import { operatorAtFault } from '../schema/predicates.ts';
import type { Explanation } from '../schema.ts';
import { type CellsByEntry, type FailureGroupBuilder, merged } from './failure-group.ts';
import { unique } from './grouping.ts';

/** The least number of operators for a common cause: fewer may each have their own fault. */
const leastOperators = 4;

/** The explanation's id for an adapter that throws plain errors for operators that it does not implement. */
export const unloadedId = 'operators-fail-to-load';

/**
 * Merges the errors of operator versions without any answered case into one group, if there are many such operators.
 * The messages may differ.
 * @param errors groups of errors, each of one operator version
 * @returns that group, if there is one, and the other errors
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
  const whole = errors.filter((tally) => coversVersion(tally, cells));
  const count = unique(whole.map(({ smallest }) => operatorAtFault(smallest))).length;
  if (count < leastOperators) return { unloaded: [], others: errors };
  const explanation = { id: unloadedId, text: `${count} operators fail to load` };
  return {
    unloaded: [{ id: unloadedId, explanation, tally: merged(whole) }],
    others: errors.filter((tally) => !whole.includes(tally)),
  };
}

/** Whether all judged cases of a group's operator version ended in an error. */
function coversVersion(tally: FailureGroupBuilder, cells: CellsByEntry): boolean {
  const entries = unique(tally.cellsAmong(cells).map(({ entry }) => entry));
  return entries.every((entry) =>
    cells.get(entry)!.every(({ counts }) => counts.pass === 0 && broken(counts) === counts.error),
  );
}
