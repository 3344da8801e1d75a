import type { Kernel } from './vectors.ts';

/** How an implementation computes each operator from the terms of a slice, by name of the operator. */
export type Definitions = Readonly<Record<string, Kernel>>;

const logSum: Kernel = (a, xs) => a.log(a.sum(xs));
const logSumExp: Kernel = (a, xs) => {
  const shift = a.maximum(xs);
  return a.add(shift, a.log(a.sum(a.exp(a.minus(xs, shift)))));
};

/** Read from Operators.md, not from the oracle: an error in one of them must show as a disagreement. */
export const definitions: Definitions = {
  ReduceL1: (a, xs) => a.sum(a.abs(xs)),
  ReduceL2: (a, xs) => a.sqrt(a.sum(a.square(xs))),
  ReduceLogSum: logSum,
  ReduceLogSumExp: logSumExp,
  ReduceMax: (a, xs) => a.maximum(xs),
  ReduceMean: (a, xs) => a.divide(a.sum(xs), a.count(xs)),
  ReduceMin: (a, xs) => a.minimum(xs),
  ReduceProd: (a, xs) => a.product(xs),
  ReduceSum: (a, xs) => a.sum(xs),
  ReduceSumSquare: (a, xs) => a.sum(a.square(xs)),
};

/** Other algorithms of real implementations, for floats. */
export const meanByReciprocal: Kernel = (a, xs) => a.multiply(a.sum(xs), a.reciprocal(a.count(xs)));
export const meanOfQuotients: Kernel = (a, xs) => a.sum(a.over(xs, a.count(xs)));
export const runningMean: Kernel = (a, xs) => a.runningMean(xs);
export const scaledL2: Kernel = (a, xs) => {
  const largest = a.largest(xs);
  return a.multiply(largest, a.sqrt(a.sum(a.square(a.over(xs, largest)))));
};
export const normOfNorms: Kernel = (a, xs) => a.normOfNorms(xs);
export const logAddExp: Kernel = (a, xs) => a.logAddExp(xs);
export const maximumOfNumbers: Kernel = (a, xs) => a.maximum(a.numbers(xs));
export const minimumOfNumbers: Kernel = (a, xs) => a.minimum(a.numbers(xs));
/** As the function body of ReduceLogSumExp has it: what overflows on the way does so in the answer. */
export const unshiftedLogSumExp: Kernel = (a, xs) => a.log(a.sum(a.exp(xs)));
