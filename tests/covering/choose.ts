import { type Cell, drawnCells, select } from '../../generators/cases.ts';
import { type ChosenCalls, drawnIn } from '../../generators/covering/rows.ts';
import { Covering, type DescribedCall } from '../../generators/covering/search.ts';
import type { SuiteName } from '../../generators/proposal.ts';
import { isDrawn } from '../../oracles/combinations.ts';
import type { Operator, OperatorVersion } from '../../oracles/operator.ts';
import { askedOf } from '../drawn/measure.ts';
import { describedCandidate, describedRuns, ways } from './candidates.ts';

/** Pairs of classes that a call has to bring for what it costs, of a version: the newest, and those before it. */
const worth = { newest: 3.5, older: 12 } as const;

/** Calls of a version that are tried for every change, those that bring most first. */
const quickRows = { newest: 26, older: 1 } as const;

/** What was chosen of the calls that are drawn for an operator. */
export interface Choice {
  readonly operator: string;
  readonly drawn: number;
  /** by name of the cell */
  readonly rows: Readonly<Record<string, ChosenCalls>>;
}

/** Chooses calls that cover the classes of an operator: of each version first what quick lacks, then what standard lacks. */
export function choose(operator: Operator): Choice {
  const choices = operator.versions.map((version) => chooseOf(operator, version));
  return {
    operator: operator.name,
    drawn: choices.reduce((sum, { drawn }) => sum + drawn, 0),
    rows: Object.fromEntries(choices.flatMap(({ rows }) => rows)),
  };
}

function chooseOf(operator: Operator, version: OperatorVersion) {
  const age = version === operator.versions.at(-1) ? 'newest' : 'older';
  const cells = drawnCells(operator).filter((cell) => cell.version === version);
  const candidates = cells.flatMap(candidatesOf);
  const covering = new Covering(ways);
  for (const runs of writtenRuns(operator, version, 'quick')) covering.add({ runs });
  const quick = covering.choose(candidates, { worth: worth[age], most: quickRows[age] });
  for (const runs of writtenRuns(operator, version, 'standard')) covering.add({ runs });
  const others = candidates.filter((one) => !quick.includes(one));
  const standard = covering.choose(others, { worth: worth[age] });
  const numbers = (some: readonly DescribedCall[], { name }: Cell) =>
    some
      .filter((one) => one.name === name)
      .map(({ index }) => index)
      .sort((a, b) => a - b);
  const rows = cells.map((cell): [string, ChosenCalls] => {
    const [first, rest] = [numbers(quick, cell), numbers(standard, cell)];
    return [cell.name, { ...(first.length > 0 && { quick: first }), ...(rest.length > 0 && { standard: rest }) }];
  });
  return { drawn: candidates.length, rows: rows.filter(([, { quick, standard }]) => quick ?? standard) };
}

const candidatesOf = (cell: Cell): DescribedCall[] =>
  Array.from({ length: drawnIn(cell) }, (_, index) => describedCandidate(cell, index)).filter(
    (one) => one !== undefined,
  );

/** The runs of the cases of a suite that are written by hand. */
function* writtenRuns(operator: Operator, version: OperatorVersion, suite: SuiteName): Iterable<DescribedCall['runs']> {
  const ids = [`${operator.name}/${version.since}`];
  const { cells, cases } = select({ seed: 1, ids, opsets: [], dtypes: [], suite });
  for (const cell of cells.filter(({ clause }) => !isDrawn(clause))) {
    for (const example of cases(cell)) {
      const runs = describedRuns(askedOf(example, operator).filter((asked) => asked.version === version));
      if (runs) yield runs;
    }
  }
}
