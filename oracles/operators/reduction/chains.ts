import type { Chain } from '../../arithmetic/arithmetic.ts';
import { enclosed, exactArithmetic } from '../../arithmetic/exact.ts';
import { exp, log, log1p } from '../../arithmetic/functions.ts';
import { gridOf, power, roundDown, roundUp, staysOnGrid } from '../../arithmetic/sum-bounds.ts';
import { empty, rounded, spanOf, type ValueSet } from '../../arithmetic/value-set.ts';
import type { FloatFormat } from '../../numerics/dtype.ts';
import * as d from '../../numerics/dyadic.ts';
import { exactSum } from '../../numerics/exact-sum.ts';
import * as real from '../../numerics/real.ts';
import { greatest } from './kernel.ts';

// Algorithms that round the partial result after each step; derivations in docs/proofs.md.

const unitRoundoff = ({ precision }: FloatFormat): d.Dyadic => d.powerOfTwo(-precision);
const halfLeast = ({ minExponent }: FloatFormat): d.Dyadic => d.powerOfTwo(minExponent - 1);
const times = (n: number, x: d.Dyadic): d.Dyadic => d.multiply(d.fromNumber(n), x);
const most = (xs: Iterable<number>): number => {
  let found = Number.NEGATIVE_INFINITY;
  for (const x of xs) found = Math.max(found, x);
  return found;
};

/** The error of the squared norm of two numbers, in units of the unit roundoff: with or without scaling, or by a library to 1 ulp. */
const errorOfSquare = 7;

/** √Σx² by norms of two: of terms, and of norms. */
export const normOfNorms: Chain = {
  value: (a, xs) => a.sqrt(a.dot(xs, xs)),
  step: (a, norm, x) => a.sqrt(a.add(a.multiply(norm, norm), a.multiply(x, x))),
  /**
   * r² ← (r₁² + r₂²)(1 + θ) with |θ| ≤ 7u, so the number of roundings of a term's square is the depth of the term in the tree.
   * Depths are at most n - 1, and sum to at most (n - 1)(n + 2)/2. A norm of two is not less than either.
   */
  bound(xs, format) {
    const sizes = xs.filter((x) => x !== 0).map(Math.abs);
    const n = sizes.length;
    const largestSize = n === 0 ? 0 : most(sizes);
    if (n <= 1 || !Number.isFinite(largestSize)) return largestSize;
    const largest = d.fromNumber(largestSize);
    const largestSquare = d.multiply(largest, largest);
    const sum = enclosed(exactArithmetic(64).dot(sizes, sizes)).lo;
    const depths = d.minimum(times(n - 1, sum), times(((n - 1) * (n + 2)) / 2, largestSquare));
    const u = unitRoundoff(format);
    const first = d.multiply(times(errorOfSquare, u), depths);
    const deepest = times(errorOfSquare * (n - 1), u);
    const lost = times(2 * n, d.minimum(halfLeast(format), largestSquare));
    // e^x ≤ 1 + x + x² up to 1; beyond, the roundings are counted
    const isSmall = d.lessOrEqual(deepest, d.one);
    const allGrown = power(d.add(d.one, u), errorOfSquare * (n - 1), roundUp);
    const growth = isSmall ? d.add(d.one, deepest) : allGrown;
    // every square takes part in at most all roundings
    const allRounded = d.multiply(sum, allGrown);
    const greatestSum = isSmall ? d.minimum(d.add(sum, d.multiply(first, growth)), allRounded) : allRounded;
    const leastSum = d.maximum(d.subtract(sum, d.add(first, lost)), d.zero);
    const root = (x: d.Dyadic) => real.sqrt(real.point(x), 128) as real.Interval;
    const greatestSquare = d.add(greatestSum, d.multiply(lost, growth));
    // norms that avoid squares that underflow have an error of 1 ulp at each norm of two; by the triangle inequality these add
    // up
    const unsquared = d.add(root(greatestSum).hi, d.multiply(times(2 * n, halfLeast(format)), growth));
    const squared = root(greatestSquare).hi;
    const hi = d.lessOrEqual(largestSquare, halfLeast(format)) ? d.maximum(squared, unsquared) : squared;
    // the root of a rounded normal square is the number itself
    const isNormal = d.leadingExponent(largest) * 2 >= format.minExponent + format.precision - 1;
    const lo = roundDown(root(leastSum).lo);
    const overflow = spanOf(rounded({ ...empty, finite: real.point(greatestSquare) }, format)).plusInfinity;
    return {
      ...empty,
      finite: { lo: isNormal ? d.maximum(lo, largest) : lo, hi: roundUp(hi) },
      plusInfinity: overflow,
    };
  },
};

/** Σx / n by the updates m ← m + (x - m) / k. */
export const runningMean: Chain = {
  value: (a, xs) => a.divide(a.sum(xs), a.of(xs.length)),
  step: (a, mean, x, count) => a.add(mean, a.divide(a.subtract(x, mean), a.of(count + 1))),
  /** At each step subtraction and division have a relative error of 2u + u², and the addition of u. */
  bound(xs, format) {
    const n = xs.length;
    if (n === 0) return Number.NaN;
    if (!xs.every(Number.isFinite)) return withInfinities(xs, format);
    if (xs.every((x) => x === xs[0])) return xs.every((x) => Object.is(x, xs[0])) ? xs[0]! : 0;
    const terms = Float64Array.from(xs);
    const sum = exactSum(terms);
    const magnitudes = exactSum(terms.map(Math.abs));
    const mean = real.divide(real.point(sum), real.point(d.fromNumber(n))) as real.Interval;
    if (isExactOnTheWay(terms, magnitudes, format)) return d.toNumber(mean.lo);
    const u = unitRoundoff(format);
    const magnitude = (real.divide(real.point(magnitudes), real.point(d.fromNumber(n))) as real.Interval).hi;
    const steps = Math.ceil(n + 1 + 2 * (1 + Math.log(n)));
    const first = d.multiply(times(steps, u), magnitude);
    const error = roundUp(d.add(d.multiply(first, d.add(d.one, times(2 * steps, u))), times(n, halfLeast(format))));
    // the mean stays between the terms; each step removes at most a k-th of it, and three roundings
    const [low, high] = [-most(terms.map((x) => -x)), most(terms)];
    const largest = d.fromNumber(Math.max(-low, high));
    const share = (real.divide(real.point(largest), real.point(d.fromNumber(n))) as real.Interval).lo;
    const kept = d.multiply(share, power(d.subtract(d.one, u), 2 * n + 1, roundDown));
    const ofOneSign = d.maximum(d.subtract(roundDown(kept), times(n, halfLeast(format))), d.zero);
    const lo = d.maximum(d.subtract(mean.lo, error), low >= 0 ? ofOneSign : d.fromNumber(low));
    const hi = d.minimum(d.add(mean.hi, error), high <= 0 ? d.negate(ofOneSign) : d.fromNumber(high));
    const spread = rounded({ ...empty, finite: real.point(d.subtract(d.fromNumber(high), d.fromNumber(low))) }, format);
    const finite = { lo: d.maximum(lo, d.fromNumber(low)), hi: d.minimum(hi, d.fromNumber(high)) };
    // starting from -0, by quotients that underflow
    const vanishes = d.lessOrEqual(share, halfLeast(format));
    const smallest = (
      real.divide(real.point(d.powerOfTwo(gridOf(terms)!)), real.point(d.fromNumber(n))) as real.Interval
    ).lo;
    return {
      ...empty,
      finite,
      smallest,
      plusZero: real.holdsZero(finite),
      minusZero: vanishes && xs.every((x) => x < 0 || Object.is(x, -0)) && xs.some((x) => Object.is(x, -0)),
      plusInfinity: spread.plusInfinity,
      minusInfinity: spread.plusInfinity,
      nan: spread.plusInfinity && n > 2, // an infinite mean meets another term
    };
  },
};

/** The running mean of terms that are not all finite: earlier ones may have overflowed. */
function withInfinities(xs: readonly number[], format: FloatFormat): ValueSet {
  const others = xs.filter(Number.isFinite);
  const infinity = xs.filter((x) => !Number.isFinite(x)).reduce((a, b) => a + b);
  if (others.length === 0 || Number.isNaN(infinity)) return infinity;
  const { plusInfinity, minusInfinity, nan } = spanOf(runningMean.bound(others, format));
  return { ...spanOf(infinity), nan: nan || (infinity > 0 ? minusInfinity : plusInfinity) };
}

/** lcm(1…n) for the lengths n where a running mean is exact on its multiples even by rounded reciprocals. */
const leastCommonMultiples: Readonly<Record<number, number>> = { 2: 2, 3: 6, 4: 12 };

/** Returns whether all terms are multiples of lcm(1…n) times a power of two, so that every m_k is a multiple of that power. */
function isExactOnTheWay(terms: Float64Array, magnitudes: d.Dyadic, format: FloatFormat): boolean {
  const multiple = leastCommonMultiples[terms.length];
  const own = gridOf(terms);
  if (multiple === undefined || own === undefined) return false;
  const grid = own - d.trailingExponent(d.fromInteger(multiple));
  const isMultiple = (x: number) => (x / 2 ** grid) % multiple === 0;
  return terms.every(isMultiple) && staysOnGrid(d.scale(magnitudes, 1), grid, format);
}

/** The error of log-add-exp of two numbers in addition to the rounding of its result, in units of the unit roundoff. */
const errorOfLogAddExp = 9;

/** More than log-add-exp adds to the greater of two, including the rounding: 2·ln 2. */
const mostAdded = 1.5;

/** ln Σeˣ step by step: by log-add-exp, or by sums that are rescaled at each new maximum. */
export const logAddExp: Chain = {
  value: (a, xs) => {
    const shift = greatest(a, xs, Number.NEGATIVE_INFINITY);
    // the greatest terms count 1 each, infinities too
    const shares = xs.map((x) => a.select(a.equal(x, shift), a.of(1), a.apply(exp, a.subtract(x, shift))));
    return a.add(shift, a.apply(log, a.sum(shares)));
  },
  step: (a, x, y) => {
    const apart = a.negate(a.abs(a.subtract(x, y)));
    return a.add(a.maximum(x, y), a.apply(log1p, a.apply(exp, apart)));
  },
  /**
   * By log-add-exp |L̂ - L| ≤ (n - 1)·u·(|L| + ln n + 9) / (1 - (n - 1)u). Rescaled sums have a rounding at each step, and at a
   * new maximum a factor with two more and the error of a library. Neither result is below the greatest term.
   */
  bound(xs, format): ValueSet {
    const terms = xs.filter((x) => x !== Number.NEGATIVE_INFINITY);
    const n = terms.length;
    const top = terms.some(Number.isNaN) ? Number.NaN : most(terms);
    if (n <= 1 || !Number.isFinite(top)) return top;
    const greatestTerm = d.fromNumber(top);
    const { lo, hi } = enclosed(logAddExp.value(exactArithmetic(format.precision + 20), terms));
    const magnitude = d.maximum(d.abs(lo), d.abs(hi));
    const u = unitRoundoff(format);
    const steps = n - 1;
    const added = d.multiply(times(steps, u), d.add(magnitude, d.fromNumber(errorOfLogAddExp + Math.log(n))));
    const rescaled = d.add(times(9 * steps + 8 + 8 * Math.log(n), u), d.multiply(magnitude, u));
    const lost = times(4 * n, halfLeast(format));
    const twoByTwo = d.lessOrEqual(times(steps, u), d.powerOfTwo(-1))
      ? d.multiply(added, d.add(d.one, times(2 * steps, u)))
      : undefined;
    const error = (x: d.Dyadic) => roundUp(d.add(x, lost));
    const highest = d.maximum(
      d.add(hi, error(rescaled)),
      twoByTwo ? d.add(hi, error(twoByTwo)) : d.add(greatestTerm, d.fromNumber(mostAdded * steps)),
    );
    const lowest = twoByTwo ? d.subtract(lo, error(d.maximum(rescaled, twoByTwo))) : greatestTerm;
    const finite = { lo: d.maximum(roundDown(lowest), greatestTerm), hi: roundUp(highest) };
    const reached = rounded({ ...empty, finite }, format);
    return { ...reached, finite, plusZero: real.holdsZero(finite) };
  },
};
