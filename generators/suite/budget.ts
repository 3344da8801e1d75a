import { type DType, dtypes, floatDTypes, formatOf, numericDTypes } from '../../oracles/numerics/dtype.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import type { Cell } from '../cases/case.ts';
import type { SuiteName } from '../cases/proposal.ts';
import { seedOf } from '../cases/random.ts';
import { isCurrent } from '../cases/take-turns.ts';
import { clauseNameOf, triedDTypes } from './cells.ts';

/**
 * Distributes the drafts of a cell among the suites. The current versions of an operator, and leading ones, are tried in full in one float
 * type and one integer type, the usual types. The other types share the work: each cell has every n-th case, with different cases in each.
 * In earlier versions, each clause is tried in one of the usual types and in every sixth of the others. It is tried in full if the newest
 * version no longer has it. A version that differs from the next one in types only has few cases. Quick has one case for each clause of the
 * current versions, in a usual type of floats if there is one, which nearly every runtime has. It has one case for each type, and a session
 * of strings. Of earlier versions it has one case for each clause that the newest version lacks or words differently. It also has one case
 * for every 48th of the other cells.
 * @param count the number of drafts
 * @param isLeading whether the version is tried as fully as a current one
 */
export function budgetOf(cell: Cell, count: number, isLeading: boolean): Budget {
  const isInFull = isTriedInFull(cell, isLeading);
  const usual = strideOf(cell, isInFull);
  const every = isOfFewTypes(cell, isInFull)
    ? Math.min(usual, Math.max(1, Math.floor(count / minCasesPerType)))
    : usual;
  const first = turnOf(cell) % Math.min(every, count);
  const smallest = smallestByBudget(cell, isLeading);
  // the first case of a clause is the simplest, in which versions often agree
  const inQuick = isInFull || first + every >= count ? first : first + every;
  return {
    hasQuick: smallest === 'quick',
    isStandard: (index) => smallest !== 'full' && index % every === first,
    isQuick: (index) => smallest === 'quick' && index === inQuick,
  };
}

/** The suites that have a draft, by its number. */
interface Budget {
  /** whether quick has a case of the cell */
  readonly hasQuick: boolean;
  isStandard(index: number): boolean;
  isQuick(index: number): boolean;
}

/**
 * The smallest suite that has a case of a cell. Quick has one case of a cell, and the drafts that name quick.
 * @param isLeading as in {@link budgetOf}
 */
export function smallestByBudget(cell: Cell, isLeading: boolean): SuiteName {
  const isFirst = cell.clause === cell.version.clauses[0];
  const isTelling = isFirst || isChosen(cell, floatDTypes, numericDTypes) || reusesStrings(cell);
  if (isTriedInFull(cell, isLeading)) return isTelling ? 'quick' : 'standard';
  // runtimes keep old behaviour for old opsets, often wrongly
  if (isInTurn(cell) && saysOtherwise(cell)) return 'quick';
  if (isUsual(cell) && turnOf(cell) % 48 === 0) return 'quick';
  if (isFirst || cell.expects === 'rejection') return 'standard';
  return isInTurn(cell) || (!isUsual(cell) && turnOf(cell) % 6 === 0) ? 'standard' : 'full';
}

const isTriedInFull = (cell: Cell, isLeading: boolean): boolean => isCurrent(cell) || isLeading;

/** Strings have memory of their own, which a later run may find changed. */
const reusesStrings = ({ clause, dtype }: Cell): boolean => clause.id === 'session-reuse' && dtype === 'string';

const turnOf = ({ name }: Cell): number => seedOf(0, name) >>> 0;

/** Of an earlier version, true for one of the usual types. Session clauses use all of them but strings. */
const isInTurn = (cell: Cell): boolean =>
  cell.clause.id.startsWith('session') ? isUsual(cell) && cell.dtype !== 'string' : isChosen(cell);

/**
 * Whether the clause chooses this type among the usual ones in which it is tried, or among all if it is tried in none of them: it rarely
 * depends on the type.
 * @param preferred types from which it chooses if it has any of them, the most preferred first
 */
function isChosen(cell: Cell, ...preferred: readonly (readonly DType[])[]): boolean {
  const tried = triedDTypes(cell);
  const usual = tried.filter((dtype) => isUsual({ ...cell, dtype }));
  const choice = [...preferred.map((wanted) => usual.filter((dtype) => wanted.includes(dtype))), usual, tried].find(
    (own) => own.length > 0,
  )!;
  return cell.dtype === choice[(seedOf(0, clauseNameOf(cell)) >>> 0) % choice.length];
}

/** One of this many drafts of a cell is taken. */
function strideOf(cell: Cell, isInFull: boolean): number {
  if (isInFull || isFormer(cell)) return isUsual(cell) || cell.expects === 'rejection' ? 1 : 5;
  const isDelta = onlyBroughtTypes(cell);
  return isUsual(cell) ? (isDelta ? 16 : 8) : isDelta ? 32 : 20;
}

/** True for a clause that the newest version no longer has. */
const isFormer = (cell: Cell): boolean => cell.expects === 'outputs' && newestText(cell) === undefined;

/** True for a clause that the newest version no longer has, or has in other words. */
const saysOtherwise = (cell: Cell): boolean => cell.expects === 'outputs' && newestText(cell) !== cell.clause.text;

/** The text of the clause in the newest version, if it has the clause. */
const newestText = ({ operator, clause }: Cell): string | undefined =>
  operator.versions.at(-1)!.clauses.find(({ id }) => id === clause.id)?.text;

/** The least number of cases in each type for a clause with few types: each type may show something different. */
const minCasesPerType = 3;
const isOfFewTypes = (cell: Cell, isInFull: boolean): boolean =>
  isInFull
    ? (cell.clause.dtypes?.length ?? Infinity) <= 5
    : (isUsual(cell) && cell.expects === 'rejection') || isInTurn(cell);

/** True for one float type and one integer type of the version. */
const isUsual = ({ version, dtype }: Pick<Cell, 'version' | 'dtype'>): boolean => usualByKind(version).includes(dtype);

/** Floats of fewer than 16 bits, which few runtimes have. */
const narrowFloats = new Set(
  dtypes.filter((dtype) => {
    const format = formatOf(dtype);
    return format.kind === 'float' && format.bits < 16;
  }),
);

const knownUsual = new WeakMap<OperatorVersion, readonly DType[]>();

/** The usual type of each kind, float32 and int64 if the version has them, but no narrow float; kept, as every cell asks. */
function usualByKind(version: OperatorVersion): readonly DType[] {
  const kept = knownUsual.get(version);
  if (kept) return kept;
  const common = version.dtypes.filter((dtype) => !narrowFloats.has(dtype));
  const own = common.filter((dtype) => {
    const alike = common.filter((other) => formatOf(other).kind === formatOf(dtype).kind);
    return dtype === (alike.find((other) => other === 'float32' || other === 'int64') ?? alike[0]);
  });
  knownUsual.set(version, own);
  return own;
}

/** True if the version differs from the next one in types only. */
function onlyBroughtTypes({ operator, version }: Cell): boolean {
  const next = operator.versions[operator.versions.indexOf(version) + 1];
  return next !== undefined && interfaceOf(version) === interfaceOf(next);
}

const known = new WeakMap<OperatorVersion, string>();

/** The properties that are equal in two versions that differ in types only, as text. */
function interfaceOf(version: OperatorVersion): string {
  const { attributes, inputs, outputs, clauses } = version;
  const own =
    known.get(version) ??
    JSON.stringify([attributes, inputs.map(({ name }) => name), outputs.length, clauses.map(({ id }) => id)]);
  known.set(version, own);
  return own;
}
