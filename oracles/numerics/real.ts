import * as doubles from './doubles.ts';
import type { FloatFormat } from './dtype.ts';
import * as d from './dyadic.ts';
import { logarithm } from './elementary.ts';
import { roundToFloat } from './rounding.ts';

/**
 * The true value of a computation over the extended reals: NaN (undefined), an infinity, or a closed interval that contains the
 * value. The interval is a point unless a quotient, a root, an exponential or a logarithm was not dyadic. Its width is then
 * below 2^-bits of its magnitude, or of that of the operands.
 */
export type Real = number | Interval;

/** A finite interval; `lo` equals `hi` if the value is known exactly. */
export interface Interval {
  readonly lo: d.Dyadic;
  readonly hi: d.Dyadic;
}

/**
 * The default precision of inexact quotients and roots in bits. It distinguishes integer results: means and roots of 64-bit
 * integers need 142. An undecided rounding is repeated with more bits ({@link roundCorrectly}).
 */
export const workingBits = 192;

export const point = (value: d.Dyadic): Interval => ({ lo: value, hi: value });

/** Returns whether an interval contains exactly one value. */
export const isPoint = ({ lo, hi }: Interval): boolean => lo === hi || d.compare(lo, hi) === 0;

/** Returns whether an interval contains zero. */
export const holdsZero = ({ lo, hi }: Interval): boolean => d.sign(lo) <= 0 && d.sign(hi) >= 0;

/** Returns whether a real is an interval: neither NaN nor an infinity. */
export function isFiniteReal(x: Real): x is Interval {
  return typeof x !== 'number';
}

/** Returns the exact value; `undefined` if it is not finite or not dyadic. */
export function exactValue(x: Real): d.Dyadic | undefined {
  return isFiniteReal(x) && isPoint(x) ? x.lo : undefined;
}

/** Returns the sign of a real: -1, 0 or 1; NaN for NaN. An inexact interval may contain zero only at an end. */
export function sign(x: Real): number {
  if (!isFiniteReal(x)) return Math.sign(x);
  return d.compare(x.lo, d.zero) || d.compare(x.hi, d.zero);
}

/** Returns the double nearest to the value, for ratios and messages. */
export function approximate(x: Real): number {
  return isFiniteReal(x) ? d.toNumber(x.lo) : x;
}

export function add(a: Real, b: Real, bits = workingBits): Real {
  if (!isFiniteReal(a) || !isFiniteReal(b)) return (isFiniteReal(a) ? 0 : a) + (isFiniteReal(b) ? 0 : b);
  if (a.lo === a.hi && b.lo === b.hi) return point(d.add(a.lo, b.lo));
  return { lo: d.addTowards(a.lo, b.lo, bits, 'down'), hi: d.addTowards(a.hi, b.hi, bits, 'up') };
}

export function multiply(a: Real, b: Real, bits = workingBits): Real {
  if (!isFiniteReal(a) || !isFiniteReal(b)) return timesInfinity(a, b);
  if (a.lo === a.hi && b.lo === b.hi) return point(d.multiply(a.lo, b.lo));
  return timesInterval(a, b, bits);
}

/** Returns the product of intervals from the ends that determine its own: one product each, unless both contain zero. */
function timesInterval(a: Interval, b: Interval, bits: number): Interval {
  const down = (x: d.Dyadic, y: d.Dyadic) => d.multiplyTowards(x, y, bits, 'down');
  const up = (x: d.Dyadic, y: d.Dyadic) => d.multiplyTowards(x, y, bits, 'up');
  if (d.sign(b.lo) >= 0) {
    const [least, most] = [d.sign(a.lo) >= 0 ? b.lo : b.hi, d.sign(a.hi) >= 0 ? b.hi : b.lo];
    return { lo: down(a.lo, least), hi: up(a.hi, most) };
  }
  if (d.sign(b.hi) <= 0) return timesInterval(negate(a), negate(b), bits);
  if (d.sign(a.lo) >= 0 || d.sign(a.hi) <= 0) return timesInterval(b, a, bits);
  return {
    lo: d.minimum(down(a.lo, b.hi), down(a.hi, b.lo)),
    hi: d.maximum(up(a.lo, b.lo), up(a.hi, b.hi)),
  };
}

function timesInfinity(a: Real, b: Real): number {
  return sign(a) * sign(b) * Number.POSITIVE_INFINITY; // 0·∞ is NaN
}

/** Returns a / b; x/0 is NaN (callers define an empty mean), finite/∞ is 0. */
export function divide(a: Real, b: Real, bits = workingBits): Real {
  if (!isFiniteReal(b)) return isFiniteReal(a) ? point(d.zero) : Number.NaN;
  if (sign(b) === 0) return Number.NaN;
  if (!isFiniteReal(a)) return a * sign(b);
  if (a.lo === a.hi && b.lo === b.hi) return quotient(a.lo, b.lo, bits);
  if (d.sign(b.hi) <= 0) return divide(negate(a), negate(b), bits);
  const [least, most] = [d.sign(a.lo) >= 0 ? b.hi : b.lo, d.sign(a.hi) >= 0 ? b.lo : b.hi];
  return { lo: quotient(a.lo, least, bits).lo, hi: quotient(a.hi, most, bits).hi };
}

const negate = ({ lo, hi }: Interval): Interval => ({ lo: d.negate(hi), hi: d.negate(lo) });

function quotient(a: d.Dyadic, b: d.Dyadic, bits: number): Interval {
  if (bits <= 53 && typeof a === 'number' && typeof b === 'number') {
    const [lo, hi] = [doubles.overTowards(a, b, 'down'), doubles.overTowards(a, b, 'up')];
    if (lo !== undefined && hi !== undefined) return { lo: lo + 0, hi: hi + 0 };
  }
  const [over, under] = [d.partsOf(a), d.partsOf(b)];
  const shift = Math.max(0, bits + d.bitLength(under.m) - d.bitLength(over.m));
  const numerator = over.m << BigInt(shift);
  const e = over.e - under.e - shift;
  let q = numerator / under.m; // toward zero
  const remainder = numerator - q * under.m;
  if (remainder === 0n) return point(d.dyadic(q, e));
  if (remainder < 0n !== under.m < 0n) q -= 1n; // now the floor
  return { lo: d.dyadic(q, e), hi: d.dyadic(q + 1n, e) };
}

/** Returns √a; NaN below zero. */
export const sqrt = (a: Real, bits = workingBits): Real => root(a, 2, bits);

/** Returns the root of a degree of at least 2; NaN below 0. */
export function root(a: Real, degree: number, bits = workingBits): Real {
  if (sign(a) < 0) return Number.NaN;
  if (!isFiniteReal(a)) return a;
  const of = (x: d.Dyadic) => rootOf(x, degree, bits);
  return a.lo === a.hi ? of(a.lo) : { lo: of(a.lo).lo, hi: of(a.hi).hi };
}

/** Returns ln a; -∞ for zero, NaN below. */
export function log(a: Real, bits = workingBits): Real {
  if (sign(a) < 0) return Number.NaN;
  if (!isFiniteReal(a)) return a;
  if (d.sign(a.lo) <= 0) return a.hi === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  return { lo: logarithm(a.lo, bits).lo, hi: logarithm(a.hi, bits).hi };
}

function rootOf(a: d.Dyadic, degree: number, bits: number): Interval {
  if (a === 0) return point(d.zero);
  if (bits <= 53 && degree === 2 && typeof a === 'number') {
    const [lo, hi] = [doubles.rootTowards(a, 'down'), doubles.rootTowards(a, 'up')];
    if (lo !== undefined && hi !== undefined) return { lo, hi };
  }
  const parts = d.partsOf(a);
  let shift = Math.max(0, degree * bits - d.bitLength(parts.m));
  shift += (((parts.e - shift) % degree) + degree) % degree;
  const radicand = parts.m << BigInt(shift);
  const e = (parts.e - shift) / degree;
  const floor = integerRoot(radicand, degree);
  const isExact = floor ** BigInt(degree) === radicand;
  return isExact ? point(d.dyadic(floor, e)) : { lo: d.dyadic(floor, e), hi: d.dyadic(floor + 1n, e) };
}

/** Returns the floor of the root of some degree, by Newton's iteration from above. */
export function integerRoot(n: bigint, degree = 2): bigint {
  if (n < 2n) return n;
  const order = BigInt(degree);
  let x = 1n << BigInt(Math.ceil(d.bitLength(n) / degree));
  for (;;) {
    const next = ((order - 1n) * x + n / x ** (order - 1n)) / order;
    if (next >= x) return x;
    x = next;
  }
}

/** Rounds a real once to nearest even; returns `undefined` if the interval is too wide to decide. */
export function round(x: Real, format: FloatFormat): number | undefined {
  if (!isFiniteReal(x)) return x;
  const lo = roundToFloat(x.lo, format);
  return x.lo === x.hi || Object.is(lo, roundToFloat(x.hi, format)) ? lo : undefined;
}

/** The extra bits of the first attempt: one in 2^20 roundings needs another. */
const guardBits = 20;

/**
 * Computes a real with increasing precision until it can be rounded (Ziv's strategy). It terminates for all values of kernels.
 * A value that is a midpoint is dyadic, and found exactly; exponentials and logarithms of dyadics are dyadic only for e⁰ and ln
 * 1. Any other value has a distance from all midpoints.
 */
export function computeUntilRounded(
  compute: (bits: number) => Real,
  format: FloatFormat,
): { value: Real; rounded: number } {
  for (let bits = format.precision + guardBits; ; bits *= 2) {
    const value = compute(bits);
    const rounded = round(value, format);
    if (rounded !== undefined) return { value, rounded };
    if (bits > 2 ** 20)
      throw new Error('a rounding stays undecided: the kernel has a value that no precision separates');
  }
}

/** The precision that decides most integer results: that of doubles for exponentials and logarithms. */
const initialPrecision = 44;

/** Computes a real with as many bits as any rounding to an integer needs, at most {@link workingBits}. */
export function computeForInteger(compute: (bits: number) => Real): Real {
  const value = compute(initialPrecision);
  if (!isFiniteReal(value) || d.compare(value.lo, value.hi) === 0) return value;
  const ways = ['floor', 'nearest-even', 'nearest-away'] as const;
  const isDecided = ways.every((way) => toInteger(point(value.lo), way) === toInteger(point(value.hi), way));
  return isDecided && sign(point(value.lo)) === sign(point(value.hi)) ? value : compute(workingBits);
}

/** Returns the neighbours of a real in a format: the largest value not above and the smallest not below it. */
export function neighbours(x: Interval, format: FloatFormat): { readonly below: number; readonly above: number } {
  return { below: roundToFloat(x.lo, format, 'down'), above: roundToFloat(x.hi, format, 'up') };
}

/** The modes of rounding a number to an integer; those to nearest round halves to even, away from zero, or up. */
export const integerRoundings = ['truncate', 'floor', 'nearest-even', 'nearest-away', 'nearest-up'] as const;
export type IntegerRounding = (typeof integerRoundings)[number];

/** Rounds a finite real to an integer. */
export function toInteger(x: Interval, rounding: IntegerRounding): bigint {
  const floorOf = (a: d.Dyadic) => d.toInteger(d.roundToQuantum(a, 0, 'down'));
  const half = d.powerOfTwo(-1);
  switch (rounding) {
    case 'truncate':
      return sign(x) < 0 ? -floorOf(d.negate(x.hi)) : floorOf(x.lo);
    case 'floor':
      return floorOf(x.lo);
    case 'nearest-even':
      return d.toInteger(d.roundToQuantum(x.lo, 0, 'nearest'));
    case 'nearest-away':
      return sign(x) < 0 ? -floorOf(d.add(d.negate(x.lo), half)) : floorOf(d.add(x.lo, half));
    case 'nearest-up':
      return floorOf(d.add(x.lo, half));
  }
}

/** Formats a real as a decimal of at most `digits` significant digits, for messages; with fewer if that is exact. */
export function toDecimal(x: Real, digits = 20): string {
  if (!isFiniteReal(x)) return String(x);
  const { m, e } = d.partsOf(x.lo);
  if (m === 0n) return '0';
  const leading = Math.floor(d.leadingExponent(x.lo) * Math.log10(2));
  const decimals = digits - 1 - leading; // the number of kept digits after the point
  const numerator = (m < 0n ? -m : m) * (decimals > 0 ? 10n ** BigInt(decimals) : 1n);
  const denominator = decimals < 0 ? 10n ** BigInt(-decimals) : 1n;
  const shifted = e >= 0 ? (numerator << BigInt(e)) / denominator : (numerator >> BigInt(-e)) / denominator;
  const text = shifted.toString();
  const exponent = text.length - 1 - decimals;
  const sign = m < 0n ? '-' : '';
  const significant = text.replace(/0+$/, '');
  if (exponent >= -6 && exponent < digits) {
    const padded = exponent < 0 ? '0'.repeat(-exponent) + significant : significant.padEnd(exponent + 1, '0');
    const point = Math.max(exponent, 0) + 1;
    const fraction = padded.slice(point);
    return `${sign}${padded.slice(0, point)}${fraction && `.${fraction}`}`;
  }
  const rest = significant.slice(1);
  return `${sign}${significant[0]}${rest && `.${rest}`}e${exponent < 0 ? '' : '+'}${exponent}`;
}
