import type { Arithmetic } from '../numerics/arithmetic.ts';
import type { FloatFormat } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import * as real from '../numerics/real.ts';
import { largestFinite } from '../numerics/rounding.ts';
import { Vector } from '../numerics/vector.ts';

/** A value that every evaluation in the format reaches without rounding; `undefined`: some evaluation may round. */
export type OrderFree = d.Dyadic | undefined;

/** Terms times 2^exponent, each exact in the format; `undefined`: some term may be rounded. */
type OrderFreeVector = { readonly terms: Vector; readonly exponent: number } | undefined;

export const orderFreeTerms = (terms: Vector): OrderFreeVector => ({ terms, exponent: 0 });

/**
 * True if terms that are multiples of 2^grid and whose magnitudes sum to `magnitude` can be added in any order, and in
 * any wider accumulator, without a rounding: all partial sums are multiples of 2^grid of at most p bits.
 */
export function staysOnGrid(
  magnitude: d.Dyadic,
  grid: number,
  format: Pick<FloatFormat, 'precision' | 'minExponent' | 'maxExponent'>,
): boolean {
  return (
    grid >= format.minExponent &&
    d.lessOrEqual(magnitude, d.powerOfTwo(format.precision + grid)) &&
    d.compare(magnitude, d.powerOfTwo(format.maxExponent + 1)) < 0
  );
}

/**
 * The arithmetic that follows only what no order and no wider accumulator can change. If a kernel has a value here, every
 * correct implementation in the format (or a wider one) returns exactly it: terms on a grid 2^g with Σ|x| ≤ 2^(p+g) keep
 * every partial sum on the grid and within p bits, whatever the order.
 *
 * Sufficient, not necessary: `undefined` only means that the proof does not apply.
 */
export function orderFree(format: FloatFormat): Arithmetic<OrderFreeVector, OrderFree> {
  const largest = d.fromNumber(largestFinite(format));

  const representable = (value: d.Dyadic): OrderFree =>
    value.m === 0n ||
    (d.significantBits(value) <= format.precision &&
      d.trailingExponent(value) >= format.minExponent &&
      d.lessOrEqual(d.abs(value), largest))
      ? value
      : undefined;

  const both =
    (combine: (a: d.Dyadic, b: d.Dyadic) => OrderFree) =>
    (a: OrderFree, b: OrderFree): OrderFree =>
      a && b && combine(a, b);

  const divide = both((a, b) => {
    const quotient = real.exactValue(real.divide(real.point(a), real.point(b)));
    return quotient && representable(quotient);
  });

  return {
    count: (xs) => xs && d.fromInteger(xs.terms.length),
    largest: (xs) => xs && d.scale(xs.terms.largest, xs.exponent),
    maximum: (xs) => xs?.terms.range && d.scale(xs.terms.range.greatest, xs.exponent),
    minimum: (xs) => xs?.terms.range && d.scale(xs.terms.range.least, xs.exponent),
    numbers: (xs) => xs,
    abs: (xs) => xs && { terms: xs.terms.abs, exponent: xs.exponent },
    square: (xs) => xs && { terms: xs.terms.square, exponent: 2 * xs.exponent },
    over: (xs, by) => {
      if (!xs || !by || by.m === 0n) return by ? xs : undefined;
      // divisors are positive in every kernel
      if (d.significantBits(by) === 1) return { terms: xs.terms, exponent: xs.exponent - d.leadingExponent(by) };
      const signs = signsOver(d.scale(by, -xs.exponent), xs.terms);
      return signs && { terms: signs, exponent: 0 };
    },
    // of equal terms nothing is left, and e⁰ is 1 everywhere
    minus: (xs, by) =>
      xs && by && isConstant(xs.terms) && d.compare(d.scale(firstOf(xs.terms), xs.exponent), by) === 0
        ? { terms: Vector.of(new Float64Array(xs.terms.length)), exponent: 0 }
        : undefined,
    exp: (xs) =>
      xs?.terms.grid === undefined && xs
        ? { terms: Vector.of(new Float64Array(xs.terms.length).fill(1)), exponent: 0 }
        : undefined,
    sum: (xs) => {
      if (!xs) return undefined;
      const { terms, exponent } = xs;
      if (terms.grid === undefined) return d.zero;
      return staysOnGrid(d.scale(terms.magnitude, exponent), terms.grid + exponent, format)
        ? d.scale(terms.sum, exponent)
        : undefined;
    },
    product: (xs) => (xs && xs.exponent === 0 ? productWithoutRounding(xs.terms, format) : undefined),
    runningMean: (xs) => {
      if (!xs || xs.exponent !== 0 || xs.terms.length === 0) return undefined;
      const { terms } = xs;
      if (isConstant(terms)) return firstOf(terms);
      // with all terms multiples of lcm(1…n) every m_k is an integer multiple of the grid below
      const n = terms.length;
      const multiple = leastCommonMultiples[n];
      if (multiple === undefined) return undefined;
      const grid = terms.grid! - d.trailingExponent(d.fromInteger(multiple));
      const step = d.scale(d.fromInteger(multiple), grid);
      for (const x of terms.dyadics()) if (!isMultiple(x, step)) return undefined;
      if (!staysOnGrid(d.scale(terms.magnitude, 1), grid, format)) return undefined;
      return real.exactValue(real.divide(real.point(terms.sum), real.point(d.fromInteger(n))));
    },
    // of one term nothing is made
    normOfNorms: (xs) => (xs && xs.terms.nonzero <= 1 ? d.scale(xs.terms.largest, xs.exponent) : undefined),
    logAddExp: (xs) => (xs?.terms.length === 1 ? d.scale(firstOf(xs.terms), xs.exponent) : undefined),
    add: both((a, b) => representable(d.add(a, b))),
    multiply: both((a, b) => representable(d.multiply(a, b))),
    divide,
    reciprocal: (a) => divide(d.one, a),
    sqrt: (a) => {
      const root = a && real.exactValue(real.sqrt(real.point(a)));
      return root && representable(root);
    },
    log: (a) => (a && d.compare(a, d.one) === 0 ? d.zero : undefined),
    throughFloat32: (a) => a,
  };
}

/**
 * The product where no product of some of the terms rounds: the odd parts of all terms together need at most p bits, and
 * neither the greatest nor the least partial product leaves the range.
 */
function productWithoutRounding(terms: Vector, format: FloatFormat): OrderFree {
  let bits = 0;
  let odd = 1n;
  let lowest = 0;
  for (const x of terms.dyadics()) {
    if (x.m === 0n) continue;
    const trailing = d.trailingExponent(x);
    lowest += Math.min(trailing, 0);
    const significand = d.scale(d.abs(x), -trailing);
    odd *= significand.m << BigInt(significand.e);
    bits = d.bitLength(odd);
    if (bits > format.precision) return undefined;
  }
  const fits = lowest >= format.minExponent && d.lessOrEqual(terms.growth, d.fromNumber(largestFinite(format)));
  return fits ? terms.product : undefined;
}

/** The quotients where every term is 0 or ±by (they are 0 and ±1); `undefined` elsewhere. */
function signsOver(by: d.Dyadic, terms: Vector): Vector | undefined {
  const signs = new Float64Array(terms.length);
  let i = 0;
  for (const x of terms.dyadics()) {
    if (x.m !== 0n && d.compare(d.abs(x), by) !== 0) return undefined;
    signs[i++] = Number(x.m > 0n) - Number(x.m < 0n);
  }
  return Vector.of(signs);
}

function firstOf(terms: Vector): d.Dyadic {
  for (const x of terms.dyadics()) return x;
  return d.zero;
}

function isConstant(terms: Vector): boolean {
  const first = firstOf(terms);
  for (const x of terms.dyadics()) if (d.compare(x, first) !== 0) return false;
  return true;
}

function isMultiple(x: d.Dyadic, step: d.Dyadic): boolean {
  const e = Math.min(x.e, step.e);
  return (x.m << BigInt(x.e - e)) % (step.m << BigInt(step.e - e)) === 0n;
}

/** lcm(1…n) for the lengths n where a running mean is exact on its multiples even by rounded reciprocals. */
const leastCommonMultiples: Readonly<Record<number, number>> = { 2: 2, 3: 6, 4: 12 };
