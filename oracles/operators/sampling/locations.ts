import { type FloatDType, type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import {
  compare,
  floor,
  isDyadic,
  minus,
  over,
  plus,
  type Rational,
  rational,
  times,
} from '../../numerics/rational.ts';
import { type Coordinate, magnitude, marginOf } from '../resize/coordinates.ts';

const [one, half] = [rational(1), rational(0.5)];

/** A dimension to sample. */
export interface SampledAxis {
  readonly length: number;
  /** whether -1 and 1 are the middle of the first and last elements, instead of their outer ends */
  readonly isAligned: boolean;
}

/** Returns the coordinates of the ends of a dimension. */
export const endsOf = ({ length, isAligned }: SampledAxis): readonly [Rational, Rational] =>
  isAligned ? [rational(0), rational(length - 1)] : [minus(rational(0), half), rational(length - 0.5)];

/** Returns the coordinate of a location, which is from -1 to 1 inside of the data, with its error by rounding in a type. */
export function coordinateOf(location: number, axis: SampledAxis, computing: FloatDType): Coordinate {
  const length = rational(axis.isAligned ? axis.length - 1 : axis.length);
  const own = rational(location);
  const moved = plus(own, one);
  const scaled = times(moved, length);
  const ends = axis.isAligned ? scaled : minus(scaled, one);
  const format = formatOf(computing);
  const isExact = [moved, scaled, ends, times(own, length)].every((step) => isHeld(step, format));
  const terms = [own, one].map((term) => times(half, times(term, length)));
  return { at: times(half, ends), margin: isExact ? rational(0) : marginOf(terms, computing) };
}

/** Returns whether a number has at most as many bits as the precision of a format. */
export const isHeld = (x: Rational, { precision }: FloatFormat): boolean =>
  isDyadic(x) && magnitude(x).p < 1n << BigInt(precision);

/** Reflects a coordinate at the ends of a dimension until it lies between them. */
export function reflected({ at, margin }: Coordinate, axis: SampledAxis, computing: FloatDType): Coordinate {
  const [first, last] = endsOf(axis);
  if (compare(at, first) >= 0 && compare(at, last) <= 0) return { at, margin };
  const length = minus(last, first);
  // in a dimension of one element, every reflection leads to this element
  if (length.p === 0n) return { at: first, margin: rational(0) };
  const far = minus(at, first);
  const rest = minus(far, times(rational(2n * floor(over(far, times(rational(2), length)))), length));
  const folded = compare(rest, length) > 0 ? minus(times(rational(2), length), rest) : rest;
  const isExact = margin.p === 0n && [far, minus(at, last)].every((step) => isHeld(step, formatOf(computing)));
  return { at: plus(first, folded), margin: isExact ? margin : plus(margin, marginOf([at, length], computing)) };
}
