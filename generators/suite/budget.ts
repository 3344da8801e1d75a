import { formatOf } from '../../oracles/numerics/dtype.ts';
import { newestOpset, opsetRange } from '../../oracles/operators.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import type { Cell } from '../cases/case.ts';
import type { SuiteName } from '../cases/proposal.ts';
import { seedOf } from '../cases/random.ts';
import { isNewest } from '../cases/take-turns.ts';

/**
 * How the drafts of a cell are shared out among the suites. The newest version of an operator is tried in full in one float
 * type and one integer type; the other types share the work: every so many cases of each cell, others in each. Of the versions
 * before, each clause is tried in one of the usual types and in every sixth of the others, in full if the newest version has it
 * no longer. A version that only brought types is hardly tried beyond them. Quick has one case for each clause of the newest
 * version, in one type or the other, one in each type, and one for every 48th cell before it.
 * @param count of the drafts
 */
export function budgetOf(cell: Cell, count: number): Budget {
  const every = isOfFewTypes(cell)
    ? Math.min(stride(cell), Math.max(1, Math.floor(count / minCasesPerType)))
    : stride(cell);
  const first = turnOf(cell) % Math.min(every, count);
  const smallest = smallestByBudget(cell);
  return {
    isStandard: (index) => smallest !== 'full' && index % every === first,
    isQuick: (index) => smallest === 'quick' && index === first,
  };
}

/** By the number of a draft. */
interface Budget {
  isStandard(index: number): boolean;
  isQuick(index: number): boolean;
}

/** The smallest suite that has a case of a cell, unless a draft says otherwise: quick has one of each that it has any of. */
export function smallestByBudget(cell: Cell): SuiteName {
  const isFirst = cell.clause === cell.version.clauses[0];
  if (isCurrent(cell)) return isFirst || isInTurn(cell) ? 'quick' : 'standard';
  if (isUsual(cell) && turnOf(cell) % 48 === 0) return 'quick';
  if (isFirst || cell.expects === 'rejection') return 'standard';
  return (isUsual(cell) ? isInTurn(cell) : turnOf(cell) % 6 === 0) ? 'standard' : 'full';
}

const turnOf = ({ name }: Cell): number => seedOf(0, name) >>> 0;

/** True in one of the usual types: whether a clause holds is hardly a matter of the type. What follows what in sessions goes by it. */
function isInTurn({ operator, version, clause, dtype }: Cell): boolean {
  if (clause.id.startsWith('session')) return isUsual({ version, dtype });
  const usual = (clause.dtypes ?? version.dtypes).filter((other) => isUsual({ version, dtype: other }));
  return dtype === usual[(seedOf(0, `${operator.name}/${version.since}/${clause.id}`) >>> 0) % usual.length];
}

/** True at the newest version, and at that in force one opset before it: runtimes have the newest only some months after its release. */
const isCurrent = (cell: Cell): boolean =>
  isNewest(cell) || opsetRange(cell.operator, cell.version).last === newestOpset - 1;

/** Of how many drafts of a cell one is taken. */
function stride(cell: Cell): number {
  if (isNewest(cell) || isFormer(cell)) return isUsual(cell) || cell.expects === 'rejection' ? 1 : 5;
  const isDelta = onlyBroughtTypes(cell);
  return isUsual(cell) ? (isDelta ? 16 : 8) : isDelta ? 32 : 20;
}

/** True for a clause that the newest version has no longer. */
const isFormer = ({ operator, clause, expects }: Cell): boolean =>
  expects === 'outputs' && !operator.versions.at(-1)!.clauses.some(({ id }) => id === clause.id);

/** Of a clause that is tried with few types, each shows what no other does: that many of its cases in each. */
const minCasesPerType = 3;
const isOfFewTypes = (cell: Cell): boolean =>
  isNewest(cell)
    ? (cell.clause.dtypes?.length ?? Infinity) <= 5
    : isUsual(cell) && (cell.expects === 'rejection' || isInTurn(cell));

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
