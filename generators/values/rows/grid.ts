import { type Format, formatOf, integerRange } from '../../../oracles/numerics/dtype.ts';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { Random, seedOf } from '../../cases/random.ts';
import { type Grid, grids } from './grids.ts';
import { drawDecisivePlace, isSigned, type NumberRow } from './row.ts';

/** A node whose results must be exact, and the dtype of its data. */
export type GridContext = Pick<PlanContext, 'operator' | 'version' | 'dtype'>;

/** A grid, and whether its rows stay exact when they are multiplied by a power of two. */
interface ExactGrid {
  readonly grid: Grid;
  readonly scales: boolean;
}

/**
 * A row on a grid whose results are exact in every order for the operator, if there is such a grid. Its sum is not zero if possible: a
 * result of zero would not detect a backend that returns zeros.
 * @param near whether partial results come near the limit of exact numbers
 */
export function gridRow(context: GridContext, n: number, near: boolean, random: Random): NumberRow {
  const { operator, dtype } = context;
  const { grid, scales } = gridFor(context, n, near);
  const power = scales ? 2 ** random.integer(...exponents) : 1;
  let row = onGrid(grid, context, n, near, random)!;
  for (let tries = 0; tries < 4 && row.reduce((a, b) => a + b, 0n) === 0n; tries++) {
    row = onGrid(grid, context, n, near, random)!;
  }
  if (operator.decidedBy && !near) row = standingOut(row, operator.decidedBy, isSigned(formatOf(dtype)), random);
  return power === 1 ? row : row.map((k) => Number(k) * power);
}

/** The range of exponents by which integers are scaled; squares of a full grid still fit every format. */
const exponents = [-3, 2] as const;

/** The distance of an element that alone decides a result. */
const distance = 5n;

/** Returns the row with one element beyond all others, at a place where kernels may miss it. */
function standingOut(row: readonly bigint[], which: 'greatest' | 'least', signed: boolean, random: Random): bigint[] {
  const extreme = row.reduce((a, b) => (a > b === (which === 'greatest') ? a : b));
  // without a sign there is nothing below small values: all others are raised
  const others = which === 'least' && !signed ? row.map((x) => x + distance) : [...row];
  const value = which === 'greatest' ? extreme + distance : signed ? extreme - distance : extreme;
  return others.with(drawDecisivePlace(row.length, random), value);
}

const known = new Map<string, readonly ExactGrid[]>();
/** The number of rows that must be exact before a grid is trusted: values are random and may be larger in some rows. */
const trials = 5;
/** Lengths up to this are tried one by one. */
const shortRow = 8;

/** The grid for rows of `n` elements: the first that the oracle finds exact in every order, or else the first grid. */
function gridFor(context: GridContext, n: number, near: boolean): ExactGrid {
  const isFloat = formatOf(context.dtype).kind === 'float';
  return exactGrids(context, n, near)[0] ?? { grid: grids[0]!, scales: isFloat };
}

/**
 * The grids whose rows of a length are exact; only the first for a long row. A long row uses only grids that are exact for a short one,
 * because dividing by the length may round: 8 elements for powers of two, otherwise 7. All versions have the same grids. Trial rows have
 * separate random streams, so that no case depends on those drawn before.
 */
function exactGrids(context: GridContext, n: number, near: boolean): readonly ExactGrid[] {
  const key = `${context.operator.name}/${context.dtype}/${n}/${near}`;
  const own = known.get(key);
  if (own) return own;
  const random = new Random(seedOf(0, key));
  const isExact = (grid: Grid, power: number) => {
    const row = onGrid(grid, context, n, near, random);
    return row !== undefined && isOrderFree(context, power === 1 ? row : row.map((k) => Number(k) * power));
  };
  const isFloat = formatOf(context.dtype).kind === 'float';
  const scales = (grid: Grid) => isFloat && exponents.every((exponent) => isExact(grid, 2 ** exponent));
  const found: ExactGrid[] = [];
  if (n > shortRow) {
    const isPowerOfTwo = (n & (n - 1)) === 0;
    const first = exactGrids(context, isPowerOfTwo ? 8 : 7, near).find(({ grid }) => isExact(grid, 1));
    if (first) found.push({ grid: first.grid, scales: first.scales && scales(first.grid) });
  } else {
    const tried = grids.filter((grid) => Array.from({ length: trials }).every(() => isExact(grid, 1)));
    found.push(...tried.map((grid) => ({ grid, scales: scales(grid) })));
  }
  known.set(key, found);
  return found;
}

const onGrid = (grid: Grid, { dtype, operator }: GridContext, n: number, near: boolean, random: Random) =>
  grid(n, roomOf(formatOf(dtype)), near, isSigned(formatOf(dtype)) && !operator.positiveDomain, random);

/** The limit of Σ|k| on an exact grid: 2^p for floats, the largest value for integers. */
function roomOf(format: Format): bigint {
  if (format.kind === 'float') return 1n << BigInt(format.precision);
  return format.kind === 'integer' ? integerRange(format).max : 1n;
}

function isOrderFree({ operator, version, dtype }: GridContext, row: NumberRow): boolean {
  const data = tensorOfScalars(dtype, [row.length], (i) => row[i]!);
  return operator.expect(version, { attributes: {}, inputs: [data] })[0]!.accept(0).isExactInAnyOrder;
}
