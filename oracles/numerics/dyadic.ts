/**
 * A dyadic rational m·2^e: every finite floating-point number is one, and sums and products of them are again, without
 * error. The representation is not unique; compare with {@link compare}.
 */
export interface Dyadic {
  readonly m: bigint;
  readonly e: number;
}

export const zero: Dyadic = { m: 0n, e: 0 };
export const one: Dyadic = { m: 1n, e: 0 };

/** The power of two 2^e. */
export function powerOfTwo(e: number): Dyadic {
  return { m: 1n, e };
}

/** A bigint or a safe integer as a dyadic. */
export function fromInteger(n: bigint | number): Dyadic {
  return { m: BigInt(n), e: 0 };
}

const scratch = new DataView(new ArrayBuffer(8));

/**
 * The exact value of a finite double.
 * @throws RangeError for NaN and the infinities
 */
export function fromNumber(x: number): Dyadic {
  if (Number.isSafeInteger(x)) return { m: BigInt(x), e: 0 };
  if (!Number.isFinite(x)) throw new RangeError(`${x} has no dyadic value`);
  scratch.setFloat64(0, x);
  const high = scratch.getUint32(0);
  const exponent = (high >>> 20) & 0x7ff;
  const fraction = (high & 0xfffff) * 0x1_0000_0000 + scratch.getUint32(4);
  const magnitude = exponent === 0 ? fraction : fraction + 0x10_0000_0000_0000;
  return { m: BigInt(x < 0 ? -magnitude : magnitude), e: Math.max(exponent, 1) - 1075 };
}

export function negate(a: Dyadic): Dyadic {
  return { m: -a.m, e: a.e };
}

export function abs(a: Dyadic): Dyadic {
  return a.m < 0n ? negate(a) : a;
}

export function add(a: Dyadic, b: Dyadic): Dyadic {
  if (a.m === 0n) return b;
  if (b.m === 0n) return a;
  return a.e >= b.e ? { m: (a.m << BigInt(a.e - b.e)) + b.m, e: b.e } : { m: a.m + (b.m << BigInt(b.e - a.e)), e: a.e };
}

export function subtract(a: Dyadic, b: Dyadic): Dyadic {
  return add(a, negate(b));
}

export function multiply(a: Dyadic, b: Dyadic): Dyadic {
  return { m: a.m * b.m, e: a.e + b.e };
}

/** The integer that a dyadic is; of one that is none, the next one below. */
export function toInteger({ m, e }: Dyadic): bigint {
  return e < 0 ? m >> BigInt(-e) : m << BigInt(e);
}

/** a·2^k */
export function scale(a: Dyadic, k: number): Dyadic {
  return { m: a.m, e: a.e + k };
}

/** Differences of exponents from which shifting costs more than finding leading bits. */
const farApart = 256;

/** -1, 0 or 1, the sign of a - b. */
export function compare(a: Dyadic, b: Dyadic): number {
  if (a.m <= 0n !== b.m <= 0n || a.m >= 0n !== b.m >= 0n) return a.m < b.m ? -1 : 1; // the signs decide
  if (Math.abs(a.e - b.e) > farApart && a.m !== 0n) {
    const [leadingA, leadingB] = [leadingExponent(a), leadingExponent(b)];
    if (leadingA !== leadingB) return leadingA < leadingB === a.m > 0n ? -1 : 1;
  }
  const difference = subtract(a, b).m;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

export function lessOrEqual(a: Dyadic, b: Dyadic): boolean {
  return compare(a, b) <= 0;
}

export function maximum(a: Dyadic, b: Dyadic): Dyadic {
  return compare(a, b) >= 0 ? a : b;
}

export function minimum(a: Dyadic, b: Dyadic): Dyadic {
  return compare(a, b) <= 0 ? a : b;
}

/** Number of bits of |m|; 0 for 0. */
export function bitLength(m: bigint): number {
  if (m === 0n) return 0;
  const size = m < 0n ? -m : m;
  const near = Number(size);
  if (near < 2 ** 32) return 32 - Math.clz32(near);
  if (near === Number.POSITIVE_INFINITY) {
    const hex = size.toString(16);
    return hex.length * 4 - (Math.clz32(Number.parseInt(hex[0]!, 16)) - 28);
  }
  double.setFloat64(0, near);
  const exponent = (double.getUint16(0) >> 4) - 1023;
  // the nearest double of a number of many bits may be the power of two above it
  return near === 2 ** exponent && near >= 2 ** 53 && size >> BigInt(exponent) === 0n ? exponent : exponent + 1;
}

const double = new DataView(new ArrayBuffer(8));

/** floor(log2 |a|). @throws RangeError for 0 */
export function leadingExponent(a: Dyadic): number {
  if (a.m === 0n) throw new RangeError('zero has no leading bit');
  return a.e + bitLength(a.m) - 1;
}

/** The largest k such that a is a multiple of 2^k. @throws RangeError for 0 */
export function trailingExponent(a: Dyadic): number {
  if (a.m === 0n) throw new RangeError('zero is a multiple of every power of two');
  let { m, e } = a;
  while ((m & 0xffff_ffffn) === 0n) {
    m >>= 32n;
    e += 32;
  }
  const low = Number(BigInt.asUintN(32, m));
  return e + 31 - Math.clz32(low & -low);
}

/** The same number with an odd significand: one number has one such form. */
export function canonical(a: Dyadic): Dyadic {
  if (a.m === 0n) return zero;
  const e = trailingExponent(a);
  return e === a.e ? a : { m: a.m >> BigInt(e - a.e), e };
}

/** Significand bits that `a` needs: 0 for 0, 1 for a power of two. */
export function significantBits(a: Dyadic): number {
  return a.m === 0n ? 0 : leadingExponent(a) - trailingExponent(a) + 1;
}

export type Direction = 'nearest' | 'down' | 'up';

/** Integer division by 2^shift (shift > 0), rounded to nearest even, toward -∞ or toward +∞. */
function shiftRight(m: bigint, shift: number, direction: Direction): bigint {
  const s = BigInt(shift);
  const quotient = m >> s; // floor, also for negative m
  const remainder = m - (quotient << s);
  if (remainder === 0n || direction === 'down') return quotient;
  if (direction === 'up') return quotient + 1n;
  const half = 1n << (s - 1n);
  return remainder > half || (remainder === half && (quotient & 1n) === 1n) ? quotient + 1n : quotient;
}

/** `a` as a multiple of 2^quantum, rounded in the given direction. */
export function roundToQuantum(a: Dyadic, quantum: number, direction: Direction): Dyadic {
  return a.e >= quantum ? a : { m: shiftRight(a.m, quantum - a.e, direction), e: quantum };
}

/** `a` with at most `bits` significand bits. */
export function roundToBits(a: Dyadic, bits: number, direction: Direction): Dyadic {
  const length = bitLength(a.m);
  return length <= bits ? a : roundToQuantum(a, a.e + length - bits, direction);
}

/** The double nearest to `a`; ±Infinity beyond the range. For reporting and ratios, never for verdicts. */
export function toNumber(a: Dyadic): number {
  const short = roundToBits(a, 53, 'nearest');
  const m = Number(short.m);
  // two steps, because 2^e alone may be out of range where the product is not
  const half = Math.trunc(short.e / 2);
  return m * 2 ** half * 2 ** (short.e - half);
}
