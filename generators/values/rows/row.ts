import type { Format } from '../../../oracles/numerics/dtype.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import type { Random } from '../../cases/random.ts';

/** The elements that go into one result, or along which one looks, in row-major order. */
export type NumberRow = readonly NumericScalar[];

/**
 * Makes a row of `n` elements: rows are drawn independently, and what is special in one follows from its number. Values are doubles,
 * or bigints in integer formats that doubles do not hold; doubles are rounded to the format when they are stored.
 * @param fillValue a value among which others show in a result
 */
export type MakeRow<F extends Format = Format> = (
  n: number,
  format: F,
  random: Random,
  slice: number,
  fillValue: number,
) => NumericScalar[];

/** A row of `n` elements by their places. */
export const filled = <T>(n: number, make: (k: number) => T): T[] => Array.from({ length: n }, (_, k) => make(k));

/** True if a format has negative numbers. */
export const isSigned = (format: Format): boolean =>
  format.kind === 'float' || (format.kind === 'integer' && format.signed);

/**
 * Where an element is looked for that decides a result alone: the ends of a row, and where the tail of a vector, of an
 * unrolled loop or of a block begins.
 */
export function spot(n: number, random: Random): number {
  const tails = [4, 8, 16, 32, 64, 256].map((width) => n - (n % width)).filter((start) => start < n);
  return random.pick([n - 1, n - 1, 0, ...(tails.length ? [random.pick(tails), random.integer(0, n - 1)] : [0])]);
}
