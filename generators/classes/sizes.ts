import { type SizeRange, valueOfRange } from './notation.ts';

/** The least sizes of the ranges that kernels tell apart: none, one, a few, and from each width of vectors, blocks and threads on. */
const least = [0, 1, 2, 3, 8, 16, 32, 64, 128, 256, 512, 1024, 4096] as const;

/** The greatest magnitudes from which kernels approximate functions in other ways, or numbers no longer fit a type. */
const leastMagnitudes = [0, 1, 4, 16, 64, 256, 4096, 65536] as const;

/** Returns the ranges that begin with some numbers. */
const rangesFrom = (starts: readonly number[]): readonly SizeRange[] =>
  starts.map((from, i) => ({ least: from, most: (starts[i + 1] ?? Number.POSITIVE_INFINITY) - 1 }));

export const sizeRanges = rangesFrom(least);
const magnitudeRanges = rangesFrom(leastMagnitudes);

const rangeAmong = (ranges: readonly SizeRange[], x: number): string =>
  valueOfRange(ranges.findLast((range) => range.least <= x)!);

/** The range that a size or a count lies in: `1`, `3 to 7`, `4096 or more`. */
export const sizeClass = (size: number): string => rangeAmong(sizeRanges, size);

/** The range that the integer part of a finite magnitude lies in: `0`, `1 to 3`, `65536 or more`. */
export const magnitudeClass = (x: number): string => rangeAmong(magnitudeRanges, x);

/** The widths of vectors. */
const widths = [2, 4, 8, 16] as const;

/** What {@link divisibility} returns, from few divisors to many. */
export const divisibilities: readonly string[] = ['odd', ...widths.map((lanes) => `a multiple of ${lanes}`)];

/** The widest vector, of 2 to 16 lanes, that divides a size without a rest: `a multiple of 4`, `odd`. */
export function divisibility(size: number): string {
  const width = widths.findLast((lanes) => size % lanes === 0);
  return width === undefined ? 'odd' : `a multiple of ${width}`;
}
