import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { farPlace, farRows } from '../far-rows.ts';
import { type Grid, grids } from '../grids.ts';
import type { PlanContext } from '../proposal.ts';
import { Random, seedOf } from '../random.ts';
import { floatRows, gridScale, gridScales, gridTotal, integerRows, specialRows, spot, truthRow } from '../rows.ts';
import { type Row, type RowMaker, tensorOfRows } from '../tensor-of-rows.ts';

/** The kinds of data that a plan can ask for. */
export type DataClass =
  | 'grid'
  | 'grid-near-limit'
  | 'one-hot'
  | 'far-hot'
  | 'ones'
  | 'far'
  | 'late-spike'
  | 'below-zero'
  | keyof typeof floatRows
  | keyof typeof specialRows
  | keyof typeof farRows
  | keyof typeof integerRows;

/** A data tensor whose slices over the `reduced` dimensions are rows of the class, from the given one on. */
export function dataTensor(
  context: PlanContext,
  dims: readonly number[],
  reduced: readonly boolean[],
  dataClass: DataClass,
  firstRow = 0,
): Tensor {
  const make = rowMaker(context, dataClass);
  return tensorOfRows(context.dtype, dims, reduced, (n, slice) => make(n, firstRow + slice));
}

function rowMaker(context: PlanContext, dataClass: DataClass): RowMaker {
  const { operator, dtype, random } = context;
  const { background = 0 } = operator;
  const format = formatOf(dtype);
  if (format.kind === 'bool') return truthRows(dataClass, background, random);
  switch (dataClass) {
    case 'grid':
      return gridMaker(context, false);
    case 'grid-near-limit':
      return gridMaker(context, true);
    case 'ones':
      return (n) => new Array<number>(n).fill(1);
    case 'far':
      return (n, slice) => farRow(n, slice, background);
    case 'late-spike':
      return (n) => withMarks(new Array<number>(n).fill(background), [n - 1], background);
    case 'below-zero':
      return (n, slice) => Array.from({ length: n }, (_, k) => (isSigned(dtype) ? -1 : 1) * (1 + ((k + slice) % 3)));
    case 'one-hot':
      // slice k shows whether element k is read
      return (n, slice) => hotRow(n, slice, slice % n, background);
    case 'far-hot':
      return (n, slice) => hotRow(n, slice, farPlace(n, slice), background);
  }
  if (format.kind === 'float') {
    const make = { ...floatRows, ...specialRows, ...farRows }[dataClass as keyof typeof floatRows];
    const positive = operator.wantsPositive && !signsMatter.has(dataClass);
    if (make) return (n, slice) => inDomain(make(n, format, random, slice), positive && slice % 4 !== 3);
  } else if (format.kind === 'integer') {
    const make = integerRows[dataClass as keyof typeof integerRows];
    if (make) return (n, slice) => make(n, format, random, slice);
  }
  throw new Error(`no ${dataClass} data exists for ${dtype}`);
}

/** Data whose negative elements are the point. */
const signsMatter: ReadonlySet<DataClass> = new Set([
  'negative',
  'cancelling',
  'zeros',
  'minus-zero',
  'both-infinities',
  'minus-infinity',
  'all-minus-infinity',
  'nan-and-infinity',
  'nan-among-infinities',
  'below-zero',
  'far-infinity',
  'far-finite',
  'masked-blocks',
  'all-infinite',
]);

function inDomain(row: readonly number[], positive: boolean | undefined): readonly number[] {
  return positive ? row.map(Math.abs) : row;
}

/** A row of the background with one element that stands out. */
function hotRow(n: number, slice: number, at: number, background: number): number[] {
  const row = new Array<number>(n).fill(background);
  row[at] = (background > 1 ? 2 : 4) + (slice % 4);
  return row;
}

/** Where indices and counts of 16 bits end. */
const end16 = 2 ** 16;
/** Rows that are equal are this many apart, which is prime to the sizes of blocks. */
const period = 97;

/**
 * A row of a large tensor, cheap to make and exact where that can be: a short one whose values follow from its number,
 * a long one of the background but for its ends, its quarters and the places around 2^15 and 2^16, the last of them standing out.
 */
function farRow(n: number, slice: number, background: number): number[] {
  if (n < end16) {
    const step = 2 * (1 + (slice % period));
    return Array.from({ length: n }, (_, k) => (3 + (k % 2)) * step);
  }
  const row = new Array<number>(n).fill(background);
  const quarters = [n >> 2, n >> 1, n - (n >> 2)];
  const places = [0, end16 / 2 - 1, end16 / 2, ...quarters, end16 - 1, end16, n - 1].filter((at) => at < n);
  return withMarks(row, [...new Set(places)], background);
}

/** Puts small values at the given places, each further from the background than the one before it. */
function withMarks(row: number[], places: readonly number[], background: number): number[] {
  for (const [i, at] of places.entries()) row[at] = background > 1 ? background - 1 - i : 4 + i;
  return row;
}

function truthRows(dataClass: DataClass, background: number, random: Random): RowMaker {
  const usual = background > 1 ? 1 : 0;
  if (dataClass === 'ones') return (n) => new Array<number>(n).fill(1);
  if (dataClass !== 'one-hot') return (n) => truthRow(n, usual, random);
  return (n, slice) => Array.from({ length: n }, (_, k) => (k === slice % n ? 1 - usual : usual));
}

/** Rows of a grid that is exact in every order for the operator, none of them summing to zero if that can be helped. */
function gridMaker(context: PlanContext, near: boolean): RowMaker {
  const { dtype, operator, random } = context;
  const power = formatOf(dtype).kind === 'float' ? gridScale(random) : 1;
  return (n) => {
    const { grid, scales } = gridFor(context, n, near);
    const scale = scales ? power : 1;
    const draw = () => rowOf(grid, context, n, near, random)!;
    let row = draw();
    // a result of zero would not show a backend that answers zeros
    for (let tries = 0; tries < 4 && row.reduce((a, b) => a + b, 0n) === 0n; tries++) {
      row = draw();
    }
    if (operator.showsOnly && !near) row = standingOut(row, operator.showsOnly, isSigned(dtype), random);
    return scale === 1 ? row : row.map((k) => Number(k) * scale);
  };
}

/** How far an element stands out that decides a result alone. */
const distance = 5n;

/** A row with one element beyond all others, where it may be missed. */
function standingOut(row: readonly bigint[], which: 'greatest' | 'least', signed: boolean, random: Random): bigint[] {
  const extreme = row.reduce((a, b) => (a > b === (which === 'greatest') ? a : b));
  // without a sign there is nothing below small values: all others are raised
  const others = which === 'least' && !signed ? row.map((x) => x + distance) : [...row];
  const at = spot(row.length, random);
  others[at] = which === 'greatest' ? extreme + distance : signed ? extreme - distance : extreme;
  return others;
}

function isSigned(dtype: DType): boolean {
  const format = formatOf(dtype);
  return format.kind === 'float' || (format.kind === 'integer' && format.signed);
}

interface ExactGrid {
  readonly grid: Grid;
  /** rows stay exact when they are multiplied by a power of two */
  readonly scales: boolean;
}

const found = new Map<string, { readonly seen: ExactGrid[]; readonly others: Iterator<ExactGrid> }>();
/** Rows that a grid has to make exact before it is trusted, for values by chance larger than others. */
const trials = 5;
/** Lengths up to this are tried one by one. */
const shortRow = 8;

/** A grid for rows of `n` elements: the first that the oracle finds exact in every order, else the first of all. */
function gridFor(context: PlanContext, n: number, near: boolean): ExactGrid {
  for (const exact of exactGrids(context, n, near)) return exact;
  return { grid: grids[0]!, scales: formatOf(context.dtype).kind === 'float' };
}

/** The grids whose rows of this length are exact in every order, each tried when it is first asked for. */
function* exactGrids(context: PlanContext, n: number, near: boolean): Iterable<ExactGrid> {
  const key = `${context.operator.name}/${context.dtype}/${n}/${near}`;
  const kept = found.get(key) ?? { seen: [], others: triedGrids(context, n, near, key) };
  found.set(key, kept);
  for (let i = 0; ; i++) {
    const next = i < kept.seen.length ? undefined : kept.others.next();
    if (next?.done) return;
    if (next) kept.seen.push(next.value);
    yield kept.seen[i]!;
  }
}

/**
 * Versions do not differ in which grids are exact. Long rows can have those alone that shorter ones have, too, where it
 * matters whether dividing by the length rounds; of them the first is enough. Trial rows come from streams of their own,
 * so that no case depends on which others were drawn before.
 */
function* triedGrids(context: PlanContext, n: number, near: boolean, key: string): Generator<ExactGrid, undefined> {
  const random = new Random(seedOf(0, key));
  const isExact = (grid: Grid) => {
    const row = rowOf(grid, context, n, near, random);
    return row !== undefined && isOrderFree(context, row);
  };
  if (n > shortRow) {
    const isPowerOfTwo = (n & (n - 1)) === 0;
    for (const own of exactGrids(context, isPowerOfTwo ? 8 : 7, near)) {
      if (!isExact(own.grid)) continue;
      yield { ...own, scales: own.scales && scalesExactly(context, own.grid, n, near, key) };
      return;
    }
    return;
  }
  const isFloat = formatOf(context.dtype).kind === 'float';
  for (const grid of grids) {
    if (times(trials, () => isExact(grid)))
      yield { grid, scales: isFloat && scalesExactly(context, grid, n, near, key) };
  }
}

/** True if rows of an exact grid stay exact when they are scaled. */
function scalesExactly(context: PlanContext, grid: Grid, n: number, near: boolean, key: string): boolean {
  const random = new Random(seedOf(0, `${key}/scaled`));
  const scaled = (scale: number) => rowOf(grid, context, n, near, random)!.map((k) => Number(k) * scale);
  return gridScales.every((scale) => isOrderFree(context, scaled(scale)));
}

function rowOf(grid: Grid, { dtype, operator }: PlanContext, n: number, near: boolean, random: Random) {
  const signed = isSigned(dtype) && !operator.wantsPositive;
  return grid(n, gridTotal(formatOf(dtype)), near, signed, random);
}

/** True if a test holds `count` times; it ends at the first time that it does not. */
function times(count: number, test: () => boolean): boolean {
  for (let i = 0; i < count; i++) if (!test()) return false;
  return true;
}

function isOrderFree({ operator, version, dtype }: PlanContext, row: Row): boolean {
  const call = { attributes: {}, inputs: [tensorOfRows(dtype, [row.length], [true], () => row)] };
  return operator.expect(version, call)[0]!.accept(0).orderFree;
}
