import { type Format, integerRange } from '../../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../../oracles/numerics/rounding.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import type { Random } from '../../cases/random.ts';
import { filled, isSigned, type MakeRow } from './row.ts';

// Integers that every format holds: those of the middle, and some below and above all of them.
const below = (format: Format, random: Random) => (isSigned(format) ? random.integer(-99, -60) : random.integer(1, 9));
export const middleNumber = (format: Format, random: Random) =>
  isSigned(format) ? random.integer(-50, 50) : random.integer(20, 90);
const above = (format: Format, random: Random) =>
  isSigned(format) ? random.integer(60, 99) : random.integer(100, 120);

/** A middle row with the smallest and the largest element at two places; in a row of one, the largest. */
export function withExtremes(
  row: readonly (number | bigint)[],
  low: number | bigint,
  high: number | bigint,
  at: ExtremePlaces,
): NumericScalar[] {
  const changed = [...row];
  changed[at.low] = low;
  changed[at.high] = high;
  return changed;
}

interface ExtremePlaces {
  readonly low: number;
  readonly high: number;
}

/** Two places of a row, different ones if there are two. */
export function twoPlaces(n: number, random: Random): ExtremePlaces {
  const high = random.integer(0, n - 1);
  return { high, low: (high + random.integer(1, Math.max(1, n - 1))) % n };
}

const blocks = [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096] as const;

/** The first or the last place of a vector or a block, or the first of the row. */
function border(n: number, random: Random): number {
  const fitting = blocks.filter((block) => block < n);
  if (fitting.length === 0 || random.integer(0, 5) === 0) return 0;
  const block = random.pick(fitting);
  const first = block * random.integer(1, Math.floor((n - 1) / block));
  return first - random.integer(0, 1);
}

/** Two borders, one of them often the end of the row; they differ if the row has two places. */
function borders(n: number, random: Random): ExtremePlaces {
  const end = random.integer(0, 2);
  const high = end === 0 ? n - 1 : border(n, random);
  const low = end === 1 ? n - 1 : border(n, random);
  return { high, low: low === high ? (high + 1) % n : low };
}

/** Two places of one half of a row, different ones if there are two. */
function half(n: number, which: 'front' | 'back', random: Random): ExtremePlaces {
  const middle = n >> 1;
  const [from, length] = which === 'front' && middle > 0 ? [0, middle] : [middle, n - middle];
  const { low, high } = twoPlaces(length, random);
  return { low: from + low, high: from + high };
}

const usual = (n: number, format: Format, random: Random) => filled(n, () => middleNumber(format, random));

/** Rows of any dtype for the indices of extremes: both the largest and the smallest element matter. */
export const extremeRows = {
  /** one largest and one smallest element */
  unique: (n, format, random) =>
    withExtremes(usual(n, format, random), below(format, random), above(format, random), twoPlaces(n, random)),
  /** like `unique`, at every place in turn, with the smallest element right after the largest */
  'every-place': (n, format, random, slice) =>
    withExtremes(usual(n, format, random), below(format, random), above(format, random), {
      high: slice % n,
      low: (slice + 1) % n,
    }),
  /** like `unique`, next to the borders of vectors and blocks */
  borders: (n, format, random) =>
    withExtremes(usual(n, format, random), below(format, random), above(format, random), borders(n, random)),
  /** the largest and the smallest element at the very end; cheap for more than 2^16 elements or rows */
  late: (n, _format, _random, slice) => {
    const row = new Array<number>(n).fill(50);
    const last = n - 1 - (((slice * slice) % 97) & 1);
    return withExtremes(row, 20, 90, { high: Math.max(last, 0), low: Math.max(2 * n - 3 - last, 0) });
  },
  /** several largest and several smallest elements: in both halves of the row, and at borders */
  ties: (n, format, random) => {
    const row = usual(n, format, random);
    const [low, high] = [below(format, random), above(format, random)];
    for (const at of [borders(n, random), half(n, 'front', random), half(n, 'back', random)]) {
      row[at.low] = low;
      row[at.high] = high;
    }
    return row;
  },
  /** one value throughout: no element beats the initial value of a search */
  'constant-rows': (n, format, _random, slice) => {
    const { least, most } = limits(format);
    const value = [0, least, most, 1][slice % 4]!;
    return filled(n, () => value);
  },
  /** one value except in the middle third, the same in every row: such rows begin and end alike */
  alike: (n, format, random) => {
    const third = Math.floor(n / 3);
    const { low, high } = twoPlaces(n - 2 * third, random);
    const places = { low: third + low, high: third + high };
    const row = filled(n, () => 40);
    return withExtremes(row, below(format, random), above(format, random), places);
  },
  /** all elements positive, or all negative (without signs: in the upper part of the range): a zero from outside the row would win */
  'one-sign': (n, format, random, slice) => {
    const row = filled(n, () => random.integer(2, 120));
    if (slice % 2 === 0) return row;
    if (isSigned(format)) return row.map((x) => -x);
    const most = limits(format).most as bigint;
    return row.map((x) => most - BigInt(x));
  },
} satisfies Record<string, MakeRow>;

/** The largest and the smallest finite number. */
function limits(format: Format): { readonly least: number | bigint; readonly most: number | bigint } {
  if (format.kind === 'integer') {
    const { min, max } = integerRange(format);
    return { least: min, most: max };
  }
  return format.kind === 'float'
    ? { least: -largestFinite(format), most: largestFinite(format) }
    : { least: 0, most: 1 };
}
