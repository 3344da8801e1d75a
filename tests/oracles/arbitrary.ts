import fc from 'fast-check';
import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { largestFinite, roundDouble } from '../../oracles/numerics/rounding.ts';
import { type FloatName, floatNames } from './call.ts';

export const floatName: fc.Arbitrary<FloatName> = fc.constantFrom(...floatNames);

/** A value of the format with its leading bit at 2^exponent, or rounded to what the format has there. */
const near = (format: FloatFormat, exponent: fc.Arbitrary<number>): fc.Arbitrary<number> =>
  fc
    .tuple(fc.double({ min: 1, max: 2, noNaN: true, maxExcluded: true }), exponent, fc.boolean())
    .map(([significand, e, negative]) => {
      const x = Math.min(roundDouble(significand * 2 ** e, format), largestFinite(format));
      return negative ? -x : x;
    });

/** Any finite value of the format, all binades alike. */
export function finite(format: FloatFormat): fc.Arbitrary<number> {
  return near(format, fc.integer({ min: format.minExponent, max: format.maxExponent }));
}

/** Rows far from both ends of the range, their squares too. */
export function usualRow(dtype: FloatName, maxLength: number): fc.Arbitrary<number[]> {
  const exponent = fc.integer({ min: -4, max: 0 });
  return fc.array(near(formatOf(dtype), exponent), { minLength: 1, maxLength });
}

/** Rows of one character each: mixed sign, positive, cancelling, subnormal, near overflow. */
export function rowOf(dtype: FloatName, maxLength: number): fc.Arbitrary<number[]> {
  const format = formatOf(dtype);
  const list = (element: fc.Arbitrary<number>) => fc.array(element, { minLength: 1, maxLength });
  const around = (exponent: number, width: number) =>
    near(format, fc.integer({ min: exponent - width, max: exponent }));
  const lowest = format.minExponent + format.precision - 1;
  const usual = usualRow(dtype, maxLength);
  return fc.oneof(
    usual,
    usual.map((xs) => xs.map(Math.abs)),
    usual.map((xs) => xs.flatMap((x) => [x, roundDouble(-x * (1 + 2 ** (2 - format.precision)), format)])),
    list(around(lowest, format.precision)),
    list(around(Math.trunc(lowest / 2), 3)), // squares are subnormal
    list(around(format.maxExponent, 2)),
    list(around(Math.trunc(format.maxExponent / 2), 2)), // squares reach the end of the range
    list(finite(format)),
  );
}

/** Multiples of a power of two of which no partial sum, and no partial sum of squares, rounds. */
export function gridRow(dtype: FloatName, maxLength = 6): fc.Arbitrary<number[]> {
  const { precision } = formatOf(dtype);
  const largest = Math.max(1, Math.trunc(Math.sqrt(2 ** precision / maxLength)));
  return fc
    .tuple(
      fc.array(fc.integer({ min: -largest, max: largest }), { minLength: 1, maxLength }),
      fc.integer({ min: -3, max: 2 }),
    )
    .map(([ks, e]) => ks.map((k) => k * 2 ** e + 0));
}
