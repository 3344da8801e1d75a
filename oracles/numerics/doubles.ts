/** Operations on doubles that return an exact result, or `undefined` if it may not be exact. Infinities and NaN follow IEEE 754. */

export function plus(a: number, b: number): number | undefined {
  const sum = a + b;
  // both follow from Knuth's TwoSum, and fail where a sum of finite numbers overflows
  return (sum - a === b && sum - b === a) || !Number.isFinite(a) || !Number.isFinite(b) ? sum : undefined;
}

export function times(a: number, b: number): number | undefined {
  const product = a * b;
  if (a === 0 || b === 0 || !Number.isFinite(a) || !Number.isFinite(b)) return product;
  if (Math.fround(a) === a && Math.fround(b) === b) return product; // 2·24 bits, exponents -298…255
  if (Math.abs(a) > widest || Math.abs(b) > widest) return undefined;
  if (Math.abs(product) < least) {
    const [less, more] = Math.abs(a) < Math.abs(b) ? [a, b] : [b, a];
    return times(less * upwards, more) === product * upwards ? product : undefined;
  }
  return restOfProduct(a, b, product) === 0 ? product : undefined;
}

/** Returns the rounding error of a product (Dekker). */
function restOfProduct(a: number, b: number, product: number): number {
  const [highA, highB] = [high(a), high(b)];
  const [lowA, lowB] = [a - highA, b - highB];
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

export function over(a: number, b: number): number | undefined {
  const quotient = a / b;
  const isSpecial = a === 0 || b === 0 || !Number.isFinite(a) || !Number.isFinite(b);
  return isSpecial || times(quotient, b) === a ? quotient : undefined;
}

export function root(a: number): number | undefined {
  const found = Math.sqrt(a);
  return a === 0 || !Number.isFinite(found) || times(found, found) === a ? found : undefined;
}

/** Factors below the first, and products above the second, are split without overflow and underflow. */
const widest = 2 ** 500;
const least = 2 ** -900;
/** A factor below the square root of the limit stays below it when squared. */
const upwards = 2 ** 600;

/** Returns the upper 26 bits of a double (Veltkamp). */
function high(x: number): number {
  const scaled = (2 ** 27 + 1) * x;
  return scaled - (scaled - x);
}

export type Towards = 'down' | 'up';

/** Returns the sum of finite doubles rounded in a direction; `undefined` near the ends of the range, as for the operations below. */
export function plusTowards(a: number, b: number, direction: Towards): number | undefined {
  const sum = a + b;
  // Knuth's TwoSum
  const part = sum - a;
  return towards(sum, a - (sum - part) + (b - part), direction);
}

export function timesTowards(a: number, b: number, direction: Towards): number | undefined {
  const exact = times(a, b);
  if (exact !== undefined) return exact;
  const product = a * b;
  return isMid(a) && isMid(b) && isMid(product) ? towards(product, restOfProduct(a, b, product), direction) : undefined;
}

export function overTowards(a: number, b: number, direction: Towards): number | undefined {
  const quotient = a / b;
  if (a === 0) return b === 0 ? undefined : 0;
  if (!isMid(a) || !isMid(b) || !isMid(quotient)) return undefined;
  const product = quotient * b;
  const rest = a - product - restOfProduct(quotient, b, product);
  return towards(quotient, b > 0 ? rest : -rest, direction);
}

export function rootTowards(a: number, direction: Towards): number | undefined {
  const root = Math.sqrt(a);
  if (!isMid(a)) return undefined;
  const square = root * root;
  return towards(root, a - square - restOfProduct(root, root, square), direction);
}

/** Returns whether products and quotients of a double can be split. */
const isMid = (x: number): boolean => Math.abs(x) <= widest && Math.abs(x) >= 1 / widest;

/** Moves a rounded result in a direction if the exact result, which differs by a remainder, lies there. */
function towards(x: number, rest: number, direction: Towards): number | undefined {
  if (rest === 0) return x;
  const size = Math.abs(x);
  if (!(size > least && size < 1 / least)) return undefined;
  if (direction === 'up') return rest > 0 ? x + size * nextTo : x;
  return rest < 0 ? x - size * nextTo : x;
}

/** Times the magnitude of a double, the summand that leads to its neighbours (Rump, Zimmermann, Boldo and Melquiond, 2009). */
const nextTo = 2 ** -53 * (1 + 2 ** -52);

const scratch = new DataView(new ArrayBuffer(8));

/**
 * Returns floor(log2 |x|) of a finite double.
 * @throws RangeError for 0
 */
export function leadingExponentOf(x: number): number {
  if (x === 0) throw new RangeError('zero has no leading bit');
  scratch.setFloat64(0, x);
  const upper = scratch.getUint32(0) & 0x7fff_ffff;
  if (upper >= 0x10_0000) return (upper >>> 20) - 1023;
  return upper > 0 ? 31 - Math.clz32(upper) - 1042 : 31 - Math.clz32(scratch.getUint32(4)) - 1074;
}

/**
 * Returns the largest k such that a finite double is a multiple of 2^k.
 * @throws RangeError for 0
 */
export function trailingExponentOf(x: number): number {
  if (x === 0) throw new RangeError('zero is a multiple of every power of two');
  scratch.setFloat64(0, x);
  const [upper, lower] = [scratch.getUint32(0), scratch.getUint32(4)];
  const exponent = (upper >>> 20) & 0x7ff;
  const top = exponent === 0 ? upper & 0xf_ffff : (upper & 0xf_ffff) | 0x10_0000;
  const zeros = lower !== 0 ? 31 - Math.clz32(lower & -lower) : 63 - Math.clz32(top & -top);
  return Math.max(exponent, 1) - 1075 + zeros;
}

/**
 * Rounds a double to a multiple of a power of two in a direction; to nearest, ties are even. The quotient of both must be in
 * the normal range.
 */
export function multipleOf(x: number, unit: number, direction: 'nearest' | 'down' | 'up'): number {
  const quotient = x / unit;
  const floor = Math.floor(quotient);
  const rest = quotient - floor;
  if (rest === 0) return x;
  const isAbove = direction === 'up' || (direction === 'nearest' && (rest > 0.5 || (rest === 0.5 && floor % 2 !== 0)));
  return (isAbove ? floor + 1 : floor) * unit + 0;
}
