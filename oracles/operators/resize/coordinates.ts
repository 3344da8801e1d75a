import { type FloatDType, formatOf } from '../../numerics/dtype.ts';
import {
  compare,
  isDyadic,
  isPowerOfTwo,
  minus,
  over,
  plus,
  type Rational,
  rational,
  times,
} from '../../numerics/rational.ts';
import { BadInput } from '../../spec/bad-input.ts';

/** The resizing of a dimension. */
export interface Resizing {
  /** the number of elements of the input */
  readonly from: number;
  /** the number of elements of the output */
  readonly to: number;
  /** the ratio of the lengths, before that of the output is rounded down */
  readonly scale: Rational;
  /** the ends of the region of the input to resize, from 0 to 1 for the whole dimension */
  readonly region?: readonly [start: Rational, end: Rational];
}

/** The position of an element of the output on the input, and the error of that position by rounding. */
export interface Coordinate {
  readonly at: Rational;
  readonly margin: Rational;
}

/** Computes the coordinate of an element of the output from its index. */
type CoordinateFormula = (place: Rational, resizing: Resizing, length: Rational) => Located;

/** A coordinate, the terms that it is the sum of, and the factor by which indices are multiplied. */
interface Located {
  readonly at: Rational;
  readonly terms: readonly Rational[];
  readonly step: Rational;
}

const [zero, one, half] = [rational(0), rational(1), rational(0.5)];

/** (place + 1/2) / scale + moved */
const halfPixel =
  (moved: (resizing: Resizing, length: Rational) => Rational): CoordinateFormula =>
  (place, resizing, length) => {
    const [step, own] = [over(one, resizing.scale), moved(resizing, length)];
    const far = times(plus(place, half), step);
    return { at: plus(far, own), terms: [far, own], step };
  };

const minusHalf = () => minus(zero, half);

/** The formulas of coordinate_transformation_mode. */
export const formulas: Readonly<Record<string, CoordinateFormula>> = {
  half_pixel: halfPixel(minusHalf),
  half_pixel_symmetric: halfPixel(({ from, to, scale }) => {
    const share = over(rational(to), times(scale, rational(from)));
    return minus(times(rational(from / 2), minus(one, share)), half);
  }),
  pytorch_half_pixel: (place, resizing, length) =>
    compare(length, one) > 0 ? halfPixel(minusHalf)(place, resizing, length) : { at: zero, terms: [], step: one },
  tf_half_pixel_for_nn: halfPixel(() => zero),
  asymmetric: (place, { scale }) => {
    const step = over(one, scale);
    const at = times(place, step);
    return { at, terms: [at], step };
  },
  align_corners: (place, { from }, length) => alongside(place, zero, rational(from - 1), length),
  tf_crop_and_resize: (place, { from, region = [zero, one] }, length) => {
    const last = rational(from - 1);
    const [start, end] = region.map((part) => times(part, last)) as [Rational, Rational];
    if (compare(length, one) > 0) return alongside(place, start, end, length);
    const at = times(half, plus(start, end));
    return { at, terms: [start, end], step: one };
  },
};

/** Maps the indices of an output of a given length evenly to the positions from one end to another. */
function alongside(place: Rational, start: Rational, end: Rational, length: Rational): Located {
  if (compare(length, one) <= 0) return { at: start, terms: [], step: one };
  const step = over(minus(end, start), minus(length, one));
  const far = times(place, step);
  return { at: plus(start, far), terms: [start, far], step };
}

/** The unit roundoffs of a formula: scale, inverse, product, sum, and an index that is itself a sum. */
const roundings = 4;

/** Returns the greatest error by rounding in a type of a coordinate that is a sum of terms. */
export function marginOf(terms: readonly Rational[], computing: FloatDType): Rational {
  const size = terms.reduce((sum, term) => plus(sum, magnitude(term)), one);
  return times(rational(roundings * 2 ** -formatOf(computing).precision), size);
}

/**
 * Returns the coordinate of each element of an output along a dimension. If the step is a power of two, no formula rounds.
 * @param length the length of the output, not necessarily an integer
 * @throws BadInput for an unknown mode
 */
export function coordinatesOf(mode: string, resizing: Resizing, length: Rational): (place: number) => Coordinate {
  const formula = formulas[mode];
  if (!formula) throw new BadInput(`coordinate_transformation_mode '${mode}' is unknown`);
  return (place) => {
    const { at, terms, step } = formula(rational(place), resizing, length);
    const isExact = terms.length === 0 || (isPowerOfTwo(step) && terms.every(isShort));
    return { at, margin: isExact ? zero : marginOf(terms, 'float32') };
  };
}

export const magnitude = (x: Rational): Rational => (x.p < 0n ? { p: -x.p, q: x.q } : x);

/** Returns whether a number is exact in float32, with some bits left for its neighbours. */
const isShort = (x: Rational): boolean => isDyadic(x) && magnitude(x).p < 1n << 20n;
