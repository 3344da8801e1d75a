import type { Arithmetic } from './arithmetic.ts';
import { type IntegerFormat, integerRange } from './dtype.ts';
import type { IntegerRounding } from './real.ts';
import { integerRoot } from './real.ts';

/** What happens to a result outside the type: modulo 2^bits, or clamped at the nearer end. */
export type IntegerOverflow = 'wrap' | 'saturate';

/** `x` brought into the range of a type. */
export function intoRange(x: bigint, format: IntegerFormat, overflow: IntegerOverflow): bigint {
  if (overflow === 'wrap') return format.signed ? BigInt.asIntN(format.bits, x) : BigInt.asUintN(format.bits, x);
  const { min, max } = integerRange(format);
  return x < min ? min : x > max ? max : x;
}

/** A machine integer; `undefined` where the machine's answer is anybody's guess (the root of a wrapped, negative sum). */
export type MachineInteger = bigint | undefined;

/**
 * Integer arithmetic in the type itself, every operation brought into range at once, terms in order.
 * Scaled algorithms and casts do not exist for integers.
 */
export function integerMachine(
  format: IntegerFormat,
  overflow: IntegerOverflow,
  rounding: IntegerRounding,
): Arithmetic<readonly bigint[], MachineInteger> {
  const keep = (x: bigint): bigint => intoRange(x, format, overflow);
  const magnitude = (x: bigint): bigint => (x < 0n ? -x : x);
  const unavailable = (): never => {
    throw new Error('this operation has no integer form');
  };
  return {
    count: (xs) => BigInt(xs.length),
    largest: (xs) => xs.map(magnitude).reduce((a, b) => (a > b ? a : b), 0n),
    abs: (xs) => xs.map((x) => keep(magnitude(x))),
    square: (xs) => xs.map((x) => keep(x * x)),
    sum: (xs) => xs.reduce((total, x) => keep(total + x), 0n),
    multiply: (a, b) => (a === undefined || b === undefined ? undefined : keep(a * b)),
    divide: (a, b) => (a === undefined || !b ? undefined : keep(divideIntegers(a, b, rounding))),
    sqrt: (a) => (a === undefined || a < 0n ? undefined : keep(rootOfInteger(a, rounding))),
    over: unavailable,
    runningMean: unavailable,
    reciprocal: unavailable,
    throughFloat32: unavailable,
  };
}

function divideIntegers(a: bigint, b: bigint, rounding: IntegerRounding): bigint {
  const truncated = a / b;
  const rest = a - truncated * b;
  if (rest === 0n || rounding === 'truncate') return truncated;
  const away = a < 0n !== b < 0n ? -1n : 1n;
  if (rounding === 'floor') return away < 0n ? truncated - 1n : truncated;
  const twice = 2n * (rest < 0n ? -rest : rest);
  const divisor = b < 0n ? -b : b;
  return twice > divisor || (twice === divisor && truncated % 2n !== 0n) ? truncated + away : truncated;
}

function rootOfInteger(a: bigint, rounding: IntegerRounding): bigint {
  const floor = integerRoot(a);
  return rounding === 'nearest' && a - floor * floor > floor ? floor + 1n : floor;
}
