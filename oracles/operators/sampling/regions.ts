import { type FloatDType, formatOf } from '../../numerics/dtype.ts';
import { ceil, compare, minus, over, plus, type Rational, rational, times } from '../../numerics/rational.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { type Coordinate, marginOf } from '../resize/coordinates.ts';
import { isHeld } from './locations.ts';

const [zero, one, half] = [rational(0), rational(1), rational(0.5)];

/** How samples are laid over a region along a dimension. */
export interface RegionGrid {
  /** by which the ends of the region are multiplied */
  readonly scale: number;
  /** what they are moved by, towards the first element */
  readonly shift: number;
  /** a region is no shorter than one element */
  readonly isAtLeastOne: boolean;
  /** the cells that it is divided into */
  readonly cells: number;
  /** samples of a cell; as many as elements lie in it, or a part of one, if 0 */
  readonly ratio: number;
  /** the type of coordinates, which may be wider */
  readonly computing: FloatDType;
}

/** The samples of a region along a dimension. */
export interface RegionSamples {
  /** samples of a cell; 0 where the region has no length and their number follows from it */
  readonly count: number;
  /** where a sample of a cell lies */
  at(cell: number, sample: number): Coordinate;
  /** a number that makes an integer of each coordinate */
  readonly denominator: bigint;
}

/** Samples of a cell along a dimension beyond which none is computed. */
const mostSamples = 1000;
/** Digits of a denominator that a double holds. */
const mostDigits = 1000;

/**
 * Samples of a region from its ends: in the middle of equal parts of its cells.
 * @throws NotJudged where their number depends on a rounding, and for very many
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
  // ends are rounded twice, and are in the length as well
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
      // the steps of ways to add and multiply
      const steps = [part, before, plus(start, before), times(within, step), past, inCells, plus(before, past), at];
      const rounds = !isExact || !areHeld(...steps);
      return { at, margin: rounds ? margin : zero };
    },
    denominator,
  };
}

/** The samples of a grid that adapts to the length of a cell. */
function countOf(step: Rational, margin: Rational): number {
  const [low, high] = [minus(step, margin), plus(step, margin)].map(ceil) as [bigint, bigint];
  if (low !== high) throw new NotJudged('a number of samples that depends on a rounding');
  if (low > mostSamples) throw new NotJudged('more than … samples of a cell', mostSamples);
  return Math.max(0, Number(low));
}
