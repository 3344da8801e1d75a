import type { Arithmetic } from '../numerics/arithmetic.ts';
import { formatOf } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import * as real from '../numerics/real.ts';
import { isFiniteReal, type Real } from '../numerics/real.ts';
import { overflowThreshold } from '../numerics/rounding.ts';
import { Vector } from '../numerics/vector.ts';
import { staysOnGrid } from './order-free.ts';
import {
  down,
  nothing,
  type Precision,
  power,
  type Reach,
  type ReachVector,
  reachTerms,
  rounded,
  stored,
  up,
} from './reach.ts';
import { reachOfLogAddExp, reachOfNorms } from './reach-chains.ts';
import { reachOfExponentials, reachOfLogarithm } from './reach-elementary.ts';
import { reachOfProduct } from './reach-product.ts';

function reachOfReal(x: Real): Reach {
  if (isFiniteReal(x)) return { ...nothing, finite: { lo: x.lo, hi: x.hi } };
  return { ...nothing, nan: Number.isNaN(x), plusInfinity: x > 0, minusInfinity: x < 0 };
}

/**
 * The arithmetic of reachable results at a precision. Errors compose by themselves: a kernel evaluated here gives the
 * envelope of all its correct implementations.
 *
 * Sums: in any order |ŝ - Σx̂| ≤ (n-1)·u·Σ|x̂| for rounding to nearest, without a condition on n (Jeannerod and Rump,
 * "Improved error bounds for inner products in floating-point arithmetic", 2013); adding zero is exact, so n counts
 * the terms that are not zero. Partial sums lie between -Σ|negative| and Σ positive, up to that error, which decides
 * about overflow in some order. Compensated sums err by n²u²Σ|x| before they are stored (Ogita, Rump and Oishi, "Accurate
 * sum and dot product", 2005, for Sum2). Rounding is monotone: a sum of terms of one sign is never nearer to zero than any of them.
 */
export function reach(p: Precision): Arithmetic<ReachVector, Reach> {
  const u = d.powerOfTwo(-p.precision);
  const halfSubnormal = d.powerOfTwo(p.minExponent - 1);
  const threshold = overflowThreshold(p);
  const overflowing = (x: d.Dyadic): boolean => p.overflows && d.compare(x, threshold) >= 0;

  /** Σ|x·factor|·(1 + relative) + n·absolute: what the held terms can amount to, and their part of the error. */
  const held = ({ factor, relative, absolute }: ReachVector, magnitude: d.Dyadic, n: number) => {
    const exactMagnitude = interval(real.multiply(real.point(magnitude), factor)).hi;
    const error = up(d.add(d.multiply(relative, exactMagnitude), d.multiply(absolute, d.fromInteger(n))));
    return { magnitude: d.add(exactMagnitude, error), error };
  };

  /** A magnitude with the roundings of `n` additions. */
  const grown = (magnitude: d.Dyadic, n: number) =>
    d.multiply(magnitude, d.add(d.one, d.multiply(d.fromInteger(Math.max(n, 0)), u)));

  const around = (center: real.Interval, error: d.Dyadic): real.Interval => ({
    lo: d.subtract(center.lo, error),
    hi: d.add(center.hi, error),
  });

  /** What of an interval lies no nearer to zero than `least`, where all terms have one sign. */
  const beyond = (least: d.Dyadic, { positives, negatives }: Vector, { lo, hi }: real.Interval): real.Interval => ({
    lo: negatives === 0 ? d.maximum(lo, least) : lo,
    hi: positives === 0 && negatives > 0 ? d.minimum(hi, d.negate(least)) : hi,
  });

  const withSpecials = (terms: Vector, x: Reach): Reach => {
    const { nan, plusInfinity, minusInfinity } = terms.specials;
    if (nan || (plusInfinity && minusInfinity)) return { ...nothing, nan: true };
    if (plusInfinity) return { ...nothing, plusInfinity: true, nan: x.minusInfinity || x.nan };
    if (minusInfinity) return { ...nothing, minusInfinity: true, nan: x.plusInfinity || x.nan };
    return x;
  };

  /**
   * True if the `count` terms of one sign overflow in some order; `sum` is that of all terms, positive to that side, and
   * `greatest` the greatest of them. Terms of the other sign can only lower a partial sum, because rounding is monotone, so
   * these alone decide. An addition errs by no more than the smaller of its operands: what comes to the greatest term at
   * most counts twice.
   */
  const overflowsAlone = (xs: ReachVector, count: number, sum: d.Dyadic, greatest: d.Dyadic): boolean => {
    if (count === 0) return false;
    const share = d.scale(d.add(xs.terms.magnitude, sum), -1);
    const others = held(xs, d.subtract(share, greatest), count - 1).magnitude;
    return (
      overflowing(grown(held(xs, share, count).magnitude, count - 1)) &&
      overflowing(d.add(held(xs, greatest, 1).magnitude, d.scale(grown(others, count - 2), 1)))
    );
  };

  /** The error of a sum is no more than what comes to its largest term, and the roundings of that. */
  const besidesLargest = (xs: ReachVector): d.Dyadic => {
    const { magnitude, largest, nonzero: n } = xs.terms;
    return grown(held(xs, d.subtract(magnitude, largest), n - 1).magnitude, 2 * (n - 2));
  };

  const sum = (xs: ReachVector): Reach => {
    const { terms, factor } = xs;
    const n = terms.nonzero;
    const { grid } = terms;
    // what rounds multiples of a power of two to nearest, gives such multiples
    const smallest = isUnscaled(xs) && grid !== undefined ? d.powerOfTwo(grid) : undefined;
    if (p.integerSums) return rounded(reachOfReal(real.point(terms.sum)), p);
    // a single addition is a single rounding, in whatever order
    if (isUnscaled(xs) && n <= 2 && !p.compensated) {
      const once = rounded(reachOfReal(real.point(terms.sum)), p);
      return withSpecials(terms, { ...once, minusZero: terms.allMinusZero, smallest });
    }
    const { magnitude, error: termError } = held(xs, terms.magnitude, n);
    const center = interval(real.multiply(real.point(terms.sum), factor));
    const onGrid = isUnscaled(xs) && grid !== undefined && staysOnGrid(terms.magnitude, grid, p);
    const sumError =
      n <= 1 || onGrid
        ? d.zero
        : p.compensated
          ? d.scale(d.multiply(d.fromInteger(n * n), magnitude), -2 * p.compensated)
          : d.minimum(d.multiply(d.multiply(d.fromInteger(n - 1), u), magnitude), besidesLargest(xs));
    const error = d.add(termError, sumError);
    const { least, greatest } = terms.range ?? { least: d.zero, greatest: d.zero };
    const plusInfinity = overflowsAlone(xs, terms.positives, terms.sum, greatest);
    const minusInfinity = overflowsAlone(xs, terms.negatives, d.negate(terms.sum), d.negate(least));
    const { relative, absolute } = xs;
    const largest = interval(real.multiply(real.point(terms.largest), factor)).lo;
    const leastHeld = d.subtract(d.multiply(largest, d.subtract(d.one, relative)), absolute);
    const heldLargest = xs.largestIsOne ? d.one : leastHeld;
    const sums = beyond(d.maximum(down(heldLargest), d.zero), terms, around(center, error));
    const finite = p.compensated ? rounded(reachOfReal(sums), { ...p, precision: p.compensated }).finite! : sums;
    return withSpecials(terms, {
      finite,
      plusInfinity,
      minusInfinity,
      nan: plusInfinity && minusInfinity,
      // additions do not underflow: the sum is -0 where all terms became -0
      minusZero: terms.allMinusZero || (absolute.m !== 0n && heldLargest.m <= 0n && isNegative(terms)),
      smallest,
    });
  };

  /** Relative error 2u + u² of a subtraction and a division at each step, u of the addition; derivation in docs/acceptance.md. */
  const runningMean = (xs: ReachVector): Reach => {
    const { terms } = xs;
    const n = terms.length;
    if (n === 0) return { ...nothing, nan: true };
    const mean = interval(real.divide(real.point(terms.sum), real.point(d.fromInteger(n))));
    const magnitude = interval(real.divide(real.point(terms.magnitude), real.point(d.fromInteger(n)))).hi;
    const harmonic = 1 + Math.log(n);
    const steps = d.fromInteger(Math.ceil(n + 1 + 2 * harmonic));
    const first = d.multiply(d.multiply(steps, u), magnitude);
    const error =
      n === 1 || terms.magnitude.m === 0n
        ? d.zero
        : up(
            d.add(
              d.multiply(first, d.add(d.one, d.multiply(d.scale(steps, 1), u))),
              d.multiply(d.fromInteger(n), halfSubnormal),
            ),
          );
    // the mean stays among the terms; each step takes a k-th of it away at most, less three roundings
    const { least = d.zero, greatest = d.zero } = terms.range ?? {};
    const share = interval(real.divide(real.point(terms.largest), real.point(d.fromInteger(n)))).lo;
    const kept = d.multiply(share, power(d.subtract(d.one, u), 2 * n + 1, down));
    const ofOneSign = d.maximum(d.subtract(down(kept), d.multiply(d.fromInteger(n), halfSubnormal)), d.zero);
    const { lo, hi } = beyond(ofOneSign, terms, around(mean, error));
    const finite = { lo: d.maximum(lo, least), hi: d.minimum(hi, greatest) };
    const overflow = overflowing(d.subtract(greatest, least));
    return withSpecials(terms, {
      finite,
      plusInfinity: overflow,
      minusInfinity: overflow,
      nan: overflow && n > 2, // an infinite mean meets another term
      // from -0 on by quotients that underflow
      minusZero: terms.allMinusZero || (terms.hasMinusZero && isNegative(terms) && d.lessOrEqual(share, halfSubnormal)),
    });
  };

  /** A monotone operation on the ends, then one rounding. Factors and divisors are not negative in any kernel. */
  const scaled = (x: Reach, by: Reach, operation: (a: Real, b: Real) => Real): Reach => {
    const [a, b] = [classesOf(x), classesOf(by)];
    // monotone: the results of the ends of the finite values bound all that are finite
    const classes = a.flatMap((one) => b.map((other) => operation(one, other)));
    const finite = classes.filter(isFiniteReal);
    const result: Reach = {
      ...x,
      finite: finite.length
        ? { lo: down(finite.map((r) => r.lo).reduce(d.minimum)), hi: up(finite.map((r) => r.hi).reduce(d.maximum)) }
        : undefined,
      plusInfinity: classes.includes(Number.POSITIVE_INFINITY),
      minusInfinity: classes.includes(Number.NEGATIVE_INFINITY),
      nan: classes.includes(Number.NaN),
      smallest: x.smallest && by.finite && smallestOf(x.smallest, by.finite, operation),
    };
    return rounded(result, p);
  };

  /** Comparisons do not round: an extremum is one of the terms. */
  const extremum = (xs: ReachVector, of: (terms: Vector) => d.Dyadic | undefined, ofNothing: number): Reach => {
    const { nan, plusInfinity, minusInfinity } = xs.terms.specials;
    if (nan) return { ...nothing, nan: true };
    if (!isUnscaled(xs)) throw new Error('only exact terms are compared');
    if (ofNothing < 0 ? plusInfinity : minusInfinity) return reachOfReal(-ofNothing);
    const value = of(xs.terms);
    return value ? { ...reachOfReal(real.point(value)), minusZero: xs.terms.hasMinusZero } : reachOfReal(ofNothing);
  };

  const arithmetic: Arithmetic<ReachVector, Reach> = {
    count: ({ terms }) => reachOfReal(real.point(d.fromInteger(terms.length))),
    largest: ({ terms, factor }) => {
      if (terms.allFinite) return reachOfReal(real.multiply(real.point(terms.largest), factor));
      return reachOfReal(terms.specials.nan ? Number.NaN : Number.POSITIVE_INFINITY);
    },
    maximum: (xs) => extremum(xs, (terms) => terms.range?.greatest, Number.NEGATIVE_INFINITY),
    minimum: (xs) => extremum(xs, (terms) => terms.range?.least, Number.POSITIVE_INFINITY),
    numbers: (xs) => ({ ...xs, terms: xs.terms.numbers }),
    abs: (xs) => ({ ...xs, terms: xs.terms.abs }),
    square: ({ terms, factor, relative, absolute, largestIsOne = false }) => {
      // (x(1+ρ)+α)² rounded: 2ρ + ρ² and the roundoff of the square; α enters with the largest term
      const held = isUnscaled({ relative });
      if (held && (p.integerSums || squaresAreExact(terms, p))) return reachTerms(terms.square);
      if (held && terms.nonzero === 1 && terms.allFinite) {
        // one term: its square is rounded once
        const once = rounded(reachOfReal(real.point(terms.square.sum)), p).finite;
        if (once && once.lo.m !== 0n) return reachTerms(Vector.ofDyadics([once.lo]));
      }
      const grown = d.add(d.one, relative);
      const factor2 = real.multiply(factor, factor);
      const largest = interval(real.multiply(real.point(terms.largest), factor)).hi;
      // to nearest, what underflows errs by no more than itself, in the type or a wider one
      const lost = held ? d.minimum(halfSubnormal, d.multiply(terms.largest, terms.largest)) : halfSubnormal;
      const cross = d.multiply(absolute, d.add(d.multiply(d.scale(grown, 1), largest), absolute));
      return {
        terms: terms.square,
        factor: factor2,
        relative: up(d.subtract(d.multiply(d.multiply(grown, grown), d.add(d.one, u)), d.one)),
        absolute: up(d.add(d.multiply(cross, d.add(d.one, u)), lost)),
        largestIsOne,
      };
    },
    over: (xs, by) => {
      if (!by.finite || by.finite.lo.m <= 0n) return xs;
      const signs = isUnscaled(xs) ? signsOf(xs.terms, by.finite) : undefined;
      if (signs) return reachTerms(signs);
      const { largest } = xs.terms;
      const largestIsOne =
        isUnscaled(xs) && d.compare(by.finite.lo, largest) === 0 && d.compare(by.finite.hi, largest) === 0;
      return {
        largestIsOne,
        terms: xs.terms,
        factor: real.divide(xs.factor, by.finite),
        relative: up(d.subtract(d.multiply(d.add(d.one, xs.relative), d.add(d.one, u)), d.one)),
        absolute: up(
          d.add(
            d.multiply(interval(real.divide(real.point(xs.absolute), by.finite)).hi, d.add(d.one, u)),
            halfSubnormal,
          ),
        ),
      };
    },
    minus: (xs, by) => {
      if (!by.finite) return xs;
      if (!isUnscaled(xs) || d.compare(by.finite.lo, by.finite.hi) !== 0)
        throw new Error('only exact terms are shifted');
      return { ...reachTerms(xs.terms.minus(by.finite.lo)), relative: u };
    },
    exp: (xs) => reachOfExponentials(xs, p),
    sum,
    product: (xs) => {
      if (!isUnscaled(xs)) throw new Error('only exact terms are multiplied');
      return reachOfProduct(xs.terms, p);
    },
    runningMean,
    normOfNorms: (xs) => reachOfNorms(onlyUnscaled(xs), p),
    logAddExp: (xs) => reachOfLogAddExp(onlyUnscaled(xs), p),
    add: (a, b) => rounded(added(a, b), p),
    log: (x) => reachOfLogarithm(x, p),
    multiply: (a, b) => scaled(a, b, real.multiply),
    divide: (a, b) => scaled(a, b, real.divide),
    reciprocal: (a) => scaled(reachOfReal(real.point(d.one)), a, real.divide),
    sqrt: (x) => {
      if (!x.finite) return { ...x, nan: x.nan || x.minusInfinity, minusInfinity: false };
      const lo = interval(real.sqrt(real.point(d.maximum(x.finite.lo, d.zero)))).lo;
      const hi = interval(real.sqrt(real.point(d.maximum(x.finite.hi, d.zero)))).hi;
      const nan = x.nan || x.minusInfinity || x.finite.lo.m < 0n;
      return rounded({ ...x, nan, minusInfinity: false, finite: { lo: down(lo), hi: up(hi) } }, p);
    },
    throughFloat32: (x) => stored(x, formatOf('float32')),
  };
  return arithmetic;
}

/** The sum of two results, before it is rounded. */
function added(a: Reach, b: Reach): Reach {
  const finite = a.finite && b.finite && { lo: d.add(a.finite.lo, b.finite.lo), hi: d.add(a.finite.hi, b.finite.hi) };
  const classes = classesOf(a).flatMap((one) => classesOf(b).map((other) => real.add(one, other)));
  return {
    finite,
    plusInfinity: classes.includes(Number.POSITIVE_INFINITY),
    minusInfinity: classes.includes(Number.NEGATIVE_INFINITY),
    nan: classes.includes(Number.NaN),
    minusZero: a.minusZero && b.minusZero,
  };
}

/** What can be reached, one of each class: the ends and zero stand for all that is finite. */
function classesOf({ finite, plusInfinity, minusInfinity, nan }: Reach): Real[] {
  const { lo, hi } = finite ?? {};
  return [
    ...(lo && hi ? [real.point(lo), real.point(hi)] : []),
    ...(lo && hi && lo.m < 0n && hi.m > 0n ? [real.point(d.zero)] : []),
    ...(plusInfinity ? [Number.POSITIVE_INFINITY] : []),
    ...(minusInfinity ? [Number.NEGATIVE_INFINITY] : []),
    ...(nan ? [Number.NaN] : []),
  ];
}

/** True for terms that are held exactly as given: whatever changes them rounds them. */
function isUnscaled({ relative }: Pick<ReachVector, 'relative'>): boolean {
  return relative.m === 0n;
}

/** @throws Error for terms that were scaled or rounded */
function onlyUnscaled(xs: ReachVector): Vector {
  if (!isUnscaled(xs)) throw new Error('only exact terms are taken two by two');
  return xs.terms;
}

/** True if every square needs at most p bits: |x| ≤ 2^(p/2) on the grid of the terms. */
function squaresAreExact(terms: Vector, p: Precision): boolean {
  const { grid, largest } = terms;
  return staysOnGrid(d.multiply(largest, largest), 2 * (grid ?? 0), p);
}

/** What is left of terms that are zero or ±`by`, divided by it: 0 and ±1, exactly; of other terms nothing. */
function signsOf(terms: Vector, by: real.Interval): Vector | undefined {
  const { nonzero, magnitude, largest } = terms;
  const isAlike = d.compare(magnitude, d.multiply(largest, d.fromInteger(nonzero))) === 0;
  if (!isAlike || d.compare(by.lo, largest) !== 0 || d.compare(by.hi, largest) !== 0) return undefined;
  const sign = ({ m }: d.Dyadic) => (m === 0n ? d.zero : d.fromInteger(m < 0n ? -1 : 1));
  return Vector.ofDyadics(Array.from(terms.dyadics(), sign), terms.specials);
}

/** What an operation makes of the smallest magnitude. */
function smallestOf(x: d.Dyadic, by: real.Interval, operation: (a: Real, b: Real) => Real): d.Dyadic {
  const ends = [by.lo, by.hi].map((end) => interval(operation(real.point(x), real.point(end))).lo);
  return down(ends.reduce(d.minimum));
}

/** True if every term has a minus sign, zeros included. */
function isNegative(terms: Vector): boolean {
  return terms.positives === 0 && !terms.hasPlusZero;
}

/** Products, quotients and roots of finite values by positive ones are finite. */
function interval(x: Real): real.Interval {
  return x as real.Interval;
}
