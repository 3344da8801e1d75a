import type { FloatFormat, IntegerFormat } from '../../oracles/numerics/dtype.ts';
import type { IntegerRounding } from '../../oracles/numerics/real.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import { logAddExpsIn, normsIn, productsIn, type Round, type Summation, sumsIn } from './summation.ts';
import type { Arithmetic } from './vectors.ts';

/** Operations of a float type, one rounding each: what a backend without a wider accumulator computes. */
export function floatMachine(
  format: FloatFormat,
  summation: Summation,
  extents: readonly number[],
): Arithmetic<readonly number[], number> {
  const round = roundingTo(format);
  const toFloat32: Round = Math.fround;
  return {
    // a count beyond the range of the type is kept in a wider one
    count: (xs) => (Number.isFinite(round(xs.length)) ? round(xs.length) : xs.length),
    largest: (xs) => xs.reduce((most, x) => Math.max(most, Math.abs(x)), 0),
    maximum: (xs) => xs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
    minimum: (xs) => xs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    numbers: (xs) => (xs.every(Number.isNaN) ? xs : xs.filter((x) => !Number.isNaN(x))),
    minus: (xs, by) => (Number.isFinite(by) ? xs.map((x) => round(x - by)) : xs),
    exp: (xs) => xs.map((x) => round(Math.exp(x))),
    abs: (xs) => xs.map(Math.abs),
    square: (xs) => xs.map((x) => round(x * x)),
    over: (xs, by) => (by === 0 || !Number.isFinite(by) ? xs : xs.map((x) => round(x / by))),
    sum: (xs) => summation(xs, sumsIn(round), extents),
    runningMean: (xs) => {
      let mean = xs[0] ?? Number.NaN;
      for (const [k, x] of xs.entries()) {
        if (k === 0) continue;
        // an infinite mean stays what it is: subtracting it from the next term would leave NaN
        mean = Number.isFinite(mean) ? round(mean + round(round(x - mean) / round(k + 1))) : mean + x;
      }
      return mean;
    },
    product: (xs) => summation(xs, productsIn(round), extents),
    normOfNorms: (xs) => summation(xs.map(Math.abs), normsIn(round), extents),
    logAddExp: (xs) => summation(xs, logAddExpsIn(round), extents),
    add: (a, b) => round(a + b),
    log: (a) => round(Math.log(a)),
    multiply: (a, b) => round(a * b),
    divide: (a, b) => round(a / b),
    sqrt: (a) => round(Math.sqrt(a)),
    reciprocal: (a) => round(1 / a),
    throughFloat32: toFloat32,
  };
}

/** Rounding to nearest even of results in double, which is one rounding for every operation above. */
export function roundingTo(format: FloatFormat): Round {
  if (format.name === 'float64') return (x) => x;
  return format.name === 'float32' ? Math.fround : (x) => roundDouble(x, format);
}

/** What an integer type can hold. */
export type Width = Pick<IntegerFormat, 'bits' | 'signed'>;

/** How an implementation treats integers where the specification leaves it open. */
export interface IntegerChoices {
  /** after every operation, or of the final result only (in an accumulator of unlimited width) */
  readonly overflow: 'wrap' | 'saturate' | 'widen and wrap' | 'widen and saturate';
  readonly rounding: IntegerRounding;
  /** terms are added from the last to the first */
  readonly backwards?: boolean;
}

/** Integer arithmetic in the type itself, or in a wider one. The quotient by zero and the root of a negative are 0. */
export function integerMachine(
  format: Width,
  { overflow, rounding, backwards }: IntegerChoices,
): Arithmetic<readonly bigint[], bigint> {
  const keep = overflow.startsWith('widen') ? (x: bigint) => x : fitting(format, overflow);
  const none = (): never => {
    throw new Error('no such operation on integers');
  };
  /** from the floor of a value, and twice what it leaves out compared with 1 */
  const rounded = (floor: bigint, rest: 'none' | 'less' | 'half' | 'more'): bigint => {
    const ups = {
      truncate: rest !== 'none' && floor < 0n,
      floor: false,
      'nearest-even': rest === 'more' || (rest === 'half' && floor % 2n !== 0n),
      'nearest-away': rest === 'more' || (rest === 'half' && floor >= 0n),
      'nearest-up': rest === 'more' || rest === 'half',
    };
    return ups[rounding] ? floor + 1n : floor;
  };
  const divide = (a: bigint, b: bigint): bigint => {
    if (b === 0n) return 0n;
    const rest = ((a % b) + b) % b;
    const floor = (a - rest) / b;
    return rounded(floor, rest === 0n ? 'none' : 2n * rest > b ? 'more' : 2n * rest === b ? 'half' : 'less');
  };
  const sqrt = (a: bigint): bigint => {
    if (a <= 0n) return 0n;
    const floor = integerSqrt(a);
    return rounded(floor, floor * floor === a ? 'none' : a > floor * floor + floor ? 'more' : 'less');
  };
  const { most, least } = rangeOf(format);
  const log = (a: bigint): bigint => {
    if (a <= 0n) return 0n;
    const value = Math.log(Number(a));
    return BigInt(rounding.startsWith('nearest') ? Math.round(value) : Math.floor(value));
  };
  return {
    count: (xs) => BigInt(xs.length),
    largest: none,
    maximum: (xs) => xs.reduce((a, b) => (a > b ? a : b), least),
    minimum: (xs) => xs.reduce((a, b) => (a < b ? a : b), most),
    numbers: (xs) => xs,
    minus: none,
    exp: none,
    product: (xs) => (backwards ? xs.toReversed() : xs).reduce((product, x) => keep(product * x), 1n),
    add: (a, b) => keep(a + b),
    log,
    abs: (xs) => xs.map((x) => keep(x < 0n ? -x : x)),
    square: (xs) => xs.map((x) => keep(x * x)),
    over: none,
    sum: (xs) => (backwards ? xs.toReversed() : xs).reduce((total, x) => keep(total + x), 0n),
    runningMean: none,
    multiply: (a, b) => keep(a * b),
    divide: (a, b) => keep(divide(a, b)),
    sqrt: (a) => keep(sqrt(a)),
    reciprocal: none,
    normOfNorms: none,
    logAddExp: none,
    throughFloat32: none,
  };
}

/** The value that a result has in its type. */
export function fitting(format: Width, overflow: IntegerChoices['overflow']): (x: bigint) => bigint {
  const { bits, signed } = format;
  if (overflow.endsWith('wrap')) return (x) => (signed ? BigInt.asIntN(bits, x) : BigInt.asUintN(bits, x));
  const { most, least } = rangeOf(format);
  return (x) => (x > most ? most : x < least ? least : x);
}

function rangeOf({ bits, signed }: Width): { readonly most: bigint; readonly least: bigint } {
  const most = 2n ** BigInt(signed ? bits - 1 : bits) - 1n;
  return { most, least: signed ? -most - 1n : 0n };
}

/** ⌊√a⌋ from the root in double, corrected. */
function integerSqrt(a: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(a))));
  // one step of Newton brings an error of 2^-53 down to one unit at most for 160 bits and more
  root = (root + a / root) / 2n;
  while (root * root > a) root--;
  while ((root + 1n) * (root + 1n) <= a) root++;
  return root;
}
