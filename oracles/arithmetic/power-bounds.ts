import type { FloatFormat } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import * as real from '../numerics/real.ts';
import { type Exact, exactArithmetic, Undecided } from './exact.ts';
import { powerAccuracy } from './functions.ts';
import { parityOf, powerOfSize } from './powers.ts';
import {
  intervalWithError,
  magnitudes,
  partsOf,
  splitAtZero,
  unionOf,
  unroundedSpan,
  type ValueSet,
  type ValueSpan,
} from './value-set.ts';

/**
 * Returns the bounds of powers as libraries compute them: within the published accuracy, with the sign of IEEE 754's pow
 * (9.2.1). A base on both sides of zero is split there.
 */
export function powersOf(a: ValueSpan, b: ValueSpan, format: FloatFormat, bits: number): ValueSet {
  const bases = partsOf(a).flatMap((x): readonly Exact[] => (typeof x === 'number' ? [x] : splitAtZero(x)));
  return unionOf(bases.flatMap((x) => partsOf(b).map((y) => powerOf(x, y, format, bits))));
}

/** @param x an interval of one sign, or a number */
function powerOf(x: Exact, y: Exact, format: FloatFormat, bits: number): ValueSet {
  if (typeof x === 'number' || typeof y === 'number') {
    try {
      return exactArithmetic(bits).power(x, y) as number;
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      // for a zero or an infinity with an exponent of unknown sign, or the reverse, the result may be on either side of 1
      const isNegative = typeof x === 'number' && (x < 0 || Object.is(x, -0));
      const either = { plusZero: true, plusInfinity: true, finite: real.point(d.one) };
      const nan = Number.isNaN(x) || Number.isNaN(y);
      return unroundedSpan({ ...either, minusZero: isNegative, minusInfinity: isNegative, nan });
    }
  }
  const isNegative = d.sign(x.lo) < 0;
  const parity = isNegative ? parityOf(y) : 'even';
  if (parity === 'none') return Number.NaN;
  const size = aroundPower(powerOfSize(magnitudes(x), y, bits), format);
  const negated = { lo: d.negate(size.hi), hi: d.negate(size.lo) };
  if (parity) return unroundedSpan({ finite: parity === 'odd' && isNegative ? negated : size });
  return unroundedSpan({ finite: { lo: negated.lo, hi: size.hi }, nan: true });
}

/** Widens magnitudes by the error of powers, and of functions computed as powers. */
export function aroundPower(size: real.Interval, format: FloatFormat): real.Interval {
  const { lo, hi } = intervalWithError(size, powerAccuracy, format);
  return { lo: d.maximum(lo, d.zero), hi: size.hi === 0 ? d.zero : hi };
}
