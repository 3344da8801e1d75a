import { type FloatFormat, formatOf } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import * as real from '../numerics/real.ts';
import { overflowThreshold } from '../numerics/rounding.ts';
import { enclosed, exactArithmetic, functionAt } from './exact.ts';
import { type ElementaryFunction, slopeOf } from './functions.ts';
import {
  empty,
  hasZero,
  hull,
  intervalWithError,
  rounded,
  unroundedSpan,
  type ValueSet,
  type ValueSpan,
} from './value-set.ts';

/** The bits of exact values beyond those of a format, before errors are added. */
const guardBits = 20;

/** A magnitude beyond every format and every sum of its numbers. */
export const beyondEveryFormat = d.powerOfTwo(20_000);

/** Returns the bounds of a function over a bound: its values, widened by its accuracy. */
export function functionBound(f: ElementaryFunction, x: ValueSet, format: FloatFormat): ValueSet {
  const bits = format.precision + guardBits;
  if (typeof x !== 'number') return ofSpan(f, x.isRounded ? x : rounded(x, format), x, format, bits);
  const value = exactArithmetic(bits).apply(f, x);
  if (typeof value === 'number' && (value === 0 || !Number.isFinite(value))) return value;
  const finite = enclosed(value);
  return inDoubles(unroundedSpan({ finite: widened(f, finite, format), smallest: smallestOf(f, finite) }), format);
}

/** Returns the least magnitude of a result in any type, unless it underflows there. */
function smallestOf(f: ElementaryFunction, value: real.Interval): d.Dyadic | undefined {
  const { lo, hi } = intervalWithError(value, f, doubles);
  const size = d.sign(lo) > 0 ? lo : d.sign(hi) < 0 ? d.negate(hi) : undefined;
  return size && d.maximum(size, d.powerOfTwo(doubles.minExponent));
}

/** The widest type. */
const doubles = formatOf('float64') as FloatFormat;

function ofSpan(f: ElementaryFunction, x: ValueSpan, raw: ValueSpan, format: FloatFormat, bits: number): ValueSpan {
  const limits = [
    ...(x.plusInfinity ? [Number.POSITIVE_INFINITY] : []),
    ...(x.minusInfinity ? [Number.NEGATIVE_INFINITY] : []),
  ].map((end) => f.inDoubles(end));
  const image = x.finite ? imageOf(f, x.finite, raw, hasZero(x), bits) : nothing;
  const limit = limits.filter(Number.isFinite).map((value) => real.point(d.fromNumber(value)));
  const whole = hull([
    image.finite && widened(f, image.finite, format),
    ...limit.map((part) => (part.lo === 0 ? part : widened(f, part, format))),
  ]);
  const result = inDoubles(unroundedSpan({ finite: whole }), format);
  const atZero = f.inDoubles(0) === 0;
  const infinities = [...limits, ...image.infinities];
  return {
    ...result,
    plusZero:
      result.plusZero ||
      (atZero && x.plusZero) ||
      limits.some((value) => Object.is(value, 0)) ||
      // the logarithm of 1, not an underflow
      (whole?.hi === 0 && (!atZero || (real.isPoint(whole) && !x.minusZero))),
    minusZero: result.minusZero || (atZero && x.minusZero) || limits.some((value) => Object.is(value, -0)),
    plusInfinity: result.plusInfinity || infinities.includes(Number.POSITIVE_INFINITY),
    minusInfinity: result.minusInfinity || infinities.includes(Number.NEGATIVE_INFINITY),
    nan: x.nan || image.nan || limits.some(Number.isNaN),
  };
}

/**
 * Returns the bounds of a result that is stored in the format or in a wider one, up to float64. Values beyond all of these
 * become an infinity, or zero.
 */
function inDoubles(x: ValueSpan, format: FloatFormat): ValueSpan {
  if (!x.finite) return { ...x, isRounded: true };
  const { lo, hi } = x.finite;
  const { plusZero, minusZero, plusInfinity, minusInfinity } = rounded(x, format);
  const flags = { isRounded: true, plusZero, minusZero, plusInfinity, minusInfinity };
  const widest = overflowThreshold(doubles);
  if (d.compare(lo, widest) >= 0 || d.compare(hi, d.negate(widest)) <= 0) return { ...empty, ...flags };
  const least = d.powerOfTwo(doubles.minExponent - 1);
  const vanishes = d.sign(lo) >= 0 && d.compare(hi, least) <= 0 && hi !== 0;
  return { ...x, ...flags, finite: vanishes ? real.point(d.zero) : x.finite };
}

const three = d.fromInteger(3n);

interface Image {
  readonly finite: real.Interval | undefined;
  /** the values at poles */
  readonly infinities: readonly number[];
  /** some arguments are outside the domain */
  readonly nan: boolean;
}

const nothing: Image = { finite: undefined, infinities: [], nan: false };

/** Returns the values of a function over a nonempty interval. */
function imageOf(f: ElementaryFunction, x: real.Interval, raw: ValueSpan, hasZeroItself: boolean, bits: number): Image {
  const [least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY] = f.domain ?? [];
  const [below, above] = [compareTo(x.lo, least) < 0, compareTo(x.hi, most) > 0];
  const nan = below || above;
  const holds = (edge: number) =>
    Number.isFinite(edge) && (edge === 0 ? hasZeroItself : compareTo(x.lo, edge) <= 0 && compareTo(x.hi, edge) >= 0);
  const poles = [least, most].filter((edge) => holds(edge) && !Number.isFinite(f.inDoubles(edge)));
  const infinities = poles.map((pole) => f.inDoubles(pole));
  const lo = compareTo(x.lo, least) > 0 ? x.lo : inside(f, least, 1, raw.smallest ?? raw.finite!.lo);
  const hi = compareTo(x.hi, most) < 0 ? x.hi : inside(f, most, -1, raw.finite!.hi);
  if (d.compare(lo, hi) > 0) return { finite: undefined, infinities, nan };
  const [first, last] = [lo, hi].map((end) => enclosed(functionAt(f, end, bits))) as [real.Interval, real.Interval];
  const slope = slopeOf(f);
  const width = d.subtract(hi, lo);
  // tan rises between two poles, which are farther apart than 3; beyond a pole it is lower again
  const isInBranch = d.compare(width, three) <= 0 && d.compare(first.hi, last.lo) <= 0;
  if (width === 0 || slope === 'up' || slope === 'down' || (slope === 'up between poles' && isInBranch)) {
    return { finite: hull([first, last]), infinities, nan };
  }
  if (slope === 'up from 0') {
    const turn = d.sign(lo) < 0 && d.sign(hi) > 0 ? enclosed(functionAt(f, d.zero, bits)) : undefined;
    return { finite: hull([first, last, turn]), infinities, nan };
  }
  const [smallest, greatest] = f.range ?? [];
  const all = {
    lo: smallest === undefined ? d.negate(beyondEveryFormat) : d.fromNumber(smallest),
    hi: greatest === undefined || !Number.isFinite(greatest) ? beyondEveryFormat : d.fromNumber(greatest),
  };
  if (slope !== 1) return { finite: all, infinities, nan };
  const there = hull([first, last])!;
  const finite = {
    lo: d.maximum(all.lo, d.subtract(there.lo, width)),
    hi: d.minimum(all.hi, d.add(there.hi, width)),
  };
  return { finite, infinities, nan };
}

/** Returns the edge of a domain or, if that is a pole, the closest possible argument: `known`, or the next double. */
function inside(f: ElementaryFunction, edge: number, towards: 1 | -1, known: d.Dyadic): d.Dyadic {
  const at = d.fromNumber(edge);
  if (Number.isFinite(f.inDoubles(edge))) return at;
  // the poles other than zero are 1 and -1, with the domain between them: doubles are densest there
  const exponent = edge === 0 ? doubles.minExponent : -doubles.precision;
  const next = d.add(at, d.dyadic(BigInt(towards), exponent));
  const isBetween = d.compare(known, at) === towards && d.compare(known, next) === -towards;
  return isBetween ? known : next;
}

const compareTo = (x: d.Dyadic, edge: number): number =>
  Number.isFinite(edge) ? d.compare(x, d.fromNumber(edge)) : -Math.sign(edge);

/** Widens values by the accuracy of a function, within its range unless results may leave that. */
function widened(f: ElementaryFunction, { lo, hi }: real.Interval, format: FloatFormat): real.Interval {
  if (lo === 0 && hi === 0) return { lo, hi };
  const wide = intervalWithError({ lo, hi }, f, format);
  if (f.mayLeaveRange) return wide;
  const [least, most] = f.range ?? [];
  return {
    lo: least === undefined ? wide.lo : d.maximum(wide.lo, d.minimum(d.fromNumber(least), lo)),
    hi: most === undefined || !Number.isFinite(most) ? wide.hi : d.minimum(wide.hi, d.maximum(d.fromNumber(most), hi)),
  };
}
