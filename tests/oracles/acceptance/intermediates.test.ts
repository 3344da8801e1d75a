import { expect, it } from 'vitest';
import { anything } from '../../../oracles/acceptance/acceptance.ts';
import { largestIntermediate } from '../../../oracles/acceptance/largest-intermediate.ts';
import type { Kernel } from '../../../oracles/numerics/arithmetic.ts';

it.each<[string, Kernel, readonly bigint[], bigint]>([
  ['a sum of magnitudes', (a, xs) => a.sum(xs), [3n, -4n], 7n],
  ['that of no terms', (a, xs) => a.sum(xs), [], 0n],
  ['the largest term', (a, xs) => a.count(xs), [3n, -4n], 4n],
  ['a square', (a, xs) => a.maximum(a.square(xs)), [3n, -4n], 16n],
  ['a sum of squares', (a, xs) => a.sqrt(a.sum(a.square(xs))), [3n, -4n], 25n],
  ['a sum, not its quotient', (a, xs) => a.divide(a.sum(xs), a.count(xs)), [3n, 4n], 7n],
  ['a product', (a, xs) => a.product(xs), [3n, -4n], 12n],
  ['without what makes it smaller', (a, xs) => a.product(xs), [3n, 0n, -4n, 1n], 12n],
  ['a product of nothing', (a, xs) => a.product(xs), [], 1n],
  ['a sum of two results', (a, xs) => a.add(a.sum(xs), a.count(xs)), [3n, 4n], 9n],
  ['their product', (a, xs) => a.multiply(a.sum(xs), a.minimum(xs)), [3n, 4n], 28n],
  ['of the largest', (a, xs) => a.multiply(a.largest(xs), a.largest(xs)), [3n, -4n, 2n], 16n],
  ['the first of two', (a, xs) => a.divide(a.sum(xs), a.product(xs)), [3n, 1n], 4n],
  ['after a quotient', (a, xs) => a.add(a.divide(a.sum(xs), a.count(xs)), a.sum(xs)), [3n, 4n], 14n],
  ['after a root and a logarithm', (a, xs) => a.add(a.sqrt(a.sum(xs)), a.log(a.sum(xs))), [3n, 4n], 14n],
  ['before a logarithm', (a, xs) => a.log(a.sum(a.numbers(a.abs(xs)))), [3n, -4n], 7n],
])('the largest intermediate result: %s', (_, kernel, terms, expected) => {
  expect(largestIntermediate(kernel, terms)).toBe(expected);
});

it.each<Kernel>([(a, xs) => a.runningMean(xs), (a, xs) => a.reciprocal(a.sum(xs)), (a, xs) => a.sum(a.exp(xs))])(
  '%# needs fractions',
  (kernel) => {
    expect(() => largestIntermediate(kernel, [1n])).toThrow('this operation has no integer form');
  },
);

it.each([
  [Number.NaN, 'NaN'],
  [0, '0'],
  [-0, '0'],
  [7, 'another value'],
  [0n, '0'],
  [7n, 'another value'],
])('where everything stands, %s is recorded', (got, choice) => {
  const acceptance = anything('empty-mean', 7);
  expect(acceptance.judge(got)).toEqual({
    accepted: true,
    errorOverBound: 0,
    vacuous: false,
    observations: [{ policy: 'empty-mean', choice }],
  });
  expect(acceptance).toMatchObject({ best: 7, orderFree: false });
});
