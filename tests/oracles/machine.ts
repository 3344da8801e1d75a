import { hypotenuseIn, logAddExpIn } from '../../evidence/kernels/summation.ts';
import type { FloatFormat } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';

/** Adds terms one by one, in some order, in some shape of a tree. */
type Sum = (terms: readonly number[]) => number;

export interface Orders {
  readonly inOrder: Sum;
  readonly reversed: Sum;
  readonly pairwise: Sum;
  readonly lanes: Sum;
}

/** Orders of summation, every addition rounded to the format. Doubles do for the other formats (Figueroa). */
export function ordersOf(format: FloatFormat): Orders {
  const add = (a: number, b: number): number => roundDouble(a + b, format);
  const inOrder: Sum = (terms) => terms.reduce(add, 0);
  const pairwise: Sum = (terms) => {
    if (terms.length < 2) return terms[0] ?? 0;
    const middle = terms.length >> 1;
    return add(pairwise(terms.slice(0, middle)), pairwise(terms.slice(middle)));
  };
  const lanes: Sum = (terms) => {
    const partial = [0, 0, 0, 0];
    for (const [i, x] of terms.entries()) partial[i % 4] = add(partial[i % 4]!, x);
    return inOrder(partial);
  };
  return { inOrder, reversed: (terms) => inOrder(terms.toReversed()), pairwise, lanes };
}

/** A correct implementation of an operator in the format itself. */
export type Implementation = (terms: readonly number[], sum: Sum) => number;

/** Correct algorithms per operator. Every operation is rounded to the format. */
export function implementationsOf(format: FloatFormat): Record<string, Record<string, Implementation>> {
  const r = (x: number): number => roundDouble(x, format);
  const square = (x: number): number => r(x * x);
  const largestOf = (xs: readonly number[]): number => Math.max(0, ...xs.map(Math.abs));
  const times = (xs: readonly number[]): number => xs.reduce((a, b) => r(a * b), 1);
  const largestTerm = (xs: readonly number[]): number => xs.reduce((a, b) => Math.max(a, b), -Infinity);
  const shifted: Implementation = (xs, sum) => {
    const most = largestTerm(xs);
    if (!Number.isFinite(most)) return most;
    return r(most + r(Math.log(sum(xs.map((x) => r(Math.exp(r(x - most))))))));
  };
  const exp = (x: number): number => r(Math.exp(r(x)));
  /** one pass, with the sum of exponentials below the greatest term so far */
  const rescaled = (xs: readonly number[]): number => {
    let most = -Infinity;
    let sum = 0;
    for (const x of xs) {
      sum = x > most ? r(r(sum * exp(most - x)) + 1) : r(sum + exp(x - most));
      most = Math.max(most, x);
    }
    return r(most + r(Math.log(sum)));
  };
  return {
    ReduceProd: {
      inOrder: times,
      reversed: (xs) => times(xs.toReversed()),
      pairwise: (xs) => {
        const tree = (ys: readonly number[]): number =>
          ys.length < 2 ? (ys[0] ?? 1) : r(tree(ys.slice(0, ys.length >> 1)) * tree(ys.slice(ys.length >> 1)));
        return tree(xs);
      },
      largestFirst: (xs) => times(xs.toSorted((a, b) => Math.abs(b) - Math.abs(a))),
      smallestFirst: (xs) => times(xs.toSorted((a, b) => Math.abs(a) - Math.abs(b))),
    },
    ReduceMax: { naive: largestTerm },
    ReduceMin: { naive: (xs) => xs.reduce((a, b) => Math.min(a, b), Infinity) },
    ReduceLogSum: { naive: (xs, sum) => r(Math.log(sum(xs))) },
    ReduceLogSumExp: {
      shifted,
      twoByTwo: (xs) => xs.reduce(logAddExpIn(r), Number.NEGATIVE_INFINITY),
      twoByTwoAscending: (xs) => xs.toSorted((a, b) => a - b).reduce(logAddExpIn(r), Number.NEGATIVE_INFINITY),
      twoByTwoDescending: (xs) => xs.toSorted((a, b) => b - a).reduce(logAddExpIn(r), Number.NEGATIVE_INFINITY),
      rescaled,
      rescaledAscending: (xs) => rescaled(xs.toSorted((a, b) => a - b)),
      naive: (xs, sum) => r(Math.log(sum(xs.map((x) => r(Math.exp(x)))))),
    },
    ReduceSum: { naive: (xs, sum) => sum(xs) },
    ReduceL1: { naive: (xs, sum) => sum(xs.map(Math.abs)) },
    ReduceSumSquare: { naive: (xs, sum) => sum(xs.map(square)) },
    ReduceMean: {
      divide: (xs, sum) => r(sum(xs) / xs.length),
      reciprocal: (xs, sum) => r(sum(xs) * r(1 / xs.length)),
      dividedTerms: (xs, sum) => sum(xs.map((x) => r(x / xs.length))),
      running: (xs) => xs.reduce((m, x, k) => r(m + r(r(x - m) / (k + 1))), 0),
    },
    ReduceL2: {
      naive: (xs, sum) => r(Math.sqrt(sum(xs.map(square)))),
      scaled: (xs, sum) => {
        const largest = largestOf(xs);
        if (largest === 0 || largest === Number.POSITIVE_INFINITY) return largest;
        return r(largest * r(Math.sqrt(sum(xs.map((x) => square(r(x / largest)))))));
      },
      twoByTwo: (xs) => xs.map(Math.abs).reduce(hypotenuseIn(r), 0),
      twoByTwoScaled: (xs) =>
        xs.map(Math.abs).reduce((a, b) => {
          const most = Math.max(a, b);
          return most === 0 ? 0 : r(most * r(Math.sqrt(r(1 + square(r(Math.min(a, b) / most))))));
        }, 0),
      twoByTwoAscending: (xs) =>
        xs
          .map(Math.abs)
          .sort((a, b) => a - b)
          .reduce(hypotenuseIn(r), 0),
      twoByTwoDescending: (xs) =>
        xs
          .map(Math.abs)
          .sort((a, b) => b - a)
          .reduce(hypotenuseIn(r), 0),
    },
  };
}
