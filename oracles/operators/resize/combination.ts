import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { acceptAnyOf } from '../../judge/any-of.ts';
import { copiedElement } from '../../judge/copied-element.ts';
import { floor, minus, plus } from '../../numerics/rational.ts';
import { elementCount } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { memoized } from '../../spec/node.ts';
import type { ExpectedOutput } from '../../spec/operator.ts';
import type { Coordinate } from './coordinates.ts';
import { isStretched, type Sampling, type Tap, tapsOf } from './weights.ts';

/** Maps indices beyond the ends of a dimension to the first or last element. */
export const atEnds =
  (length: number) =>
  (index: number): number =>
    Math.min(Math.max(index, 0), length - 1);

/** Maps indices beyond the ends of a dimension to `undefined`. */
export const onlyInside =
  (length: number) =>
  (index: number): number | undefined =>
    index >= 0 && index < length ? index : undefined;

/** A part along a dimension: taps, or the value outside the input. */
export type Part<S> = readonly Tap<S>[] | 'outside';
/** A part, or two if rounding decides between them. */
export interface PossibleParts<S> {
  readonly part: Part<S>;
  readonly otherwise?: Part<S>;
}

/** Combines the parts of several dimensions; if rounding decides between two, bounds include both. */
export function combineDecided<S>(
  a: Arithmetic<S>,
  [next, ...rest]: readonly PossibleParts<S>[],
  combined: (parts: readonly Part<S>[]) => S,
): S {
  if (!next) return combined([]);
  const { part, otherwise } = next;
  const withPart = (one: Part<S>): S => combineDecided(a, rest, (others) => combined([one, ...others]));
  return otherwise ? a.select(openly(a), withPart(part), withPart(otherwise)) : withPart(part);
}

/** Returns the taps around a coordinate; if rounding may move it across an element, also those on the other side. */
export function partsAround<S>(a: Arithmetic<S>, { at, margin }: Coordinate, how: Sampling): PossibleParts<S> {
  const [low, own, high] = [minus(at, margin), at, plus(at, margin)].map(floor) as [bigint, bigint, bigint];
  const partIn = (first: bigint): Part<S> => tapsOf(a, { at, margin }, first, how);
  if (isStretched(how) || (low === own && high === own)) return { part: partIn(own) };
  return { part: partIn(own), otherwise: partIn(low === own ? high : low) };
}

/** Combines the taps of several dimensions with the data `x` to a weighted sum. */
export type TapCombination = <S>(
  a: Arithmetic<S>,
  taps: readonly (readonly Tap<S>[])[],
  x: (at: readonly number[]) => S,
) => S;

/** Multiplies each element by the product of its weights. */
export const byWeightProducts: TapCombination = <S>(
  a: Arithmetic<S>,
  taps: readonly (readonly Tap<S>[])[],
  x: (at: readonly number[]) => S,
) => {
  const all = taps.reduce<readonly (readonly Tap<S>[])[]>(
    (some, own) => some.flatMap((one) => own.map((tap) => [...one, tap])),
    [[]],
  );
  return a.dot(
    all.map((one) => a.product(one.map(({ weight }) => weight))),
    all.map((one) => x(one.map(({ index }) => index))),
  );
};

/** Computes one dimension after the other, the last one first. */
export const oneByOne: TapCombination = (a, [own, ...rest], x) => {
  if (!own) return x([]);
  return a.dot(
    own.map(({ weight }) => weight),
    own.map(({ index }) => oneByOne(a, rest, (at) => x([index, ...at]))),
  );
};

/** The same, but between two elements by their difference, a + t·(b - a), for weights that add up to 1. */
export const byDifferences: TapCombination = (a, [own, ...rest], x) => {
  if (!own) return x([]);
  const values = own.map(({ index }) => byDifferences(a, rest, (at) => x([index, ...at])));
  const weights = own.map(({ weight }) => weight);
  const [first, second] = values;
  if (first === undefined || values.length > 2) return a.dot(weights, values);
  // the second element lies beyond the data and is 0, on either side
  if (second === undefined)
    return a.either([
      () => a.dot(weights, values),
      () => a.add(first, a.multiply(a.subtract(a.of(1), weights[0]!), a.negate(first))),
    ]);
  return a.add(first, a.multiply(weights[1]!, a.subtract(second, first)));
};

/** One dimension after the other, the first one first. */
export const fromFirst: TapCombination = (a, taps, x) => oneByOne(a, taps.toReversed(), (at) => x(at.toReversed()));

/** Returns true; in bounds, true or false: rounding may change the condition. */
function openly<S>(a: Arithmetic<S>): S {
  const c = a.in('float32');
  const near = c.within(c.of(1), { ulps: 0, ulps16: 0, ofOne: 1, source: 'coordinates in float32' });
  return c.less(c.of(1 - 2 ** -24), near);
}

/** Returns an output of copied elements that accepts each position that rounding may lead to; the expected one comes first. */
export function withAnyOf(
  expected: ExpectedOutput,
  placesOf: (index: number) => readonly (readonly (number | undefined)[])[],
  elementAt: (place: readonly (number | undefined)[]) => Scalar,
): ExpectedOutput {
  const accept = (index: number) => {
    const own = expected.accept(index);
    const places = placesOf(index);
    if (places.every(({ length }) => length === 1)) return own;
    const all = places.reduce<readonly (readonly (number | undefined)[])[]>(
      (some, next) => some.flatMap((one) => next.map((at) => [...one, at])),
      [[]],
    );
    return acceptAnyOf([own, ...all.map((at) => copiedElement(elementAt(at)))]);
  };
  return { ...expected, accept: memoized(elementCount(expected.dims), accept) };
}
