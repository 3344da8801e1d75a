import type { Arithmetic } from './arithmetic.ts';
import { type Dyadic, fromInteger, fromNumber } from './dyadic.ts';
import { exponentials } from './exponentials.ts';
import * as real from './real.ts';
import { isFiniteReal, type Real } from './real.ts';
import type { Vector } from './vector.ts';

/** Terms multiplied by an exact factor. */
interface ScaledVector {
  readonly terms: Vector;
  readonly factor: Real;
  /** where a term is known to an interval only: the upper ends, of which `terms` are the lower ones */
  readonly upper?: Vector;
}

const unit = real.point(fromInteger(1));

/** The terms of a slice as a vector of the exact arithmetic. */
export const exactTerms = (terms: Vector): ScaledVector => ({ terms, factor: unit });

/**
 * Arithmetic of the extended real numbers, without error but for quotients, roots, exponentials and logarithms, which
 * carry `bits` (see {@link Real}).
 */
function exactArithmetic(bits: number): Arithmetic<ScaledVector, Real> {
  const times = (a: Real, b: Real) => real.multiply(a, b, bits);
  const divide = (a: Real, b: Real) => real.divide(a, b, bits);
  const scaled = (value: Dyadic, factor: Real): Real =>
    factor === unit ? real.point(value) : times(real.point(value), factor);
  const sum = ({ terms, factor, upper }: ScaledVector): Real => {
    const { nan, plusInfinity, minusInfinity } = terms.specials;
    if (nan || (plusInfinity && minusInfinity)) return Number.NaN;
    if (plusInfinity) return Number.POSITIVE_INFINITY;
    if (minusInfinity) return Number.NEGATIVE_INFINITY;
    return upper ? times({ lo: terms.sum, hi: upper.sum }, factor) : scaled(terms.sum, factor);
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
    maximum: ({ terms, factor }) => {
      if (terms.specials.nan) return Number.NaN;
      if (terms.specials.plusInfinity) return Number.POSITIVE_INFINITY;
      return terms.range ? scaled(terms.range.greatest, factor) : Number.NEGATIVE_INFINITY;
    },
    minimum: ({ terms, factor }) => {
      if (terms.specials.nan) return Number.NaN;
      if (terms.specials.minusInfinity) return Number.NEGATIVE_INFINITY;
      return terms.range ? scaled(terms.range.least, factor) : Number.POSITIVE_INFINITY;
    },
    numbers: ({ terms, factor }) => ({ terms: terms.numbers, factor }),
    abs: ({ terms, factor }) => ({ terms: terms.abs, factor: absolute(factor) }),
    square: ({ terms, factor }) => ({ terms: terms.square, factor: times(factor, factor) }),
    over: (xs, by) =>
      real.sign(by) === 0 || !isFiniteReal(by) ? xs : { terms: xs.terms, factor: divide(xs.factor, by) },
    minus: (xs, by) => (isFiniteReal(by) ? { terms: onlyUnscaled(xs).minus(by.lo), factor: unit } : xs),
    exp: (xs) => {
      const { lower, upper } = exponentials(onlyUnscaled(xs), bits, -4 * bits);
      return { terms: lower, upper, factor: unit };
    },
    sum,
    product: (xs) => {
      const terms = onlyUnscaled(xs);
      const { nan, plusInfinity, minusInfinity } = terms.specials;
      if (nan) return Number.NaN;
      if (!plusInfinity && !minusInfinity) return real.point(terms.product);
      const isZero = terms.product.m === 0n; // 0·∞
      return isZero ? Number.NaN : terms.oddSigns ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    },
    runningMean: (xs) => divide(sum(xs), count(xs)),
    normOfNorms: ({ terms, factor }) => real.sqrt(sum({ terms: terms.square, factor: times(factor, factor) }), bits),
    logAddExp: (xs) => {
      const { lower, upper } = exponentials(onlyUnscaled(xs), bits, -4 * bits);
      return real.log(sum({ terms: lower, upper, factor: unit }), bits);
    },
    add: (a, b) => real.add(a, b, bits),
    multiply: times,
    divide,
    sqrt: (a) => real.sqrt(a, bits),
    log: (a) => real.log(a, bits),
    reciprocal: (a) => divide(unit, a),
    throughFloat32: (a) => a,
  };
}

/** The exact arithmetic with the usual number of bits. */
export const exact = exactArithmetic(real.workingBits);

/** The exact arithmetic whose quotients, roots, exponentials and logarithms carry `bits`. */
export const exactAt = (bits: number): typeof exact => (bits === real.workingBits ? exact : exactArithmetic(bits));

/** @throws Error for scaled terms: no kernel multiplies, shifts or exponentiates those */
function onlyUnscaled({ terms, factor, upper }: ScaledVector): Vector {
  if (factor !== unit || upper) throw new Error('this operation takes the terms themselves');
  return terms;
}

function absolute(x: Real): Real {
  if (!isFiniteReal(x)) return Math.abs(x);
  return real.sign(x) < 0 ? real.multiply(x, real.point(fromInteger(-1))) : x;
}

/** A machine number as a real. */
export function realOf(x: number): Real {
  return Number.isFinite(x) ? real.point(fromNumber(x)) : x;
}
