import { type SelectedCases, type Selection, select } from '../../generators/suite/cases.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { RunOptions } from '../schema.ts';

/** Returns the number of cases in a part of the suite that patterns name, with invalid models unless `onlyLegal` is set. */
export function countNamedCases(
  ids: readonly string[],
  { seed, opsets, dtypes, suite }: RunOptions,
  onlyLegal: boolean,
): number {
  let sum = 0;
  for (const cases of numbersOf({ seed, ids, opsets, dtypes, ...(suite && { suite }) }, onlyLegal)) sum += cases;
  return sum;
}

/** Whether any case of the whole suite matches the ids. */
export function matchesAnyCase(ids: readonly string[], seed: number, opsets: readonly number[] = []): boolean {
  for (const cases of numbersOf({ seed, ids, opsets, dtypes: [], suite: 'full' })) if (cases > 0) return true;
  return false;
}

/** Returns why a pattern names nothing in the suite, with suggestions. */
export function describeNoMatch(pattern: string, seed: number): string {
  try {
    select({ seed, ids: [pattern], opsets: [], dtypes: [], suite: 'full' });
  } catch (error) {
    if (error instanceof BadInput) return `'${pattern}' names nothing in the suite: ${error.message}`;
    throw error;
  }
  return `'${pattern}' names nothing in the suite`;
}

/** Yields the numbers of cases in the cells of a selection; nothing if a pattern cannot match. */
function* numbersOf(selection: Selection, onlyLegal = false): Generator<number> {
  let selected: SelectedCases;
  try {
    selected = select(selection);
  } catch (error) {
    if (error instanceof BadInput) return;
    throw error;
  }
  const { cells, invalid, cases } = selected;
  for (const cell of onlyLegal ? cells : [...cells, ...invalid]) yield cases(cell).length;
}
