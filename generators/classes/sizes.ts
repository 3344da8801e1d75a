import { type SizeRange, valueOfRange } from './notation.ts';

/** The least sizes of the ranges that kernels tell apart: none, one, a few, and from each width of vectors, blocks and threads on. */
const least = [0, 1, 2, 3, 8, 16, 32, 64, 128, 256, 512, 1024, 4096] as const;

/** The same with the greatest size of each. */
export const sizeRanges: readonly SizeRange[] = least.map((from, i) => ({
  least: from,
  most: (least[i + 1] ?? Number.POSITIVE_INFINITY) - 1,
}));

/** The range that a size or a count lies in: `1`, `3 to 7`, `4096 or more`. */
export function sizeClass(size: number): string {
  return valueOfRange(sizeRanges.findLast((range) => range.least <= size)!);
}

/** The widest vector, of 2 to 16 lanes, that divides a size without a rest: `a multiple of 4`, `odd`. */
export function divisibility(size: number): string {
  const width = [16, 8, 4, 2].find((lanes) => size % lanes === 0);
  return width === undefined ? 'odd' : `a multiple of ${width}`;
}
