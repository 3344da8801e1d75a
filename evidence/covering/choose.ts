import type { SuiteName } from '../../generators/cases/proposal.ts';
import { isCurrent } from '../../generators/cases/take-turns.ts';
import { type ChosenCalls, drawnCallCount } from '../../generators/covering/rows.ts';
import { Covering, type DescribedCall } from '../../generators/covering/search.ts';
import { type Cell, select } from '../../generators/suite/cases.ts';
import { drawnCells } from '../../generators/suite/cells.ts';
import { isDrawn } from '../../oracles/spec/combinations.ts';
import type { Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import { askedOf } from '../drawn/measure.ts';
import { describedCandidate, describedRuns, fitsQuick, ways } from './candidates.ts';
import { singlesOf, withAdditions } from './singles.ts';

/**
 * The least gain of a call per cost, as a share of the classes of an average call. Operators whose calls have more classes have more that
 * may fail.
 */
const worth = 0.00193;

/** The share of what shows in the calls drawn for a current version that its chosen calls cover, however little each of them adds. */
const share = 0.993;

/** The older versions of an operator together count a third of a current one. */
function worthOf(operator: Operator, version: OperatorVersion): number {
  const older = operator.versions.filter((one) => !isCurrent({ operator, version: one }));
  return older.includes(version) ? worth * 3 * older.length : worth;
}

/** The number of calls of a version in the quick suite; the calls that add the most classes come first. */
const quickRows = { current: 26, older: 1 } as const;

/** The calls chosen among those drawn for an operator. */
export interface Choice {
  readonly operator: string;
  readonly drawn: number;
  /** by name of the cell */
  readonly rows: Readonly<Record<string, ChosenCalls>>;
}

/**
 * Chooses calls that cover the classes of an operator. For each version, first the pairs that quick lacks, then those that standard
 * lacks, then frequent classes that still are in no case.
 */
export function choose(operator: Operator): Choice {
  const choices = operator.versions.map((version) => chooseOf(operator, version));
  const rows = Object.fromEntries(choices.flatMap((choice) => choice.rows));
  return {
    operator: operator.name,
    drawn: choices.reduce((sum, { drawn }) => sum + drawn, 0),
    rows: withAdditions(rows, singlesOf(operator, rows).additions),
  };
}

function chooseOf(operator: Operator, version: OperatorVersion) {
  const kind = isCurrent({ operator, version }) ? 'current' : 'older';
  const cells = drawnCells(operator).filter((cell) => cell.version === version);
  const candidates = cells.flatMap(candidatesOf);
  const covering = new Covering(ways, candidates);
  for (const runs of writtenRuns(operator, version, 'quick')) covering.add({ runs });
  const limit = worthOf(operator, version) / classesIn(candidates);
  const first = covering.choose(candidates, { worth: limit, most: quickRows[kind] });
  for (const runs of writtenRuns(operator, version, 'standard')) covering.add({ runs });
  const others = candidates.filter((one) => !first.includes(one));
  const quick = first.filter(fitsQuick);
  const standard = [
    ...first.filter((one) => !fitsQuick(one)),
    ...covering.choose(others, { worth: limit, share: kind === 'current' ? share : 0 }),
  ];
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

/** The average number of classes of the first call drawn in each cell. */
function classesIn(candidates: readonly DescribedCall[]): number {
  const firsts = candidates.filter(({ index }) => index === 0);
  return firsts.reduce((sum, { runs: [first] }) => sum + first!.classes.length, 0) / firsts.length;
}

const candidatesOf = (cell: Cell): DescribedCall[] =>
  Array.from({ length: drawnCallCount(cell) }, (_, index) => describedCandidate(cell, index)).filter(
    (one) => one !== undefined,
  );

/** Yields the runs of the handwritten cases of a suite. */
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
