import type { FloatFormat } from '../../../oracles/numerics/dtype.ts';
import type { Random } from '../../cases/random.ts';
import { extremeRows } from './extremes.ts';
import { farPlace, farPlaces, maskedRuns } from './far.ts';
import { magnitudes } from './floats.ts';
import { filled, type MakeRow } from './row.ts';

/** A row of one value, except at one place next to a block border. */
function lone(n: number, slice: number, fillValue: number, value: number): number[] {
  return filled(n, () => fillValue).with(farPlace(n, slice), value);
}

/** Makes rows of small values with one special value, at a different position in each row. */
function withSpecial(special: (random: Random) => number) {
  return (n: number, format: FloatFormat, random: Random, slice: number): number[] => {
    const row = magnitudes.inexact(n, format, random);
    const at = slice % (n + 1);
    if (at < n) row[at] = special(random); // every (n+1)-th row stays finite: the special must not leak
    return row;
  };
}

/** Special values at each position in turn; with more rows than elements in a row, every position has one. */
export const placedRows = {
  nan: withSpecial(() => Number.NaN),
  'plus-infinity': withSpecial(() => Number.POSITIVE_INFINITY),
  /** a zero before an infinity: a product must not stop at the zero */
  'zero-and-infinity': (n, format, random, slice) => {
    const row = withSpecial((random) => (random.boolean() ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY))(
      n,
      format,
      random,
      slice,
    );
    const at = slice % (n + 1);
    if (n > 1 && at < n) row[(at + n - 1) % n] = 0;
    return row;
  },
  /** NaN at the borders of blocks of long rows, after a zero: a product must not stop at the zero */
  'far-nan': (n, _format, _random, slice) => {
    const row = lone(n, slice, 1, Number.NaN);
    if (!Number.isNaN(row[0])) row[0] = 0;
    return row;
  },
} satisfies Record<string, MakeRow<FloatFormat>>;

/** Special values whose signs or combinations matter. */
export const specialRows = {
  'minus-infinity': withSpecial(() => Number.NEGATIVE_INFINITY),
  /** infinities of both signs */
  'both-infinities': (n, format, random, slice) => {
    const row = withSpecial(() => Number.POSITIVE_INFINITY)(n, format, random, slice);
    const at = slice % (n + 1);
    if (n > 1 && at < n) row[(at + 1) % n] = Number.NEGATIVE_INFINITY;
    return row;
  },
  /** NaN next to infinities */
  'nan-and-infinity': (n, format, random, slice) => {
    const row = withSpecial(() => Number.NaN)(n, format, random, slice);
    const at = slice % (n + 1);
    if (n > 1 && at < n) row[(at + 1) % n] = slice % 2 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return row;
  },
  /** NaN between infinities of both signs, far from each other */
  'nan-among-infinities': (n, format, random, slice) => {
    const row: number[] = magnitudes.inexact(n, format, random);
    const places = [0, n >> 1, n - 1];
    const [nan, plus, minus] = random.shuffle(places);
    row[minus!] = Number.NEGATIVE_INFINITY;
    if (slice % 2) row[plus!] = Number.POSITIVE_INFINITY;
    row[nan!] = Number.NaN;
    return row;
  },
  /** only infinities of one sign, or with one number among them */
  'all-infinite': (n, format, random, slice) => {
    const row = filled(n, () => (slice % 2 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY));
    if (slice % 4 >= 2) row[random.integer(0, n - 1)] = magnitudes.inexact(1, format, random)[0]!;
    return row;
  },
  /** two NaN in a row of `unique` extremes, the first NaN at each place in turn */
  nans: (n, format, random, slice) => {
    const first = slice % n;
    return extremeRows
      .unique(n, format, random)
      .with(first, Number.NaN)
      .with(random.integer(first, n - 1), Number.NaN);
  },
  'all-nan': (n) => filled(n, () => Number.NaN),
  /** NaN first, then numbers: none, one, and so on up to all */
  'leading-nans': (n, format, random, slice) =>
    magnitudes.inexact(n, format, random).fill(Number.NaN, 0, slice % (n + 1)),
  /** an infinity of either sign: +∞ at each place in turn, then −∞ */
  'far-infinity': (n, _format, _random, slice) => {
    const negative = Math.floor(slice / farPlaces(n).length) % 2 === 1;
    return lone(n, slice, 1, negative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
  },
  /** one number among −∞, whose exponentials are zero */
  'far-finite': (n, _format, _random, slice) => lone(n, slice, Number.NEGATIVE_INFINITY, (slice % 4) - 2),
  /** whole blocks of −∞ among zeros, first, in the middle or last */
  'masked-blocks': (n, _format, _random, slice) => {
    const { from, length } = maskedRuns[slice % maskedRuns.length]!;
    return new Array<number>(n).fill(0).fill(Number.NEGATIVE_INFINITY, from, from + length);
  },
} satisfies Record<string, MakeRow<FloatFormat>>;
