import * as doubles from './doubles.ts';

/**
 * A dyadic rational. Every finite floating-point number is one, and so are sums and products of them, without error. Most are
 * doubles, which take a tenth of the time; zero always is one, and never -0. The others are integers times powers of two, whose
 * representation is not unique; compare them with {@link compare}.
 */
export type Dyadic = number | Wide;

/** m·2^e, not zero */
interface Wide {
  readonly m: bigint;
  readonly e: number;
}

export const zero: Dyadic = 0;
export const one: Dyadic = 1;

/** Exponents of the powers of two that are doubles. */
const isExponent = (e: number): boolean => e >= -1074 && e <= 1023;

/** m·2^e */
export function dyadic(m: bigint, e: number): Dyadic {
  const near = Number(m);
  if (near === 0) return 0;
  const value = Math.abs(near) < 2 ** 53 && isExponent(e) ? near * 2 ** e : Number.NaN;
  return Number.isFinite(value) ? value : { m, e };
}

/** Returns the integer m and the exponent e of a dyadic m·2^e. */
export function partsOf(a: Dyadic): Wide {
  if (typeof a !== 'number') return a;
  if (Number.isSafeInteger(a)) return { m: BigInt(a), e: 0 };
  scratch.setFloat64(0, a);
  const high = scratch.getUint32(0);
  const exponent = (high >>> 20) & 0x7ff;
  const fraction = (high & 0xfffff) * 0x1_0000_0000 + scratch.getUint32(4);
  const magnitude = exponent === 0 ? fraction : fraction + 0x10_0000_0000_0000;
  return { m: BigInt(a < 0 ? -magnitude : magnitude), e: Math.max(exponent, 1) - 1075 };
}

const scratch = new DataView(new ArrayBuffer(8));

/** Returns 2^e. */
export function powerOfTwo(e: number): Dyadic {
  return isExponent(e) ? 2 ** e : { m: 1n, e };
}

/** Converts a bigint or a safe integer to a dyadic. */
export function fromInteger(n: bigint | number): Dyadic {
  return typeof n === 'number' ? n + 0 : dyadic(n, 0);
}

/**
 * Returns the exact value of a finite double.
 * @throws RangeError for NaN and the infinities
 */
export function fromNumber(x: number): Dyadic {
  if (!Number.isFinite(x)) throw new RangeError(`${x} has no dyadic value`);
  return x + 0;
}

/** -1, 0 or 1 */
export function sign(a: Dyadic): number {
  return typeof a === 'number' ? Math.sign(a) : a.m < 0n ? -1 : 1;
}

export function negate(a: Dyadic): Dyadic {
  return typeof a === 'number' ? 0 - a : { m: -a.m, e: a.e };
}

export function abs(a: Dyadic): Dyadic {
  if (typeof a === 'number') return Math.abs(a);
  return a.m < 0n ? negate(a) : a;
}

export function add(a: Dyadic, b: Dyadic): Dyadic {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = doubles.plus(a, b);
    if (sum !== undefined) return sum;
  }
  if (a === 0) return b;
  if (b === 0) return a;
  const [x, y] = [partsOf(a), partsOf(b)];
  return x.e >= y.e ? dyadic((x.m << BigInt(x.e - y.e)) + y.m, y.e) : dyadic(x.m + (y.m << BigInt(y.e - x.e)), x.e);
}

export function subtract(a: Dyadic, b: Dyadic): Dyadic {
  return add(a, negate(b));
}

export function multiply(a: Dyadic, b: Dyadic): Dyadic {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = doubles.times(a, b);
    if (product !== undefined) return product + 0;
  }
  const [x, y] = [partsOf(a), partsOf(b)];
  return dyadic(x.m * y.m, x.e + y.e);
}

/** Returns whether a dyadic is an integer. */
export const isInteger = (a: Dyadic): boolean => a === 0 || trailingExponent(a) >= 0;

/** Returns the floor of a dyadic as an integer. */
export function toInteger(a: Dyadic): bigint {
  if (typeof a === 'number') return BigInt(Math.floor(a));
  const { m, e } = a;
  return e < 0 ? m >> BigInt(-e) : m << BigInt(e);
}

/** a·2^k */
export function scale(a: Dyadic, k: number): Dyadic {
  if (a === 0) return a;
  if (typeof a === 'number') {
    const leading = doubles.leadingExponentOf(a) + k;
    if (leading >= leastNormal && leading <= 1023 && Math.abs(k) <= 1000) return a * 2 ** k;
  }
  const { m, e } = partsOf(a);
  return dyadic(m, e + k);
}
const leastNormal = -1022;

/** The difference of exponents above which shifting costs more than finding leading bits. */
const farApart = 256;

/** -1, 0 or 1, the sign of a - b. */
export function compare(a: Dyadic, b: Dyadic): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  const [signA, signB] = [sign(a), sign(b)];
  if (signA !== signB || signA === 0) return Math.sign(signA - signB);
  const [nearA, nearB] = [approximate(a), approximate(b)];
  if (Math.abs(nearA - nearB) > Math.abs(nearB) * 2 ** -50) return nearA < nearB ? -1 : 1;
  const [x, y] = [partsOf(a), partsOf(b)];
  if (Math.abs(x.e - y.e) > farApart) {
    const [leadingA, leadingB] = [leadingExponent(a), leadingExponent(b)];
    if (leadingA !== leadingB) return leadingA < leadingB ? -signA : signA;
  }
  return sign(subtract(a, b));
}

/** Returns a double within a unit in the last place; NaN near the ends of the range. */
function approximate(a: Dyadic): number {
  if (typeof a === 'number') return a;
  const near = Number(a.m) * (Math.abs(a.e) < 1000 ? 2 ** a.e : Number.NaN);
  return Number.isFinite(near) && Math.abs(near) > 2 ** -1000 ? near : Number.NaN;
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

/** Returns the number of bits of |m|; 0 for 0. */
export function bitLength(m: bigint): number {
  if (m === 0n) return 0;
  const size = m < 0n ? -m : m;
  const near = Number(size);
  if (near < 2 ** 32) return 32 - Math.clz32(near);
  if (near === Number.POSITIVE_INFINITY) {
    const hex = size.toString(16);
    return hex.length * 4 - (Math.clz32(Number.parseInt(hex[0]!, 16)) - 28);
  }
  const exponent = doubles.leadingExponentOf(near);
  // the nearest double of an integer with many bits may be the next power of two
  return near === 2 ** exponent && near >= 2 ** 53 && size >> BigInt(exponent) === 0n ? exponent : exponent + 1;
}

/**
 * Returns floor(log2 |a|).
 * @throws RangeError for 0
 */
export function leadingExponent(a: Dyadic): number {
  return typeof a === 'number' ? doubles.leadingExponentOf(a) : a.e + bitLength(a.m) - 1;
}

/**
 * Returns the largest k such that a is a multiple of 2^k.
 * @throws RangeError for 0
 */
export function trailingExponent(a: Dyadic): number {
  if (typeof a === 'number') return doubles.trailingExponentOf(a);
  let { m, e } = a;
  while ((m & 0xffff_ffffn) === 0n) {
    m >>= 32n;
    e += 32;
  }
  const low = Number(BigInt.asUintN(32, m));
  return e + 31 - Math.clz32(low & -low);
}

/** Returns the unique representation of a number: a double, or an integer with an odd significand. */
export function canonical(a: Dyadic): Dyadic {
  if (typeof a === 'number') return a;
  const e = trailingExponent(a);
  return e === a.e ? a : dyadic(a.m >> BigInt(e - a.e), e);
}

/** Returns the number of significand bits that `a` needs: 0 for 0, 1 for a power of two. */
export function significantBits(a: Dyadic): number {
  return a === 0 ? 0 : leadingExponent(a) - trailingExponent(a) + 1;
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

/** Rounds `a` to a multiple of 2^quantum in the given direction. */
export function roundToQuantum(a: Dyadic, quantum: number, direction: Direction): Dyadic {
  if (a === 0) return a;
  if (typeof a === 'number' && Math.abs(quantum) <= widest && Math.abs(a) <= most && Math.abs(a) >= 1 / most) {
    return doubles.multipleOf(a, 2 ** quantum, direction);
  }
  const { m, e } = partsOf(a);
  return e >= quantum ? a : dyadic(shiftRight(m, quantum - e, direction), quantum);
}
/** The quotient of two doubles between these powers of two stays in the normal range. */
const widest = 500;
const most = 2 ** widest;

/** Rounds `a` to at most `bits` significand bits. */
export function roundToBits(a: Dyadic, bits: number, direction: Direction): Dyadic {
  if (a === 0 || (typeof a === 'number' && bits >= 53)) return a;
  return roundToQuantum(a, leadingExponent(a) - bits + 1, direction);
}

/** Returns a + b, exactly or rounded in a direction to at least `bits` bits. */
export function addTowards(a: Dyadic, b: Dyadic, bits: number, direction: doubles.Towards): Dyadic {
  const areDoubles = bits <= 53 && typeof a === 'number' && typeof b === 'number';
  const sum = areDoubles ? doubles.plusTowards(a, b, direction) : undefined;
  return sum ?? roundToBits(add(a, b), bits, direction);
}

/** Returns a - b, exactly or rounded in a direction to at least `bits` bits. */
export function subtractTowards(a: Dyadic, b: Dyadic, bits: number, direction: doubles.Towards): Dyadic {
  return addTowards(a, negate(b), bits, direction);
}

/** Returns a·b, exactly or rounded in a direction to at least `bits` bits. */
export function multiplyTowards(a: Dyadic, b: Dyadic, bits: number, direction: doubles.Towards): Dyadic {
  const areDoubles = bits <= 53 && typeof a === 'number' && typeof b === 'number';
  const product = areDoubles ? doubles.timesTowards(a, b, direction) : undefined;
  return product !== undefined ? product + 0 : roundToBits(multiply(a, b), bits, direction);
}

/** Returns the double nearest to `a`; ±Infinity beyond the range. It is for reports and ratios, never for verdicts. */
export function toNumber(a: Dyadic): number {
  if (typeof a === 'number') return a;
  const short = roundToBits(a, 53, 'nearest');
  if (typeof short === 'number') return short;
  const m = Number(short.m);
  // two steps, because 2^e alone may be out of range where the product is not
  const half = Math.trunc(short.e / 2);
  return m * 2 ** half * 2 ** (short.e - half);
}
