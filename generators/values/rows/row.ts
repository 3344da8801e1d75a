import type { Format } from '../../../oracles/numerics/dtype.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import type { Random } from '../../cases/random.ts';

/** The elements that are reduced or searched for one result, in row-major order. */
export type NumberRow = readonly NumericScalar[];

/**
 * Makes a row of `n` elements. Rows are drawn independently; the place of a special element depends on the row's number, `slice`. Values
 * are doubles, or bigints in integer formats; doubles are rounded to the format when they are stored.
 * @param fillValue the value of the other elements, among which a special one changes the result
 */
export type MakeRow<F extends Format = Format> = (
  n: number,
  format: F,
  random: Random,
  slice: number,
  fillValue: number,
) => NumericScalar[];

/** A row of `n` elements, each made from its place. */
export const filled = <T>(n: number, make: (k: number) => T): T[] => Array.from({ length: n }, (_, k) => make(k));

/** True if a format has negative numbers. */
export const isSigned = (format: Format): boolean =>
  format.kind === 'float' || (format.kind === 'integer' && format.signed);

/**
 * Draws the place of an element that alone decides a result: an end of the row, the beginning of the tail after whole vectors, unrolled
 * loops or blocks, or any place.
 */
export function drawDecisivePlace(n: number, random: Random): number {
  const tails = [4, 8, 16, 32, 64, 256].map((width) => n - (n % width)).filter((start) => start < n);
  return random.pick([n - 1, n - 1, 0, ...(tails.length ? [random.pick(tails), random.integer(0, n - 1)] : [0])]);
}
