import type { Arithmetic } from '../../arithmetic/arithmetic.ts';

/** A location on one dimension: a place, and the offset from it, as a number and in the arithmetic. */
export interface Location<S> {
  readonly place: number;
  readonly offset: number;
  readonly moved: S;
}

/** The elements on both sides of a location, each with its share; of a location on an element that one alone. */
type Sides<S> = readonly { readonly index: number; readonly share: S }[];

/** The sides of a location on a dimension of some length. What lies beyond its ends is left out: zeros. */
export function sidesOf<S>(a: Arithmetic<S>, { place, offset, moved }: Location<S>, length: number): Sides<S> {
  const first = place + Math.floor(offset);
  const past = a.subtract(a.add(a.of(place), moved), a.of(first));
  const sides = Number.isInteger(offset)
    ? [{ index: first, share: a.of(1) }]
    : [
        { index: first, share: a.subtract(a.of(1), past) },
        { index: first + 1, share: past },
      ];
  return sides.filter(({ index }) => index >= 0 && index < length);
}

/** What linear interpolation makes of data, by the sides of a location on each dimension. */
export type Interpolation = <S>(a: Arithmetic<S>, sides: readonly Sides<S>[], x: (at: readonly number[]) => S) => S;

/** Each corner of the cell around a location by the product of its shares. */
export const byCorners: Interpolation = <S>(
  a: Arithmetic<S>,
  sides: readonly Sides<S>[],
  x: (at: readonly number[]) => S,
) => {
  const corners = sides.reduce<readonly Sides<S>[]>(
    (all, side) => all.flatMap((corner) => side.map((next) => [...corner, next])),
    [[]],
  );
  return a.dot(
    corners.map((corner) => a.product(corner.map(({ share }) => share))),
    corners.map((corner) => x(corner.map(({ index }) => index))),
  );
};

/** One dimension after the other. */
export const byDimensions: Interpolation = (a, [side, ...rest], x) =>
  side
    ? a.dot(
        side.map(({ share }) => share),
        side.map(({ index }) => byDimensions(a, rest, (at) => x([index, ...at]))),
      )
    : x([]);
