import { formatOf } from '../oracles/numerics/dtype.ts';
import type { OperatorVersion } from '../oracles/operator.ts';
import type { Cell } from './case.ts';
import type { Draft, Suite } from './proposal.ts';
import { seedOf } from './random.ts';
import { isNewest } from './rotate.ts';

/**
 * The smallest suite that has a case. The newest version of an operator is tried in full in one float type and one integer
 * type; the other types, and the versions before, share the work: every so many cases of each cell, others in each. A
 * version that only brought types is hardly tried beyond them.
 * @param index among `count` drafts of the cell
 */
export function smallestSuite(cell: Cell, draft: Draft, index: number, count: number): Suite {
  if (draft.suite) return draft.suite;
  if (!takes(cell, index, count, stride(cell))) return 'full';
  return isQuick(cell, index, count) ? 'quick' : 'standard';
}

/** Some two per clause at the newest version, one for every third clause before it, and one in each type. */
export function isQuick(cell: Cell, index: number, count: number): boolean {
  const first = firstTaken(cell, count, stride(cell));
  if (!isNewest(cell)) return isUsual(cell) && index === first && turnOf(cell) % 3 === 0;
  const isFirstClause = cell.clause === cell.version.clauses[0];
  return isUsual(cell) ? index === first || index === count - 1 : isFirstClause && index === first;
}

/** Of how many drafts of a cell one is taken. */
function stride(cell: Cell): number {
  if (isNewest(cell)) return isUsual(cell) || cell.expects === 'rejection' ? 1 : 3;
  const isDelta = onlyBroughtTypes(cell);
  return isUsual(cell) ? (isDelta ? 4 : 2) : isDelta ? 8 : 5;
}

const turnOf = ({ name }: Cell): number => seedOf(0, name) >>> 0;
const firstTaken = (cell: Cell, count: number, every: number): number => turnOf(cell) % Math.min(every, count);
const takes = (cell: Cell, index: number, count: number, every: number): boolean =>
  index % every === firstTaken(cell, count, every);

/** True for one float type and one integer type of the version. */
function isUsual({ version: { dtypes }, dtype }: Cell): boolean {
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
