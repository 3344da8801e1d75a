import { type FloatFormat, formatOf } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import type { Real } from '../numerics/real.ts';
import * as real from '../numerics/real.ts';
import { overflowThreshold } from '../numerics/rounding.ts';
import type { Vector } from '../numerics/vector.ts';

/**
 * What legal evaluations can return: a closed interval of finite values (`undefined` if none), and which values that are
 * not finite. Infinities come from infinite terms and from partial results that overflow in some order; NaN from
 * meeting infinities of both signs.
 */
export interface Reach {
  readonly finite: { readonly lo: d.Dyadic; readonly hi: d.Dyadic } | undefined;
  readonly plusInfinity: boolean;
  readonly minusInfinity: boolean;
  readonly nan: boolean;
  /** every evaluation that ends in zero may end in -0 */
  readonly minusZero: boolean;
  /** no finite value but zero is nearer to zero; absent if there is no such bound */
  readonly smallest?: d.Dyadic | undefined;
}

/** The precision and range in which operations are carried out. */
export interface Precision {
  readonly precision: number;
  readonly minExponent: number;
  readonly maxExponent: number;
  /** sums are compensated, and then stored with so many bits; plain sums if absent */
  readonly compensated?: number;
  /** what is stored in the end are integers: exponentials and logarithms need few bits */
  readonly coarse?: boolean;
  /** squares and sums are taken over integers, exactly, and the sum is converted once */
  readonly integerSums?: boolean;
  /** false: intermediate results do not overflow (or are rescued), so infinities come from infinite terms only */
  readonly overflows: boolean;
}

/** An evaluation in the format itself. */
export function nativePrecision(format: FloatFormat): Precision {
  const { precision, minExponent, maxExponent } = format;
  return { precision, minExponent, maxExponent, overflows: true };
}

/** An exponent range that no sum of products of two finite values leaves. */
const unbounded = { minExponent: -(2 ** 12), maxExponent: 2 ** 12, overflows: false };

/**
 * An evaluation in an accumulator wider than the format: with the precision of float32 for the 16-bit formats, of float64
 * for float32, and for float64 with compensated summation. Intermediate results neither overflow nor underflow: this tier
 * is for evaluations that scale.
 */
export function widePrecision(format: FloatFormat): Precision {
  if (format.name === 'float64') {
    return { ...unbounded, precision: 2 * format.precision, compensated: format.precision };
  }
  const { precision } = formatOf(format.name === 'float32' ? 'float64' : 'float32');
  return { ...unbounded, precision };
}

/**
 * Terms of which each evaluation holds x·factor with an error of at most relative·|x·factor| + absolute.
 * All bounds are exact dyadics, rounded up.
 */
export interface ReachVector {
  readonly terms: Vector;
  readonly factor: Real;
  readonly relative: d.Dyadic;
  readonly absolute: d.Dyadic;
  /** the largest term is held as 1: it was divided by itself */
  readonly largestIsOne?: boolean;
}

/** The factor of terms that are not scaled. */
export const unit: Real = real.point(d.one);

/** Terms that are held exactly as given. */
export const reachTerms = (terms: Vector): ReachVector => ({ terms, factor: unit, relative: d.zero, absolute: d.zero });

/** Bits kept of every bound; rounding is always outward. */
const boundBits = 128;
export const up = (x: d.Dyadic): d.Dyadic => d.roundToBits(x, boundBits, 'up');
export const down = (x: d.Dyadic): d.Dyadic => d.roundToBits(x, boundBits, 'down');

/** x^n, every step rounded in one direction. */
export function power(x: d.Dyadic, n: number, round: (x: d.Dyadic) => d.Dyadic): d.Dyadic {
  let result = d.one;
  let square = x;
  for (let rest = n; rest > 0; rest >>= 1) {
    if (rest & 1) result = round(d.multiply(result, square));
    square = round(d.multiply(square, square));
  }
  return result;
}

/** Nearest value with `precision` bits; the largest finite one at most (overflow is tracked by flags). */
function nearest(x: d.Dyadic, p: Precision): d.Dyadic {
  if (x.m === 0n) return x;
  const rounded = d.roundToQuantum(x, Math.max(d.leadingExponent(x) - p.precision + 1, p.minExponent), 'nearest');
  const largest = largestOf(p);
  return d.compare(d.abs(rounded), largest) > 0 ? (rounded.m < 0n ? d.negate(largest) : largest) : rounded;
}

const largestOf = (p: Precision): d.Dyadic => ({
  m: (1n << BigInt(p.precision)) - 1n,
  e: p.maxExponent - p.precision + 1,
});

/** The reach of no evaluation at all. */
export const nothing: Reach = {
  finite: undefined,
  plusInfinity: false,
  minusInfinity: false,
  nan: false,
  minusZero: false,
};

/** Everything that either can return. */
export function union(a: Reach, b: Reach): Reach {
  const finite =
    a.finite && b.finite
      ? { lo: d.minimum(a.finite.lo, b.finite.lo), hi: d.maximum(a.finite.hi, b.finite.hi) }
      : (a.finite ?? b.finite);
  return {
    finite,
    plusInfinity: a.plusInfinity || b.plusInfinity,
    minusInfinity: a.minusInfinity || b.minusInfinity,
    nan: a.nan || b.nan,
    minusZero: a.minusZero || b.minusZero,
  };
}

/** The reach after one rounding into a format: results of a wider accumulator stored in the output type. */
export function stored(x: Reach, format: FloatFormat): Reach {
  return rounded(x, nativePrecision(format));
}

/** The reach of results that are values of the format already: the interval shrinks to the values inside it. */
export function settled(x: Reach, format: FloatFormat): Reach {
  const outer = stored(x, format);
  if (!x.finite || !outer.finite) return outer;
  const quantumOf = (end: d.Dyadic) => Math.max(d.leadingExponent(end) - format.precision + 1, format.minExponent);
  const inward = (end: d.Dyadic, direction: d.Direction) =>
    end.m === 0n ? end : d.roundToQuantum(end, quantumOf(end), direction);
  const lo = d.maximum(inward(x.finite.lo, 'up'), outer.finite.lo);
  const hi = d.minimum(inward(x.finite.hi, 'down'), outer.finite.hi);
  // no value inside: the bound is smaller than the format is fine, and the nearest values are all there is
  return { ...outer, minusZero: x.minusZero, finite: d.lessOrEqual(lo, hi) ? { lo, hi } : outer.finite };
}

/** Rounding is monotone, so the ends of the interval are rounded; ends beyond the range make infinities reachable. */
export function rounded(x: Reach, p: Precision): Reach {
  if (!x.finite) return x;
  const { lo, hi } = x.finite;
  const threshold = overflowThreshold(p);
  const over = d.compare(hi, threshold) >= 0;
  const under = d.compare(lo, d.negate(threshold)) <= 0;
  const gone = d.compare(lo, threshold) >= 0 || d.compare(hi, d.negate(threshold)) <= 0;
  const halfSubnormal = d.powerOfTwo(p.minExponent - 1);
  const underflows = !x.smallest || d.lessOrEqual(x.smallest, halfSubnormal);
  return {
    ...x,
    finite: gone ? undefined : { lo: nearest(lo, p), hi: nearest(hi, p) },
    plusInfinity: x.plusInfinity || over,
    minusInfinity: x.minusInfinity || under,
    // a negative value of at most half the smallest subnormal becomes -0
    minusZero: x.minusZero || (underflows && lo.m < 0n && d.compare(hi, d.negate(halfSubnormal)) >= 0),
    smallest: underflows || !x.smallest ? undefined : nearest(x.smallest, p),
  };
}
