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

/** How the length of a dimension changes. */
export interface Resizing {
  /** elements of the input, and of the output */
  readonly from: number;
  readonly to: number;
  /** how many times as long the dimension becomes, before the length is an integer */
  readonly scale: Rational;
  /** of a region of the input, its ends as parts of it */
  readonly region?: readonly [start: Rational, end: Rational];
}

/** Where an element of the output lies on the input, and how far rounding in float32 may move it. */
export interface Coordinate {
  readonly at: Rational;
  readonly margin: Rational;
}

/** From the place of an element of the output to its coordinate. */
type CoordinateFormula = (place: Rational, resizing: Resizing, length: Rational) => Located;

/** A coordinate, the sizes of the terms that it is made of, and the factor that places are multiplied by. */
interface Located {
  readonly at: Rational;
  readonly terms: readonly Rational[];
  readonly step: Rational;
}

const [zero, one, half] = [rational(0), rational(1), rational(0.5)];

/** (place + 1/2) / scale, moved by something. */
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

/** From one end to another, as far as a place is from the first element to the last. */
function alongside(place: Rational, start: Rational, end: Rational, length: Rational): Located {
  if (compare(length, one) <= 0) return { at: start, terms: [], step: one };
  const step = over(minus(end, start), minus(length, one));
  const far = times(place, step);
  return { at: plus(start, far), terms: [start, far], step };
}

/** Roundings of a formula: of a scale, its inverse, a product, a sum, and a place that is itself one. */
const roundings = 4;

/** How far rounding in a type may move a coordinate that is a sum of terms. */
export function marginOf(terms: readonly Rational[], computing: FloatDType): Rational {
  const size = terms.reduce((sum, term) => plus(sum, magnitude(term)), one);
  return times(rational(roundings * 2 ** -formatOf(computing).precision), size);
}

/**
 * The coordinate of each element of an output along a dimension. Where a step is a power of two no formula rounds.
 * @param length of the output, which need not be an integer
 */
export function coordinatesOf(mode: string, resizing: Resizing, length: Rational): (place: number) => Coordinate {
  const formula = formulas[mode];
  if (!formula) throw new BadInput(`no formula of coordinates is called ${mode}`);
  return (place) => {
    const { at, terms, step } = formula(rational(place), resizing, length);
    const isExact = terms.length === 0 || (isPowerOfTwo(step) && terms.every(isShort));
    return { at, margin: isExact ? zero : marginOf(terms, 'float32') };
  };
}

export const magnitude = (x: Rational): Rational => (x.p < 0n ? { p: -x.p, q: x.q } : x);

/** Whether a number and its neighbours keep some bits in float32. */
const isShort = (x: Rational): boolean => isDyadic(x) && magnitude(x).p < 1n << 20n;
