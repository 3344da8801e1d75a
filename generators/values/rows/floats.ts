import type { FloatFormat } from '../../../oracles/numerics/dtype.ts';
import { largestFinite, roundDouble } from '../../../oracles/numerics/rounding.ts';
import type { Random } from '../../cases/random.ts';
import { extremeRows, twoPlaces, withExtremes } from './extremes.ts';
import { drawDecisivePlace, filled, type MakeRow } from './row.ts';

/** A number of the format with a random significand and an exponent in [low, high]. */
function significand(format: FloatFormat, random: Random, low: number, high: number): number {
  return roundDouble((1 + random.unit()) * 2 ** random.integer(low, high), format);
}

const signed = (x: number, random: Random): number => (random.boolean() ? x : -x);

/** The greatest exponent of values whose sum of n stays in range. */
const headroom = (n: number, format: FloatFormat): number => format.maxExponent - Math.ceil(Math.log2(n + 1));

/** Rows of floats. For operators with results for positive elements only, most rows become their absolute values. */
export const magnitudes = {
  positive: (n, format, random) => filled(n, () => significand(format, random, -3, 0)),
  /** like the terms of real sums */
  inexact: (n, format, random) => filled(n, () => signed(significand(format, random, -3, 0), random)),
  /** magnitudes over 2^-8 … 2^8 */
  spread: (n, format, random) => filled(n, () => signed(significand(format, random, -8, 7), random)),
  /** magnitudes around 1, whose products stay in the range */
  factors: (n, format, random) => filled(n, () => signed(significand(format, random, -1, 0), random)),
  /** one element far above all others; their exponentials vanish next to its own */
  'one-far-above': (n, _format, random) => {
    const row: number[] = filled(n, () => -1000 - 8 * random.integer(0, 9));
    row[drawDecisivePlace(n, random)] = random.integer(-1, 1);
    return row;
  },
  /** two terms whose sum is a midpoint between two numbers, or close to one: one rounding, to nearest even */
  'two-terms': (n, format, random, slice) => {
    const half = 2 ** -format.precision; // half an ulp of numbers in [1, 2)
    const first = significand(format, random, 0, 0);
    const second = half * [1, 3, 1 + 2 ** -4, 1 - 2 ** -4, 3 - 2 ** -3][slice % 5]!;
    const row = filled(n, () => 0);
    row[0] = first;
    if (n > 1) row[n - 1] = second;
    return slice % 2 ? row.map((x) => -x) : row;
  },
  /** one large element before many small ones, or after */
  'large-and-small': (n, format, random, slice) => {
    const large = significand(format, random, format.precision - 3, format.precision - 2);
    const small = filled(n - 1, () => significand(format, random, -1, 0));
    return slice % 2 ? [...small, large] : [large, ...small];
  },
  /** all positive, the sum just representable */
  'near-overflow': (n, format, random) =>
    filled(n, () => significand(format, random, headroom(n, format) - 1, headroom(n, format) - 1)),
  /** magnitudes whose squares under- or overflow */
  'beyond-squares': (n, format, random, slice) => {
    const exponent = slice % 2 ? Math.ceil(format.maxExponent / 2) + 1 : Math.floor(format.minExponent / 2) - 1;
    return filled(n, () => signed(significand(format, random, exponent, exponent + 1), random));
  },
  /** partial sums overflow in some orders, the sum does not */
  'order-dependent-overflow': (n, format, random) => {
    const most = largestFinite(format);
    const row = filled(n, (k) => (k % 2 ? -most : most) * (random.boolean() ? 0.75 : 0.5));
    return random.shuffle(row.map((x) => roundDouble(x, format)));
  },
  /** pairs of a large and a small number: products leave the range in some orders */
  'huge-and-tiny': (n, format, random) => {
    const exponent = Math.floor(format.maxExponent * 0.6);
    return random.shuffle(
      filled(n, (k) => signed(significand(format, random, -1, 0) * 2 ** (k % 2 ? exponent : -exponent), random)),
    );
  },
  /** close to each other and far from zero, on either side of it: exponentials leave the range */
  'far-from-zero': (n, _format, random, slice) => {
    const center = [12, 100, 800, -20, -120, -800][slice % 6]!;
    return filled(n, () => center + 4 * random.unit());
  },
  /** two terms whose sum is less than half a unit above the largest number, and rounds to it */
  brink: (n, format, _random, slice) => {
    const large = 1.75 * 2 ** format.maxExponent;
    const unit = 2 ** (format.maxExponent + 1 - format.precision);
    const pair = [large, largestFinite(format) - large + unit / 4];
    const row = filled(n, () => 0);
    for (const [i, x] of pair.entries()) row[(slice + i * (n >> 1)) % n] = x;
    return row;
  },
  /** multiples of the smallest number: a machine that flushes subnormals reads zeros */
  subnormal: (n, format, random) =>
    extremeRows.unique(n, format, random).map((x) => Number(x) * 2 ** format.minExponent),
} satisfies Record<string, MakeRow<FloatFormat>>;

/** Rows of floats whose signs matter. */
export const signedRows = {
  /** pairs that cancel except in their last bits, shuffled: |Σx| ≪ Σ|x| */
  cancelling: (n, format, random) => {
    const half = filled(n >> 1, () => significand(format, random, 0, 4));
    const rest = n % 2 ? [significand(format, random, -6, -5)] : [];
    return random.shuffle([
      ...half,
      ...half.map((x) => -roundDouble(x * (1 - 2 ** -(format.precision - 3)), format)),
      ...rest,
    ]);
  },
  /** a number and its opposite, which sum to zero, among zeros of both signs */
  opposites: (n, _format, random) => {
    const row = filled(n, () => signed(0, random));
    if (n > 1 && random.boolean()) row.splice(0, 2, 1.5, -1.5);
    return row;
  },
  'minus-zero': (n) => filled(n, () => -0),
  /** zeros of both signs, alone or as the largest or the smallest elements */
  'signed-zeros': (n, _format, random, slice) => {
    const row = filled(n, () => signed(0, random));
    const other = [0, -1, 1][slice % 3]!;
    if (other !== 0) for (let k = 0; k < n; k++) if (random.boolean()) row[k] = other * random.integer(1, 9);
    return row;
  },
  /** one element one ulp above all others and one element one ulp below, at magnitudes over the whole range */
  neighbours: (n, format, random, slice) => {
    const { precision, maxExponent, minExponent } = format;
    const ulp = 2 ** (1 - precision);
    const scale = 2 ** [0, maxExponent, minExponent + precision - 1, random.integer(-9, 9)][slice % 4]!;
    const base = 1.5 * (slice % 3 === 2 ? -1 : 1);
    const row = filled(n, () => base * scale);
    return withExtremes(row, (base - ulp) * scale, (base + ulp) * scale, twoPlaces(n, random));
  },
} satisfies Record<string, MakeRow<FloatFormat>>;
