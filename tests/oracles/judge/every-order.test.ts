import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kernel as Algorithm } from '../../../evidence/kernels/vectors.ts';
import { exp, log } from '../../../oracles/arithmetic/functions.ts';
import * as chains from '../../../oracles/operators/reduction/chains.ts';
import type { ReductionKernel } from '../../../oracles/operators/reduction/kernel.ts';
import { scaledNorm } from '../../../oracles/operators/reduction/l2.ts';
import { withoutSignOfZero } from '../../../oracles/operators/reduction/reduction.ts';
import { everyOrder, judgeOf, magnitudes } from './toy.ts';

const sum: ReductionKernel = (a, xs) => a.sum(xs);
const sumOfMagnitudes: ReductionKernel = (a, xs) => a.sum(xs.map((x) => a.abs(x)));
const sumOfSquares: ReductionKernel = (a, xs) => a.dot(xs, xs);
const mean: ReductionKernel = (a, xs) => a.divide(a.sum(xs), a.of(xs.length));
const norm: ReductionKernel = (a, xs) => a.sqrt(a.dot(xs, xs));
const product: ReductionKernel = (a, xs) => a.product(xs);
const greatest: ReductionKernel = (a, xs) => xs.reduce((x, y) => a.maximum(x, y));
const logSum: ReductionKernel = (a, xs) => a.apply(log, a.sum(xs));
const logSumExp: ReductionKernel = (a, xs) => a.apply(log, a.sum(xs.map((x) => a.apply(exp, x))));
const reciprocal: ReductionKernel = (a, xs) => a.multiply(a.sum(xs), a.divide(a.of(1), a.of(xs.length)));
const divided: ReductionKernel = (a, xs) => a.sum(xs.map((x) => a.divide(x, a.of(xs.length))));

/** what the oracle reports, and what a machine does in every order */
const cases: Record<string, readonly [kernel: ReductionKernel, algorithm: ReductionKernel, machine: Algorithm]> = {
  sum: [sum, sum, (a, xs) => a.sum(xs)],
  'sum of magnitudes': [sumOfMagnitudes, sumOfMagnitudes, (a, xs) => a.sum(a.abs(xs))],
  'sum of squares': [sumOfSquares, sumOfSquares, (a, xs) => a.sum(a.square(xs))],
  mean: [mean, mean, (a, xs) => a.divide(a.sum(xs), a.count(xs))],
  'mean by the reciprocal': [mean, reciprocal, (a, xs) => a.multiply(a.sum(xs), a.reciprocal(a.count(xs)))],
  'mean of divided terms': [mean, divided, (a, xs) => a.sum(a.over(xs, a.count(xs)))],
  'running mean': [mean, (a, xs) => a.chain(chains.runningMean, xs), (a, xs) => a.runningMean(xs)],
  norm: [norm, norm, (a, xs) => a.sqrt(a.sum(a.square(xs)))],
  product: [product, withoutSignOfZero(product), (a, xs) => a.product(xs)],
  maximum: [greatest, withoutSignOfZero(greatest), (a, xs) => a.maximum(xs)],
  'logarithm of a sum': [logSum, logSum, (a, xs) => a.log(a.sum(xs))],
  'logarithm of a sum of exponentials': [logSumExp, logSumExp, (a, xs) => a.log(a.sum(a.exp(xs)))],
  'the same, shifted': [
    logSumExp,
    chains.logAddExp.value,
    (a, xs) => a.add(a.maximum(xs), a.log(a.sum(a.exp(a.minus(xs, a.maximum(xs)))))),
  ],
  'norms of norms': [norm, (a, xs) => a.chain(chains.normOfNorms, xs), (a, xs) => a.normOfNorms(xs)],
  'log-add-exp': [logSumExp, (a, xs) => a.chain(chains.logAddExp, xs), (a, xs) => a.logAddExp(xs)],
  'scaled norm': [
    norm,
    scaledNorm,
    (a, xs) => a.multiply(a.largest(xs), a.sqrt(a.sum(a.square(a.over(xs, a.largest(xs)))))),
  ],
};

const signed = (xs: fc.Arbitrary<number>) => fc.tuple(xs, fc.boolean()).map(([x, minus]) => (minus ? -x : x));
const among = (lo: number, hi: number) => fc.constantFrom(...magnitudes.filter((x) => lo <= x && x <= hi));
/** Rows of one character each: anything, subnormal, about one, near overflow; with an infinity now and then. */
const rows = fc.oneof(
  ...[
    signed(among(0, 15)),
    among(0, 15),
    signed(among(0, 1 / 4)),
    signed(among(1, 2)),
    signed(among(2, 4)),
    signed(among(6, 15)),
    signed(fc.constantFrom(1, 15, Number.POSITIVE_INFINITY)),
  ].map((x) => fc.array(x, { minLength: 1, maxLength: 5 })),
);

describe.each(Object.entries(cases))('%s', (_, [kernel, algorithm, machine]) => {
  it('accepts what any order of evaluation gives in the type itself', () => {
    fc.assert(
      fc.property(rows, (xs) => {
        const acceptance = judgeOf({ kernel, algorithms: [algorithm] }, xs);
        const answers = machine(everyOrder, [xs]);
        expect([...answers].filter((answer) => !acceptance.judge(answer).accepted)).toEqual([]);
        if (acceptance.isExactInAnyOrder) expect([...answers]).toEqual([Number(acceptance.best) + 0]);
      }),
      { numRuns: 150 },
    );
  });
});
