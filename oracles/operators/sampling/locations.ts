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

/** A dimension on which samples are taken. */
export interface SampledAxis {
  readonly length: number;
  /** -1 and 1 are the middle of the first and of the last element, and not their outer ends */
  readonly isAligned: boolean;
}

/** The ends of a dimension, as coordinates. */
export const endsOf = ({ length, isAligned }: SampledAxis): readonly [Rational, Rational] =>
  isAligned ? [rational(0), rational(length - 1)] : [minus(rational(0), half), rational(length - 0.5)];

/** Where a location from -1 to 1 lies on a dimension, and how far rounding in its type may move it. */
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

/** Whether a number has no more bits than the numbers of a format. */
export const isHeld = (x: Rational, { precision }: FloatFormat): boolean =>
  isDyadic(x) && magnitude(x).p < 1n << BigInt(precision);

/** A coordinate reflected at the ends of a dimension until it lies between them. */
export function reflected({ at, margin }: Coordinate, axis: SampledAxis, computing: FloatDType): Coordinate {
  const [first, last] = endsOf(axis);
  if (compare(at, first) >= 0 && compare(at, last) <= 0) return { at, margin };
  const length = minus(last, first);
  // the only element of a dimension is what every reflection leads to
  if (length.p === 0n) return { at: first, margin: rational(0) };
  const far = minus(at, first);
  const rest = minus(far, times(rational(2n * floor(over(far, times(rational(2), length)))), length));
  const folded = compare(rest, length) > 0 ? minus(times(rational(2), length), rest) : rest;
  const isExact = margin.p === 0n && [far, minus(at, last)].every((step) => isHeld(step, formatOf(computing)));
  return { at: plus(first, folded), margin: isExact ? margin : plus(margin, marginOf([at, length], computing)) };
}
