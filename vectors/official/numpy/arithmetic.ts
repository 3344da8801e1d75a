import type { FloatFormat } from '../../../oracles/numerics/dtype.ts';
import { roundedExp, roundedLog, vectorLog } from './elementary.ts';

/** How numpy came to the values of a file: which types it computed in, and whose elementary functions it called. */
export interface NumpyArithmetic {
  /** what every step is rounded to; absent: the type of the tensor */
  readonly steps?: 'float64';
  /** absent: correctly rounded, as a good C library has it nearly always */
  readonly log?: 'vector';
  /**
   * What is left to explain: elements of the result that are this many units in the last place above what the steps give,
   * because exp or log came from a library whose roundings nobody has written down
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

/** A reduction as a reference implementation writes it. */
export type Formula = (np: Numpy, xs: readonly number[]) => number;

/**
 * numpy with steps in a format.
 * @param contiguous whether the elements of a slice are neighbours in memory: then sums are taken in pairs, else in turn
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

/** numpy's pairwise summation of a row: eight sums side by side, joined two by two, and what is left over in turn. */
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
