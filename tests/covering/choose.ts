import { type Cell, drawnCells } from '../../generators/cases.ts';
import { drawnIn, type Rows } from '../../generators/covering/rows.ts';
import { cover, type Described } from '../../generators/covering/search.ts';
import type { Operator } from '../../oracles/operator.ts';
import { describedCandidate } from './candidates.ts';

/** Pairs of classes that a call has to bring for what it costs, and calls that are chosen at most, of a version. */
const limits = { newest: { worth: 2, most: 320 }, older: { worth: 8, most: 36 } } as const;

/** Calls of the newest version that are tried for every change, those that cover most first. */
const quickRows = 24;

/** What was chosen of the calls that are drawn for an operator. */
export interface Choice {
  readonly operator: string;
  readonly drawn: number;
  /** by name of the cell */
  readonly rows: Readonly<Record<string, Rows>>;
}

/** Chooses calls that cover the classes of an operator. */
export function choose(operator: Operator): Choice {
  const cells = drawnCells(operator);
  const drawn = operator.versions.map((version) =>
    cells.filter((cell) => cell.version === version).flatMap(candidatesOf),
  );
  const chosen = drawn.map(
    (candidates, i) => cover(candidates, limits[i === drawn.length - 1 ? 'newest' : 'older']).chosen,
  );
  return {
    operator: operator.name,
    drawn: drawn.flat().length,
    rows: rowsOf(chosen.flat(), new Set(chosen.at(-1)!.slice(0, quickRows))),
  };
}

const candidatesOf = (cell: Cell): Described[] =>
  Array.from({ length: drawnIn(cell) }, (_, index) => describedCandidate(cell, index)).filter(
    (one) => one !== undefined,
  );

/** The numbers of the chosen calls, by cell. */
function rowsOf(chosen: readonly Described[], quick: ReadonlySet<Described>): Readonly<Record<string, Rows>> {
  const names = [...new Set(chosen.map(({ name }) => name))];
  return Object.fromEntries(
    names.map((name) => {
      const own = chosen.filter((one) => one.name === name);
      const numbers = (isQuick: boolean) =>
        own
          .filter((one) => quick.has(one) === isQuick)
          .map(({ index }) => index)
          .sort((a, b) => a - b);
      const [first, rest] = [numbers(true), numbers(false)];
      return [name, { ...(first.length > 0 && { quick: first }), ...(rest.length > 0 && { standard: rest }) }];
    }),
  );
}
