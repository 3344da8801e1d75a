import { type FloatDType, formatOf } from '../../numerics/dtype.ts';
import { ceil, compare, minus, over, plus, type Rational, rational, times } from '../../numerics/rational.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { type Coordinate, marginOf } from '../resize/coordinates.ts';
import { isHeld } from './locations.ts';

const [zero, one, half] = [rational(0), rational(1), rational(0.5)];

/** The arrangement of samples in a region along a dimension. */
export interface RegionGrid {
  /** the factor of the ends of the region */
  readonly scale: number;
  /** the number that is subtracted from the scaled ends */
  readonly shift: number;
  /** whether a region has a length of at least one element */
  readonly isAtLeastOne: boolean;
  /** the number of cells of the region */
  readonly cells: number;
  /** the number of samples of a cell; if 0, the length of the cell, rounded up */
  readonly ratio: number;
  /** the type of coordinates, which may be wider */
  readonly computing: FloatDType;
}

/** The samples of a region along a dimension. */
export interface RegionSamples {
  /** the number of samples of a cell; 0 if it follows from the length of the region, and that is not positive */
  readonly count: number;
  /** returns the coordinate of a sample of a cell */
  at(cell: number, sample: number): Coordinate;
  /** a common denominator of all coordinates */
  readonly denominator: bigint;
}

/** The greatest number of samples of a cell along a dimension. */
const mostSamples = 1000;
/** The greatest number of binary digits of a denominator, so that a double holds it. */
const mostDigits = 1000;

/**
 * Returns the samples of a region from its ends: they lie in the middle of equal parts of its cells.
 * @throws NotJudged if rounding may change their number or move them by half an element, or at a limit
 */
export function samplesOf(ends: readonly [number, number], grid: RegionGrid): RegionSamples {
  const { scale, shift, isAtLeastOne, cells, ratio, computing } = grid;
  const scaled = ends.map((x) => times(rational(x), rational(scale)));
  const [start, end] = scaled.map((x) => minus(x, rational(shift))) as [Rational, Rational];
  const length = minus(end, start);
  const size = isAtLeastOne && compare(length, one) < 0 ? one : length;
  const step = over(size, rational(cells));
  const format = formatOf(computing);
  const areHeld = (...numbers: readonly Rational[]) => numbers.every((x) => isHeld(x, format));
  const isExact = areHeld(rational(scale), ...scaled, start, end, length, step);
  // ends are rounded twice, and the length depends on both
  const margin = marginOf([start, start, end, size, size], computing);
  if (!isExact && compare(margin, half) >= 0) throw new NotJudged('a region that rounding moves by half an element');
  if (ratio === 0 && shift > 0 && compare(size, zero) < 0) throw new NotJudged('a number of samples below 0');
  const count = ratio > 0 ? ratio : countOf(step, isExact ? zero : margin);
  const part = over(step, rational(Math.max(1, count)));
  const denominator = start.q * step.q * BigInt(2 * Math.max(1, count));
  if (denominator >> BigInt(mostDigits) > 0n)
    throw new NotJudged('coordinates of more than … binary digits', mostDigits);
  return {
    count,
    at(cell, sample) {
      const [before, within] = [times(rational(cell), step), plus(rational(sample), half)];
      const past = times(within, part);
      const at = plus(plus(start, before), past);
      const inCells = plus(rational(cell), over(within, rational(count)));
      // the intermediate results of all ways to add and multiply
      const steps = [part, before, plus(start, before), times(within, step), past, inCells, plus(before, past), at];
      const rounds = !isExact || !areHeld(...steps);
      return { at, margin: rounds ? margin : zero };
    },
    denominator,
  };
}

/** Returns the number of samples that follows from the length of a cell. @throws NotJudged if rounding may change it */
function countOf(step: Rational, margin: Rational): number {
  const [low, high] = [minus(step, margin), plus(step, margin)].map(ceil) as [bigint, bigint];
  if (low !== high) throw new NotJudged('a number of samples that depends on a rounding');
  if (low > mostSamples) throw new NotJudged('more than … samples of a cell', mostSamples);
  return Math.max(0, Number(low));
}
