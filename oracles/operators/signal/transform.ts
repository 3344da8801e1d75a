import type { Arithmetic, Chain, ExactForm } from '../../arithmetic/arithmetic.ts';
import { enclosed, exactArithmetic } from '../../arithmetic/exact.ts';
import { empty } from '../../arithmetic/value-set.ts';
import { rationalSumOfCosines } from '../../numerics/cyclotomic.ts';
import { type DType, type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import * as d from '../../numerics/dyadic.ts';
import * as real from '../../numerics/real.ts';
import { largestFinite } from '../../numerics/rounding.ts';
import { memoized, once } from '../../spec/node.ts';
import { cosineOfTurn } from './turns.ts';

/** A complex number; its imaginary part is 0 if absent. */
export interface Sample<S> {
  readonly re: S;
  readonly im?: S;
}

/** A discrete Fourier transform. */
export interface Transform<S> {
  readonly length: number;
  /** the first samples; those after them are 0 */
  readonly samples: readonly Sample<S>[];
  /** -1 for the forward transform, 1 for the inverse, which divides by the length */
  readonly sign: 1 | -1;
}

/** Returns the real or imaginary part of a bin of a transform. */
export type Bins<S> = (bin: number, part: 're' | 'im') => S;

/**
 * Returns the bins Σ xⱼ·e^(±2πi·jk/n). Each part is a sum of cosines: im·(-sin θ) is im·cos(θ + ¼ turn).
 * Places are integer multiples of a fraction of a turn that divides a quarter turn.
 */
export function binsOf<S>(a: Arithmetic<S>, dtype: DType, { length, samples, sign }: Transform<S>): Bins<S> {
  const finer = length % 4 === 0 ? 1 : length % 2 === 0 ? 2 : 4;
  const whole = length * finer;
  const quarter = whole / 4;
  const table = cosinesOf(whole, length, dtype);
  const size = once(() =>
    a.sum(samples.flatMap(({ re, im }) => (im === undefined ? [re] : [re, im])).map((x) => a.abs(x))),
  );
  const limit = rangeOfConvolution(length, dtype);
  const beyondRange = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN].map((x) => () => a.of(x));
  const convolved = (sum: S): S =>
    limit === undefined ? sum : a.select(a.less(size(), a.of(limit)), sum, a.either([() => sum, ...beyondRange]));
  return (bin, part) => {
    const [xs, places]: [S[], number[]] = [[], []];
    const add = (x: S | undefined, place: number) => {
      if (x === undefined) return;
      xs.push(x);
      places.push(((place % whole) + whole) % whole);
    };
    for (const [j, { re, im }] of samples.entries()) {
      const place = ((j * bin) % length) * finer;
      add(re, part === 're' ? place : place - sign * quarter);
      add(im, part === 're' ? place + sign * quarter : place);
    }
    const sum = convolved(a.chain(sumOfCosines(table, places), xs));
    return sign > 0 ? a.divide(sum, a.of(length)) : sum;
  };
}

/**
 * Returns the sum of magnitudes from which a transform by a convolution may leave the range of its type. No partial result of a
 * convolution of m points, real or complex, exceeds 2m times that sum. `undefined` for lengths that need no convolution.
 */
function rangeOfConvolution(length: number, dtype: DType): number | undefined {
  const format = formatOf(dtype) as FloatFormat;
  const range = largestFinite(format.bits < 32 ? (formatOf('float32') as FloatFormat) : format);
  return isPowerOfTwo(length) ? undefined : range / (2 * pointsOfConvolution(length));
}

/** The cosines of all places of a turn in any arithmetic, and the errors of sums of products with them. */
interface CosineTable {
  readonly whole: number;
  at<S>(a: Arithmetic<S>): (place: number) => S;
  /** by underflow */
  readonly lost: Chain;
  /** by a convolution, relative to the norm of the samples */
  readonly convolved: Chain;
}

function cosinesOf(whole: number, length: number, dtype: DType): CosineTable {
  let known: { readonly a: unknown; readonly at: (place: number) => unknown } | undefined;
  return {
    whole,
    at<S>(a: Arithmetic<S>) {
      if (known?.a !== a)
        known = { a, at: memoized(whole, (place) => a.chain(factor(place, whole, length, dtype), [])) };
      return known.at as (place: number) => S;
    },
    lost: lostOf(length),
    convolved: convolvedOf(length),
  };
}

/** Returns the place in the first quarter of a turn whose cosine differs at most in sign, and that sign. */
function inFirstQuarter(place: number, whole: number): readonly [place: number, sign: 1 | -1] {
  const half = Math.min(place, whole - place);
  return 4 * half > whole ? [whole / 2 - half, -1] : [half, 1];
}

/** Returns the sum of terms times cosines, by any of the algorithms in docs/proofs.md. */
const sumOfCosines = (cosines: CosineTable, places: readonly number[]): ExactForm => ({
  value<S>(a: Arithmetic<S>, xs: readonly S[]) {
    const groups = new Map<number, S[]>();
    for (const [i, x] of xs.entries()) {
      const [place, sign] = inFirstQuarter(places[i]!, cosines.whole);
      const group = groups.get(place) ?? [];
      group.push(sign < 0 ? a.negate(x) : x);
      groups.set(place, group);
    }
    const all = Array.from(groups, ([place, terms]) => ({ place, sum: a.sum(terms) }));
    // sums that are 0 need no cosine
    const sums = all.filter(({ sum }) => dyadicOf(sum) !== 0);
    const terms = sums.flatMap(({ place, sum }) => {
      const coefficient = dyadicOf(sum);
      return coefficient === undefined ? [] : [{ place, coefficient }];
    });
    const at = cosines.at(a);
    const total = () =>
      a.dot(
        sums.map(({ sum }) => sum),
        sums.map(({ place }) => at(place)),
      );
    if (terms.length < sums.length || !isNearRational(terms, cosines.whole)) return total();
    const rational = rationalSumOfCosines(terms, cosines.whole);
    return rational === undefined ? total() : constant(a, rational);
  },
  together(a, xs) {
    const at = cosines.at(a);
    const [lost, convolved] = [cosines.lost, cosines.convolved].map((error) => a.chain(error, []));
    return a.dot([...xs, a.of(1), normOf(a, xs)], [...places.map(at), lost!, convolved!]);
  },
});

/** Returns a bound of the Euclidean norm, √(max |x|·Σ|x|): squares may leave the range. No kernel computes it, so it has no range itself. */
function normOf<S>(a: Arithmetic<S>, xs: readonly S[]): S {
  const sizes = xs.map(a.abs);
  const [greatest, sum] = [sizes.reduce(a.maximum, a.of(0)), a.held(a.sum(sizes))];
  return a.multiply(a.sqrt(greatest), a.sqrt(sum));
}

/** Returns a number of exact arithmetic if it is known exactly and finite; otherwise `undefined`. */
function dyadicOf(x: unknown): d.Dyadic | undefined {
  if (typeof x === 'number') return Number.isFinite(x) ? d.fromNumber(x) : undefined;
  return real.isPoint(x as real.Interval) ? (x as real.Interval).lo : undefined;
}

/** Returns a dyadic number in an arithmetic. */
function constant<S>(a: Arithmetic<S>, x: d.Dyadic): S {
  const { m, e } = d.partsOf(x);
  const power = a.of(1n << BigInt(Math.abs(e)));
  return e < 0 ? a.divide(a.of(m), power) : a.multiply(a.of(m), power);
}

/** A bound of the relative error of the sum below in doubles. */
const lostInDoubles = 2 ** -40;

/** Returns whether a sum may be rational: if it is, it is a multiple of half the common unit of all terms. */
function isNearRational(
  terms: readonly { readonly place: number; readonly coefficient: d.Dyadic }[],
  whole: number,
): boolean {
  const there = terms.filter(({ coefficient }) => coefficient !== 0);
  if (there.length === 0) return true;
  const unit = Math.min(...there.map(({ coefficient }) => d.trailingExponent(coefficient))) - 1;
  let [sum, size] = [0, 0];
  for (const { place, coefficient } of there) {
    const x = d.toNumber(d.scale(coefficient, -unit));
    sum += x * Math.cos((2 * Math.PI * place) / whole);
    size += Math.abs(x);
  }
  return !(Math.abs(sum - Math.round(sum)) > size * lostInDoubles);
}

/** Returns whether a type is narrower than float32: its cosines are then computed in float32. */
const isNarrow = ({ precision }: FloatFormat): boolean => precision < 24;

/** The error of a complex product in unit roundoffs, 2√2: Higham, lemma 3.5. */
const errorOfProduct = 2 * Math.SQRT2;

/** The error of a root whose angle in [0, 2π] has so many roundings, and whose parts have the 4 units of a library, in unit roundoffs. */
const errorOfRoot = (roundings: number): number => roundings * 2 * Math.PI + 4 * Math.SQRT2;

/** Returns the error of a root of a transform. Roots of narrow types are constants of a table: made in float32, and rounded. */
const errorOfRootOf = (length: number, format: FloatFormat): number =>
  // dividing by a power of two is exact
  isNarrow(format) ? 2 * Math.SQRT2 : errorOfRoot(isPowerOfTwo(length) ? 2 : 3);

/** The roundings of the division of an inverse, if it is a product with a reciprocal, and of the packing of real numbers. */
const errorOfScaling = 3;

/** Returns whether a length is a power of two: a fast transform needs no convolution. */
const isPowerOfTwo = (length: number): boolean => Number.isInteger(Math.log2(length));

/** Returns the prime factors of a length, with repetitions. */
function primesOf(length: number): number[] {
  const primes: number[] = [];
  for (let p = 2, rest = length; rest > 1; p++) for (; rest % p === 0; rest /= p) primes.push(p);
  return primes;
}

/**
 * Returns the error ε of a factor w, in unit roundoffs: a transform gives Σ xⱼ(wⱼ + εⱼ). A direct sum has the error of its roots; its
 * additions count apart. A fast transform has a stage for each prime factor. It multiplies between stages, and within those of odd primes.
 */
function errorOfFactor(length: number, format: FloatFormat): number {
  const primes = primesOf(length);
  const ofRoot = errorOfRootOf(length, format);
  const products = Math.max(0, primes.length - 1) + primes.filter((p) => p > 2).length;
  const additions = primes.reduce((sum, p) => sum + p - 1, 0);
  const fast = primes.length > 1 ? products * (ofRoot + errorOfProduct) + additions : 0;
  return Math.max(ofRoot, fast) + errorOfScaling;
}

/**
 * Returns the error of a transform by a convolution, in unit roundoffs of the Euclidean norm of the samples: three transforms, and the
 * chirps of the samples, of the filter and of the result, times the norm of the filter. 0 where none is needed, or allowed.
 */
function errorOfConvolution(length: number, format: FloatFormat): number {
  if (isNarrow(format) || isPowerOfTwo(length)) return 0;
  const ofStage = errorOfRoot(2) + errorOfProduct + 1;
  const ofChirp = errorOfRoot(3) + errorOfProduct;
  return (3 * Math.log2(pointsOfConvolution(length)) * ofStage + 3 * ofChirp + errorOfProduct) * Math.sqrt(2 * length);
}

/** The points of a convolution for a transform: a power of two. */
const pointsOfConvolution = (length: number): number => 2 ** Math.ceil(Math.log2(2 * length - 1));

/** The factor of a term: a cosine, or within the error of fast transforms. */
const factor = (place: number, whole: number, length: number, dtype: DType): Chain => ({
  // tables have at least the precision of float32
  value: (a) => a.from(cosineOfTurn(a.in(formatOf(dtype).bits < 32 ? 'float32' : dtype), place, whole)),
  step: (_, cosine) => cosine,
  bound(_, format) {
    const { lo, hi } = enclosed(cosineOfTurn(exactArithmetic(format.precision + 40), place, whole));
    // a multiple of a quarter turn: in a table for a narrow type, the cosine is 0 or ±1 except for the rounding of its angle in float32
    const isTrivial = isNarrow(format) && 4 % length === 0;
    const error = isTrivial ? d.powerOfTwo(-19) : errorBelow(errorOfFactor(length, format), format);
    const finite = { lo: d.subtract(lo, error), hi: d.add(hi, error) };
    const isZero = real.holdsZero(finite);
    return { ...empty, finite, plusZero: isZero, minusZero: isZero };
  },
});

/** Returns e^x - 1 for x unit roundoffs: the greatest relative error of a product of x factors 1 + u. */
function errorBelow(roundoffs: number, { precision }: FloatFormat): d.Dyadic {
  const x = roundoffs * 2 ** -precision;
  return d.fromNumber(Math.expm1(Math.min(x, 64)) * (1 + 2 ** -20));
}

/** Returns the error by underflow in all stages. */
const lostOf = (length: number): Chain => errorOf(({ minExponent }) => d.scale(d.fromNumber(16 * length), minExponent));

/** Returns the error of a convolution, relative to the norm of the samples. */
const convolvedOf = (length: number): Chain =>
  errorOf((format) => errorBelow(errorOfConvolution(length, format), format));

/** Returns an error of either sign, which leaves the sign of a zero open. */
const errorOf = (most: (format: FloatFormat) => d.Dyadic): Chain => ({
  value: (a) => a.of(0),
  step: (_, error) => error,
  bound(_, format) {
    const error = most(format);
    return { ...empty, finite: { lo: d.negate(error), hi: error }, plusZero: true, minusZero: true };
  },
});
