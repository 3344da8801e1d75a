/** Operations on doubles that are exact, or `undefined` where they may not be. Of values that are not finite: as IEEE 754 has them. */

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
  // Dekker's product: what rounding leaves of it
  const [highA, highB] = [high(a), high(b)];
  const [lowA, lowB] = [a - highA, b - highB];
  const rest = lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
  return rest === 0 ? product : undefined;
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

/** Factors below this, and products above that, are split without overflow and underflow. */
const widest = 2 ** 500;
const least = 2 ** -900;
/** A factor that is below the root of that stays below the other. */
const upwards = 2 ** 600;

/** The upper 26 bits of a double (Veltkamp). */
function high(x: number): number {
  const scaled = (2 ** 27 + 1) * x;
  return scaled - (scaled - x);
}

const scratch = new DataView(new ArrayBuffer(8));

/** The largest k such that a finite double is a multiple of 2^k. @throws RangeError for 0 */
export function trailingExponentOf(x: number): number {
  if (x === 0) throw new RangeError('zero is a multiple of every power of two');
  scratch.setFloat64(0, x);
  const [upper, lower] = [scratch.getUint32(0), scratch.getUint32(4)];
  const exponent = (upper >>> 20) & 0x7ff;
  const top = exponent === 0 ? upper & 0xf_ffff : (upper & 0xf_ffff) | 0x10_0000;
  const zeros = lower !== 0 ? 31 - Math.clz32(lower & -lower) : 63 - Math.clz32(top & -top);
  return Math.max(exponent, 1) - 1075 + zeros;
}
