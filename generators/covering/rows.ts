import { sessionCombinations } from '../../oracles/spec/combinations.ts';
import { bindingsOf } from '../cases/bindings.ts';
import type { Cell } from '../cases/case.ts';
import type { SuiteName } from '../cases/proposal.ts';
import { isCurrent } from '../cases/take-turns.ts';
import chosen from './rows.json' with { type: 'json' };

/** The numbers of the calls that `npm run evidence -- covering --choose` chose of those which are drawn for a cell. */
export interface ChosenCalls {
  readonly quick?: readonly number[];
  /** besides those of quick */
  readonly standard?: readonly number[];
}

const rows: Readonly<Record<string, ChosenCalls>> = chosen;

/** Calls that are drawn for a version, of one run each and of several: for a current one, and for each before it. */
const drawn = { single: { current: 1600, older: 160 }, session: { current: 500, older: 50 } } as const;

/** How many calls are drawn for a cell: the types of a version share them. */
export function drawnCallCount(cell: Cell): number {
  const { current, older } = cell.clause.id === sessionCombinations ? drawn.session : drawn.single;
  return Math.ceil((isCurrent(cell) ? current : older) / bindingsOf(cell.version).length);
}

/** Whether some of the calls that are drawn for a cell were chosen. */
export const hasRows = ({ name }: Pick<Cell, 'name'>): boolean => rows[name] !== undefined;

/** The numbers of the calls that were chosen for a cell, in their order, and the smallest suite that has each. */
export function chosenCallsOf({ name }: Pick<Cell, 'name'>): { readonly index: number; readonly suite: SuiteName }[] {
  const of = (suite: keyof ChosenCalls) => (rows[name]?.[suite] ?? []).map((index) => ({ index, suite }));
  return [...of('quick'), ...of('standard')].sort((a, b) => a.index - b.index);
}
