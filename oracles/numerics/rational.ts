import * as d from './dyadic.ts';

/** A quotient of integers; the denominator is positive. */
export interface Rational {
  readonly p: bigint;
  readonly q: bigint;
}

/** Converts a finite double, or an integer, exactly. */
export function rational(x: number | bigint): Rational {
  if (typeof x === 'bigint') return { p: x, q: 1n };
  const { m, e } = d.partsOf(d.fromNumber(x));
  return e >= 0 ? { p: m << BigInt(e), q: 1n } : reduced(m, 1n << BigInt(-e));
}

function reduced(p: bigint, q: bigint): Rational {
  let [a, b] = [p < 0n ? -p : p, q < 0n ? -q : q];
  while (b !== 0n) [a, b] = [b, a % b];
  const by = q < 0n ? -a : a;
  return by === 0n ? { p: 0n, q: 1n } : { p: p / by, q: q / by };
}

export const plus = (a: Rational, b: Rational): Rational => reduced(a.p * b.q + b.p * a.q, a.q * b.q);
export const minus = (a: Rational, b: Rational): Rational => reduced(a.p * b.q - b.p * a.q, a.q * b.q);
export const times = (a: Rational, b: Rational): Rational => reduced(a.p * b.p, a.q * b.q);
/** @throws RangeError for a divisor of 0 */
export const over = (a: Rational, b: Rational): Rational => reduced(a.p * b.q, a.q * b.p);

/** Compares two rationals: negative, 0 or positive if a is less than, equal to or greater than b. */
export function compare(a: Rational, b: Rational): number {
  const [left, right] = [a.p * b.q, b.p * a.q];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns the greatest integer that is not greater. */
export function floor({ p, q }: Rational): bigint {
  const quotient = p / q;
  return p < 0n && quotient * q !== p ? quotient - 1n : quotient;
}

/** Returns the least integer that is not less. */
export const ceil = (x: Rational): bigint => -floor({ p: -x.p, q: x.q });

const isOneBit = (x: bigint): boolean => x > 0n && (x & (x - 1n)) === 0n;

/** Returns whether a rational is an integer times a power of two. */
export const isDyadic = ({ q }: Rational): boolean => isOneBit(q);

/** Returns whether a rational is a power of two with any integer exponent. */
export const isPowerOfTwo = ({ p, q }: Rational): boolean => isOneBit(p) && isOneBit(q);

/** Returns a double close to a rational, not always the nearest. */
export const toNumber = ({ p, q }: Rational): number => Number((p << 64n) / q) / 2 ** 64;
