import type { Arithmetic } from './arithmetic.ts';
import { fromInteger, fromNumber } from './dyadic.ts';
import * as real from './real.ts';
import { isFiniteReal, type Real } from './real.ts';
import type { Vector } from './vector.ts';

/** Terms multiplied by an exact factor. */
interface ScaledVector {
  readonly terms: Vector;
  readonly factor: Real;
}

const unit = real.point(fromInteger(1));

/** The terms of a slice as a vector of the exact arithmetic. */
export const exactTerms = (terms: Vector): ScaledVector => ({ terms, factor: unit });

/** Arithmetic of the extended real numbers, without error (see {@link Real} for quotients and roots). */
export const exact: Arithmetic<ScaledVector, Real> = {
  count: ({ terms }) => real.point(fromInteger(terms.length)),
  largest: ({ terms, factor }) => {
    const { nan, plusInfinity, minusInfinity } = terms.specials;
    if (nan) return Number.NaN;
    return plusInfinity || minusInfinity
      ? Number.POSITIVE_INFINITY
      : real.multiply(real.point(terms.largest), absolute(factor));
  },
  abs: ({ terms, factor }) => ({ terms: terms.abs, factor: absolute(factor) }),
  square: ({ terms, factor }) => ({ terms: terms.square, factor: real.multiply(factor, factor) }),
  over: (xs, by) =>
    real.sign(by) === 0 || !isFiniteReal(by) ? xs : { terms: xs.terms, factor: real.divide(xs.factor, by) },
  sum: ({ terms, factor }) => {
    const { nan, plusInfinity, minusInfinity } = terms.specials;
    if (nan || (plusInfinity && minusInfinity)) return Number.NaN;
    if (plusInfinity) return Number.POSITIVE_INFINITY;
    if (minusInfinity) return Number.NEGATIVE_INFINITY;
    return factor === unit ? real.point(terms.sum) : real.multiply(real.point(terms.sum), factor);
  },
  runningMean: (xs) => real.divide(exact.sum(xs), exact.count(xs)),
  multiply: real.multiply,
  divide: real.divide,
  sqrt: real.sqrt,
  reciprocal: (a) => real.divide(unit, a),
  throughFloat32: (a) => a,
};

function absolute(x: Real): Real {
  if (!isFiniteReal(x)) return Math.abs(x);
  return real.sign(x) < 0 ? real.multiply(x, real.point(fromInteger(-1))) : x;
}

/** A machine number as a real. */
export function realOf(x: number): Real {
  return Number.isFinite(x) ? real.point(fromNumber(x)) : x;
}
