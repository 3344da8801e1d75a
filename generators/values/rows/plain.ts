import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import type { Random } from '../../cases/random.ts';
import { farPlace } from './far.ts';
import { drawDecisivePlace, filled, isSigned, type MakeRow } from './row.ts';

/** Rows of any dtype that are cheap to make. Most contain the fillValue, except for one element or a few that stand out. */
export const plainRows = {
  ones: (n) => filled(n, () => 1),
  /** row k shows whether element k is read */
  'one-hot': (n, _format, _random, slice, fillValue) => withHot(n, slice, slice % n, fillValue),
  /** like `one-hot`, at the borders of blocks of long rows */
  'far-hot': (n, _format, _random, slice, fillValue) => withHot(n, slice, farPlace(n, slice), fillValue),
  'late-spike': (n, _format, _random, _slice, fillValue) => withMarks(n, [n - 1], fillValue),
  /** negative numbers if the type has them: less than the usual initial value of a search */
  'below-zero': (n, format, _random, slice) => filled(n, (k) => (isSigned(format) ? -1 : 1) * (1 + ((k + slice) % 3))),
  /**
   * Rows of a large tensor. The values of a short row depend on its number. A long row contains the fillValue except at its ends, its
   * quarters and around the places 2^15 and 2^16; the last place stands out most.
   */
  far: (n, _format, _random, slice, fillValue) => {
    if (n < end16) return filled(n, (k) => (3 + (k % 2)) * 2 * (1 + (slice % period)));
    const quarters = [n >> 2, n >> 1, n - (n >> 2)];
    const places = [0, end16 / 2 - 1, end16 / 2, ...quarters, end16 - 1, end16, n - 1].filter((at) => at < n);
    return withMarks(n, [...new Set(places)], fillValue);
  },
} satisfies Record<string, MakeRow>;

/** The first number that an unsigned 16-bit index cannot hold. */
const end16 = 2 ** 16;
/** The distance between equal rows; it is coprime to the sizes of blocks. */
const period = 97;

/** A row of the fillValue with one element that stands out. */
const withHot = (n: number, slice: number, at: number, fillValue: number): number[] =>
  filled(n, () => fillValue).with(at, (fillValue > 1 ? 2 : 4) + (slice % 4));

/** The fillValue with small values at some places, each further from it than the one before. */
function withMarks(n: number, places: readonly number[], fillValue: number): number[] {
  const row = filled(n, () => fillValue);
  for (const [i, at] of places.entries()) row[at] = fillValue > 1 ? fillValue - 1 - i : 4 + i;
  return row;
}

/** Rows of truth values: all of them usual, all but one, or most. `ones` and `one-hot` are as for other types. */
export function truthRow(kind: string, n: number, random: Random, slice: number, fillValue: number): number[] {
  const usual: number = fillValue > 1 ? 1 : 0;
  if (kind === 'ones') return plainRows.ones(n);
  const row = filled(n, () => usual);
  if (kind === 'one-hot') return row.with(slice % n, 1 - usual);
  const which = random.integer(0, 2);
  if (which === 1) return row.with(drawDecisivePlace(n, random), 1 - usual);
  return which === 0 ? row : row.map((x) => (random.integer(0, 3) > 0 ? x : 1 - x));
}

/** True if rows of a dtype are truth values. */
export const isTruth = (dtype: DType): boolean => formatOf(dtype).kind === 'bool';
