import { describe, expect, it } from 'vitest';
import {
  nativePrecision,
  nothing,
  type Reach,
  reachTerms,
  union,
  widePrecision,
} from '../../../oracles/acceptance/reach.ts';
import { reach } from '../../../oracles/acceptance/reach-arithmetic.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { Vector } from '../../../oracles/numerics/vector.ts';
import { between, shown, specials } from './shown.ts';
import { eta, toy, u } from './toy.ts';

// which values that are not finite an evaluation in the toy format can return; it overflows from 15.5 on

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
const machine = () => reach(nativePrecision(toy));
const rows = (...xs: number[]) => reachTerms(Vector.of(Float64Array.from(xs)));
/** three terms whose sum is `x` */
const three = (x: number) => [x / 2, x / 4, x / 4];
const at = (x: number) => between(x, x);
const plus: Reach = { ...nothing, plusInfinity: true };
const minus: Reach = { ...nothing, minusInfinity: true };
const none: Reach = { ...nothing, nan: true };

describe('sums', () => {
  it.each([
    ['terms of one sign alone overflow', three(15.5 / (1 + 2 * u) + 1 / 64), '+∞'],
    ['or stay below, their error included', three(15.5 / (1 + 2 * u) - 1 / 64), ''],
    ['so on the other side', three(-15.5 / (1 + 2 * u) - 1 / 64), '-∞'],
    ['and below', three(-15.5 / (1 + 2 * u) + 1 / 64), ''],
    ['terms of the other sign do not help', [...three(14), -1, -1], '+∞'],
    ['nor on the other side', [...three(-14), 1, 1], '-∞'],
    ['and cost no rounding', [15.375, -1, -1], ''],
    ['nor there', [-15.375, 1, 1], ''],
    ['both signs overflow, and meet', [...three(14), ...three(-14)], '+∞ -∞ NaN'],
    ['a single addition', [8, 7.5], '+∞'],
    ['that does not overflow', [8, 7.25], ''],
    ['NaN', [nan, 1, 1, 1], 'NaN'],
    ['an infinity', [inf, -1, -1, -1], '+∞'],
    ['and the other', [-inf, 1, 1, 1], '-∞'],
    ['both', [inf, -inf, 1], 'NaN'],
    ['NaN and an infinity', [inf, nan, 1], 'NaN'],
    ['an infinity meets an overflow', [inf, ...three(-14)], '+∞ NaN'],
    ['the other does', [-inf, ...three(14)], '-∞ NaN'],
    ['or joins one', [-inf, ...three(-14)], '-∞'],
    ['on this side', [inf, ...three(14)], '+∞'],
    ['it meets both', [inf, ...three(14), ...three(-14)], '+∞ NaN'],
    ['nothing but -0', [-0, -0, -0], '-0'],
    ['zeros', [-0, 0, -0], ''],
    ['nothing', [], ''],
    ['cancellation', [1, -1.125, 1 / 8, 1 / 64], ''],
  ])('%s', (_, xs, expected) => {
    expect(specials(machine().sum(rows(...xs)))).toBe(expected);
  });

  // two terms: (x/2·(1 + u) + 2η)·(1 + u)
  const last = 2 * ((15.5 / (1 + u) - 2 * eta) / (1 + u));
  it.each([
    ['held terms overflow', [(last + 1 / 64) / 2, (last + 1 / 64) / 2, -1], '+∞'],
    ['or not', [(last - 1 / 64) / 2, (last - 1 / 64) / 2, -1], ''],
    ['terms that underflow to -0', [-1 / 64, -1 / 64], '-0'],
    ['or cancel', [-1, 1], ''],
    ['but not beyond the error', [-1, -1], ''],
    ['nor when positive', [1 / 64, 1 / 64], ''],
    ['-0', [-0, -0], '-0'],
  ])('of divided terms: %s', (_, xs, expected) => {
    const a = machine();
    expect(specials(a.sum(a.over(rows(...xs), at(2))))).toBe(expected);
  });

  it('do not overflow in a wider range', () => {
    const wide = reach(widePrecision(formatOf('float16')));
    expect(shown(wide.sum(rows(2 ** 1000, 2 ** 1000, 2 ** 1000)))).toBe(String(3 * 2 ** 1000));
    expect(specials(wide.sum(wide.square(rows(2 ** 1000, -inf))))).toBe('+∞');
  });
});

describe('running means', () => {
  it.each([
    ['differences of terms of both signs overflow', [7.75, -7.75], '+∞ -∞'],
    ['and meet a third', [1, -7.75, 7.75], '+∞ -∞ NaN'],
    ['or stay below, though the interval spans zero', [7.625, -7.75], ''],
    ['those of one sign do', [15, 1], ''],
    ['so do negative ones', [-15, -1], ''],
    ['NaN', [nan, 1], 'NaN'],
    ['an infinity', [inf, 1], '+∞'],
    ['that meets an overflow', [-inf, 8, -8], '-∞ NaN'],
    ['nothing', [], 'NaN'],
    ['nothing but -0', [-0, -0], '-0'],
    ['cancellation', [1, -1], ''],
    ['-0 and a negative term that underflows', [-0, -1 / 64], '-0'],
    ['zeros', [0, -0], ''],
  ])('%s', (_, xs, expected) => {
    expect(specials(machine().runningMean(rows(...xs)))).toBe(expected);
  });

  it('may end in exactly zero, which has no minus sign', () => {
    const xs = [-526848, -29, 521472, 227].map((x) => x * 2 ** -24);
    const mean = reach(nativePrecision(formatOf('float16'))).runningMean(rows(...xs));
    expect(shown(mean)).toMatch(/^-\S+ … 0$/);
  });
});

describe('scalars', () => {
  it.each<[string, (a: ReturnType<typeof machine>) => Reach, string]>([
    ['a product overflows', (a) => a.multiply(at(8), at(2)), '+∞'],
    ['or may', (a) => a.multiply(between(1, 8), at(2)), '2 … 15 +∞'],
    ['infinity times something', (a) => a.multiply(plus, at(2)), '+∞'],
    ['something times infinity', (a) => a.multiply(at(2), union(at(3), plus)), '6 +∞'],
    ['by nothing finite', (a) => a.multiply(at(2), plus), '+∞'],
    ['NaN times something', (a) => a.multiply(none, at(2)), 'NaN'],
    ['something times NaN', (a) => a.multiply(at(2), union(at(1), none)), '2 NaN'],
    ['a negative product that underflows', (a) => a.multiply(at(-1 / 64), at(1 / 4)), '0 -0'],
    ['zero by zero', (a) => a.divide(at(0), at(0)), 'NaN'],
    ['by what may be zero', (a) => a.divide(at(1), between(0, 2)), '0.5 NaN'],
    ['-∞ by something', (a) => a.divide(minus, at(2)), '-∞'],
    ['a root of what may be negative', (a) => a.sqrt(between(-1, 4)), '0 … 2 NaN'],
    ['of what is not', (a) => a.sqrt(between(0, 4)), '0 … 2'],
    ['of infinity', (a) => a.sqrt(plus), '+∞'],
    ['of -∞', (a) => a.sqrt(minus), 'NaN'],
    ['of what may be -∞', (a) => a.sqrt(union(at(4), minus)), '2 NaN'],
    ['of NaN', (a) => a.sqrt(none), 'NaN'],
    ['of what may be NaN', (a) => a.sqrt(union(at(4), none)), '2 NaN'],
    ['of what may be infinite', (a) => a.sqrt(union(at(4), plus)), '2 +∞'],
    ['beyond float32', (a) => a.throughFloat32(at(2 ** 128)), '+∞'],
    ['the largest of infinities', (a) => a.largest(rows(-inf, 1)), '+∞'],
    ['of NaN', (a) => a.largest(rows(nan, 1)), 'NaN'],
  ])('%s', (_, x, expected) => {
    expect(shown(x(machine()))).toBe(expected);
  });
});
