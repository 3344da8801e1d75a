import { describe, expect, it } from 'vitest';
import { exactOf } from '../../../oracles/arithmetic/exact.ts';
import { acceptDecimal } from '../../../oracles/judge/string-acceptance.ts';
import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import { dyadic } from '../../../oracles/numerics/dyadic.ts';

/** What is observed of a string that is accepted for a number of a type; false for one that is not. */
function judged(from: DType, value: number, text: string): readonly string[] | false {
  const verdict = acceptDecimal({ exact: () => exactOf(value) }, formatOf(from)).judge(text);
  return verdict.accepted && verdict.observations.map(({ policy, choice }) => `${policy}: ${choice}`);
}

const third = Math.fround(1 / 3);

describe('the strings of a float', () => {
  it.each([
    [third, '0.33333334', 'decimal-digits: all'],
    [third, '.33333334', 'decimal-digits: all'],
    [third, '3.3333334e-1', 'decimal-digits: all'],
    [third, '0.3333333432674408', 'decimal-digits: all'],
    [third, '0.333333', 'decimal-digits: fewer'],
    [-third, '-0.333333', 'decimal-digits: fewer'],
    [1e10, '10000000000', undefined],
    [1e10, '1.00000e+10', undefined],
    [16777216, '1.67772e+07', 'decimal-digits: fewer'],
    [12.5, '12.5', undefined],
    [123456.4, '123456', 'decimal-digits: fewer'],
    [100000.4, '100000', 'decimal-digits: fewer'],
    [Math.fround(third / 10), '0.0333333', 'decimal-digits: fewer'],
    [1 + 2 ** -23, '1', 'decimal-digits: fewer'],
    [1 + 2 ** -23, '1.00000', 'decimal-digits: fewer'],
    [1e10, '1e10', undefined],
    [1, '1', undefined],
    [1, '+1.', undefined],
    [1, '1.000000', undefined],
    [0, '0', undefined],
    [-0, '-0', undefined],
    [-0, '0', undefined],
    [Number.NaN, 'NaN', undefined],
    [Number.NaN, '-nan', undefined],
    [Number.POSITIVE_INFINITY, 'INF', undefined],
    [Number.POSITIVE_INFINITY, '+inf', undefined],
    [Number.POSITIVE_INFINITY, 'Infinity', undefined],
    [Number.NEGATIVE_INFINITY, '-infinity', undefined],
  ])('of %s: %s', (value, text, observed) => {
    expect(judged('float32', value, text)).toEqual(observed === undefined ? [] : [observed]);
  });

  it.each([
    [third, '0.33333'],
    [1 + 2 ** -23, '1.1'],
    [third, '0.333334'],
    [third, '.333333'], // C writes the zero
    [third, '0.33333331'],
    [third, '0.33333334 '],
    [third, '0.33333334f'],
    [third, '1/3'],
    [third, ''],
    [third, 'x0.333333'],
    [Number.POSITIVE_INFINITY, 'xinf'],
    [Number.NaN, 'xnan'],
    [Number.NaN, 'text'],
    [1, '-1'],
    [1, 'one'],
    [1, '0x1'],
    [123456, '123457'],
    [123456.5, '12345'],
    [0, '0.00001'],
    [Number.NaN, 'INF'],
    [Number.NaN, '0'],
    [Number.NaN, 'NaNs'],
    [Number.POSITIVE_INFINITY, '-INF'],
    [Number.POSITIVE_INFINITY, 'NaN'],
    [Number.POSITIVE_INFINITY, 'infinite'],
    [Number.NEGATIVE_INFINITY, 'INF'],
  ])('not of %s: %s', (value, text) => {
    expect(judged('float32', value, text)).toBe(false);
  });
});

describe('the strings of an integer', () => {
  it.each(['12', '+12', '012'])('%s', (text) => expect(judged('int32', 12, text)).toEqual([]));
  it.each(['-12', '12.0', '1.2e1', '12a', 'a12', '13', ''])('not %s', (text) => {
    expect(judged('int32', 12, text)).toBe(false);
  });
});

it.each([
  ['float32', third, '0.33333334'],
  ['float16', 65504, '65500'],
  ['float64', 1 / 3, '0.3333333333333333'],
  ['float32', -0, '-0'],
  ['float32', Number.NEGATIVE_INFINITY, '-INF'],
  ['float32', Number.NaN, 'NaN'],
  ['int32', -12, '-12'],
] as const)('a %s of %s is best written %s', (from, value, text) => {
  const acceptance = acceptDecimal({ exact: () => exactOf(value) }, formatOf(from));
  expect(acceptance.best).toBe(text);
  expect(acceptance.breakpoints).toEqual([text]);
  expect(acceptance.isExactInAnyOrder).toBe(false);
  expect(acceptance.judge('?')).toEqual({ accepted: false, exact: text, allowed: `a string that reads as ${text}` });
});

it('a number may be held in more bits than a double has', () => {
  const half = dyadic(1n << 60n, -61);
  const many = dyadic(1n << 60n, 0);
  const ofBits = (x: typeof half) => () => ({ lo: x, hi: x });
  expect(acceptDecimal({ exact: ofBits(half) }, formatOf('float64')).best).toBe('0.5');
  expect(acceptDecimal({ exact: ofBits(many) }, formatOf('int64')).best).toBe(String(1n << 60n));
});
