import { type IntegerFormat, integerRange } from '../../../oracles/numerics/dtype.ts';
import { middleNumber, twoPlaces, withExtremes } from './extremes.ts';
import { filled, type MakeRow } from './row.ts';

/** Integers near which comparisons in another type go wrong: where floats have gaps, and at both ends of the range. */
function neighbourhoods({ bits, signed }: IntegerFormat): readonly bigint[] {
  const half = 1n << BigInt(bits - 1);
  // from 2^(precision + 1) on, a float cannot distinguish three neighbours
  const gaps = [11, 24, 53]
    .filter((precision) => precision < bits - 2)
    .map((precision) => (2n << BigInt(precision)) + 1n);
  return signed ? [half - 2n, 1n - half, ...gaps, ...gaps.map((x) => -x)] : [2n * half - 2n, 1n, half, ...gaps];
}

/** An integer by its two halves; the lower one has no sign. */
const ofHalves = (high: bigint, low: bigint, { bits }: IntegerFormat): bigint => (high << BigInt(bits / 2)) + low;

/** Rows of integers. */
export const integerRows = {
  /** one element so large that its logarithm, or the log-sum-exp, reveals a conversion to another type */
  'one-large': (n, format, random, slice) => {
    const row = filled(n, () => BigInt(random.integer(0, 5)));
    row[random.integer(0, n - 1)] = (1n << BigInt(format.bits - 2 - (slice % 3))) + BigInt(3 * slice + 5);
    return row;
  },
  /** sums, squares or magnitudes beyond the range */
  overflow: (n, format, random) => {
    const { min, max } = integerRange(format);
    return filled(n, (k) =>
      k === 0 ? max : format.signed && random.boolean() ? min + BigInt(k) : max / 2n + BigInt(k),
    );
  },
  /** one element at the end of the range, the others zero */
  extreme: (n, format, random, slice) => {
    const { min, max } = integerRange(format);
    const row = filled(n, () => 0n);
    row[random.integer(0, n - 1)] = slice % 2 ? min : max;
    return row;
  },
  /** integers close to each other and not close to zero: exponentials are large or tiny */
  apart: (n, format, random, slice) => {
    const center = BigInt([15, 40, 90, 300, 600, 1200][slice % 6]!);
    const row = filled(n, () => center + BigInt(random.integer(0, 3)));
    return format.signed && slice % 2 ? row.map((x) => -x) : row;
  },
  /** small values whose mean and root are not integers, negative sums included */
  uneven: (n, format, random, slice) => {
    const row = filled(n, () => BigInt(random.integer(1, 5)));
    return format.signed && slice % 2 ? row.map((x) => -x) : row;
  },
  /**
   * For comparisons in two steps: equal upper halves with lower halves on both sides of the middle, or lower halves in the opposite order
   * of the upper ones.
   */
  'half-words': (n, format, random, slice) => {
    const size = 1n << BigInt(format.bits / 2);
    const high = BigInt(random.integer(1, 6)) - (format.signed ? 4n : 0n);
    const [least, most] = slice % 3 === 2 ? ([size - 1n, 0n] as const) : ([1n, size - 2n] as const);
    const [under, over] = slice % 3 === 2 ? ([high - 1n, high + 1n] as const) : ([high, high] as const);
    return withExtremes(
      filled(n, () => ofHalves(high, size / 2n + BigInt(random.integer(-5, 5)), format)),
      ofHalves(under, least, format),
      ofHalves(over, most, format),
      twoPlaces(n, random),
    );
  },
  /** one element is one more than all others and one is one less, where floats have gaps or the other signedness wraps */
  neighbours: (n, format, random, slice) => {
    const places = neighbourhoods(format);
    const base = places[slice % places.length]!;
    return withExtremes(
      filled(n, () => base),
      base - 1n,
      base + 1n,
      twoPlaces(n, random),
    );
  },
  /** both ends of the range among small values */
  ends: (n, format, random) => {
    const { min, max } = integerRange(format);
    return withExtremes(
      filled(n, () => BigInt(middleNumber(format, random))),
      min,
      max,
      twoPlaces(n, random),
    );
  },
} satisfies Record<string, MakeRow<IntegerFormat>>;
