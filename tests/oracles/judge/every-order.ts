import { hypotenuseIn, logAddExpIn, type Round } from '../../../evidence/kernels/summation.ts';
import type { Arithmetic } from '../../../evidence/kernels/vectors.ts';

export type Results = ReadonlySet<number>;
export type Rows = readonly (readonly number[])[];

/** All orders of a row. */
export function permutations(xs: readonly number[]): Rows {
  if (xs.length < 2) return [xs];
  return xs.flatMap((x, i) => permutations(xs.toSpliced(i, 1)).map((rest) => [x, ...rest]));
}

/** Machine arithmetic that rounds each result, and follows every order of evaluation at once. */
export function everyOrderIn(round: Round): Arithmetic<Rows, Results> {
  type Operation = (x: number, y: number) => number;
  const each = (a: Results, b: Results, operation: Operation): Results =>
    new Set([...a].flatMap((x) => [...b].map((y) => round(operation(x, y)))));

  /** All that an operation gives in any order and any shape of a tree. */
  const everyTree = (xs: readonly number[], ofNothing: number, operation: Operation): Results => {
    const of: Results[] = [new Set([ofNothing])];
    for (let set = 1; set < 2 ** xs.length; set++) {
      const found = new Set<number>();
      for (let left = (set - 1) & set; left > 0; left = (left - 1) & set) {
        for (const x of each(of[left]!, of[set - left]!, operation)) found.add(x);
      }
      of.push(found.size > 0 ? found : new Set([xs[Math.log2(set)]!]));
    }
    return of.at(-1)!;
  };
  const trees = (rows: Rows, ofNothing: number, operation: Operation): Results =>
    new Set(rows.flatMap((xs) => [...everyTree(xs, ofNothing, operation)]));

  /** One step of a running mean. An infinite mean may stay what it is; subtracting it from the next term leaves NaN. */
  const updatedIn =
    (guarded: boolean) =>
    (mean: number, x: number, k: number): number =>
      guarded && !Number.isFinite(mean) ? mean + x : round(mean + round(round(x - mean) / round(k + 1)));
  const runningMeans = (xs: readonly number[]): readonly number[] =>
    permutations(xs).flatMap((ys) =>
      // terms that are infinite have to be guarded against
      (xs.every(Number.isFinite) ? [true, false] : [true]).map((guarded) => ys.reduce(updatedIn(guarded))),
    );

  return {
    count: (rows) => new Set([round(rows[0]!.length)]),
    largest: (rows) => new Set(rows.map((xs) => Math.max(0, ...xs.map(Math.abs)))),
    maximum: (rows) => new Set(rows.map((xs) => Math.max(...xs))),
    minimum: (rows) => new Set(rows.map((xs) => Math.min(...xs))),
    numbers: (rows) => rows.map((xs) => (xs.every(Number.isNaN) ? xs : xs.filter((x) => !Number.isNaN(x)))),
    abs: (rows) => rows.map((xs) => xs.map(Math.abs)),
    square: (rows) => rows.map((xs) => xs.map((x) => round(x * x))),
    over: (rows, by) =>
      rows.flatMap((xs) => [...by].map((y) => (y === 0 || !Number.isFinite(y) ? xs : xs.map((x) => round(x / y))))),
    minus: (rows, by) =>
      rows.flatMap((xs) => [...by].map((y) => (Number.isFinite(y) ? xs.map((x) => round(x - y)) : xs))),
    exp: (rows) => rows.map((xs) => xs.map((x) => round(Math.exp(x)))),
    sum: (rows) => trees(rows, 0, (x, y) => x + y),
    product: (rows) => trees(rows, 1, (x, y) => x * y),
    runningMean: (rows) => new Set(rows.flatMap(runningMeans)),
    normOfNorms: (rows) =>
      trees(
        rows.map((xs) => xs.map(Math.abs)),
        0,
        hypotenuseIn(round),
      ),
    logAddExp: (rows) => trees(rows, Number.NEGATIVE_INFINITY, logAddExpIn(round)),
    add: (a, b) => each(a, b, (x, y) => x + y),
    multiply: (a, b) => each(a, b, (x, y) => x * y),
    divide: (a, b) => each(a, b, (x, y) => x / y),
    reciprocal: (a) => each(new Set([1]), a, (x, y) => x / y),
    sqrt: (a) => new Set([...a].map((x) => round(Math.sqrt(x)))),
    log: (a) => new Set([...a].map((x) => round(Math.log(x)))),
    throughFloat32: (a) => new Set([...a].map(Math.fround)),
  };
}
