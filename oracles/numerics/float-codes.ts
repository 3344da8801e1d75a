/**
 * Floating-point formats of at most 16 bits, which no machine type represents: conversion between bit patterns and values. A
 * pattern is sign, exponent and fraction, from high to low bits. Formats with infinities have the special patterns of IEEE 754
 * (the highest exponent). In the others NaN replaces -0, or the largest number.
 */
export interface FloatEncoding {
  /** the width of a pattern in bits */
  readonly bits: number;
  /** the number of significand bits, including the hidden bit; the unit roundoff is 2^-precision */
  readonly precision: number;
  /** the exponent of the smallest positive number, 2^minExponent, which is subnormal if the format has a zero */
  readonly minExponent: number;
  /** the exponent of the largest binade: finite values are below 2^(maxExponent + 1) */
  readonly maxExponent: number;
  readonly signed: boolean;
  readonly hasZero: boolean;
  readonly hasMinusZero: boolean;
  readonly hasInfinity: boolean;
  readonly hasNaN: boolean;
}

/** Returns whether NaN has the patterns after the largest number, of either sign, so that the highest binade has one number less. */
export const isNaNBehindLargest = ({ signed, hasMinusZero, hasInfinity, hasNaN }: FloatEncoding): boolean =>
  signed && hasMinusZero && hasNaN && !hasInfinity;

/** The number of bits of exponent and fraction. */
const magnitudeBits = ({ bits, signed }: FloatEncoding): number => bits - (signed ? 1 : 0);

/** Returns the pattern of +Infinity in a format that has it. */
const infinityOf = (format: FloatEncoding): number => 2 ** magnitudeBits(format) - 2 ** (format.precision - 1);

/** Returns the pattern of NaN, quiet and without payload, in a format that has it. */
function nanOf(format: FloatEncoding): number {
  const top = 2 ** magnitudeBits(format);
  if (format.hasInfinity) return infinityOf(format) | (1 << (format.precision - 2));
  return format.signed && !format.hasMinusZero ? top : top - 1;
}

/** Returns the values of all patterns of a format, indexed by pattern. Each is a float32. */
export function valuesOf(format: FloatEncoding): Float32Array {
  return Float32Array.from({ length: 2 ** format.bits }, (_, pattern) => decode(pattern, format));
}

function decode(pattern: number, format: FloatEncoding): number {
  const { precision, minExponent, hasZero, hasInfinity, hasNaN } = format;
  const top = 2 ** magnitudeBits(format);
  const sign = pattern < top ? 1 : -1;
  const magnitude = pattern % top;
  if (hasInfinity && magnitude >= infinityOf(format)) {
    return magnitude === infinityOf(format) ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  }
  const nan = nanOf(format);
  if (hasNaN && (pattern === nan || (isNaNBehindLargest(format) && magnitude === nan))) return Number.NaN;
  const hidden = 2 ** (precision - 1);
  const exponent = Math.floor(magnitude / hidden);
  const fraction = magnitude % hidden;
  if (!hasZero) return (hidden + fraction) * 2 ** (exponent + minExponent);
  return sign * (exponent === 0 ? fraction : (hidden + fraction) * 2 ** (exponent - 1)) * 2 ** minExponent;
}

/**
 * Returns the pattern of a value of a format; for NaN the quiet NaN without payload.
 * @param values the values of the format, as returned by {@link valuesOf}
 * @throws RangeError for a number that is not a value of the format: it must be rounded first
 */
export function encode(x: number, format: FloatEncoding, values: Float32Array): number {
  const pattern = candidate(x, format);
  if (Object.is(values[pattern], x)) return pattern;
  throw new RangeError(`${Object.is(x, -0) ? '-0' : x} is not a value of the format`);
}

function candidate(x: number, format: FloatEncoding): number {
  if (Number.isNaN(x)) return nanOf(format);
  const sign = x < 0 || Object.is(x, -0) ? 2 ** magnitudeBits(format) : 0;
  const magnitude = Math.abs(x);
  if (magnitude === Number.POSITIVE_INFINITY) return sign | infinityOf(format);
  const hidden = 2 ** (format.precision - 1);
  // below the smallest normal number the pattern counts multiples of the smallest subnormal
  const multiple = magnitude / 2 ** format.minExponent;
  if (format.hasZero && multiple < hidden) return sign | multiple;
  const exponent = exponentOf(magnitude);
  const fraction = magnitude / 2 ** (exponent - format.precision + 1) - hidden;
  const field = exponent - format.minExponent - format.precision + (format.hasZero ? 2 : 1);
  return sign | (field * hidden) | fraction;
}

const view = new DataView(new ArrayBuffer(8));

/** Returns floor(log2 x) of a positive double; -1023 for every subnormal. */
export function exponentOf(x: number): number {
  view.setFloat64(0, x);
  return ((view.getUint32(0) >>> 20) & 0x7ff) - 1023;
}
