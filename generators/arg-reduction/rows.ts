import { type FloatFormat, type Format, type IntegerFormat, integerRange } from '../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../oracles/numerics/rounding.ts';
import { farRows } from '../far-rows.ts';
import type { Random } from '../random.ts';
import { filled } from '../rows.ts';
import type { Row } from '../tensor-of-rows.ts';

/** Rows for indices of extremes: both the largest and the smallest element have a say, for operators of either kind. */
type Make<F extends Format> = (n: number, format: F, random: Random, slice: number) => Row;

const isSigned = (format: Format): boolean => format.kind === 'float' || (format.kind === 'integer' && format.signed);

/** Integers that every format holds: many in the middle, and some below and above all of those. */
const below = (format: Format, random: Random) => (isSigned(format) ? random.integer(-99, -60) : random.integer(1, 9));
const middle = (format: Format, random: Random) =>
  isSigned(format) ? random.integer(-50, 50) : random.integer(20, 90);
const above = (format: Format, random: Random) =>
  isSigned(format) ? random.integer(60, 99) : random.integer(100, 120);

/** A middle row with the smallest and the largest element at two places; in a row of one, the largest. */
function withExtremes(row: readonly (number | bigint)[], low: number | bigint, high: number | bigint, at: Places): Row {
  const changed = [...row];
  changed[at.low] = low;
  changed[at.high] = high;
  return changed;
}

interface Places {
  readonly low: number;
  readonly high: number;
}

/** Two places of a row, different ones if there are two. */
function anywhere(n: number, random: Random): Places {
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

/** Two borders, often the end of the row one of them; different ones if the row has two places. */
function borders(n: number, random: Random): Places {
  const end = random.integer(0, 2);
  const high = end === 0 ? n - 1 : border(n, random);
  const low = end === 1 ? n - 1 : border(n, random);
  return { high, low: low === high ? (high + 1) % n : low };
}

/** Two places of one half of a row, different ones if there are two. */
function half(n: number, which: 'front' | 'back', random: Random): Places {
  const middle = n >> 1;
  const [from, length] = which === 'front' && middle > 0 ? [0, middle] : [middle, n - middle];
  const { low, high } = anywhere(length, random);
  return { low: from + low, high: from + high };
}

const usual = (n: number, format: Format, random: Random) => filled(n, () => middle(format, random));

/** Data for every dtype. */
export const anyRows = {
  /** one largest and one smallest element */
  unique: (n, format, random) =>
    withExtremes(usual(n, format, random), below(format, random), above(format, random), anywhere(n, random)),
  /** the same at every place in turn, the smallest element behind the largest */
  'every-place': (n, format, random, slice) =>
    withExtremes(usual(n, format, random), below(format, random), above(format, random), {
      high: slice % n,
      low: (slice + 1) % n,
    }),
  /** the same beside the borders of vectors and blocks */
  borders: (n, format, random) =>
    withExtremes(usual(n, format, random), below(format, random), above(format, random), borders(n, random)),
  /** the largest and the smallest element at the very end; cheap to make for rows beyond 2^16 and for as many rows */
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
  /** one value throughout: nothing beats what a search may begin with */
  constant: (n, format, _random, slice) => {
    const { least, most } = limits(format);
    const value = [0, least, most, 1][slice % 4]!;
    return filled(n, () => value);
  },
  /** one value but for the middle third, the same in every row: neither beginnings nor ends tell such rows apart */
  alike: (n, format, random) => {
    const third = Math.floor(n / 3);
    const { low, high } = anywhere(n - 2 * third, random);
    const places = { low: third + low, high: third + high };
    const row = filled(n, () => 40);
    return withExtremes(row, below(format, random), above(format, random), places);
  },
  /** all elements positive, or negative (or else in the upper half of the range): a zero from outside would win */
  'one-sign': (n, format, random, slice) => {
    const row = filled(n, () => random.integer(2, 120));
    if (slice % 2 === 0) return row;
    if (isSigned(format)) return row.map((x) => -x);
    const most = limits(format).most as bigint;
    return row.map((x) => most - BigInt(x));
  },
} satisfies Record<string, Make<Format>>;

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

/** Where comparisons of integers in another type go wrong: where floats have gaps, and at both ends. */
function neighbourhoods({ bits, signed }: IntegerFormat): readonly bigint[] {
  const half = 1n << BigInt(bits - 1);
  // from twice 2^precision on, three neighbours are one number to a float
  const gaps = [11, 24, 53]
    .filter((precision) => precision < bits - 2)
    .map((precision) => (2n << BigInt(precision)) + 1n);
  return signed ? [half - 2n, 1n - half, ...gaps, ...gaps.map((x) => -x)] : [2n * half - 2n, 1n, half, ...gaps];
}

/** An integer by its two halves; the lower one has no sign. */
const ofHalves = (high: bigint, low: bigint, { bits }: IntegerFormat): bigint => (high << BigInt(bits / 2)) + low;

/** Data for integers. */
export const integerRows = {
  /**
   * upper halves equal and lower ones on both sides of the middle, or the lower halves against the upper ones: for
   * comparisons in two steps
   */
  halves: (n, format, random, slice) => {
    const size = 1n << BigInt(format.bits / 2);
    const high = BigInt(random.integer(1, 6)) - (format.signed ? 4n : 0n);
    const [least, most] = slice % 3 === 2 ? ([size - 1n, 0n] as const) : ([1n, size - 2n] as const);
    const [under, over] = slice % 3 === 2 ? ([high - 1n, high + 1n] as const) : ([high, high] as const);
    return withExtremes(
      filled(n, () => ofHalves(high, size / 2n + BigInt(random.integer(-5, 5)), format)),
      ofHalves(under, least, format),
      ofHalves(over, most, format),
      anywhere(n, random),
    );
  },
  /** one element one more than all others, one of them one less: where floats and the other signedness have gaps */
  neighbours: (n, format, random, slice) => {
    const places = neighbourhoods(format);
    const base = places[slice % places.length]!;
    return withExtremes(
      filled(n, () => base),
      base - 1n,
      base + 1n,
      anywhere(n, random),
    );
  },
  /** both ends of the range among small values */
  ends: (n, format, random) => {
    const { min, max } = integerRange(format);
    return withExtremes(
      filled(n, () => BigInt(middle(format, random))),
      min,
      max,
      anywhere(n, random),
    );
  },
} satisfies Record<string, Make<IntegerFormat>>;

const withInfinities: Make<FloatFormat> = (n, format, random, slice) => {
  const low = slice % 3 === 1 ? below(format, random) : Number.NEGATIVE_INFINITY;
  const high = slice % 3 === 2 ? above(format, random) : Number.POSITIVE_INFINITY;
  return withExtremes(usual(n, format, random), low, high, anywhere(n, random));
};

/** Data for floats. */
export const floatRows = {
  /** one element one unit in the last place above all others, one of them one below, over the whole range */
  neighbours: (n, format, random, slice) => {
    const { precision, maxExponent, minExponent } = format;
    const ulp = 2 ** (1 - precision);
    const scale = 2 ** [0, maxExponent, minExponent + precision - 1, random.integer(-9, 9)][slice % 4]!;
    const base = 1.5 * (slice % 3 === 2 ? -1 : 1);
    return withExtremes(
      filled(n, () => base * scale),
      (base - ulp) * scale,
      (base + ulp) * scale,
      anywhere(n, random),
    );
  },
  /** multiples of the smallest number: zeros to a machine that flushes them */
  subnormal: (n, format, random) => anyRows.unique(n, format, random).map((x) => Number(x) * 2 ** format.minExponent),
  /** zeros of both signs, alone or as the largest or the smallest elements */
  zeros: (n, _format, random, slice) => {
    const row = filled(n, () => (random.boolean() ? 0 : -0));
    const other = [0, -1, 1][slice % 3]!;
    if (other !== 0) for (let k = 0; k < n; k++) if (random.boolean()) row[k] = other * random.integer(1, 9);
    return row;
  },
  /** an infinity of either sign among finite numbers, or of one sign only */
  infinity: withInfinities,
  /** nothing but infinities of one sign, or one finite number among them */
  'all-infinite': (n, format, random, slice) => {
    const row = filled(n, () => (slice % 2 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY));
    if (slice % 4 >= 2) row[random.integer(0, n - 1)] = slice % 2 ? largestFinite(format) : -largestFinite(format);
    return row;
  },
  /** two NaN beside the largest and the smallest element, the first of them at each place in turn */
  nan: (n, format, random, slice) => {
    const row = [...anyRows.unique(n, format, random)];
    const first = slice % n;
    row[first] = Number.NaN;
    row[random.integer(first, n - 1)] = Number.NaN;
    return row;
  },
  /** one NaN, in the later vectors of the row or behind them */
  'late-nan': (n, format, random, slice) => {
    const row = [...anyRows.unique(n, format, random)];
    const tail = n - 1 - ((n - 1) % 8);
    const at = slice % 2 ? random.integer(tail, n - 1) : random.integer(n >> 1, Math.max(n >> 1, tail - 1));
    row[at] = Number.NaN;
    return row;
  },
  /** NaN beside infinities */
  'nan-and-infinity': (n, format, random, slice) => {
    const row = [...withInfinities(n, format, random, slice)];
    row[random.integer(0, n - 1)] = Number.NaN;
    return row;
  },
  'far-nan': farRows['far-nan'],
  'far-infinity': farRows['far-infinity'],
  'all-nan': (n) => filled(n, () => Number.NaN),
} satisfies Record<string, Make<FloatFormat>>;
