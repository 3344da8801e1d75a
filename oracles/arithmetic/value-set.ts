import { type FloatFormat, type Format, formatOf, integerRange } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import * as real from '../numerics/real.ts';
import { largestFinite, overflowThreshold, roundNumber, roundToFloat } from '../numerics/rounding.ts';
import { type PublishedAccuracy, ulpsIn } from './functions.ts';

/**
 * Every value that some legal evaluation can return, in a type or in any wider one. It is a single machine number, if nothing
 * was rounded, or a span of values. Spans contain only errors of evaluation, as inputs are numbers, so that they compose
 * through any kernel. Dependencies between values are lost, which is an effect of second order.
 */
export type ValueSet = number | ValueSpan;

/**
 * An interval of finite values, and flags for special ones. Millions are created: code is fastest if all are object literals of
 * one shape, without spread syntax.
 */
export interface ValueSpan {
  /** the finite values; absent if there are none */
  readonly finite?: real.Interval | undefined;
  /** the values are machine numbers; else the last operation is not rounded yet, and stays so if it is fused with the next */
  readonly isRounded: boolean;
  /** exact zeros, by sign; zeros from underflow follow from the interval */
  readonly plusZero: boolean;
  readonly minusZero: boolean;
  readonly plusInfinity: boolean;
  readonly minusInfinity: boolean;
  readonly nan: boolean;
  /** the least magnitude of a finite value, unless it is zero; absent if unknown */
  readonly smallest?: d.Dyadic | undefined;
}

export const empty: ValueSpan = {
  finite: undefined,
  isRounded: true,
  plusZero: false,
  minusZero: false,
  plusInfinity: false,
  minusInfinity: false,
  nan: false,
  smallest: undefined,
};

/** Returns all values of a format. */
export function allValuesOf(format: Format): ValueSpan {
  const isFloat = format.kind === 'float';
  const most = isFloat ? largestFinite(format) : 0;
  const { min, max } = format.kind === 'integer' ? integerRange(format) : { min: 0n, max: 1n };
  const [lo, hi] = isFloat ? [d.fromNumber(-most), d.fromNumber(most)] : [d.fromInteger(min), d.fromInteger(max)];
  const special = { plusInfinity: isFloat, minusInfinity: isFloat, nan: isFloat, minusZero: isFloat };
  return { ...empty, finite: { lo, hi }, plusZero: true, ...special };
}

/** Returns the bound of a single machine number or integer. */
export function boundOf(x: number | bigint): ValueSet {
  if (typeof x === 'number') return x;
  const near = Number(x);
  return Number.isSafeInteger(near) ? near : { ...empty, finite: real.point(d.dyadic(x, 0)) };
}

/** Returns the values that rounding to nearest maps to a number of a format: up to half an ulp away. */
export function beforeRounding(x: number, format: FloatFormat): ValueSet {
  if (!Number.isFinite(x)) return x;
  const at = d.fromNumber(x);
  const half = d.powerOfTwo(quantumOf(at, format) - 1);
  return { ...spanOf(x), finite: { lo: d.subtract(at, half), hi: d.add(at, half) } };
}

/** Converts a bound to a span. */
export function spanOf(x: ValueSet): ValueSpan {
  if (typeof x !== 'number') return x;
  return {
    finite: Number.isFinite(x) ? real.point(d.fromNumber(x)) : undefined,
    isRounded: true,
    plusZero: Object.is(x, 0),
    minusZero: Object.is(x, -0),
    plusInfinity: x === Number.POSITIVE_INFINITY,
    minusInfinity: x === Number.NEGATIVE_INFINITY,
    nan: Number.isNaN(x),
    smallest: undefined,
  };
}

/** Returns the span of a result before it is rounded. */
export const unroundedSpan = (part: Partial<Omit<ValueSpan, 'isRounded'>>): ValueSpan => ({
  finite: part.finite,
  isRounded: false,
  plusZero: part.plusZero ?? false,
  minusZero: part.minusZero ?? false,
  plusInfinity: part.plusInfinity ?? false,
  minusInfinity: part.minusInfinity ?? false,
  nan: part.nan ?? false,
  smallest: part.smallest,
});

/** Returns the values of both bounds. */
export function union(one: ValueSet, other: ValueSet): ValueSet {
  if (Object.is(one, other)) return one;
  const [a, b] = [spanOf(one), spanOf(other)];
  return {
    finite: hull([a.finite, b.finite]),
    isRounded: a.isRounded && b.isRounded,
    plusZero: a.plusZero || b.plusZero,
    minusZero: a.minusZero || b.minusZero,
    plusInfinity: a.plusInfinity || b.plusInfinity,
    minusInfinity: a.minusInfinity || b.minusInfinity,
    nan: a.nan || b.nan,
    smallest: undefined,
  };
}

/** Returns the values of all bounds; a single bound is returned unchanged. */
export function unionOf(bounds: readonly ValueSet[]): ValueSet {
  const [first = empty, ...others] = bounds;
  return others.reduce(union, first);
}

export function hull(parts: readonly (real.Interval | undefined)[]): real.Interval | undefined {
  const there = parts.filter((part) => part !== undefined);
  if (there.length < 2) return there[0];
  return { lo: there.map(({ lo }) => lo).reduce(d.minimum), hi: there.map(({ hi }) => hi).reduce(d.maximum) };
}

export const isInfinite = ({ plusInfinity, minusInfinity }: ValueSpan): boolean => plusInfinity || minusInfinity;
export const hasZero = ({ plusZero, minusZero }: ValueSpan): boolean => plusZero || minusZero;
export const touchesZero = ({ finite }: ValueSpan): boolean => finite !== undefined && real.holdsZero(finite);
export const isOnlyZero = ({ finite }: ValueSpan): boolean =>
  finite !== undefined && finite.lo === 0 && finite.hi === 0;

/** Splits a bound into special values, zeros, and one interval of the other finite values. */
export function partsOf(x: ValueSpan): readonly (number | real.Interval)[] {
  return [
    ...(x.finite && !isOnlyZero(x) ? [x.finite] : []),
    ...(x.plusZero ? [0] : []),
    ...(x.minusZero ? [-0] : []),
    ...(x.plusInfinity ? [Number.POSITIVE_INFINITY] : []),
    ...(x.minusInfinity ? [Number.NEGATIVE_INFINITY] : []),
    ...(x.nan ? [Number.NaN] : []),
  ];
}

/** Splits an interval at zero, without magnitudes below those of any format. */
export function splitAtZero({ lo, hi }: real.Interval): readonly real.Interval[] {
  return [
    ...(d.sign(lo) < 0 ? [{ lo, hi: d.minimum(hi, d.negate(tiny)) }] : []),
    ...(d.sign(hi) > 0 ? [{ lo: d.maximum(lo, tiny), hi }] : []),
  ];
}
const tiny = d.powerOfTwo(-20_000);

/** Returns the magnitudes of the values in an interval. */
export function magnitudes({ lo, hi }: real.Interval): real.Interval {
  if (d.sign(lo) >= 0) return { lo, hi };
  if (d.sign(hi) <= 0) return { lo: d.negate(hi), hi: d.negate(lo) };
  return { lo: d.zero, hi: d.maximum(d.negate(lo), hi) };
}

/** Returns the possible signs of the values, finite or not. `plus` and `minus` include signed zeros. */
export function signsOf({ finite, plusZero, minusZero, plusInfinity, minusInfinity }: ValueSpan) {
  const positive = plusInfinity || (finite !== undefined && d.sign(finite.hi) > 0);
  const negative = minusInfinity || (finite !== undefined && d.sign(finite.lo) < 0);
  return { positive, negative, plus: plusZero || positive, minus: minusZero || negative };
}

/** The signs that values may have. */
export interface Signs {
  readonly plus: boolean;
  readonly minus: boolean;
}

/** Returns the signs that a product may have. */
export const signsOfProduct = (a: Signs, b: Signs): Signs => ({
  plus: (a.plus && b.plus) || (a.minus && b.minus),
  minus: (a.plus && b.minus) || (a.minus && b.plus),
});

/** Returns whether a number is in a bound: a machine number of the format in which the bound is stored, or an integer. */
export function contains(bound: ValueSet, got: number | bigint): boolean {
  if (typeof bound === 'number' && typeof got === 'number') return Object.is(bound, got);
  const { finite, plusZero, minusZero, plusInfinity, minusInfinity, nan } = spanOf(bound);
  const holds = (x: d.Dyadic) => finite !== undefined && d.compare(finite.lo, x) <= 0 && d.compare(x, finite.hi) <= 0;
  if (typeof got === 'bigint') return holds(d.fromInteger(got));
  if (Number.isNaN(got)) return nan;
  if (got === Number.POSITIVE_INFINITY) return plusInfinity;
  if (got === Number.NEGATIVE_INFINITY) return minusInfinity;
  if (got === 0) return Object.is(got, -0) ? minusZero : plusZero;
  return holds(d.fromNumber(got));
}

/** Returns whether a bound has exactly one value. */
export function hasOneValue(x: ValueSet): boolean {
  if (typeof x === 'number') return true;
  const { finite, plusInfinity, minusInfinity, nan, plusZero, minusZero } = x;
  const specials = [plusInfinity, minusInfinity, nan, plusZero && minusZero].filter(Boolean).length;
  return finite ? specials === 0 && real.isPoint(finite) : specials === 1;
}

/**
 * Returns the precision of the ends of bounds for a format. Rounding them outward once more is negligible. Up to float32
 * doubles suffice, and take a tenth of the time.
 */
export const bitsOfEnds = ({ precision }: FloatFormat): number => (precision <= 24 ? 53 : 2 * precision + 64);

/** Returns the exponent of the unit in the last place of a number in a format, without an upper limit on exponents. */
export function quantumOf(x: d.Dyadic, { precision, minExponent }: FloatFormat): number {
  return x === 0 ? minExponent : Math.max(d.leadingExponent(x) - precision + 1, minExponent);
}

/**
 * Returns a result as an operand of the next operation: rounded in any direction in the format or in a wider one, or not at
 * all; overflow included.
 */
export function rounded(x: ValueSpan, format: FloatFormat): ValueSpan {
  if (!x.finite) return { ...x, isRounded: true };
  const { lo, hi } = x.finite;
  const finite = {
    lo: d.roundToQuantum(lo, quantumOf(lo, format), 'down'),
    hi: d.roundToQuantum(hi, quantumOf(hi, format), 'up'),
  };
  const smallest = d.powerOfTwo(format.minExponent);
  return {
    finite,
    isRounded: true,
    // the rounded ends lie on the same side of the least number, and are shorter
    plusZero: x.plusZero || (d.sign(hi) > 0 && d.compare(finite.lo, smallest) < 0),
    minusZero: x.minusZero || (d.sign(lo) < 0 && d.compare(finite.hi, d.negate(smallest)) > 0 && mayVanish(x, format)),
    plusInfinity: x.plusInfinity || overflows(hi, format),
    minusInfinity: x.minusInfinity || overflows(d.negate(lo), format),
    nan: x.nan,
    smallest: x.smallest,
  };
}

/** Returns whether a number rounds to nearest to an infinity. */
const overflows = (x: d.Dyadic, format: FloatFormat): boolean =>
  d.sign(x) > 0 && d.leadingExponent(x) >= format.maxExponent && d.compare(x, overflowThreshold(format)) >= 0;

/** Returns whether a nonzero value may be rounded to zero. */
function mayVanish({ smallest }: ValueSpan, { minExponent }: FloatFormat): boolean {
  return smallest === undefined || d.compare(smallest, d.powerOfTwo(minExponent - 1)) <= 0;
}

/** Returns the numbers of a format to which the values of a bound are rounded when they are stored. */
export function roundStored(x: ValueSet, format: FloatFormat, direction: d.Direction = 'nearest'): ValueSet {
  if (typeof x === 'number') return roundNumber(x, format, direction);
  if (!x.finite) return { ...x, isRounded: true };
  const inward = x.isRounded && !real.isPoint(x.finite);
  const lo = roundToFloat(x.finite.lo, format, inward ? 'up' : direction);
  const hi = roundToFloat(x.finite.hi, format, inward ? 'down' : direction);
  // no number of the format lies between the ends: the neighbours are stored
  if (inward && lo > hi) return roundStored({ ...x, isRounded: false }, format);
  // an interval that exceeds the format contains all its numbers on that side
  const most = largestFinite(format);
  const ends = lo === hi && !Number.isFinite(lo) ? [] : [Math.max(lo, -most), Math.min(hi, most)];
  const from = x.finite;
  return {
    finite: hull(ends.map((end) => real.point(d.fromNumber(end)))),
    isRounded: true,
    plusZero: x.plusZero || (d.sign(from.hi) > 0 && lo <= 0 && hi >= 0 && !Object.is(hi, -0)),
    minusZero: x.minusZero || (d.sign(from.lo) < 0 && lo <= 0 && hi >= 0 && mayVanish(x, format)),
    plusInfinity: x.plusInfinity || hi === Number.POSITIVE_INFINITY,
    minusInfinity: x.minusInfinity || lo === Number.NEGATIVE_INFINITY,
    nan: x.nan,
    smallest: undefined,
  };
}

/**
 * Returns a result as the next node of a graph reads it: stored in its type or, if operations are fused, unrounded. Integers
 * that do not fit wrap or saturate, so they may be any integer of the type.
 */
export function storedOrFused(x: ValueSet, format: Format): ValueSet {
  if (format.kind === 'float') return typeof x === 'number' || x.isRounded ? x : rounded(x, format);
  const any = allValuesOf(format);
  const { lo, hi } = any.finite!;
  const { finite, nan, ...rest } = spanOf(x);
  const fits = finite && d.compare(lo, finite.lo) <= 0 && d.compare(finite.hi, hi) <= 0;
  return fits && !nan && !isInfinite({ nan, ...rest }) ? x : any;
}

/** Widens a bound by the error that published tests of an operator allow. */
export function widenByAccuracy(x: ValueSet, accuracy: PublishedAccuracy, format: FloatFormat): ValueSet {
  const span = spanOf(x);
  return span.finite ? { ...span, finite: intervalWithError(span.finite, accuracy, format) } : x;
}

/** Returns the natural logarithm of the magnitude of a dyadic, which may exceed the range of doubles. */
function logarithm(x: d.Dyadic): number {
  const exponent = d.leadingExponent(x);
  return (exponent + Math.log2(Math.abs(d.toNumber(d.scale(x, -exponent))))) * Math.LN2;
}

/** Widens an interval by an accuracy on both sides. */
export function intervalWithError(
  { lo, hi }: real.Interval,
  accuracy: PublishedAccuracy,
  format: FloatFormat,
): real.Interval {
  const bits = bitsOfEnds(format);
  return {
    lo: d.subtractTowards(lo, errorOf(lo, d.sign(lo) >= 0, accuracy, format), bits, 'down'),
    hi: d.addTowards(hi, errorOf(hi, d.sign(hi) <= 0, accuracy, format), bits, 'up'),
  };
}

/**
 * Returns the error that an accuracy allows for a value, towards zero or away from it. Beyond the largest number of a format
 * the unit is that of its last place, as OpenCL defines it, or that of a wider format in which the result was computed.
 */
function errorOf(x: d.Dyadic, isTowardsZero: boolean, accuracy: PublishedAccuracy, format: FloatFormat): d.Dyadic {
  const own = ulpsIn(accuracy, format);
  const { precision, minExponent, maxExponent, bits } = format;
  // a value directly below a power of two has the unit of that power
  const leading = x === 0 ? minExponent : d.leadingExponent(d.roundToBits(d.abs(x), precision + 20, 'up'));
  const unit = Math.min(leading, maxExponent) - precision + 1;
  const units = d.multiply(d.fromNumber(own), d.powerOfTwo(Math.max(unit, minExponent)));
  const ofExponent = own && x !== 0 ? (accuracy.perLogarithm ?? 0) * Math.abs(logarithm(x)) : 0;
  const grown = ofExponent === 0 ? d.zero : multiplied(x, unit, ofExponent, isTowardsZero);
  const least = d.scale(d.fromNumber((bits <= 32 && accuracy.ofOne) || 0), 1 - precision);
  // an error in ulps does not change the sign: subnormal numbers have few ulps
  const ofUnits = d.add(units, grown);
  const error = d.maximum(isTowardsZero ? d.minimum(ofUnits, d.abs(x)) : ofUnits, least);
  if (leading <= maxExponent || bits === 64) return error;
  return d.maximum(error, errorOf(x, isTowardsZero, accuracy, formatOf(bits < 32 ? 'float32' : 'float64')));
}

/** Returns the error of a power whose exponent is wrong. It is a factor, so that towards zero the result never vanishes. */
function multiplied(x: d.Dyadic, unit: number, units: number, isTowardsZero: boolean): d.Dyadic {
  const error = d.multiply(d.fromNumber(units), d.powerOfTwo(unit));
  if (!isTowardsZero) return error;
  const leading = d.leadingExponent(x);
  const size = d.abs(d.scale(x, -leading));
  const lost = -Math.expm1(-d.toNumber(d.scale(error, -leading)) / d.toNumber(size));
  return d.scale(d.multiply(d.fromNumber(lost), size), leading);
}
