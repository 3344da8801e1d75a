import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
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
import { NotJudged } from '../../spec/bad-input.ts';
import type { Coordinate } from './coordinates.ts';

/** An element of a dimension and its weight. */
export interface Tap<S> {
  readonly index: number;
  readonly weight: S;
}

/** What an element of an output is made of along a dimension. */
export interface Sampling {
  readonly mode: 'linear' | 'cubic';
  readonly from: number;
  /** below 1 where the kernel is stretched by its inverse */
  readonly stretch: Rational;
  /** of the cubic kernel */
  readonly coefficient: number;
  /** elements beyond the ends have no weight; else those at the ends stand there */
  readonly excludesOutside: boolean;
}

/** Weights are functions of coordinates, which are computed in float32 at least. */
const computing = 'float32';

/** A rational number in the type of coordinates, and what rounding of the coordinate may make of it. */
function located<S>(c: Arithmetic<S>, x: Rational, margin: Rational): S {
  const quotient = (y: Rational) => c.divide(c.of(y.p), c.of(y.q));
  if (margin.p === 0n) return quotient(x);
  // the margin is absolute, and a number that is 0 has none
  const ofOne = Math.ceil(toNumber(margin) * 2 ** 24) / 2;
  const moved = c.within(quotient(plus(x, rational(1))), {
    ulps: 0,
    ulps16: 0,
    ofOne,
    source: 'coordinates in float32',
  });
  return c.subtract(moved, c.of(1));
}

/** Taps whose weights are multiplied by a number, which is not 0: so nothing is divided where they are dyadic. */
export interface WholeTaps<S> {
  readonly taps: readonly Tap<S>[];
  readonly total: S;
}

/** A number as a quotient of dyadic numbers of about 1, for a denominator that several share. */
type Quotient<S> = (x: Rational) => S;

function quotientsBy<S>(c: Arithmetic<S>, q: bigint): { readonly of: Quotient<S>; readonly one: S } {
  const scale = 2 ** -q.toString(2).length;
  const of = (x: Rational) => {
    const p = Number(x.p * (q / x.q));
    if (!Number.isSafeInteger(p)) throw new NotJudged('a coordinate of many digits');
    return c.of(p * scale);
  };
  return { of, one: of(rational(1)) };
}

/** The taps of a coordinate, exactly. */
export function wholeTaps<S>(a: Arithmetic<S>, at: Rational, how: Sampling): WholeTaps<S> {
  const c = a.in(computing);
  const first = floor(at);
  const places = isStretched(how)
    ? elementsBelow(at, rational(0), how)
    : Array.from(
        { length: how.mode === 'linear' ? 2 : 4 },
        (_, i) => first + BigInt(how.mode === 'linear' ? i : i - 1),
      );
  const { of, one } = quotientsBy(c, at.q * how.stretch.q);
  const taps = places.map((place) => {
    const distance = times(how.stretch, minus(rational(place), at));
    const size = distance.p < 0n ? { p: -distance.p, q: distance.q } : distance;
    return { index: Number(place), weight: wholeWeight(c, of(size), one, size, how) };
  });
  const kept = how.excludesOutside ? taps.filter(({ index }) => index >= 0 && index < how.from) : taps;
  const isNormalized = how.excludesOutside || isStretched(how);
  const whole = how.mode === 'linear' ? one : c.product([one, one, one]);
  return {
    taps: kept.map(({ index, weight }) => ({ index: clamped(index, how), weight: a.from(weight, computing) })),
    total: a.from(isNormalized ? c.sum(kept.map(({ weight }) => weight)) : whole, computing),
  };
}

const clamped = (index: number, { from }: Sampling): number => Math.min(Math.max(index, 0), from - 1);

/** The kernel at the distance d/q, times q or its cube. */
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

/** The elements below a kernel that is stretched, those too that rounding may bring there. */
function elementsBelow(at: Rational, margin: Rational, { mode, stretch }: Sampling): bigint[] {
  const reach = times(rational(mode === 'linear' ? 1 : 2), { p: stretch.q, q: stretch.p });
  const [from, to] = [floor(minus(minus(at, reach), margin)), ceil(plus(plus(at, reach), margin))];
  return Array.from({ length: Number(to - from) + 1 }, (_, i) => from + BigInt(i));
}

/** The taps of a coordinate whose first neighbour is an element, or the place of one. */
export function tapsOf<S>(
  a: Arithmetic<S>,
  { at, margin }: Coordinate,
  first: bigint,
  how: Sampling,
): readonly Tap<S>[] {
  const c = a.in(computing);
  const weights = isStretched(how)
    ? stretched(c, { at, margin }, how)
    : usual(c, located(c, minus(at, rational(first)), margin), first, margin.p > 0n, how);
  const kept = how.excludesOutside ? weights.filter(({ index }) => index >= 0 && index < how.from) : weights;
  const isNormalized = how.excludesOutside || isStretched(how);
  const total = isNormalized ? c.sum(kept.map(({ weight }) => weight)) : undefined;
  const taps = kept.map(({ index, weight }) => ({
    index: clamped(index, how),
    weight: a.from(total === undefined ? weight : c.divide(weight, total), computing),
  }));
  // of an element that is its own neighbour onnxruntime takes one half twice
  const isAlone = how.mode === 'linear' && taps.length === 2 && taps[0]!.index === taps[1]!.index;
  return isAlone ? taps.map(({ index }) => ({ index, weight: a.of(0.5) })) : taps;
}

export const isStretched = ({ stretch }: Sampling): boolean => compare(stretch, rational(1)) < 0;

/** The two or four elements around a coordinate that lies past the first neighbour. */
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
    { index: before - 1, weight: outer(c, c.add(past, c.of(1)), coefficient, isRounded) },
    { index: before, weight: inner(c, past, coefficient) },
    { index: before + 1, weight: inner(c, rest, coefficient) },
    { index: before + 2, weight: outer(c, c.add(rest, c.of(1)), coefficient, isRounded) },
  ];
}

/** (a + 2)d³ - (a + 3)d² + 1 */
function inner<S>(c: Arithmetic<S>, d: S, coefficient: number): S {
  const k = c.of(coefficient);
  const slope = c.subtract(c.multiply(c.add(k, c.of(2)), d), c.add(k, c.of(3)));
  return c.add(c.multiply(slope, c.multiply(d, d)), c.of(1));
}

/** Roundings of the sum of powers below, whose terms come to 36 times the coefficient: in units in the last place of 1. */
const roundingsOfOuter = 72;

/** a·d³ - 5a·d² + 8a·d - 4a, which is a(d - 1)(d - 2)²: a rounded distance would count many times in the sum */
function outer<S>(c: Arithmetic<S>, d: S, coefficient: number, isRounded: boolean): S {
  const rest = c.subtract(c.of(2), d);
  const value = c.multiply(c.multiply(c.of(coefficient), c.subtract(d, c.of(1))), c.multiply(rest, rest));
  if (!isRounded) return value;
  const ofOne = roundingsOfOuter * Math.abs(coefficient);
  return c.within(value, { ulps: 0, ulps16: 0, ofOne, source: 'a sum of powers in float32' });
}

/** All elements below a kernel that is stretched, each by its distance from the coordinate, shrunk. */
function stretched<S>(c: Arithmetic<S>, { at, margin }: Coordinate, how: Sampling): readonly Tap<S>[] {
  const { mode, stretch, coefficient } = how;
  const support = rational(mode === 'linear' ? 1 : 2);
  const own = plus(times(stretch, margin), margin);
  return elementsBelow(at, margin, how).flatMap((place) => {
    const distance = times(stretch, minus(rational(place), at));
    const size = distance.p < 0n ? { p: -distance.p, q: distance.q } : distance;
    if (compare(minus(size, own), support) >= 0) return [];
    const d = c.abs(located(c, size, own));
    return [{ index: Number(place), weight: weightAt(c, d, mode, coefficient, margin.p > 0n) }];
  });
}

/** The kernel at a distance. */
function weightAt<S>(c: Arithmetic<S>, d: S, mode: Sampling['mode'], coefficient: number, isRounded: boolean): S {
  const one = c.of(1);
  if (mode === 'linear') return c.maximum(c.subtract(one, d), c.of(0));
  const beyond = c.select(c.less(d, c.of(2)), outer(c, d, coefficient, isRounded), c.of(0));
  return c.select(c.less(d, one), inner(c, d, coefficient), beyond);
}
