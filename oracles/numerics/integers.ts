import type { Arithmetic } from './arithmetic.ts';
import { type FloatFormat, type IntegerFormat, integerRange } from './dtype.ts';
import { fromInteger, fromNumber } from './dyadic.ts';
import type { IntegerRounding } from './real.ts';
import * as real from './real.ts';
import { roundToFloat } from './rounding.ts';

/** What happens to a result outside the type: modulo 2^bits, or clamped at the nearer end. */
export type IntegerOverflow = 'wrap' | 'saturate';

/** `x` brought into the range of a type. */
export function intoRange(x: bigint, format: IntegerFormat, overflow: IntegerOverflow): bigint {
  if (overflow === 'wrap') return format.signed ? BigInt.asIntN(format.bits, x) : BigInt.asUintN(format.bits, x);
  const { min, max } = integerRange(format);
  return x < min ? min : x > max ? max : x;
}

/**
 * A machine integer; `undefined` where the machine's answer is anybody's guess: the root or logarithm of a wrapped, negative
 * sum, and a float beyond the type.
 */
export type MachineInteger = bigint | undefined;

/**
 * Integer arithmetic in the type itself, every operation brought into range at once, terms in order.
 * Quotients, roots and logarithms are taken over integers or, with `through`, in that float type, and rounded to an integer then.
 * With `widerSums` only terms are brought into range: sums, and what is made of them, are not.
 * Scaled algorithms, exponentials and casts do not exist for integers.
 */
export function integerMachine(
  format: IntegerFormat,
  overflow: IntegerOverflow,
  rounding: IntegerRounding,
  through?: FloatFormat,
  widerSums = false,
): Arithmetic<readonly bigint[], MachineInteger> {
  const quotient = (a: bigint, b: bigint) => {
    if (!through) return divideIntegers(a, b, rounding);
    return fromFloat((bits) => real.divide(inFloat(a, through), inFloat(b, through), bits), through, rounding);
  };
  const root = (a: bigint) => {
    if (!through) return rootOfInteger(a, rounding);
    return fromFloat((bits) => real.sqrt(inFloat(a, through), bits), through, rounding);
  };
  const logOf = (a: bigint) => {
    if (!through) return real.toInteger(real.log(real.point(fromInteger(a))) as real.Interval, rounding);
    return fromFloat((bits) => real.log(inFloat(a, through), bits), through, rounding);
  };
  const { min, max } = integerRange(format);
  const keep = (x: bigint): bigint => intoRange(x, format, overflow);
  const kept = widerSums ? (x: bigint) => x : keep;
  /** what comes out of a float type has to fit: a cast from beyond is undefined */
  const converted = (x: MachineInteger): MachineInteger => {
    if (x === undefined || !through) return x === undefined ? x : kept(x);
    return keep(x) === x ? x : undefined;
  };
  const magnitude = (x: bigint): bigint => (x < 0n ? -x : x);
  const unavailable = (): never => {
    throw new Error('this operation has no integer form');
  };
  return {
    count: (xs) => BigInt(xs.length),
    largest: (xs) => xs.map(magnitude).reduce((a, b) => (a > b ? a : b), 0n),
    maximum: (xs) => xs.reduce((a, b) => (a > b ? a : b), min),
    minimum: (xs) => xs.reduce((a, b) => (a < b ? a : b), max),
    numbers: (xs) => xs,
    abs: (xs) => xs.map((x) => keep(magnitude(x))),
    square: (xs) => xs.map((x) => keep(x * x)),
    sum: (xs) => xs.reduce((total, x) => kept(total + x), 0n),
    product: (xs) => xs.reduce((product, x) => kept(product * x), 1n),
    add: (a, b) => (a === undefined || b === undefined ? undefined : kept(a + b)),
    multiply: (a, b) => (a === undefined || b === undefined ? undefined : kept(a * b)),
    divide: (a, b) => (a === undefined || !b ? undefined : converted(quotient(a, b))),
    sqrt: (a) => (a === undefined || a < 0n ? undefined : converted(root(a))),
    log: (a) => (a === undefined || a <= 0n ? undefined : converted(logOf(a))),
    over: unavailable,
    minus: unavailable,
    exp: unavailable,
    runningMean: unavailable,
    normOfNorms: unavailable,
    logAddExp: unavailable,
    reciprocal: unavailable,
    throughFloat32: unavailable,
  };
}

/** An integer converted to a float type, as a real; an infinity beyond it. */
function inFloat(a: bigint, format: FloatFormat): real.Real {
  const x = roundToFloat({ m: a, e: 0 }, format);
  return Number.isFinite(x) ? real.point(fromNumber(x)) : x;
}

/** A result of a float type, rounded to an integer. */
function fromFloat(
  compute: (bits: number) => real.Real,
  format: FloatFormat,
  rounding: IntegerRounding,
): MachineInteger {
  const { rounded } = real.certainly(compute, format);
  return Number.isFinite(rounded) ? real.toInteger(real.point(fromNumber(rounded)), rounding) : undefined;
}

function divideIntegers(a: bigint, b: bigint, rounding: IntegerRounding): bigint {
  const truncated = a / b;
  const rest = a - truncated * b;
  if (rest === 0n || rounding === 'truncate') return truncated;
  const away = a < 0n !== b < 0n ? -1n : 1n;
  if (rounding === 'floor') return away < 0n ? truncated - 1n : truncated;
  const twice = 2n * (rest < 0n ? -rest : rest);
  const divisor = b < 0n ? -b : b;
  const leaves = {
    'nearest-even': truncated % 2n !== 0n,
    'nearest-away': true,
    'nearest-up': away > 0n,
  }[rounding];
  return twice > divisor || (twice === divisor && leaves) ? truncated + away : truncated;
}

function rootOfInteger(a: bigint, rounding: IntegerRounding): bigint {
  const floor = real.integerRoot(a);
  return rounding.startsWith('nearest') && a - floor * floor > floor ? floor + 1n : floor; // no root is a half
}
