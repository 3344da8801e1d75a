import { type Cell, drawnCells } from '../../generators/cases.ts';
import { drawnIn, type Rows } from '../../generators/covering/rows.ts';
import { type Covering, cover, type Described } from '../../generators/covering/search.ts';
import { isNewest } from '../../generators/rotate.ts';
import type { Operator } from '../../oracles/operator.ts';
import { describedCandidate, isJudged } from './candidates.ts';

/** Pairs of classes that a call has to bring for what it costs, and calls that are chosen at most, of a version. */
const limits = { newest: { worth: 3, most: 320 }, older: { worth: 12, most: 36 } } as const;

/** Calls of the newest version that are tried for every change, those that cover most first. */
const quickRows = 16;

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
  const drawn = operator.versions.map((version) => {
    const own = cells.filter((cell) => cell.version === version);
    return { own, candidates: own.flatMap(candidatesOf) };
  });
  const coverings = drawn.map(({ own, candidates }) => {
    const cellBy = new Map(own.map((cell) => [cell.name, cell]));
    const hasAnswer = ({ name, index }: Described) => isJudged(cellBy.get(name)!, index);
    return coverJudged(candidates, hasAnswer, isNewest(own[0]!) ? limits.newest : limits.older);
  });
  return {
    operator: operator.name,
    drawn: drawn.reduce((sum, { candidates }) => sum + candidates.length, 0),
    rows: rowsOf(
      coverings.flatMap(({ chosen }) => chosen),
      new Set(coverings.at(-1)!.chosen.slice(0, quickRows)),
    ),
  };
}

const candidatesOf = (cell: Cell): Described[] =>
  Array.from({ length: drawnIn(cell) }, (_, index) => describedCandidate(cell, index)).filter(
    (one) => one !== undefined,
  );

/** The choice without those that the oracle has no answer for: it only finds so when it is asked for all of it. */
function coverJudged(
  candidates: readonly Described[],
  hasAnswer: (candidate: Described) => boolean,
  limit: { readonly worth: number; readonly most: number },
): Covering {
  const covering = cover(candidates, limit);
  const without = new Set(covering.chosen.filter((candidate) => !hasAnswer(candidate)));
  const others = candidates.filter((candidate) => !without.has(candidate));
  return without.size === 0 ? covering : coverJudged(others, hasAnswer, limit);
}

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
