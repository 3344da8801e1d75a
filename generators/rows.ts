import { type FloatFormat, type Format, type IntegerFormat, integerRange } from '../oracles/numerics/dtype.ts';
import { largestFinite, roundDouble } from '../oracles/numerics/rounding.ts';
import type { Random } from './random.ts';

/**
 * Data for one slice of n elements. Rows are drawn independently, so neighbouring slices differ. Values are doubles
 * (float formats) or bigints (integer formats); doubles are rounded to the format when they are stored.
 */
export type FloatRow = (n: number, format: FloatFormat, random: Random, slice: number) => number[];
export type IntegerRow = (n: number, format: IntegerFormat, random: Random, slice: number) => bigint[];

/** A number of the format with a random significand and an exponent in [low, high]. */
function significand(format: FloatFormat, random: Random, low: number, high: number): number {
  return roundDouble((1 + random.unit()) * 2 ** random.integer(low, high), format);
}

const signed = (x: number, random: Random): number => (random.boolean() ? x : -x);

/**
 * Where an element is looked for that decides a result alone: the ends of a row, and where the tail of a vector, of an
 * unrolled loop or of a block begins.
 */
export function spot(n: number, random: Random): number {
  const tails = [4, 8, 16, 32, 64, 256].map((width) => n - (n % width)).filter((start) => start < n);
  return random.pick([n - 1, n - 1, 0, ...(tails.length ? [random.pick(tails), random.integer(0, n - 1)] : [0])]);
}

/** A row of `n` elements by their places. */
export const filled = <T>(n: number, make: (k: number) => T): T[] => Array.from({ length: n }, (_, k) => make(k));

/** How often a value can stand n times in a sum without leaving the range, as a power of two to stay below. */
const headroom = (n: number, format: FloatFormat): number => format.maxExponent - Math.ceil(Math.log2(n + 1));

/** Rounding data: what real sums look like. */
export const floatRows = {
  positive: (n, format, random) => filled(n, () => significand(format, random, -3, 0)),
  mixed: (n, format, random) => filled(n, () => signed(significand(format, random, -3, 0), random)),
  /** magnitudes over 2^-8 … 2^8 */
  spread: (n, format, random) => filled(n, () => signed(significand(format, random, -8, 7), random)),
  /** magnitudes around 1, whose products stay in the range */
  factors: (n, format, random) => filled(n, () => signed(significand(format, random, -1, 0), random)),
  /** numbers beside each other: the greatest and the least differ from others in the last bit */
  neighbours: (n, format, random) => {
    const base = significand(format, random, 0, 0);
    const ulp = 2 ** (1 - format.precision);
    const row = filled(n, () => Math.min(base + random.integer(0, 1) * ulp, 2 - 2 * ulp));
    row[random.integer(0, n - 1)]! += ulp * random.pick([-1, 2]);
    return random.boolean() ? row : row.map((x) => -x);
  },
  /** one element far above all others, whose exponentials are nothing beside its own */
  'one-far-above': (n, _format, random) => {
    const row: number[] = filled(n, () => -1000 - 8 * random.integer(0, 9));
    row[spot(n, random)] = random.integer(-1, 1);
    return row;
  },
  /** sums below zero */
  negative: (n, format, random) => filled(n, () => -significand(format, random, -3, 0)),
  /** two terms whose sum lies on a midpoint between two numbers, or beside it: one rounding, to nearest even */
  'two-terms': (n, format, random, slice) => {
    const half = 2 ** -format.precision; // half an ulp of numbers in [1, 2)
    const first = significand(format, random, 0, 0);
    const second = half * [1, 3, 1 + 2 ** -4, 1 - 2 ** -4, 3 - 2 ** -3][slice % 5]!;
    const row = filled(n, () => 0);
    row[0] = first;
    if (n > 1) row[n - 1] = second;
    return slice % 2 ? row.map((x) => -x) : row;
  },
  /** pairs that cancel but for their last bits, shuffled: |Σx| ≪ Σ|x| */
  cancelling: (n, format, random) => {
    const half = filled(n >> 1, () => significand(format, random, 0, 4));
    const rest = n % 2 ? [significand(format, random, -6, -5)] : [];
    return random.shuffle([
      ...half,
      ...half.map((x) => -roundDouble(x * (1 - 2 ** -(format.precision - 3)), format)),
      ...rest,
    ]);
  },
  /** one large element before many small ones, or after */
  'large-and-small': (n, format, random, slice) => {
    const large = significand(format, random, format.precision - 3, format.precision - 2);
    const small = filled(n - 1, () => significand(format, random, -1, 0));
    return slice % 2 ? [...small, large] : [large, ...small];
  },
  /** multiples of the smallest subnormal, a normal number among them */
  subnormal: (n, format, random) => {
    const unit = 2 ** format.minExponent;
    const row = filled(n, () => signed(random.integer(1, 2 ** Math.min(format.precision - 2, 20)) * unit, random));
    if (n > 2) row[random.integer(0, n - 1)] = 2 ** (format.minExponent + format.precision - 1);
    return row;
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
  /** close to each other and far from zero, on either side: exponentials leave the range */
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
  'minus-zero': (n) => filled(n, () => -0),
  /** zeros of both signs and exact cancellation */
  zeros: (n, _format, random) => {
    const row: number[] = filled(n, () => signed(0, random));
    if (n > 1 && random.boolean()) row.splice(0, 2, 1.5, -1.5);
    return row;
  },
} satisfies Record<string, FloatRow>;

/** A row of small values with one special among them, at another position in each row. */
function withSpecial(special: (random: Random) => number): FloatRow {
  return (n, format, random, slice) => {
    const row = floatRows.mixed(n, format, random);
    const at = slice % (n + 1);
    if (at < n) row[at] = special(random); // every (n+1)-th row stays finite: the special must not leak
    return row;
  };
}

/** Special values at each position in turn: at all of them if there are more rows than elements in a row. */
export const specialRows = {
  nan: withSpecial(() => Number.NaN),
  'plus-infinity': withSpecial(() => Number.POSITIVE_INFINITY),
  'minus-infinity': withSpecial(() => Number.NEGATIVE_INFINITY),
  /** infinities of both signs */
  'both-infinities': (n, format, random, slice) => {
    const row = withSpecial(() => Number.POSITIVE_INFINITY)(n, format, random, slice);
    const at = slice % (n + 1);
    if (n > 1 && at < n) row[(at + 1) % n] = Number.NEGATIVE_INFINITY;
    return row;
  },
  /** nothing but -∞, or one number among them */
  'all-minus-infinity': (n, format, random, slice) => {
    const row: number[] = filled(n, () => Number.NEGATIVE_INFINITY);
    if (slice % 2) row[random.integer(0, n - 1)] = signed(significand(format, random, -3, 0), random);
    return row;
  },
  /** a zero before an infinity, which a product must not stop at */
  'zero-and-infinity': (n, format, random, slice) => {
    const row = withSpecial(() => signed(Number.POSITIVE_INFINITY, random))(n, format, random, slice);
    const at = slice % (n + 1);
    if (n > 1 && at < n) row[(at + n - 1) % n] = 0;
    return row;
  },
  /** NaN beside infinities */
  'nan-and-infinity': (n, format, random, slice) => {
    const row = withSpecial(() => Number.NaN)(n, format, random, slice);
    const at = slice % (n + 1);
    if (n > 1 && at < n) row[(at + 1) % n] = slice % 2 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return row;
  },
  /** NaN between infinities of both signs, far from each other */
  'nan-among-infinities': (n, format, random, slice) => {
    const row: number[] = floatRows.mixed(n, format, random);
    const places = [0, n >> 1, n - 1];
    const [nan, plus, minus] = random.shuffle(places);
    row[minus!] = Number.NEGATIVE_INFINITY;
    if (slice % 2) row[plus!] = Number.POSITIVE_INFINITY;
    row[nan!] = Number.NaN;
    return row;
  },
} satisfies Record<string, FloatRow>;

/** Integer data outside exact grids. */
export const integerRows = {
  /** one element so large that its logarithm, or that of its exponential, tells it from what another type makes of it */
  large: (n, format, random, slice) => {
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
  /** integers beside each other, near an end of the range: floats do not tell them apart */
  neighbours: (n, format, random, slice) => {
    const { min, max } = integerRange(format);
    // in the middle the lower half of the bits passes the sign of a narrower type
    const middle = (5n << BigInt(format.bits / 2)) + (1n << BigInt(format.bits / 2 - 1)) - 2n;
    const base = [max - 3n, min, middle][slice % 3]!;
    const row = filled(n, () => base + 1n + BigInt(random.integer(0, 1)));
    row[random.integer(0, n - 1)] = base + (random.boolean() ? 0n : 3n);
    return row;
  },
  /** both ends of the range, and zeros */
  opposite: (n, format, random) => {
    const { min, max } = integerRange(format);
    const row = filled(n, () => random.pick([0n, 1n, 2n]));
    row[spot(n, random)] = random.pick([min, max]);
    row[random.integer(0, n - 1)] = random.pick([min, max]);
    return row;
  },
  /** integers close to each other, some way from zero: exponentials are large or tiny */
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
} satisfies Record<string, IntegerRow>;

/** Truth values: all of them the `background`, all but one, or most. */
export function truthRow(n: number, background: number, random: Random): number[] {
  const kind = random.integer(0, 2);
  const row = filled(n, () => (kind < 2 || random.integer(0, 3) > 0 ? background : 1 - background));
  if (kind === 1) row[spot(n, random)] = 1 - background;
  return row;
}

/** How much room an exact grid has: Σ|k| may reach 2^p for floats, the largest value for integers. */
export function gridTotal(format: Format): bigint {
  if (format.kind === 'float') return 1n << BigInt(format.precision);
  return format.kind === 'integer' ? integerRange(format).max : 1n;
}

const leastScale = -3;
const greatestScale = 2;
/** The ends of the scales of grids. */
export const gridScales = [2 ** leastScale, 2 ** greatestScale] as const;

/** A power of two that scales a grid of integers; squares of a full grid still fit every format. */
export function gridScale(random: Random): number {
  return 2 ** random.integer(leastScale, greatestScale);
}
