import { describe, expect, it } from 'vitest';
import { type OrderFree, orderFree, orderFreeTerms } from '../../../oracles/acceptance/order-free.ts';
import { nativePrecision, reachTerms, widePrecision } from '../../../oracles/acceptance/reach.ts';
import { reach } from '../../../oracles/acceptance/reach-arithmetic.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import { Vector } from '../../../oracles/numerics/vector.ts';
import { ends, shown, specials } from './shown.ts';
import { eta, toy, u } from './toy.ts';

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
const rows = (...xs: number[]) => reachTerms(Vector.of(Float64Array.from(xs)));
const productOf = (xs: readonly number[]) => reach(nativePrecision(toy)).product(rows(...xs));

/** |p|·(1 - u)^r - lost … |p|·(1 + u)^r + lost */
const within = (p: number, r: number, lost = 0) => [p * (1 - u) ** r - lost, p * (1 + u) ** r + lost];

describe('products', () => {
  it.each<[string, readonly number[], number[]]>([
    ['one rounding less than terms', [1.5, 1.25, 1.125], within(2.109375, 2)],
    ['of many', [1.5, 1.25, 1.125, 0.75, 0.875, 1.25], within(1.5 * 1.25 * 1.125 * 0.75 * 0.875 * 1.25, 5)],
    ['powers of two cost nothing', [2, 1.5, 0.5, 1.25], within(1.875, 1)],
    ['one term besides', [2, 1.5, -4], [-12, -12]],
    ['one sign', [-1.5, 1.25], [-1.875 * (1 + u), -1.875 * (1 - u)]],
    ['two signs', [-1.5, -1.25], within(1.875, 1)],
    ['nothing', [], [1, 1]],
    ['zero', [0, 1.5, 1.25], [0, 0]],
    ['as long as it is normal', [1 / 8, 1.5, 4], [0.75, 0.75]],
    ['or else half a subnormal for each, magnified', [1 / 16, 2, 1.5], within(3 / 16, 0, 2 * eta * 3)],
    ['with the roundings of that', [1 / 16, 1.5, 1.5], within(9 / 64, 1, 2 * eta * 2.25 * (1 + u))],
    ['never beyond zero', [1 / 64, 1 / 64, 8], [0, 8 / 4096 + 2 * eta * 8]],
    ['zero among small terms', [0, 1 / 16, 1.5], [0, 0]],
    ['one small term is itself', [1 / 64], [1 / 64, 1 / 64]],
    ['the least product counts, roundings included', [1.5 / 8, 0.75], within((1.5 * 0.75) / 8, 1)],
    ['and is subnormal below', [1.5 / 8, 0.6875], within((1.5 * 0.6875) / 8, 1, eta * (1 + u))],
  ])('%s', (_, xs, expected) => {
    expect(ends(productOf(xs))!.map((x) => x + 0)).toEqual(expected.map((x) => expect.closeTo(x, 12)));
  });

  it.each<[string, readonly number[], string]>([
    ['overflow', [4, 3.875], '+∞'],
    ['just not', [4, 3.8125], ''],
    ['by a rounding', [3.75, 3.90625], '+∞'],
    ['just not', [3.75, 3.875], ''],
    ['below', [-4, 3.875], '-∞ -0'],
    ['on the way', [8, 8, 1 / 8], '+∞'],
    ['or vanish there, and meet an overflow', [1 / 8, 1 / 16, 16], '+∞ NaN'],
    ['just not', [1 / 8, 1.25 / 16, 16], '+∞'],
    ['zero, where some order overflows', [0, 8, 8], 'NaN'],
    ['zero, where none does', [0, 3, 2], ''],
    ['on the other side', [-8, 8, 0], 'NaN -0'],
    ['nothing of these', [-1.5, 1.25], '-0'],
    ['infinity', [inf, 2], '+∞'],
    ['with a sign', [inf, -2], '-∞ -0'],
    ['with both', [-inf, -2], '+∞'],
    ['times zero', [inf, 0], 'NaN'],
    ['times what vanishes', [-inf, 1 / 8, 1 / 16], '-∞ NaN -0'],
    ['NaN', [nan, 2], 'NaN'],
  ])('specials: %s', (_, xs, expected) => {
    expect(specials(productOf(xs))).toBe(expected);
  });

  it('nothing is finite beside an infinity', () => {
    expect(shown(productOf([inf, 2]))).toBe('+∞');
  });

  it('do not overflow in a wider range', () => {
    const wide = reach(widePrecision(formatOf('float16')));
    expect(shown(wide.product(rows(2 ** 1000, 2 ** 1000, 2 ** -1000)))).toBe(`${2 ** 1000}`);
  });

  it('are taken of the terms themselves', () => {
    const a = reach(nativePrecision(toy));
    expect(() => a.product(a.square(rows(1.5, 1.625)))).toThrow('only exact terms are multiplied');
  });
});

describe('products that round in no order', () => {
  const terms = (...xs: number[]) => orderFreeTerms(Vector.of(Float64Array.from(xs)));
  const value = (x: OrderFree) => x && d.toNumber(x);
  it.each<[string, readonly number[], number | undefined]>([
    ['of p bits', [3, 0.5, -5], -7.5],
    ['of more', [3, 7], undefined],
    ['of more, within the range', [1.5, 1.25, 1.125], undefined],
    ['beyond the range on the way', [8, 0.5, 0.5, 3], undefined],
    ['within the range', [0.5, 7, 2], 7],
    ['up to its end', [4, 0.25, 3], 3],
    ['of fractions', [1.5, 1.25], 1.875],
    ['down to the smallest number', [1 / 8, 1 / 8], 1 / 64],
    ['but not below', [1 / 8, 1 / 16], undefined],
    ['not even on the way', [1 / 8, 1 / 16, 8], undefined],
    ['as odd parts count', [1.25, 1 / 16], 5 / 64],
    ['zero', [0, 3], 0],
    ['zero does not hide a rounding', [0, 3, 7], undefined],
    ['nothing', [], 1],
  ])('%s', (_, xs, expected) => {
    expect(value(orderFree(toy).product(terms(...xs)))).toBe(expected);
  });

  it('are taken of the terms themselves', () => {
    const a = orderFree(toy);
    expect(a.product(a.over(terms(2, 2), d.fromInteger(2)))).toBeUndefined();
    expect(a.product(undefined)).toBeUndefined();
  });
});
