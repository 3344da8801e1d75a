import { type FloatFormat, formatOf } from '../numerics/dtype.ts';
import { roundDouble, roundNumber } from '../numerics/rounding.ts';
import type { Arithmetic, Bitwise } from './arithmetic.ts';

/**
 * Returns the arithmetic of one float type: each operation rounded once, sums from left to right, as in a plain kernel. Sums,
 * products, quotients and roots follow IEEE 754, as doubles have more than twice the bits of narrower types. Elementary
 * functions are those of JavaScript, rounded to the type.
 */
export function machineIn(format: FloatFormat): Arithmetic<number> {
  const r = (x: number) => roundDouble(x, format);
  const add = (a: number, b: number) => r(a + b);
  const multiply = (a: number, b: number) => r(a * b);
  const self: Arithmetic<number> = {
    in: (dtype) => {
      const other = formatOf(dtype);
      return machineIn(other.kind === 'float' ? other : format);
    },
    of: (x) => r(Number(x)),
    from: r,
    add,
    subtract: (a, b) => r(a - b),
    multiply,
    divide: (a, b) => r(a / b),
    remainder: (a, b) => a % b,
    power: (x, y) => r(powerOf(x, y)),
    bitwise: (operation, a, b) => Number(bitwise[operation](BigInt(a), BigInt(b))),
    negate: (a) => -a,
    abs: Math.abs,
    sqrt: (a) => r(Math.sqrt(a)),
    root: (a, degree) => r(a < 0 ? Number.NaN : degree === 3 ? Math.cbrt(a) : a ** (1 / degree)),
    integral: (a, mode) => integral[mode](a),
    maximum: (a, b) => Math.max(a, b),
    minimum: (a, b) => Math.min(a, b),
    apply: (f, x) => r(f.inDoubles(x)),
    within: (x) => x,
    cancelling: (_, formula) => (formula < 0 ? 0 : formula),
    bounded: (x) => x,
    held: (x) => x,
    spilled: (x) => x,
    shared: (x) => x,
    either: ([first]) => first(),
    carried: (x) => x,
    factor: (x) => x,
    sum: (xs) => (xs.length === 0 ? 0 : xs.reduce(add)),
    dot: (xs, ys) => {
      if (xs.length === 0) return 0;
      let sum = multiply(xs[0]!, ys[0]!);
      for (let i = 1; i < xs.length; i++) sum = add(sum, multiply(xs[i]!, ys[i]!));
      return sum;
    },
    product: (xs) => xs.reduce(multiply, 1),
    chain: (way, xs) => {
      if ('together' in way) return way.together(self, xs);
      return xs.length === 0 ? way.value(self, xs) : xs.reduce((soFar, x, count) => way.step(self, soFar, x, count));
    },
    less: (a, b) => Number(a < b),
    equal: (a, b) => Number(a === b),
    isNaN: (a) => Number(Number.isNaN(a)),
    select: (condition, yes, no) => (condition !== 0 ? yes : no),
    round: (a, to, direction) => roundNumber(a, formatOf(to) as FloatFormat, direction),
  };
  return self;
}

/** Returns the power of IEEE 754: JavaScript returns NaN for 1 to the power of NaN, and for ±1 to the power of an infinity. */
export function powerOf(x: number, y: number): number {
  return x === 1 || (x === -1 && Math.abs(y) === Number.POSITIVE_INFINITY) ? 1 : x ** y;
}

/** The bitwise operations on integers, in two's complement. */
export const bitwise: Readonly<Record<Bitwise, (a: bigint, b: bigint) => bigint>> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

/** The roundings of doubles to integers. */
export const integral = {
  floor: Math.floor,
  ceil: Math.ceil,
  truncate: Math.trunc,
  /** exact: from 2^52 on every double is an integer */
  'nearest-even'(x: number): number {
    const size = Math.abs(x);
    if (!(size < 2 ** 52)) return x;
    const nearest = size + 2 ** 52 - 2 ** 52;
    return x < 0 || Object.is(x, -0) ? -nearest : nearest;
  },
} as const;
