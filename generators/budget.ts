import { formatOf } from '../oracles/numerics/dtype.ts';
import type { OperatorVersion } from '../oracles/operator.ts';
import { newestOpset, opsetRange } from '../oracles/operators.ts';
import type { Cell } from './case.ts';
import { seedOf } from './random.ts';
import { isNewest } from './rotate.ts';

/**
 * How the drafts of a cell are shared out among the suites. The newest version of an operator is tried in full in one float
 * type and one integer type; the other types share the work: every so many cases of each cell, others in each. Of the versions
 * before, each clause is tried in one of the usual types and in every third of the others. A version that only brought types is
 * hardly tried beyond them.
 * @param count of the drafts
 */
export function budgetOf(cell: Cell, count: number): Budget {
  const turn = seedOf(0, cell.name) >>> 0;
  const every = isOfFewTypes(cell) ? Math.min(stride(cell), Math.max(1, Math.floor(count / enough))) : stride(cell);
  const first = turn % Math.min(every, count);
  const isFirst = cell.clause === cell.version.clauses[0];
  const isTried =
    isCurrent(cell) || isFirst || cell.expects === 'rejection' || (isUsual(cell) ? isInTurn(cell) : turn % 3 === 0);
  return { isStandard: (index) => isTried && index % every === first, isQuick: quickOnes(cell, turn, first) };
}

/** By the number of a draft. */
interface Budget {
  isStandard(index: number): boolean;
  isQuick(index: number): boolean;
}

/** One for each clause at the newest version, in one type or the other; one for every 24th before it; and one in each type. */
function quickOnes(cell: Cell, turn: number, first: number): Budget['isQuick'] {
  const isOfType = isCurrent(cell) && cell.clause === cell.version.clauses[0];
  const isTaken = isOfType || (isCurrent(cell) ? isInTurn(cell) : isUsual(cell) && turn % 24 === 0);
  return (index) => isTaken && index === first;
}

/** True in one of the usual types: whether a clause holds is hardly a matter of the type. */
function isInTurn({ operator, version, clause, dtype }: Cell): boolean {
  const usual = (clause.dtypes ?? version.dtypes).filter((other) => isUsual({ version, dtype: other }));
  return dtype === usual[(seedOf(0, `${operator.name}/${version.since}/${clause.id}`) >>> 0) % usual.length];
}

/** True at the newest version, and at that in force one opset before it: runtimes have the newest only some months after its release. */
const isCurrent = (cell: Cell): boolean =>
  isNewest(cell) || opsetRange(cell.operator, cell.version).last === newestOpset - 1;

/** Of how many drafts of a cell one is taken. */
function stride(cell: Cell): number {
  if (isNewest(cell)) return isUsual(cell) || cell.expects === 'rejection' ? 1 : 5;
  const isDelta = onlyBroughtTypes(cell);
  return isUsual(cell) ? (isDelta ? 8 : 4) : isDelta ? 16 : 10;
}

/** Of a clause that is tried with few types, each shows what no other does: that many of its cases in each. */
const enough = 3;
const isOfFewTypes = (cell: Cell): boolean =>
  isNewest(cell)
    ? (cell.clause.dtypes?.length ?? Infinity) <= 5
    : isUsual(cell) && formatOf(cell.dtype).kind === 'float';

/** True for one float type and one integer type of the version. */
function isUsual({ version: { dtypes }, dtype }: Pick<Cell, 'version' | 'dtype'>): boolean {
  const kind = formatOf(dtype).kind;
  const alike = dtypes.filter((other) => formatOf(other).kind === kind);
  return dtype === (alike.find((other) => other === 'float32' || other === 'int64') ?? alike[0]);
}

/** True if the version differs from the one after it in nothing but types. */
function onlyBroughtTypes({ operator, version }: Cell): boolean {
  const next = operator.versions[operator.versions.indexOf(version) + 1];
  return next !== undefined && interfaceOf(version) === interfaceOf(next);
}

const known = new WeakMap<OperatorVersion, string>();

/** All that two versions have alike if they differ in types only. */
function interfaceOf(version: OperatorVersion): string {
  const { attributes, inputs, outputs, clauses } = version;
  const own =
    known.get(version) ??
    JSON.stringify([attributes, inputs.map(({ name }) => name), outputs.length, clauses.map(({ id }) => id)]);
  known.set(version, own);
  return own;
}
