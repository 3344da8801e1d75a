import { describe, expect, it } from 'vitest';
import {
  nativePrecision,
  nothing,
  type Reach,
  rounded,
  settled,
  stored,
  union,
  widePrecision,
} from '../../../oracles/acceptance/reach.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { floatNames } from '../call.ts';
import { between, shown } from './shown.ts';
import { toy } from './toy.ts';

const inf: Reach = { ...nothing, plusInfinity: true };
const minusInf: Reach = { ...nothing, minusInfinity: true };
const nan: Reach = { ...nothing, nan: true };
const minusZero: Reach = { ...nothing, minusZero: true };

describe('one rounding', () => {
  it.each([
    ['rounds both ends to nearest even', between(1.0625, 1.1875), '1 … 1.25'],
    ['to subnormal numbers too', between(1 / 100, 3 / 128), '0.015625 … 0.03125'],
    ['of nothing, to zero', between(0, 1 / 128), '0'],
    ['keeps zero', between(0, 0), '0'],
    ['just below the range', between(14, 15.25), '14 … 15'],
    ['just above it', between(14, 15.5), '14 … 15 +∞'],
    ['and below on the other side', between(-15.25, -14), '-15 … -14'],
    ['and above', between(-15.5, -14), '-15 … -14 -∞'],
    ['far above', between(-100, 100), '-15 … 15 +∞ -∞ -0'],
    ['nothing is finite', between(15.5, 16), '+∞'],
    ['on either side', between(-16, -15.5), '-∞'],
    ['as far as -η leads to -0', between(-1, -1 / 128), '-1 … 0 -0'],
    ['but not beyond', between(-1, -3 / 256), '-1 … -0.015625'],
    ['nor from zero on', between(0, 1), '0 … 1'],
    ['leaves what is not finite', { ...inf, nan: true }, '+∞ NaN'],
    ['beside what is', { ...between(1, 1), minusInfinity: true, minusZero: true }, '1 -∞ -0'],
    ['adds to what is not finite', { ...between(1, 16), plusInfinity: true }, '1 … 15 +∞'],
  ])('%s', (_, x, expected) => {
    expect(shown(rounded(x, nativePrecision(toy)))).toBe(expected);
    expect(shown(stored(x, toy))).toBe(expected);
  });
});

describe('values of the format already', () => {
  it.each([
    ['lie within the interval', between(1.01, 1.3), '1.125 … 1.25'],
    ['which may be negative', between(-1.3, -1.01), '-1.25 … -1.125'],
    ['or subnormal', between(1 / 100, 1 / 33), '0.015625'],
    ['or start at zero', between(0, 1.3), '0 … 1.25'],
    ['or end there', between(-1.3, 0), '-1.25 … 0'],
    ['and if none does, are its neighbours', between(1.01, 1.1), '1 … 1.125'],
    ['a point is enough', between(1.25, 1.25), '1.25'],
    ['end with the range', between(14, 20), '14 … 15 +∞'],
    ['at both ends', between(-20, -14), '-15 … -14 -∞'],
    ['or beyond it', between(16, 20), '+∞'],
    ['are not -0 for having been rounded', between(-1 / 256, 1), '0 … 1'],
    ['but for having been -0', { ...between(-1 / 256, 1), minusZero: true }, '0 … 1 -0'],
    ['need not be finite', nan, 'NaN'],
  ])('%s', (_, x, expected) => {
    expect(shown(settled(x, toy))).toBe(expected);
  });
});

it('nothing is reached by nothing', () => {
  const none = { plusInfinity: false, minusInfinity: false, nan: false, minusZero: false };
  expect(nothing).toStrictEqual({ finite: undefined, ...none });
});

it.each([
  [nothing, nothing, ''],
  [between(1, 2), nothing, '1 … 2'],
  [nothing, between(1, 2), '1 … 2'],
  [between(1, 2), between(-3, -2), '-3 … 2'],
  [between(1, 4), between(2, 3), '1 … 4'],
  [inf, nothing, '+∞'],
  [nothing, inf, '+∞'],
  [minusInf, nothing, '-∞'],
  [nothing, minusInf, '-∞'],
  [nan, nothing, 'NaN'],
  [nothing, nan, 'NaN'],
  [minusZero, nothing, '-0'],
  [nothing, minusZero, '-0'],
])('either can return what one can', (a, b, expected) => {
  expect(shown(union(a, b))).toBe(expected);
});

describe('precisions', () => {
  it.each(floatNames)('%s evaluated in itself', (name) => {
    const { precision, minExponent, maxExponent } = formatOf(name);
    expect(nativePrecision(formatOf(name))).toEqual({ precision, minExponent, maxExponent, overflows: true });
  });

  it.each([
    ['float16', 24],
    ['bfloat16', 24],
    ['float32', 53],
    ['float64', 106],
  ] as const)(
    '%s evaluated wider has %i bits, and a range that squares of products do not leave',
    (name, precision) => {
      const wide = widePrecision(formatOf(name));
      expect(wide).toMatchObject({ precision, overflows: false });
      expect(wide.minExponent).toBeLessThan(2 * formatOf(name).minExponent);
      expect(wide.maxExponent).toBeGreaterThan(2 * formatOf('float64').maxExponent + 1);
      expect(wide.compensated).toBe(name === 'float64' ? 53 : undefined);
    },
  );
});
