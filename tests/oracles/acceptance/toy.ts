import type { Arithmetic } from '../../../oracles/numerics/arithmetic.ts';
import type { FloatFormat } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import { roundToFloat } from '../../../oracles/numerics/rounding.ts';

/**
 * A format small enough to try everything: p = 4, u = 1/16, subnormals are multiples of 1/64, η = 1/128, the largest
 * value is 15. A name it must have; that of float16 makes float32 its wider accumulator.
 */
export const toy: FloatFormat = {
  kind: 'float',
  name: 'float16',
  code: 0,
  bits: 8,
  precision: 4,
  minExponent: -6,
  maxExponent: 3,
};

export const u = 1 / 16;
export const eta = 1 / 128;

/** A double rounded once to the toy format. */
export function toyed(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  return roundToFloat(d.fromNumber(x), toy);
}

/** The finite values that are not negative, in ascending order, -0 left out. */
export const magnitudes: readonly number[] = [
  ...new Set(
    Array.from({ length: 8 }, (_, m) => m).flatMap((m) => [
      m / 64,
      ...[-3, -2, -1, 0, 1, 2, 3].map((e) => (1 + m / 8) * 2 ** e),
    ]),
  ),
].toSorted((a, b) => a - b);

/** All values of the format. */
export const values: readonly number[] = [
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  ...magnitudes.map((x) => -x).toReversed(),
  ...magnitudes,
  Number.POSITIVE_INFINITY,
];

type Results = ReadonlySet<number>;
type Rows = readonly (readonly number[])[];

const each = (a: Results, b: Results, operation: (x: number, y: number) => number): Results =>
  new Set([...a].flatMap((x) => [...b].map((y) => toyed(operation(x, y)))));

/** All that an operation gives in any order and any shape of a tree, each result rounded. */
function everyTree(xs: readonly number[], ofNothing: number, operation: (x: number, y: number) => number): Results {
  const of: Results[] = [new Set([ofNothing])];
  for (let set = 1; set < 2 ** xs.length; set++) {
    const found = new Set<number>();
    for (let left = (set - 1) & set; left > 0; left = (left - 1) & set) {
      for (const x of each(of[left]!, of[set - left]!, operation)) found.add(x);
    }
    of.push(found.size > 0 ? found : new Set([xs[Math.log2(set)]!]));
  }
  return of.at(-1)!;
}

/** One step of a running mean; an infinite mean stays what it is, as subtracting it from the next term would leave NaN. */
function updated(mean: number, x: number, k: number): number {
  return Number.isFinite(mean) ? toyed(mean + toyed(toyed(x - mean) / toyed(k + 1))) : mean + x;
}

/** Machine arithmetic in the toy format that follows every order of evaluation at once. */
export const everyOrder: Arithmetic<Rows, Results> = {
  count: (rows) => new Set([toyed(rows[0]!.length)]),
  largest: (rows) => new Set(rows.map((xs) => Math.max(0, ...xs.map(Math.abs)))),
  maximum: (rows) => new Set(rows.map((xs) => Math.max(...xs))),
  minimum: (rows) => new Set(rows.map((xs) => Math.min(...xs))),
  numbers: (rows) => rows.map((xs) => xs.filter((x) => !Number.isNaN(x))),
  abs: (rows) => rows.map((xs) => xs.map(Math.abs)),
  square: (rows) => rows.map((xs) => xs.map((x) => toyed(x * x))),
  over: (rows, by) =>
    rows.flatMap((xs) => [...by].map((y) => (y === 0 || !Number.isFinite(y) ? xs : xs.map((x) => toyed(x / y))))),
  minus: (rows, by) =>
    rows.flatMap((xs) => [...by].map((y) => (Number.isFinite(y) ? xs.map((x) => toyed(x - y)) : xs))),
  exp: (rows) => rows.map((xs) => xs.map((x) => toyed(Math.exp(x)))),
  sum: (rows) => new Set(rows.flatMap((xs) => [...everyTree(xs, 0, (x, y) => x + y)])),
  product: (rows) => new Set(rows.flatMap((xs) => [...everyTree(xs, 1, (x, y) => x * y)])),
  runningMean: (rows) => new Set(rows.map((xs) => xs.reduce(updated))),
  add: (a, b) => each(a, b, (x, y) => x + y),
  multiply: (a, b) => each(a, b, (x, y) => x * y),
  divide: (a, b) => each(a, b, (x, y) => x / y),
  reciprocal: (a) => each(new Set([1]), a, (x, y) => x / y),
  sqrt: (a) => new Set([...a].map((x) => toyed(Math.sqrt(x)))),
  log: (a) => new Set([...a].map((x) => toyed(Math.log(x)))),
  throughFloat32: (a) => new Set([...a].map(Math.fround)),
};
