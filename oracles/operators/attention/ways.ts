import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { exp, exp2, tanh } from '../../arithmetic/functions.ts';
import { products, quotients, type Shares } from '../softmax/shares.ts';

/** The product of a query with keys. The query is prepared once; equal products give equal scores. */
export type ScaledProduct = <S>(a: Arithmetic<S>, query: readonly S[], scale: S) => ProductWith<S>;
interface ProductWith<S> {
  readonly of: (key: readonly S[]) => S;
  readonly score: (product: S) => S;
}

const scaled = <S>(a: Arithmetic<S>, xs: readonly S[], by: S): readonly S[] =>
  xs.map((x) => a.factor(a.multiply(x, by)));
const factors = <S>(a: Arithmetic<S>, xs: readonly S[]): readonly S[] => xs.map((x) => a.factor(x));

export const scaledAfterwards: ScaledProduct = (a, query, scale) => {
  const own = factors(a, query);
  return { of: (key) => a.dot(own, factors(a, key)), score: (product) => a.multiply(product, scale) };
};
const scaledBy =
  (rootOf: <S>(a: Arithmetic<S>, scale: S) => S): ScaledProduct =>
  (a, query, scale) => {
    const root = rootOf(a, scale);
    const own = scaled(a, query, root);
    return { of: (key) => a.dot(own, scaled(a, key, root)), score: (product) => product };
  };
/** Both factors are scaled by the root, as in the text. */
export const ofScaledFactors = scaledBy((a, scale) => a.sqrt(scale));
/** The root is a float32, as in the function body. */
export const ofFactorsScaledInFloat32 = scaledBy((a, scale) => a.round(a.sqrt(scale), 'float32'));
export const ofScaledQueries: ScaledProduct = (a, query, scale) => {
  const own = scaled(a, query, scale);
  return { of: (key) => a.dot(own, factors(a, key)), score: (product) => product };
};

/** Exponentials in proportion to the softmax of a row. */
export type Powers = <S>(a: Arithmetic<S>, scores: readonly S[]) => readonly S[];

export const ofDistances: Powers = (a, scores) => ofEachDistance(a, scores, (x) => a.apply(exp, x));

/** Powers of two of distances, which are scaled by log₂e. */
export const ofTwo: Powers = (a, scores) =>
  ofEachDistance(a, scores, (x) => a.apply(exp2, a.multiply(x, a.from(a.of(Math.LOG2E)))));

/** Powers of two of scores that are scaled by log₂e, as in kernels with a running maximum that fold it into their scale. */
export const ofTwoScaled: Powers = (a, scores) => {
  const scale = a.from(a.of(Math.LOG2E));
  return ofEachDistance(a, scores.map(byValue((x) => a.multiply(x, scale))), (x) => a.apply(exp2, x));
};

/**
 * In one pass, in which each new maximum scales the earlier sums (Dao and others, "FlashAttention", 2022). The factors of a
 * power combine to its distance, so that they add only their own roundings: 3.5 units in float32, 2 in 16 bits.
 */
export const inOnePass: Powers = (a, scores) =>
  ofDistances(a, scores).map((power, key) => {
    const factors = scores.length - 1 - key;
    return a.within(power, { ulps: 4 * factors, ulps16: 3 * factors, source: 'docs/proofs.md' });
  });

/** Applies a function to the distances from the greatest score, which are at most 0, however wide the bounds of scores are. */
function ofEachDistance<S>(a: Arithmetic<S>, scores: readonly S[], powerOf: (distance: S) => S): readonly S[] {
  // a comparison cannot decide for a score that is an interval and occurs twice; infinities have no distance
  const most = [...new Set(scores)].reduce(a.maximum);
  const distance = (x: S): S => (typeof x === 'object' && x === most ? a.multiply(x, a.of(0)) : a.subtract(x, most));
  return scores.map(byValue((x) => powerOf(a.bounded(distance(x), Number.NEGATIVE_INFINITY, 0))));
}

/** Returns the sum of powers; that of the greatest score is 1. */
const boundedSum = <S>(a: Arithmetic<S>, sum: S): S => a.bounded(sum, 1, Number.POSITIVE_INFINITY);

/** The softmax of a row of exponentials, and a function that returns the sum of values weighted by it. */
export interface Mixture<S> {
  readonly shares: readonly S[];
  mix(values: readonly S[]): S;
}
/**
 * @param inner the arithmetic of the softmax
 * @param stored converts a number of it to the type of the values
 */
export type Mixing = <S>(
  a: Arithmetic<S>,
  inner: Arithmetic<S>,
  powers: readonly S[],
  stored: (x: S) => S,
) => Mixture<S>;

const ofShares =
  (sharesOf: Shares): Mixing =>
  (a, inner, powers, stored) => {
    const shares = sharesOf(inner, powers, boundedSum(inner, inner.sum(powers))).map(stored);
    return { shares, mix: (values) => a.dot(factors(a, shares), factors(a, values)) };
  };
export const byQuotients = ofShares(quotients);
export const byReciprocal = ofShares(products);

/** Divides the sums of values instead of the weights. */
export const dividedAfterwards: Mixing = (a, inner, powers, stored) => {
  const total = boundedSum(inner, inner.sum(powers));
  return {
    shares: quotients(inner, powers, total).map(stored),
    mix: (values) => a.divide(a.dot(factors(a, powers.map(stored)), factors(a, values)), stored(total)),
  };
};

/**
 * Combines keys with equal powers. Exponentials of different numbers have no rational ratio. So the mean may be a rational
 * number, whose rounding no precision decides, only if all groups of keys have that mean.
 */
export const byPower: Mixing = (a, inner, powers, stored) => {
  const places = new Map<(typeof powers)[number], number[]>();
  for (const [key, power] of powers.entries()) places.set(power, [...(places.get(power) ?? []), key]);
  const [isTrue, zero] = [a.of(1), a.of(0)];
  const distinct = [...places.keys()];
  const counts = distinct.map((power) => a.of(places.get(power)!.length));
  const total = boundedSum(inner, inner.dot(distinct, counts));
  const first = distinct.findIndex((power) => power !== zero);
  return {
    shares: powers.map((power) => stored(inner.divide(power, total))),
    mix(values) {
      const sums = distinct.map((power) => a.sum(places.get(power)!.map((key) => values[key]!)));
      const areAlike = distinct.every((power, i) => {
        // a mean cannot use NaN
        if (a.equal(a.multiply(power, zero), zero) !== isTrue) return false;
        const [one, other] =
          power === zero
            ? [a.multiply(power, sums[i]!), zero]
            : [a.multiply(sums[i]!, counts[first]!), a.multiply(sums[first]!, counts[i]!)];
        return a.equal(one, other) === isTrue;
      });
      if (areAlike) return a.divide(sums[first]!, counts[first]!);
      return a.divide(a.dot(factors(a, distinct.map(stored)), factors(a, sums)), stored(total));
    },
  };
};

/** softcap · tanh(score / softcap) */
export const capped = <S>(a: Arithmetic<S>, score: S, cap: number): S =>
  a.multiply(a.of(cap), a.apply(tanh, a.divide(score, a.of(cap))));

/** Returns a function that is computed once for each value. */
export function byValue<T, U>(make: (value: T) => U): (value: T) => U {
  const known = new Map<T, { readonly made: U }>();
  return (value) => {
    const found = known.get(value) ?? { made: make(value) };
    known.set(value, found);
    return found.made;
  };
}
