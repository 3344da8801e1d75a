import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { floatAcceptance } from '../../../oracles/acceptance/float.ts';
import type { Kernel } from '../../../oracles/numerics/arithmetic.ts';
import { Vector } from '../../../oracles/numerics/vector.ts';
import { everyOrder, magnitudes, toy } from './toy.ts';

const sum: Kernel = (a, xs) => a.sum(xs);
const sumOfMagnitudes: Kernel = (a, xs) => a.sum(a.abs(xs));
const sumOfSquares: Kernel = (a, xs) => a.sum(a.square(xs));
const mean: Kernel = (a, xs) => a.divide(a.sum(xs), a.count(xs));
const norm: Kernel = (a, xs) => a.sqrt(a.sum(a.square(xs)));

const product: Kernel = (a, xs) => a.product(xs);
const greatest: Kernel = (a, xs) => a.maximum(xs);
const logSum: Kernel = (a, xs) => a.log(a.sum(xs));
const logSumExp: Kernel = (a, xs) => a.log(a.sum(a.exp(xs)));

/** definition and algorithm */
const cases: Record<string, readonly [Kernel, Kernel]> = {
  sum: [sum, sum],
  'sum of magnitudes': [sumOfMagnitudes, sumOfMagnitudes],
  'sum of squares': [sumOfSquares, sumOfSquares],
  mean: [mean, mean],
  'mean by the reciprocal': [mean, (a, xs) => a.multiply(a.sum(xs), a.reciprocal(a.count(xs)))],
  'mean of divided terms': [mean, (a, xs) => a.sum(a.over(xs, a.count(xs)))],
  'running mean': [mean, (a, xs) => a.runningMean(xs)],
  norm: [norm, norm],
  product: [product, product],
  maximum: [greatest, greatest],
  'logarithm of a sum': [logSum, logSum],
  'logarithm of a sum of exponentials': [logSumExp, logSumExp],
  'the same, shifted': [logSumExp, (a, xs) => a.add(a.maximum(xs), a.log(a.sum(a.exp(a.minus(xs, a.maximum(xs))))))],
  'norms of norms': [norm, (a, xs) => a.normOfNorms(xs)],
  'log-add-exp': [logSumExp, (a, xs) => a.logAddExp(xs)],
  'scaled norm': [norm, (a, xs) => a.multiply(a.largest(xs), a.sqrt(a.sum(a.square(a.over(xs, a.largest(xs))))))],
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

describe.each(Object.entries(cases))('%s', (_, [kernel, algorithm]) => {
  it('accepts what any order of evaluation gives in the type itself', () => {
    fc.assert(
      fc.property(rows, (xs) => {
        const acceptance = floatAcceptance({ kernel, algorithms: [algorithm] }, Vector.of(Float64Array.from(xs)), toy);
        const answers = algorithm(everyOrder, [xs]);
        expect([...answers].filter((answer) => !acceptance.judge(answer).accepted)).toEqual([]);
        if (acceptance.orderFree) expect([...answers]).toEqual([acceptance.best]);
      }),
      { numRuns: 150 },
    );
  });
});
