import { trailingExponentOf } from '../numerics/doubles.ts';
import type { FloatFormat } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { dyadicSum, exactSum } from '../numerics/exact-sum.ts';
import { minimumOf } from '../numerics/extremes.ts';
import * as real from '../numerics/real.ts';
import { overflowThreshold } from '../numerics/rounding.ts';
import {
  bitsOfEnds,
  empty,
  hasZero,
  hull,
  isInfinite,
  isOnlyZero,
  rounded,
  type Signs,
  signsOf,
  signsOfProduct,
  spanOf,
  unroundedSpan,
  type ValueSet,
  type ValueSpan,
} from './value-set.ts';

/**
 * Returns the bounds of a sum of terms in any order, evaluated in the format or in a wider one. Terms that are not finite
 * determine the result; any finite partial sum may precede them.
 * @param areProducts the terms are products that may or may not have been rounded: doubles need not be numbers of the format
 */
export function sumBound(terms: readonly ValueSet[], format: FloatFormat, areProducts = false): ValueSet {
  const doubles = new Float64Array(terms.length);
  const spans: ValueSpan[] = [];
  const specials = new Set<number>();
  let finite = 0;
  for (let i = 0; i < terms.length; i++) {
    const x = terms[i]!;
    if (typeof x !== 'number') spans.push(x);
    else if (Number.isFinite(x)) doubles[finite++] = x;
    else specials.add(x);
  }
  const finiteSpans = spans.filter((x) => x.finite);
  const start = finiteTotal(doubles.subarray(0, finite), finiteSpans, format, areProducts);
  const areFinite = finite + finiteSpans.length === terms.length;
  if (areFinite && !spans.some((x) => x.nan || x.plusInfinity || x.minusInfinity)) return start;

  const from = spanOf(start);
  const reached = from.isRounded ? from : rounded(from, format);
  const others = [...[...specials].map(spanOf), ...spans];
  const certain = others.filter((x) => !x.finite);
  if (certain.some((x) => x.nan && !x.plusInfinity && !x.minusInfinity)) return Number.NaN;
  const some = [reached, ...others];
  const [plus, minus] = [some.some((x) => x.plusInfinity), some.some((x) => x.minusInfinity)];
  const always = (sign: 'plusInfinity' | 'minusInfinity') =>
    certain.some((x) => x[sign] && !x.nan && x.plusInfinity !== x.minusInfinity);
  const plusInfinity = plus && !always('minusInfinity');
  const minusInfinity = minus && !always('plusInfinity');
  const nan = some.some((x) => x.nan) || (plus && minus);
  if (!areFinite && plusInfinity !== minusInfinity && !nan) return plusInfinity ? Infinity : -Infinity;
  const { finite: numbers, plusZero, minusZero, isRounded } = from;
  const ofNumbers = areFinite ? { finite: numbers, plusZero, minusZero, isRounded } : {};
  return { ...empty, ...ofNumbers, plusInfinity, minusInfinity, nan };
}

/**
 * Returns the bounds of a sum of finite terms, rounded to nearest in any order.
 *
 * For n terms |ŝ - s| ≤ (n-1)·u·Σ|x|, without a condition on n. For products it is n·u·Σ|xy| if no product underflows
 * (Jeannerod and Rump, "Improved error bounds for inner products in floating-point arithmetic", 2013). The error of a product
 * that underflows is at most half the least number, and at most the product itself. Adding zero is exact, so n counts the other
 * terms.
 *
 * The error of an addition is also at most the smaller of its operands. Along the path from the greatest term to the result
 * these are sums of the other terms.
 */
function finiteTotal(
  doubles: Float64Array,
  spans: readonly ValueSpan[],
  format: FloatFormat,
  areProducts: boolean,
): ValueSet {
  const grid = spans.length === 0 ? gridOf(doubles) : undefined;
  const plain = grid !== undefined ? plainSum(doubles, grid, format) : undefined;
  if (plain !== undefined) return plain;
  const parts = spans.map((x) => x.finite!);
  const magnitudes = doubles.map(Math.abs);
  const sizes = parts.map((part) => d.maximum(d.abs(part.lo), d.abs(part.hi)));
  const known = exactSum(doubles);
  const bits = bitsOfEnds(format);
  const arePoints = parts.every(real.isPoint);
  const sum = (end: 'lo' | 'hi') => d.canonical(dyadicSum([known, ...parts.map((part) => part[end])]));
  const lo = arePoints ? sum('lo') : d.roundToBits(sum('lo'), bits, 'down');
  const hi = arePoints ? lo : d.roundToBits(sum('hi'), bits, 'up');
  const all = d.roundToBits(dyadicSum([exactSum(magnitudes), ...sizes]), bits, 'up');

  if (spans.length === 0 && staysOnGrid(all, grid, format)) {
    if (lo !== 0) return d.significantBits(lo) <= 53 ? d.toNumber(lo) : { ...empty, finite: real.point(lo) };
    // a sum that starts with +0 is +0 though all terms are -0
    const isMinusZero = doubles.length > 0 && doubles.every((x) => Object.is(x, -0));
    return isMinusZero ? { ...spanOf(-0), plusZero: true } : 0;
  }
  const n = magnitudes.reduce((count, x) => (x === 0 ? count : count + 1), 0) + sizes.filter((x) => x !== 0).length;
  const unit = grid ?? (areProducts && parts.every(real.isPoint) ? unitOf(doubles, parts) : undefined);
  const smallest = unit !== undefined ? d.powerOfTwo(unit) : areProducts ? undefined : leastOf(doubles, spans);
  const minusZero = doubles.every((x) => Object.is(x, -0)) && spans.every((x) => x.minusZero);
  const plusZeroOnly = doubles.length === 0 && spans.length === 1 ? hasZero(spans[0]!) : undefined;
  const halfLeast = d.powerOfTwo(format.minExponent - 1);
  if (n <= (areProducts ? 1 : 2)) {
    const finite = { lo, hi };
    // a product that underflows to -0 is added to the +0 with which sums start
    const vanishes = areProducts && d.sign(hi) < 0 && d.compare(hi, d.negate(halfLeast)) >= 0;
    return unroundedSpan({
      smallest,
      finite,
      minusZero,
      plusZero: vanishes || (plusZeroOnly ?? real.holdsZero(finite)),
    });
  }

  const u = d.powerOfTwo(-format.precision);
  const grown = (x: d.Dyadic, roundings: number) =>
    d.add(x, d.multiply(x, d.dyadic(BigInt(Math.max(0, roundings)), -format.precision)));
  const products = areProducts ? 1 : 0;
  const greatest = [d.fromNumber(magnitudes.reduce((a, b) => Math.max(a, b), 0)), ...sizes].reduce(d.maximum);
  const others = grown(d.subtract(all, greatest), products);
  const underflows = areProducts
    ? [...sizes.filter((size) => isBelow(size, format)), ...belowLeast(magnitudes, format)]
    : [];
  const ofAdditions = d.minimum(
    d.multiply(all, d.dyadic(BigInt(n - 1 + products), -format.precision)),
    d.add(products ? d.multiply(all, u) : d.zero, grown(others, 2 * (n - 2))),
  );
  const error = d.add(ofAdditions, dyadicSum(underflows.map((size) => d.minimum(size, halfLeast))));

  // rounding is monotone, so terms of the other sign can only lower a partial sum: only terms of one sign matter
  const limit = overflowThreshold(format);
  const isFarBelow = d.compare(grown(all, n), limit) < 0;
  const overflows = (sign: number): boolean => {
    if (isFarBelow) return false;
    const own = doubles.filter((x) => x * sign > 0).map(Math.abs);
    const ends = parts.map((part) => (sign > 0 ? part.hi : d.negate(part.lo))).filter((x) => d.sign(x) > 0);
    const sum = dyadicSum([exactSum(own), ...ends]);
    const most = [d.fromNumber(own.reduce((a, b) => Math.max(a, b), 0)), ...ends].reduce(d.maximum);
    const count = own.length + ends.length;
    const besides = grown(d.subtract(sum, most), count - 2 + products);
    return (
      d.compare(grown(sum, count - 1 + products), limit) >= 0 &&
      d.compare(d.add(grown(most, products), d.scale(besides, 1)), limit) >= 0
    );
  };
  const [plusInfinity, minusInfinity] = [overflows(1), overflows(-1)];
  const ends = {
    lo: d.canonical(d.subtractTowards(lo, error, bits, 'down')),
    hi: d.canonical(d.addTowards(hi, error, bits, 'up')),
  };
  const finite = clamped(ends, doubles, spans, format);
  return {
    finite,
    isRounded: true,
    plusZero: real.holdsZero(finite),
    minusZero,
    plusInfinity,
    minusInfinity,
    nan: plusInfinity && minusInfinity,
    smallest,
  };
}

/**
 * Returns the sum of multiples of 2^grid if nothing rounds, neither in the format nor in doubles, as in {@link staysOnGrid};
 * `undefined` if that is not certain. Rounding is monotone, so the sum of magnitudes is exact if it is below the limit.
 */
function plainSum(doubles: Float64Array, grid: number, format: FloatFormat): number | undefined {
  const { precision, minExponent, maxExponent } = format;
  let [sum, size] = [0, 0];
  for (let i = 0; i < doubles.length; i++) {
    sum += doubles[i]!;
    size += Math.abs(doubles[i]!);
  }
  const limit = 2 ** Math.min(grid + Math.min(precision, 53), maxExponent + 1);
  return grid >= minExponent && size < limit ? sum : undefined;
}

/** Returns the largest g such that all terms are multiples of 2^g. All their sums are too, however they are rounded. */
function unitOf(doubles: Float64Array, parts: readonly real.Interval[]): number | undefined {
  const exponents = parts.filter(({ lo }) => lo !== 0).map(({ lo }) => d.trailingExponent(lo));
  const units = [gridOf(doubles), ...exponents].filter((unit) => unit !== undefined);
  return units.length > 0 ? minimumOf(units) : undefined;
}

/** Returns the least magnitude of a nonzero sum of terms that are not negative; `undefined` if it is unknown. */
function leastOf(doubles: Float64Array, spans: readonly ValueSpan[]): d.Dyadic | undefined {
  const areKnown = spans.every(({ finite, smallest }) => d.sign(finite!.lo) >= 0 && smallest !== undefined);
  if (!areKnown || doubles.some((x) => x < 0)) return undefined;
  const there = [...doubles.filter((x) => x > 0)].map(d.fromNumber);
  return [...there, ...spans.map((x) => x.smallest!)].reduce(d.minimum);
}

/** Clamps a sum: if all terms have one sign, it is never closer to zero than any term, however it is rounded. */
function clamped(
  { lo, hi }: real.Interval,
  doubles: Float64Array,
  spans: readonly ValueSpan[],
  format: FloatFormat,
): real.Interval {
  const [least, greatest] = [doubles.reduce((a, b) => Math.min(a, b), 0), doubles.reduce((a, b) => Math.max(a, b), 0)];
  const isPositive = least === 0 && spans.every((x) => d.sign(x.finite!.lo) >= 0);
  const isNegative = greatest === 0 && spans.every((x) => d.sign(x.finite!.hi) <= 0);
  if (!isPositive && !isNegative) return { lo, hi };
  const parts = spans.map((x) => (x.isRounded ? x : rounded(x, format)).finite!);
  const ends = (x: number) => rounded({ ...empty, finite: real.point(d.fromNumber(x)) }, format).finite!;
  return {
    lo: isPositive ? [lo, ends(greatest).lo, ...parts.map((part) => part.lo)].reduce(d.maximum) : lo,
    hi: isNegative ? [hi, ends(least).hi, ...parts.map((part) => part.hi)].reduce(d.minimum) : hi,
  };
}

/** Returns the largest g such that all numbers are multiples of 2^g; `undefined` if all are zero. */
export function gridOf(xs: Float64Array): number | undefined {
  let grid = Number.POSITIVE_INFINITY;
  for (const x of xs) if (x !== 0) grid = Math.min(grid, trailingExponentOf(x));
  return Number.isFinite(grid) ? grid : undefined;
}

/**
 * Returns whether terms that are multiples of 2^grid can be added without rounding, in any order and in any wider format. All
 * partial sums are then multiples of 2^grid of at most p bits.
 * @param all the sum of the magnitudes of the terms
 */
export function staysOnGrid(
  all: d.Dyadic,
  grid: number | undefined,
  { precision, minExponent, maxExponent }: Pick<FloatFormat, 'precision' | 'minExponent' | 'maxExponent'>,
): boolean {
  if (grid === undefined || all === 0) return true;
  const most = d.leadingExponent(all);
  const isShort = most - grid < precision || (most - grid === precision && d.significantBits(all) === 1);
  return grid >= minExponent && most <= maxExponent && isShort;
}

/** Returns the products that are not multiples of the least number of the format. */
function belowLeast(magnitudes: Float64Array, { minExponent }: FloatFormat): readonly d.Dyadic[] {
  return [...magnitudes.filter((x) => x !== 0 && trailingExponentOf(x) < minExponent)].map(d.fromNumber);
}

/** Returns the same for the magnitude of one product. */
const isBelow = (size: d.Dyadic, { minExponent }: FloatFormat): boolean =>
  size !== 0 && d.trailingExponent(size) < minExponent;

/**
 * Returns the bounds of a product of numbers in any order. Multiplying by a power of two does not round, so m other factors
 * need m - 1 roundings, each with a relative error of at most u. If some partial product can leave the normal range downwards,
 * each multiplication adds at most half the least number. The remaining factors can magnify that by Π max(|x|, 1). If this
 * product exceeds the range, some order overflows; a zero times that infinity is NaN.
 */
export function productOf(xs: readonly number[], format: FloatFormat): ValueSet {
  if (xs.some(Number.isNaN)) return Number.NaN;
  const factors = xs.filter(Number.isFinite).map((x) => d.fromNumber(Math.abs(x)));
  const isNegative = xs.reduce((odd, x) => odd !== (x < 0 || Object.is(x, -0)), false);
  const exact = productTree(factors);
  const growth = productTree(factors.filter((x) => d.compare(x, d.one) > 0));
  const shrinkage = productTree(factors.filter((x) => x !== 0 && d.compare(x, d.one) < 0));
  const rounding = factors.filter((x) => d.significantBits(x) > 1);
  const isInfinite = factors.length < xs.length;
  const { precision, minExponent } = format;
  if (!isInfinite && neverRounds(factors, rounding, growth, format)) {
    const size = exact === 0 ? 0 : d.toNumber(exact);
    return isNegative ? -size : size;
  }
  const u = d.powerOfTwo(-precision);
  const roundings = Math.max(0, rounding.length - 1);
  const grown = power(d.add(d.one, u), roundings, roundUp);
  const shrunk = power(d.subtract(d.one, u), roundings, roundDown);
  const most = roundUp(d.multiply(growth, grown));
  const overflows = d.compare(most, overflowThreshold(format)) >= 0;
  const least = roundDown(d.multiply(shrinkage, shrunk));
  const underflows = d.compare(least, d.powerOfTwo(minExponent + precision - 1)) < 0;
  const vanishes = exact === 0 || d.compare(least, d.powerOfTwo(minExponent - 1)) <= 0;
  const isLarge = isInfinite || overflows;
  const lost = underflows && exact !== 0 ? d.multiply(most, d.dyadic(BigInt(xs.length - 1), minExponent - 1)) : d.zero;
  const lo = d.maximum(d.zero, roundDown(d.subtract(d.multiply(exact, shrunk), lost)));
  const hi = roundUp(d.add(d.multiply(exact, grown), lost));
  const isZero = lo === 0;
  return {
    ...empty,
    ...(!isInfinite && { finite: isNegative ? { lo: d.negate(hi), hi: d.negate(lo) } : { lo, hi } }),
    plusZero: !isInfinite && isZero && !isNegative,
    minusZero: !isInfinite && isZero && isNegative,
    plusInfinity: isLarge && exact !== 0 && !isNegative,
    minusInfinity: isLarge && exact !== 0 && isNegative,
    nan: isLarge && vanishes,
  };
}

/**
 * Returns the bounds of a product in any order, if some factors are known only by bounds.
 *
 * In another order a partial product may leave the range though the given order does not. A zero times its infinity is NaN, and
 * the other factors magnify the loss of an underflow.
 * @param inOrder the bounds of the product in the given order
 */
export function productInAnyOrder(inOrder: ValueSet, factors: readonly ValueSpan[], format: FloatFormat): ValueSet {
  const { precision, minExponent } = format;
  const parts = factors.flatMap(({ finite }) => (finite ? [finite] : []));
  const greatest = parts.map(({ lo, hi }) => d.maximum(d.abs(lo), d.abs(hi)));
  const least = parts.map((part) => (real.holdsZero(part) ? d.zero : d.minimum(d.abs(part.lo), d.abs(part.hi))));
  const u = d.powerOfTwo(-precision);
  const roundings = factors.length - 1;
  const growth = roundUp(productTree(greatest.filter((x) => d.compare(x, d.one) > 0)));
  const shrinkage = roundDown(productTree(least.filter((x) => x !== 0 && d.compare(x, d.one) < 0)));
  const most = roundUp(d.multiply(growth, power(d.add(d.one, u), roundings, roundUp)));
  const smallest = roundDown(d.multiply(shrinkage, power(d.subtract(d.one, u), roundings, roundDown)));
  const isLarge = factors.some(isInfinite) || d.compare(most, overflowThreshold(format)) >= 0;
  const isZero = factors.some((x) => isOnlyZero(x) && !isInfinite(x) && !x.nan);
  const dies = least.some((x) => x === 0) || d.compare(smallest, d.powerOfTwo(minExponent - 1)) <= 0;
  const loses = !isZero && d.compare(smallest, d.powerOfTwo(minExponent + precision - 1)) < 0;
  if (!(isLarge && (dies || !isZero)) && !loses) return inOrder;
  const { plus, minus } = factors.map((x): Signs => signsOf(x)).reduce(signsOfProduct);
  const span = spanOf(inOrder);
  const lost = loses ? d.multiply(most, d.dyadic(BigInt(roundings), minExponent - 1)) : d.zero;
  const finite = span.finite && { lo: d.subtract(span.finite.lo, lost), hi: d.add(span.finite.hi, lost) };
  return {
    finite: dies ? hull([finite, real.point(d.zero)]) : finite,
    isRounded: span.isRounded,
    plusZero: span.plusZero || (dies && plus),
    minusZero: span.minusZero || (dies && minus),
    plusInfinity: span.plusInfinity || (isLarge && !isZero && plus),
    minusInfinity: span.minusInfinity || (isLarge && !isZero && minus),
    nan: span.nan || (isLarge && dies),
    smallest: undefined,
  };
}

/** Returns whether no product of any of the factors rounds: all odd parts together are short, and no partial product leaves the range. */
function neverRounds(
  factors: readonly d.Dyadic[],
  rounding: readonly d.Dyadic[],
  growth: d.Dyadic,
  { precision, minExponent, maxExponent }: FloatFormat,
): boolean {
  if (rounding.length > precision || d.leadingExponent(growth) > maxExponent) return false;
  if (d.significantBits(productTree(rounding)) > precision) return false;
  const lowest = factors.reduce<number>((sum, x) => sum + (x === 0 ? 0 : Math.min(d.trailingExponent(x), 0)), 0);
  return lowest >= minExponent;
}

/** Multiplies as a tree, which is fastest for factors of equal size. */
function productTree(factors: readonly d.Dyadic[]): d.Dyadic {
  let level = factors;
  while (level.length > 1) {
    const pairs = Array.from({ length: level.length >> 1 }, (_, i) => d.multiply(level[2 * i]!, level[2 * i + 1]!));
    level = level.length % 2 === 0 ? pairs : [...pairs, level.at(-1)!];
  }
  return level[0] ?? d.one;
}

/** The precision of a bound in bits; it is always rounded outward. */
const boundBits = 128;
export const roundUp = (x: d.Dyadic): d.Dyadic => d.roundToBits(x, boundBits, 'up');
export const roundDown = (x: d.Dyadic): d.Dyadic => d.roundToBits(x, boundBits, 'down');

/** Returns x^n, with each step rounded in one direction. */
export function power(x: d.Dyadic, n: number, round: (x: d.Dyadic) => d.Dyadic): d.Dyadic {
  let result = d.one;
  let square = x;
  for (let rest = n; rest > 0; rest >>= 1) {
    if (rest & 1) result = round(d.multiply(result, square));
    square = round(d.multiply(square, square));
  }
  return result;
}
