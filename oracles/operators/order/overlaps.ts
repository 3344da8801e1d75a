import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { boundsIn } from '../../arithmetic/bounds-arithmetic.ts';
import { exactArithmetic } from '../../arithmetic/exact.ts';
import { boundOf } from '../../arithmetic/value-set.ts';
import { formatOf } from '../../numerics/dtype.ts';
import { NotJudged } from '../../spec/bad-input.ts';

/** The four numbers of a box in an input: two corners, or center and sizes. */
export type Box = readonly [number, number, number, number];

/** The ends of a box along both dimensions, and its area. */
interface Ends<S> {
  readonly ends: readonly (readonly [low: S, high: S])[];
  readonly area: S;
}

const length = <S>(a: Arithmetic<S>, [low, high]: readonly [S, S]): S => a.subtract(high, low);

const areaOf = <S>(a: Arithmetic<S>, ends: Ends<S>['ends']): S => a.product(ends.map((one) => length(a, one)));

/** Returns a box from two corners on either diagonal. */
function byCorners<S>(a: Arithmetic<S>, [y1, x1, y2, x2]: readonly S[]): Ends<S> {
  const ends = [
    [y1!, y2!],
    [x1!, x2!],
  ].map(([one, other]) => [a.minimum(one!, other!), a.maximum(one!, other!)] as const);
  return { ends, area: areaOf(a, ends) };
}

/** Returns a box from its center, width and height. */
const byCenter =
  (area: 'of its ends' | 'of its sizes') =>
  <S>(a: Arithmetic<S>, [x, y, width, height]: readonly S[]): Ends<S> => {
    const ends = [
      [x!, width!],
      [y!, height!],
    ].map(([center, size]) => {
      const half = a.multiply(size!, a.of(0.5));
      return [a.subtract(center!, half), a.add(center!, half)] as const;
    });
    return { ends, area: area === 'of its ends' ? areaOf(a, ends) : a.multiply(width!, height!) };
  };

type OverlapForm = <S>(a: Arithmetic<S>, common: S, union: S, threshold: S) => S;

/** Formulas that compare the intersection of two boxes with the threshold times their union. */
const forms: readonly OverlapForm[] = [
  (a, common, union, threshold) => a.less(threshold, a.divide(common, union)),
  (a, common, union, threshold) => a.less(a.multiply(threshold, union), common),
];

const float32 = formatOf('float32');
/** A precision in bits at which products of differences of float32 numbers are exact. */
const exactBits = 600;

/** Returns whether the intersection of two boxes exceeds a share of their union. @throws NotJudged if that depends on rounding */
export function overlap(one: Box, other: Box, threshold: number, isByCenter: boolean): boolean {
  const readings = isByCenter ? [byCenter('of its ends'), byCenter('of its sizes')] : [byCorners];
  const compared = <S>(
    a: Arithmetic<S>,
    read: (x: number) => S,
    reading: (typeof readings)[number],
    form: OverlapForm,
  ): S => {
    const [left, right] = [one, other].map((box) => reading(a, box.map(read))) as [Ends<S>, Ends<S>];
    const common = a.product(
      left.ends.map(([low, high], i) => {
        const [otherLow, otherHigh] = right.ends[i]!;
        return a.maximum(a.subtract(a.minimum(high, otherHigh), a.maximum(low, otherLow)), a.of(0));
      }),
    );
    const union = a.subtract(a.add(left.area, right.area), common);
    return form(a, common, union, read(threshold));
  };
  const exact = exactArithmetic(exactBits);
  const truth = Number(
    compared(exact, exact.of as (x: number) => ReturnType<typeof exact.of>, readings[0]!, forms[1]!),
  );
  const isOpen = readings.some((reading) =>
    forms.some((form) => compared(boundsIn(float32), boundOf, reading, form) !== truth),
  );
  if (isOpen) throw new NotJudged('an overlap next to the threshold');
  return truth === 1;
}
