import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import type { PublishedAccuracy } from '../../arithmetic/functions.ts';
import { type FloatDType, formatOf } from '../../numerics/dtype.ts';
import {
  ceil,
  compare,
  floor,
  minus,
  plus,
  type Rational,
  rational,
  times,
  toNumber,
} from '../../numerics/rational.ts';
import type { Coordinate } from './coordinates.ts';

/** An element of a dimension and its weight. */
export interface Tap<S> {
  readonly index: number;
  readonly weight: S;
}

/** A way to compute an element of an output along a dimension. */
export interface Sampling {
  readonly mode: 'linear' | 'cubic';
  /** the factor by which distances are multiplied: below 1, it stretches the kernel */
  readonly stretch: Rational;
  /** the coefficient of the cubic kernel */
  readonly coefficient: number;
  /** the element to read for an index, which may lie beyond the ends; `undefined` if it has no weight */
  readonly elementAt: (index: number) => number | undefined;
  /** whether weights are divided by their sum */
  readonly isNormalized: boolean;
  /** the type of coordinates and weights, which may be wider */
  readonly computing: FloatDType;
}

/** Returns a rational number in the type of coordinates, with an error of up to the margin. */
function toCoordinateType<S>(c: Arithmetic<S>, x: Rational, margin: Rational, computing: FloatDType): S {
  const quotient = (y: Rational) => c.divide(c.of(y.p), c.of(y.q));
  if (margin.p === 0n) return quotient(x);
  // the margin is absolute, but errors are not applied to 0: it is applied to x + 1
  const units = Math.ceil(toNumber(margin) * 2 ** formatOf(computing).precision) / 2;
  return c.subtract(c.within(quotient(plus(x, rational(1))), unitsOfOne(units, computing)), c.of(1));
}

/** An error in units in the last place of 1. For float64 it is relative, so the number must be about 1. */
const unitsOfOne = (units: number, computing: FloatDType): PublishedAccuracy => ({
  ulps: computing === 'float64' ? 2 * units : 0,
  ulps16: 0,
  ofOne: units,
  source: `coordinates in ${computing}`,
});

/** Taps whose weights are multiplied by a number other than 0, so that dyadic weights need no division. */
export interface WholeTaps<S> {
  readonly taps: readonly Tap<S>[];
  /** the number by which the weighted sum must be divided */
  readonly total: S;
}

/** Returns the numerator of a number for a denominator that several numbers share; both are dyadic and scaled to about 1. */
type Quotient<S> = (x: Rational) => S;

function quotientsBy<S>(c: Arithmetic<S>, q: bigint): { readonly of: Quotient<S>; readonly one: S } {
  const scale = 2 ** -q.toString(2).length;
  const of = (x: Rational) => {
    const p = x.p * (q / x.q);
    return Number.isSafeInteger(Number(p))
      ? c.of(Number(p) * scale)
      : c.sum(partsOf(p).map((part) => c.of(part * scale)));
  };
  return { of, one: of(rational(1)) };
}

/** Returns doubles whose sum is an integer. */
function partsOf(p: bigint): readonly number[] {
  const near = Number(p);
  const rest = p - BigInt(near);
  return rest === 0n ? [near] : [near, ...partsOf(rest)];
}

/**
 * Returns the exact taps of a coordinate.
 * @param denominator a common denominator of several coordinates, so that their taps have the same total
 */
export function wholeTaps<S>(
  a: Arithmetic<S>,
  at: Rational,
  how: Sampling,
  denominator = at.q * how.stretch.q,
): WholeTaps<S> {
  const c = a.in(how.computing);
  const first = floor(at);
  const places = isStretched(how)
    ? elementsBelow(at, rational(0), how)
    : Array.from(
        { length: how.mode === 'linear' ? 2 : 4 },
        (_, i) => first + BigInt(how.mode === 'linear' ? i : i - 1),
      );
  const { of, one } = quotientsBy(c, denominator);
  const taps = places.map((place) => {
    const distance = times(how.stretch, minus(rational(place), at));
    const size = distance.p < 0n ? { p: -distance.p, q: distance.q } : distance;
    return { index: Number(place), weight: wholeWeight(c, of(size), one, size, how) };
  });
  const kept = onElements(taps, how);
  const whole = how.mode === 'linear' ? one : c.product([one, one, one]);
  return {
    taps: kept.map(({ index, weight }) => ({ index, weight: a.from(weight, how.computing) })),
    total: a.from(how.isNormalized ? c.sum(kept.map(({ weight }) => weight)) : whole, how.computing),
  };
}

/** Returns the taps with the elements that are read for their indices. */
const onElements = <S>(taps: readonly Tap<S>[], { elementAt }: Sampling): readonly Tap<S>[] =>
  taps.flatMap(({ index, weight }) => {
    const element = elementAt(index);
    return element === undefined ? [] : [{ index: element, weight }];
  });

/** Returns the kernel at the distance d/q, times q (linear) or q³ (cubic). */
function wholeWeight<S>(c: Arithmetic<S>, d: S, q: S, distance: Rational, { mode, coefficient }: Sampling): S {
  const beyond = (support: number) => compare(distance, rational(support)) >= 0;
  if (mode === 'linear') return beyond(1) ? c.of(0) : c.subtract(q, d);
  const k = c.of(coefficient);
  const powers = [
    [d, d, d],
    [d, d, q],
    [d, q, q],
    [q, q, q],
  ].map((factors) => c.product(factors));
  const factors = (...numbers: readonly (readonly [number, number])[]) =>
    numbers.map(([times, plus]) => c.add(c.multiply(c.of(times), k), c.of(plus)));
  if (beyond(2)) return c.of(0);
  return c.dot(
    beyond(1) ? factors([1, 0], [-5, 0], [8, 0], [-4, 0]) : factors([1, 2], [-1, -3], [0, 0], [0, 1]),
    powers,
  );
}

/** Returns the indices under a stretched kernel, including those that rounding may move there. */
function elementsBelow(at: Rational, margin: Rational, { mode, stretch }: Sampling): bigint[] {
  const reach = times(rational(mode === 'linear' ? 1 : 2), { p: stretch.q, q: stretch.p });
  const [from, to] = [floor(minus(minus(at, reach), margin)), ceil(plus(plus(at, reach), margin))];
  return Array.from({ length: Number(to - from) + 1 }, (_, i) => from + BigInt(i));
}

/** Returns the taps of a coordinate. @param first the index of its lower neighbour, which may lie beyond the ends */
export function tapsOf<S>(
  a: Arithmetic<S>,
  { at, margin }: Coordinate,
  first: bigint,
  how: Sampling,
): readonly Tap<S>[] {
  const { mode, computing, isNormalized } = how;
  const c = a.in(computing);
  const past = minus(at, rational(first));
  const isRounded = margin.p > 0n || (mode === 'cubic' && !hasShortCube(past, computing));
  const weights = isStretched(how)
    ? stretched(c, { at, margin }, how)
    : usual(c, toCoordinateType(c, past, margin, computing), first, isRounded, how);
  const kept = onElements(weights, how);
  const total = isNormalized ? c.sum(kept.map(({ weight }) => weight)) : undefined;
  const taps = kept.map(({ index, weight }) => ({
    index,
    weight: a.from(total === undefined ? weight : c.divide(weight, total), computing),
  }));
  const isAlone = kept.length === weights.length && kept.every(({ index }) => index === kept[0]!.index);
  if (!isAlone || isStretched(how)) return taps;
  // the weights of a single element add up to 1 at every coordinate. Of two rounded weights, each has an error of up to half a unit of
  // its own. Its product has an error of up to half a unit more than that of 1/2
  const half = isRounded ? c.within(c.of(0.5), unitsOfOne(0.5, computing)) : c.of(0.5);
  // onnxruntime gives an element that is its own neighbour a weight of 1/2 twice
  if (mode === 'linear') return taps.map(({ index }) => ({ index, weight: a.from(half, computing) }));
  const one = isRounded ? c.within(c.of(1), unitsOfOne(4 * (outerError(how) + 2), computing)) : c.of(1);
  return [{ index: taps[0]!.index, weight: a.from(one, computing) }];
}

/** Returns whether a type holds the cube of a number times a coefficient, and all intermediate sums. */
function hasShortCube({ q }: Rational, computing: FloatDType): boolean {
  const digits = q.toString(2).length - 1;
  return digits <= Math.max(1, (formatOf(computing).precision - 7) / 3);
}

export const isStretched = ({ stretch }: Sampling): boolean => compare(stretch, rational(1)) < 0;

/** Returns the two or four taps around a coordinate. @param past its distance from the lower neighbour */
function usual<S>(c: Arithmetic<S>, past: S, first: bigint, isRounded: boolean, how: Sampling): readonly Tap<S>[] {
  const before = Number(first);
  const rest = c.subtract(c.of(1), past);
  if (how.mode === 'linear') {
    return [
      { index: before, weight: rest },
      { index: before + 1, weight: past },
    ];
  }
  const { coefficient } = how;
  return [
    { index: before - 1, weight: outer(c, c.add(past, c.of(1)), isRounded, how) },
    { index: before, weight: inner(c, past, coefficient) },
    { index: before + 1, weight: inner(c, rest, coefficient) },
    { index: before + 2, weight: outer(c, c.add(rest, c.of(1)), isRounded, how) },
  ];
}

/** (a + 2)d³ - (a + 3)d² + 1 */
function inner<S>(c: Arithmetic<S>, d: S, coefficient: number): S {
  const k = c.of(coefficient);
  const slope = c.subtract(c.multiply(c.add(k, c.of(2)), d), c.add(k, c.of(3)));
  return c.add(c.multiply(slope, c.multiply(d, d)), c.of(1));
}

/** The error of the sum of powers below, in units in the last place of 1 for each coefficient: its terms add up to 36 times it. */
const roundingsOfOuter = 72;

/** a·d³ - 5a·d² + 8a·d - 4a, computed as a(d - 1)(d - 2)²: in the sum, the error of a rounded distance would count several times */
function outer<S>(c: Arithmetic<S>, d: S, isRounded: boolean, how: Sampling): S {
  const { coefficient, computing } = how;
  const rest = c.subtract(c.of(2), d);
  const value = c.multiply(c.multiply(c.of(coefficient), c.subtract(d, c.of(1))), c.multiply(rest, rest));
  if (!isRounded) return value;
  const error = unitsOfOne(outerError(how), computing);
  if (computing !== 'float64') return c.within(value, error);
  return c.subtract(c.within(c.add(value, c.of(1)), error), c.of(1));
}

/** Returns the greatest error of an outer weight, in units in the last place of 1. */
const outerError = ({ coefficient }: Sampling): number => roundingsOfOuter * Math.abs(coefficient);

/** Returns the taps on all elements under a stretched kernel, from their scaled distances. */
function stretched<S>(c: Arithmetic<S>, { at, margin }: Coordinate, how: Sampling): readonly Tap<S>[] {
  const { mode, stretch, computing } = how;
  const support = rational(mode === 'linear' ? 1 : 2);
  const own = plus(times(stretch, margin), margin);
  return elementsBelow(at, margin, how).flatMap((place) => {
    const distance = times(stretch, minus(rational(place), at));
    const size = distance.p < 0n ? { p: -distance.p, q: distance.q } : distance;
    if (compare(minus(size, own), support) >= 0) return [];
    const d = c.abs(toCoordinateType(c, size, own, computing));
    return [{ index: Number(place), weight: weightAt(c, d, margin.p > 0n, how) }];
  });
}

/** Returns the kernel at a distance. */
function weightAt<S>(c: Arithmetic<S>, d: S, isRounded: boolean, how: Sampling): S {
  const one = c.of(1);
  if (how.mode === 'linear') return c.maximum(c.subtract(one, d), c.of(0));
  const beyond = c.select(c.less(d, c.of(2)), outer(c, d, isRounded, how), c.of(0));
  return c.select(c.less(d, one), inner(c, d, how.coefficient), beyond);
}
