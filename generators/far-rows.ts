import type { FloatRow } from './rows.ts';

/** Where blocks, unrolled loops and threads of common sizes begin and end. */
const borders = [0, 63, 64, 65, 255, 256, 511, 512, 1023, 1024] as const;

/** The places of a long row at which something special is put: beside the borders of blocks, and last. */
export const farPlaces = (n: number): readonly number[] => [...borders.filter((at) => at < n - 1), n - 1];

/** The place of a row, by its number: rows of one tensor take them in turn. */
export function farPlace(n: number, slice: number): number {
  const places = farPlaces(n);
  return places[slice % places.length]!;
}

/** A row of one value, but for one place. */
const lone = (n: number, slice: number, background: number, value: number): number[] => {
  const row = new Array<number>(n).fill(background);
  row[farPlace(n, slice)] = value;
  return row;
};

/** Lengths of runs of −∞, and the length of a row that holds one in its middle. */
const runs = [8, 16, 64, 128, 256] as const;
const masked = 768;
/** The runs at the beginning, from a border of blocks on, and at the end of a row. */
const maskedRuns = runs.flatMap((length) => [0, 256, masked - length].map((from) => ({ from, length })));

/** A tensor's rows that show every run of −∞, one run a row. */
export const maskedDims: readonly number[] = [maskedRuns.length, masked];

/** Rows of 300 and more, cheap to make, in which a special value stands at the borders of blocks. */
export const farRows = {
  /** NaN behind a zero, at which a product must not stop */
  'far-nan': (n, _format, _random, slice) => {
    const row = lone(n, slice, 1, Number.NaN);
    if (!Number.isNaN(row[0])) row[0] = 0;
    return row;
  },
  /** an infinity of either sign: all places have +∞ first, then −∞ */
  'far-infinity': (n, _format, _random, slice) => {
    const negative = Math.floor(slice / farPlaces(n).length) % 2 === 1;
    return lone(n, slice, 1, negative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
  },
  /** one number among −∞, whose exponentials are nothing */
  'far-finite': (n, _format, _random, slice) => lone(n, slice, Number.NEGATIVE_INFINITY, (slice % 4) - 2),
  /** whole blocks of −∞ among zeros, first, in the middle or last */
  'masked-blocks': (n, _format, _random, slice) => {
    const { from, length } = maskedRuns[slice % maskedRuns.length]!;
    return new Array<number>(n).fill(0).fill(Number.NEGATIVE_INFINITY, from, from + length);
  },
  /** nothing but infinities of one sign */
  'all-infinite': (n, _format, _random, slice) =>
    new Array<number>(n).fill(slice % 2 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY),
} satisfies Record<string, FloatRow>;
