import { describe, expect, it } from 'vitest';
import { type OrderFree, orderFree, orderFreeTerms, staysOnGrid } from '../../../oracles/acceptance/order-free.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import { Vector } from '../../../oracles/numerics/vector.ts';
import { toy } from './toy.ts';

type Of = (a: ReturnType<typeof orderFree>) => OrderFree;
const rows = (...xs: number[]) => orderFreeTerms(Vector.of(Float64Array.from(xs)));
const at = (x: number) => d.fromNumber(x);
const value = (x: OrderFree) => x && d.toNumber(x);

it.each([
  [2, -3, true],
  [2.125, -3, false], // more than p bits
  [15.5, 0, true],
  [16, 0, false], // beyond the range
  [1 / 64, -6, true],
  [1 / 128, -7, false], // below the smallest subnormal
  [1 / 4, -6, true],
])('magnitudes of %d on the grid 2^%i stay there: %s', (magnitude, grid, stays) => {
  expect(staysOnGrid(at(magnitude), grid, toy)).toBe(stays);
});

describe('terms', () => {
  it.each<[string, Of, number | undefined]>([
    ['a sum on the grid', (a) => a.sum(rows(1, -2, 3)), 2],
    ['beyond p bits', (a) => a.sum(rows(5, -2.5, 1)), undefined],
    ['of nothing', (a) => a.sum(rows()), 0],
    ['of zeros', (a) => a.sum(rows(0, -0)), 0],
    ['of terms that may round', (a) => a.sum(undefined), undefined],
    ['of magnitudes', (a) => a.sum(a.abs(rows(-1, 2))), 3],
    ['of squares', (a) => a.sum(a.square(rows(-1, 2))), 5],
    ['of halves', (a) => a.sum(a.over(rows(1, 2), at(2))), 1.5],
    ['of halves below the smallest number', (a) => a.sum(a.over(rows(1 / 64), at(2))), undefined],
    ['of halves of large terms', (a) => a.sum(a.over(rows(8, 14), at(2))), 11],
    ['of magnitudes of halves', (a) => a.sum(a.abs(a.over(rows(-1, 2), at(2)))), 1.5],
    ['of squares of halves', (a) => a.sum(a.square(a.over(rows(1, 3), at(2)))), 2.5],
    ['of halves of halves', (a) => a.sum(a.over(a.over(rows(3, 3), at(2)), at(2))), 1.5],
    ['of terms over their magnitude', (a) => a.sum(a.over(rows(3, -3, 3, 0, 3), at(3))), 2],
    ['of their halves', (a) => a.sum(a.over(a.over(rows(6, -6, 6), at(2)), at(3))), 1],
    ['of doubles over it', (a) => a.sum(a.over(a.over(rows(3, 3), at(0.5)), at(6))), 2],
    ['of thirds', (a) => a.sum(a.over(rows(3, 6), at(3))), undefined],
    ['over zero, which scaling avoids', (a) => a.sum(a.over(rows(0, 0), at(0))), 0],
    ['nor something', (a) => a.sum(a.over(rows(1, 2), at(0))), 3],
    ['over what may round', (a) => a.sum(a.over(rows(1), undefined)), undefined],
    ['of what may round, over something', (a) => a.sum(a.over(undefined, at(2))), undefined],
    ['the greatest', (a) => a.maximum(rows(1, -3)), 1],
    ['the least', (a) => a.minimum(rows(1, -3)), -3],
    ['the greatest half', (a) => a.maximum(a.over(rows(1, -3), at(2))), 0.5],
    ['the least half', (a) => a.minimum(a.over(rows(1, -3), at(2))), -1.5],
    ['the greatest of nothing', (a) => a.maximum(rows()), undefined],
    ['the least of what may round', (a) => a.minimum(undefined), undefined],
    ['the greatest of what may round', (a) => a.maximum(undefined), undefined],
    ['the numbers', (a) => a.sum(a.numbers(rows(1, 2))), 3],
    ['differences from an only value', (a) => a.sum(a.minus(rows(3, 3), at(3))), 0],
    ['as many as there are', (a) => a.count(a.minus(rows(3, 3), at(3))), 2],
    ['from half of it', (a) => a.count(a.minus(a.over(rows(3, 3), at(2)), at(1.5))), 2],
    ['from another', (a) => a.count(a.minus(rows(3, 3), at(2))), undefined],
    ['of several values', (a) => a.count(a.minus(rows(3, 2), at(3))), undefined],
    ['from what may round', (a) => a.count(a.minus(rows(3, 3), undefined)), undefined],
    ['of what may round', (a) => a.count(a.minus(undefined, at(3))), undefined],
    ['the exponential of zero', (a) => a.sum(a.exp(rows(0, 0, 0))), 3],
    ['of one', (a) => a.sum(a.exp(rows(0, 1))), undefined],
    ['of what may round', (a) => a.sum(a.exp(undefined)), undefined],
    ['the largest', (a) => a.largest(rows(1, -3)), 3],
    ['the largest half', (a) => a.largest(a.over(rows(1, -3), at(2))), 1.5],
    ['their number', (a) => a.count(rows(7, 7, 0)), 3],
    ['the magnitude of what may round', (a) => a.sum(a.abs(undefined)), undefined],
    ['the square of what may round', (a) => a.sum(a.square(undefined)), undefined],
    ['the largest of what may round', (a) => a.largest(undefined), undefined],
    ['the number of what may round', (a) => a.count(undefined), undefined],
  ])('%s', (_, got, expected) => {
    expect(value(got(orderFree(toy)))).toBe(expected);
  });
});

describe('running means', () => {
  it.each<[string, readonly number[], number | undefined]>([
    ['of nothing', [], undefined],
    ['of zeros', [0, 0, 0, 0, 0], 0],
    ['of one value, however often', Array(7).fill(1.1), 1.1],
    ['of two', [1, 2], 1.5],
    ['of two fractions', [0.25, 1.5], 0.875],
    ['of two even terms', [2, 4], 3],
    ['as long as twice their magnitude has p bits', [511, -1], 255],
    ['and not beyond', [512, -1], undefined],
    ['of three multiples of three', [3, -6, 0], -1],
    ['but not of others', [3, 6, 1], undefined],
    ['their half steps have p bits', [507, 3, 0], 170],
    ['or not', [510, 3, 0], undefined],
    ['of four multiples of three', [3, 6, 9, 0], 4.5],
    ['not of others', [1, 2, 4, 5], undefined],
    ['their quarter steps have p bits', [252, 3, 0, 0], 63.75],
    ['or do not', [255, 3, 0, 0], undefined],
    ['of five', [60, 120, 60, 60, 0], undefined],
    ['not even where the first is zero', [0, 1, 0], undefined],
  ])('%s', (_, xs, expected) => {
    expect(value(orderFree(formatOf('float16')).runningMean(rows(...xs)))).toBe(expected);
  });

  it('of divided terms are left alone', () => {
    const half = orderFree(formatOf('float16'));
    expect(half.runningMean(half.over(rows(2, 2), at(2)))).toBeUndefined();
    expect(half.runningMean(undefined)).toBeUndefined();
  });
});

describe('scalars', () => {
  it.each<[string, Of, number | undefined]>([
    ['a product of four bits', (a) => a.multiply(at(1.5), at(3)), 4.5],
    ['of five', (a) => a.multiply(at(1.5), at(3.5)), undefined],
    ['of the largest number', (a) => a.multiply(at(-3), at(5)), -15],
    ['beyond it', (a) => a.multiply(at(2), at(8)), undefined],
    ['on the other side', (a) => a.multiply(at(-2), at(8)), undefined],
    ['of the smallest number', (a) => a.multiply(at(1 / 32), at(1 / 2)), 1 / 64],
    ['below it', (a) => a.multiply(at(1 / 64), at(1 / 2)), undefined],
    ['with zero', (a) => a.multiply(at(0), at(3)), 0],
    ['with what may round', (a) => a.multiply(undefined, at(3)), undefined],
    ['by what may round', (a) => a.multiply(at(3), undefined), undefined],
    ['a quotient', (a) => a.divide(at(3), at(2)), 1.5],
    ['that is rounded', (a) => a.divide(at(1), at(3)), undefined],
    ['of too many bits', (a) => a.divide(at(17), at(2)), undefined],
    ['by zero', (a) => a.divide(at(1), at(0)), undefined],
    ['a reciprocal', (a) => a.reciprocal(at(4)), 1 / 4],
    ['that is rounded', (a) => a.reciprocal(at(3)), undefined],
    ['a root', (a) => a.sqrt(at(2.25)), 1.5],
    ['that is rounded', (a) => a.sqrt(at(2)), undefined],
    ['of too many bits', (a) => a.sqrt(at(289)), undefined],
    ['of what may round', (a) => a.sqrt(undefined), undefined],
    ['a sum', (a) => a.add(at(1.5), at(2)), 3.5],
    ['that is rounded', (a) => a.add(at(1.125), at(2)), undefined],
    ['a logarithm of one', (a) => a.log(at(1)), 0],
    ['of anything else', (a) => a.log(at(2)), undefined],
    ['of what may round', (a) => a.log(undefined), undefined],
    ['in float32', (a) => a.throughFloat32(at(1.5)), 1.5],
  ])('%s', (_, got, expected) => {
    expect(value(got(orderFree(toy)))).toBe(expected);
  });
});
