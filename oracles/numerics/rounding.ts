import type { FloatFormat } from './dtype.ts';
import {
  type Direction,
  type Dyadic,
  dyadic,
  fromNumber,
  leadingExponent,
  powerOfTwo,
  roundToQuantum,
  sign,
  toNumber,
} from './dyadic.ts';
import { exponentOf, isNaNBehindLargest } from './float-codes.ts';

/** Returns the least positive normal number of a format. */
export const leastNormal = ({ minExponent, precision }: FloatFormat): number => 2 ** (minExponent + precision - 1);

/**
 * Returns the largest finite number of a format, (2 - 2^(1-p))·2^maxExponent unless NaN replaces it, as a double (exact for
 * every format).
 */
export function largestFinite(format: FloatFormat): number {
  const { precision, maxExponent } = format;
  const lacking = isNaNBehindLargest(format) ? 2 : 1;
  return (2 - powers[lacking - precision + powersFrom]!) * powers[maxExponent + powersFrom]!;
}

/** 2^-1074 … 2^1023: a look-up is much faster than `**` */
const powersFrom = 1074;
const powers = Float64Array.from({ length: 1023 + powersFrom + 1 }, (_, i) => 2 ** (i - powersFrom));

/** Returns the unit roundoff 2^-p: the maximum relative error of a correctly rounded operation. */
export function unitRoundoff(format: FloatFormat): Dyadic {
  return powerOfTwo(-format.precision);
}

/**
 * Returns the magnitude from which rounding to nearest in an IEEE 754 format gives an infinity: the largest finite number plus
 * half its ulp.
 */
export function overflowThreshold(format: Pick<FloatFormat, 'precision' | 'maxExponent'>): Dyadic {
  const { precision, maxExponent } = format;
  const found = thresholds.get(format) ?? dyadic((1n << BigInt(precision + 1)) - 1n, maxExponent - precision);
  thresholds.set(format, found);
  return found;
}
const thresholds = new Map<object, Dyadic>();

/** Returns the exponent of the unit in the last place of numbers with leading exponent `leading`. */
function quantumExponent(leading: number, format: FloatFormat): number {
  return Math.max(leading - format.precision + 1, format.minExponent);
}

/**
 * Rounds a dyadic once, directly to a float format, and returns a double (which represents every value of every format
 * exactly). `nearest` is IEEE 754 roundTiesToEven with overflow to ±Infinity; `down` and `up` are the directed roundings. A
 * negative value that rounds to zero gives -0.
 *
 * Every format is treated as signed, with zeros and infinities: ±Infinity means a value beyond the largest number, 0 one below
 * the smallest. Conversions define the results of formats without them.
 */
export function roundToFloat(a: Dyadic, format: FloatFormat, direction: Direction = 'nearest'): number {
  if (a === 0) return 0;
  const rounded = roundToQuantum(a, quantumExponent(leadingExponent(a), format), direction);
  const negative = sign(a) < 0;
  if (rounded === 0) return negative ? -0 : 0;
  const largest = largestFinite(format);
  const value = leadingExponent(rounded) > format.maxExponent ? Number.POSITIVE_INFINITY : Math.abs(toNumber(rounded));
  const towardZero = direction === (negative ? 'up' : 'down');
  const magnitude = value <= largest ? value : towardZero ? largest : Number.POSITIVE_INFINITY;
  return negative ? -magnitude : magnitude;
}

/** Returns whether a double is a value of the format. */
export function isRepresentable(x: number, format: FloatFormat): boolean {
  if (Number.isNaN(x)) return format.hasNaN;
  if (x === 0) return Object.is(x, 0) ? format.hasZero : format.hasMinusZero;
  if (x < 0 && !format.signed) return false;
  return Number.isFinite(x) ? roundDouble(x, format) === x : format.hasInfinity;
}

/**
 * Rounds a double to nearest even in a format. By Figueroa's theorem (p ≥ 2q + 2), this gives the result of the operation in
 * the format itself for a sum, difference, product, quotient or square root computed in double. That holds for formats of at
 * most 25 bits of precision; for sums and differences also in the subnormal range. A value out of range becomes ±Infinity or 0
 * as in {@link roundToFloat}.
 */
export function roundDouble(x: number, format: FloatFormat): number {
  if (format.name === 'float64' || !Number.isFinite(x) || x === 0) return x;
  if (format.name === 'float32') return Math.fround(x);
  const magnitude = Math.abs(x);
  const exponent = Math.max(exponentOf(magnitude) - format.precision + 1, format.minExponent);
  const quantum = 2 ** exponent;
  const quotient = magnitude / quantum; // exact: a power of two
  const floor = Math.floor(quotient);
  const rest = quotient - floor;
  const rounded = (rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor) * quantum;
  const result = rounded > largestFinite(format) ? Number.POSITIVE_INFINITY : rounded;
  return x < 0 ? -result : result;
}

/** Rounds a double once to a format in a direction; zeros, infinities and NaN are unchanged. */
export function roundNumber(x: number, format: FloatFormat, direction: Direction = 'nearest'): number {
  const isDirected = direction !== 'nearest' && Number.isFinite(x) && x !== 0;
  return isDirected ? roundToFloat(fromNumber(x), format, direction) : roundDouble(x, format);
}
