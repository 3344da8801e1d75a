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

/** Arithmetic of the extended real numbers, without error but for quotients and roots, which carry `bits` (see {@link Real}). */
function exactArithmetic(bits: number): Arithmetic<ScaledVector, Real> {
  const times = (a: Real, b: Real) => real.multiply(a, b, bits);
  const divide = (a: Real, b: Real) => real.divide(a, b, bits);
  const sum = ({ terms, factor }: ScaledVector): Real => {
    const { nan, plusInfinity, minusInfinity } = terms.specials;
    if (nan || (plusInfinity && minusInfinity)) return Number.NaN;
    if (plusInfinity) return Number.POSITIVE_INFINITY;
    if (minusInfinity) return Number.NEGATIVE_INFINITY;
    return factor === unit ? real.point(terms.sum) : times(real.point(terms.sum), factor);
  };
  const count = ({ terms }: ScaledVector): Real => real.point(fromInteger(terms.length));
  return {
    count,
    largest: ({ terms, factor }) => {
      const { nan, plusInfinity, minusInfinity } = terms.specials;
      if (nan) return Number.NaN;
      return plusInfinity || minusInfinity
        ? Number.POSITIVE_INFINITY
        : real.multiply(real.point(terms.largest), absolute(factor));
    },
    abs: ({ terms, factor }) => ({ terms: terms.abs, factor: absolute(factor) }),
    square: ({ terms, factor }) => ({ terms: terms.square, factor: times(factor, factor) }),
    over: (xs, by) =>
      real.sign(by) === 0 || !isFiniteReal(by) ? xs : { terms: xs.terms, factor: divide(xs.factor, by) },
    sum,
    runningMean: (xs) => divide(sum(xs), count(xs)),
    multiply: times,
    divide,
    sqrt: (a) => real.sqrt(a, bits),
    reciprocal: (a) => divide(unit, a),
    throughFloat32: (a) => a,
  };
}

/** The exact arithmetic with the usual number of bits. */
export const exact = exactArithmetic(real.workingBits);

/** The exact arithmetic whose quotients and roots carry `bits`. */
export const exactAt = (bits: number): typeof exact => (bits === real.workingBits ? exact : exactArithmetic(bits));

function absolute(x: Real): Real {
  if (!isFiniteReal(x)) return Math.abs(x);
  return real.sign(x) < 0 ? real.multiply(x, real.point(fromInteger(-1))) : x;
}

/** A machine number as a real. */
export function realOf(x: number): Real {
  return Number.isFinite(x) ? real.point(fromNumber(x)) : x;
}
