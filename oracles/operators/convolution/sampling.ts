import type { Arithmetic } from '../../arithmetic/arithmetic.ts';

/** A location on one dimension: a position, and the offset from it, as a number and in the arithmetic. */
export interface Location<S> {
  readonly place: number;
  readonly offset: number;
  readonly moved: S;
}

/**
 * The cell of a location on a dimension: the element at or before it, and the distance past that element, as a fraction of the
 * way to the next.
 */
interface GridCell<S> {
  readonly first: number;
  readonly past: S;
  readonly isOnElement: boolean;
  readonly length: number;
}

export function cellOf<S>(a: Arithmetic<S>, { place, offset, moved }: Location<S>, length: number): GridCell<S> {
  const first = place + Math.floor(offset);
  // an offset by a number of elements is an index, which no type rounds
  const isOnElement = Number.isInteger(offset);
  const past = isOnElement ? a.of(0) : a.subtract(a.add(a.of(place), moved), a.of(first));
  return { first, past, isOnElement, length };
}

/** The elements on both sides of a location, each with its weight; only one for a location on an element. */
type Sides<S> = readonly { readonly index: number; readonly share: S }[];

/** Returns the sides of a cell; those outside the dimension are omitted, because they are zeros. */
function sidesOf<S>(a: Arithmetic<S>, { first, past, isOnElement, length }: GridCell<S>): Sides<S> {
  const sides = isOnElement
    ? [{ index: first, share: a.of(1) }]
    : [
        { index: first, share: a.subtract(a.of(1), past) },
        { index: first + 1, share: past },
      ];
  return sides.filter(({ index }) => index >= 0 && index < length);
}

/** A linear interpolation of data, by the cell of a location on each dimension. */
export type Interpolation = <S>(a: Arithmetic<S>, cells: readonly GridCell<S>[], x: (at: readonly number[]) => S) => S;

/** Weights each corner of the cell around a location by the product of its weights. */
export const byCorners: Interpolation = <S>(
  a: Arithmetic<S>,
  cells: readonly GridCell<S>[],
  x: (at: readonly number[]) => S,
) => {
  const corners = cells.reduce<readonly Sides<S>[]>(
    (all, cell) => all.flatMap((corner) => sidesOf(a, cell).map((next) => [...corner, next])),
    [[]],
  );
  return a.dot(
    corners.map((corner) => a.product(corner.map(({ share }) => share))),
    corners.map((corner) => x(corner.map(({ index }) => index))),
  );
};

/** Interpolates one dimension after the other. */
export const byDimensions: Interpolation = (a, [cell, ...rest], x) => {
  if (!cell) return x([]);
  const sides = sidesOf(a, cell);
  return a.dot(
    sides.map(({ share }) => share),
    sides.map(({ index }) => byDimensions(a, rest, (at) => x([index, ...at]))),
  );
};

/** Interpolates as one side plus a fraction of the difference to the other: next to an infinity that may be ∞ - ∞. */
export const byDifferences: Interpolation = (a, [cell, ...rest], x) => {
  if (!cell) return x([]);
  const at = (index: number) =>
    index >= 0 && index < cell.length ? byDifferences(a, rest, (more) => x([index, ...more])) : a.of(0);
  const before = at(cell.first);
  return a.add(before, a.multiply(a.subtract(at(cell.first + 1), before), cell.past));
};

/** As {@link byDifferences}, the last dimension first. */
export const byDifferencesFromLast: Interpolation = (a, cells, x) =>
  byDifferences(a, cells.toReversed(), (at) => x(at.toReversed()));
