import { problemKinds } from '../../oracles/judge/comparator.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { isStricter, type Level } from '../../oracles/spec/level.ts';
import { judged } from '../schema/counts.ts';
import { operatorAtFault } from '../schema/predicates.ts';
import type { CaseResult } from '../schema.ts';
import type { CellTally } from './cells.ts';
import { type CellsByEntry, minCasesForClaim, PatternTally } from './failure-group.ts';
import { groupBy, unique } from './grouping.ts';
import { isOfCalls } from './smallest.ts';

/** A clause that more operators than these break is where to look, not the operators. */
const fewOperators = 3;

/**
 * Puts wrong values together by what seems to be their cause. An operator that breaks several clauses in dtypes of one
 * kind, while others, or it in other dtypes, keep them, is wrong itself: that is reported once, with what it alone breaks
 * besides. Everything else is reported by clause, because the operators of a family tend to break together.
 * @param wrong wrong values, each tally of one operator, clause and level
 */
export function byCause(wrong: readonly PatternTally[], cells: CellsByEntry): Grouped[] {
  const spread = spreadByClause(wrong, cells);
  const spreadOf = (tally: PatternTally) => spread.get(clauseOf(tally))!;
  const suspects = wrong.filter((tally) => spreadOf(tally).isKept || spreadOf(tally).operators === 1);
  const perOperator = groupBy(suspects, (tally) => `${operatorAtFault(tally.smallest)} ${dtypesToldBy(tally, cells)}`);
  const isProof = (tally: PatternTally) => spreadOf(tally).isKept && !isOfSession(tally.smallest);
  const operators = [...perOperator].filter(
    ([, own]) => unique(own.filter(isProof).map(clauseOf)).length >= minCasesForClaim,
  );
  const ofOperators = new Set(operators.flatMap(([, own]) => own));
  const others = wrong.filter((tally) => !ofOperators.has(tally));
  const isRare = (tally: PatternTally) => spreadOf(tally).operators <= fewOperators;
  const clauses = groupBy(others, (tally) => clauseOf((isRare(tally) && computed(tally, others, cells)) || tally));
  return [
    ...operators.map(([id, own]) => ({ id: slug(id), tally: merged(own) })),
    ...[...clauses].map(([clause, own]) => ({ id: `clause-${clause}`, tally: merged(own) })),
  ];
}

/** Of a broken clause of calls: what the same operator computes wrongly in one of the same dtypes, at a level as strict. */
function computed(called: PatternTally, wrong: readonly PatternTally[], cells: CellsByEntry): PatternTally | undefined {
  if (!isOfCalls(clauseOf(called))) return undefined;
  const name = operatorAtFault(called.smallest);
  const dtypes = called.cellsAmong(cells).map(({ dtype }) => dtype);
  const kin = wrong
    .filter((tally) => operatorAtFault(tally.smallest) === name && !isOfCalls(clauseOf(tally)))
    .filter((tally) => !isStricter(levelOf(called), levelOf(tally)))
    .filter((tally) => tally.cellsAmong(cells).some(({ dtype }) => dtypes.includes(dtype)));
  return kin.toSorted((a, b) => b.cases - a.cases)[0];
}

/** The strictest level at which a case is wrong. */
export const levelOf = ({ smallest: { breaks, level } }: PatternTally): Level => breaks ?? level;

/** Cases that seem to have one cause, and what names it. */
export interface Grouped {
  readonly id: string;
  readonly tally: PatternTally;
}

/** "operator-reducea-float" */
const slug = (name: string) => `operator-${name.toLowerCase().replace(/[^a-z\d]+/g, '-')}`;

/** How far a broken clause is broken. */
interface FailureSpread {
  readonly operators: number;
  /** broken by few, and at least as many operators in dtypes of one kind keep it as break it */
  readonly isKept: boolean;
}

function spreadByClause(wrong: readonly PatternTally[], cells: CellsByEntry): ReadonlyMap<string, FailureSpread> {
  const passing = [...cells.values()].flat().filter(({ counts }) => counts.pass > 0);
  const passingBy = groupBy(passing, ({ clause }) => clause.id);
  const spreads = [...groupBy(wrong, clauseOf)].map(([clause, tallies]): [string, FailureSpread] => {
    const broken = placesOf(tallies.flatMap((tally) => tally.cellsAmong(cells)));
    const kept = [...placesOf(passingBy.get(clause) ?? [])].filter((place) => !broken.has(place));
    const operators = unique(tallies.map(({ smallest }) => operatorAtFault(smallest))).length;
    return [clause, { operators, isKept: operators <= fewOperators && kept.length >= broken.size }];
  });
  return new Map(spreads);
}

const clauseOf = ({ smallest }: PatternTally): string => smallest.clause;

/** A session can be wrong by what its process keeps; that its operator is wrong, single runs have to show. */
function isOfSession({ alone }: CaseResult): boolean {
  return alone !== undefined;
}

const kindOf = ({ dtype }: CellTally): string => formatOf(dtype).kind;

/** Operators in dtypes of one kind. */
const placesOf = (cells: readonly CellTally[]): ReadonlySet<string> =>
  new Set(cells.map((cell) => `${cell.entry.operator} ${kindOf(cell)}`));

/**
 * The kinds of dtypes in which a clause is broken, or the very dtypes if they can be no accident: in one of them most
 * cases are wrong, and in another of these kinds none. int64 sums by way of float64 are not the fault that int32 has too.
 */
function dtypesToldBy(tally: PatternTally, cells: CellsByEntry): string {
  const { operator, clause } = tally.smallest;
  const own = tally.cellsAmong(cells);
  const seen = unique(own.map(({ dtype }) => dtype));
  const kinds = unique(own.map(kindOf));
  const kin = [...cells.values()]
    .flat()
    .filter((cell) => cell.entry.operator === operator && cell.clause.id === clause && judged(cell.counts) > 0);
  const perDType = groupBy(
    kin.filter((cell) => kinds.includes(kindOf(cell))),
    ({ dtype }) => dtype,
  );
  const isSteady = seen.some((dtype) => {
    const same = perDType.get(dtype)!;
    const count = sum(same, (cell) => tally.casesIn(cell));
    return count >= minCasesForClaim && 2 * count > sum(same, ({ counts }) => judged(counts));
  });
  const isSpared = [...perDType].some(
    ([dtype, same]) => !seen.includes(dtype) && same.some(({ counts }) => counts.pass > 0),
  );
  return isSteady && isSpared ? seen.join() : kinds.join();
}

const sum = (cells: readonly CellTally[], of: (cell: CellTally) => number) =>
  cells.reduce((total, cell) => total + of(cell), 0);

/** All of them in one; what hides most of an answer gives it its problem. */
export function merged(tallies: readonly PatternTally[]): PatternTally {
  const [first] = tallies.toSorted((a, b) => placeOf(a) - placeOf(b));
  const all = new PatternTally(first!.smallest);
  for (const tally of tallies) all.merge(tally);
  return all;
}

const placeOf = ({ problem = 'value' }: PatternTally) => problemKinds.indexOf(problem);
