import type { Kernel } from '../../oracles/numerics/arithmetic.ts';

/** How an implementation computes each operator from the terms of a slice, by name of the operator. */
export type Definitions = Readonly<Record<string, Kernel>>;

const sum: Kernel = (a, xs) => a.sum(xs);
const mean: Kernel = (a, xs) => a.divide(a.sum(xs), a.count(xs));
const l1: Kernel = (a, xs) => a.sum(a.abs(xs));
const l2: Kernel = (a, xs) => a.sqrt(a.sum(a.square(xs)));
const sumSquare: Kernel = (a, xs) => a.sum(a.square(xs));

/** Read from Operators.md, not from the oracle: an error in one of them must show as a disagreement. */
export const definitions: Definitions = {
  ReduceL1: l1,
  ReduceL2: l2,
  ReduceMean: mean,
  ReduceSum: sum,
  ReduceSumSquare: sumSquare,
};

/** Other algorithms of real implementations, for floats. */
export const meanByReciprocal: Kernel = (a, xs) => a.multiply(a.sum(xs), a.reciprocal(a.count(xs)));
export const meanOfQuotients: Kernel = (a, xs) => a.sum(a.over(xs, a.count(xs)));
export const runningMean: Kernel = (a, xs) => a.runningMean(xs);
export const scaledL2: Kernel = (a, xs) => {
  const largest = a.largest(xs);
  return a.multiply(largest, a.sqrt(a.sum(a.square(a.over(xs, largest)))));
};
