import type { FloatFormat } from '../../../oracles/numerics/dtype.ts';
import { roundedExp, roundedLog, vectorLog } from './elementary.ts';

/** The arithmetic with which numpy computed a file: the type of its steps, and its elementary functions. */
export interface NumpyArithmetic {
  /** the type to which every step is rounded; absent: the type of the tensor */
  readonly steps?: 'float64';
  /** absent: correctly rounded, as nearly always in a good C library */
  readonly log?: 'vector';
  /**
   * the remaining differences of the result's elements from the computed steps, in units in the last place: exp or log came
   * from a library whose rounding is not documented
   */
  readonly lastPlaces?: readonly number[];
}

/** The functions of numpy that the reference implementations call, over the elements of one slice. */
export interface Numpy {
  abs(xs: readonly number[]): number[];
  square(xs: readonly number[]): number[];
  exp(xs: readonly number[]): number[];
  log(x: number): number;
  sqrt(x: number): number;
  sum(xs: readonly number[]): number;
  prod(xs: readonly number[]): number;
  mean(xs: readonly number[]): number;
  /** -∞ without terms */
  max(xs: readonly number[]): number;
  /** +∞ without terms */
  min(xs: readonly number[]): number;
}

/** A reduction in the form of a reference implementation. */
export type Formula = (np: Numpy, xs: readonly number[]) => number;

/**
 * Returns numpy's functions with steps in a format.
 * @param contiguous whether the elements of a slice are contiguous in memory: then summation is pairwise, otherwise sequential
 */
export function numpyIn(format: FloatFormat, log: NumpyArithmetic['log'], contiguous: boolean): Numpy {
  const round = format.name === 'float32' ? Math.fround : (x: number) => x;
  const add = (a: number, b: number) => round(a + b);
  const sum = (xs: readonly number[]) => (contiguous ? pairwise(xs, add) : xs.reduce(add, 0));
  return {
    abs: (xs) => xs.map(Math.abs),
    square: (xs) => xs.map((x) => round(x * x)),
    exp: (xs) => xs.map((x) => roundedExp(x, format)),
    log: (x) => (log === 'vector' ? vectorLog(x) : roundedLog(x, format)),
    sqrt: (x) => round(Math.sqrt(x)),
    sum,
    prod: (xs) => xs.reduce((a, b) => round(a * b), 1),
    mean: (xs) => round(sum(xs) / xs.length),
    max: (xs) => Math.max(...xs),
    min: (xs) => Math.min(...xs),
  };
}

const lanes = 8;
/** Longer rows are halved first. */
const longest = 128;

/** Returns numpy's pairwise sum of a row: eight parallel sums, added in pairs, and then the remaining elements one by one. */
function pairwise(xs: readonly number[], add: (a: number, b: number) => number): number {
  if (xs.length > longest) {
    const half = Math.floor(xs.length / 2 / lanes) * lanes;
    return add(pairwise(xs.slice(0, half), add), pairwise(xs.slice(half), add));
  }
  if (xs.length < lanes) return xs.reduce(add, 0);
  const whole = xs.length - (xs.length % lanes);
  let sums = xs.slice(0, lanes);
  for (let i = lanes; i < whole; i += lanes) sums = sums.map((sum, lane) => add(sum, xs[i + lane]!));
  while (sums.length > 1) sums = sums.flatMap((sum, i) => (i % 2 === 0 ? [add(sum, sums[i + 1]!)] : []));
  return xs.slice(whole).reduce(add, sums[0]!);
}
