import type { SuiteName } from '../../generators/cases/proposal.ts';
import { type ChosenCalls, drawnIn } from '../../generators/covering/rows.ts';
import { Covering, type DescribedCall } from '../../generators/covering/search.ts';
import { type Cell, drawnCells, select } from '../../generators/suite/cases.ts';
import { isDrawn } from '../../oracles/spec/combinations.ts';
import type { Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import { askedOf } from '../drawn/measure.ts';
import { costOf, describedCandidate, describedRuns, ways } from './candidates.ts';

/**
 * What a call has to add for what it costs, in classes of a call of which all that may show would show: the more classes an operator's
 * calls have, the more there is that may go wrong.
 */
const worth = 0.00193;

/** Older versions of an operator count together a third of the newest. */
const worthOf = (operator: Operator, isLast: boolean): number =>
  isLast ? worth : worth * 3 * (operator.versions.length - 1);

/** Calls of a version that are tried for every change, those that bring most first. */
const quickRows = { newest: 26, older: 1 } as const;

/** Elements of a call in quick at most: the others are in standard. */
const quickElements = 700;

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
  const isLast = version === operator.versions.at(-1);
  const cells = drawnCells(operator).filter((cell) => cell.version === version);
  const candidates = cells.flatMap(candidatesOf);
  const covering = new Covering(ways, candidates);
  for (const runs of writtenRuns(operator, version, 'quick')) covering.add({ runs });
  const limit = worthOf(operator, isLast) / classesIn(candidates);
  const first = covering.choose(candidates, { worth: limit, most: isLast ? quickRows.newest : quickRows.older });
  for (const runs of writtenRuns(operator, version, 'standard')) covering.add({ runs });
  const others = candidates.filter((one) => !first.includes(one));
  const isQuick = ({ cost }: DescribedCall) => cost <= costOf(quickElements);
  const quick = first.filter(isQuick);
  const standard = [...first.filter((one) => !isQuick(one)), ...covering.choose(others, { worth: limit })];
  const numbers = (some: readonly DescribedCall[], { name }: Cell) =>
    some
      .filter((one) => one.name === name)
      .map(({ index }) => index)
      .sort((a, b) => a - b);
  const rows = cells.map((cell): [string, ChosenCalls] => {
    const own = { quick: numbers(quick, cell), standard: numbers(standard, cell) };
    return [cell.name, Object.fromEntries(Object.entries(own).filter(([, some]) => some.length > 0))];
  });
  return { drawn: candidates.length, rows: rows.filter(([, { quick, standard }]) => quick ?? standard) };
}

/** How many classes a call has: those that were drawn first in each cell, on average. */
function classesIn(candidates: readonly DescribedCall[]): number {
  const firsts = candidates.filter(({ index }) => index === 0);
  return firsts.reduce((sum, { runs: [first] }) => sum + first!.classes.length, 0) / firsts.length;
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
