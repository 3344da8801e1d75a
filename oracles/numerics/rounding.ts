import { type FloatFormat, formatOf } from './dtype.ts';
import { type Direction, type Dyadic, leadingExponent, roundToQuantum } from './dyadic.ts';

/** Largest finite number of a format, (2 - 2^(1-p))·2^maxExponent, as a double (exact for every format). */
export function largestFinite({ precision, maxExponent }: FloatFormat): number {
  return (2 - powers[1 - precision + powersFrom]!) * powers[maxExponent + powersFrom]!;
}

/** 2^-1074 … 2^1023: a look-up is much quicker than `**` */
const powersFrom = 1074;
const powers = Float64Array.from({ length: 1023 + powersFrom + 1 }, (_, i) => 2 ** (i - powersFrom));

/** Unit roundoff 2^-p: a correctly rounded operation has a relative error of at most this. */
export function unitRoundoff(format: FloatFormat): Dyadic {
  return { m: 1n, e: -format.precision };
}

/** From this magnitude on, rounding to nearest gives an infinity: the largest finite number plus half its ulp. */
export function overflowThreshold({ precision, maxExponent }: Pick<FloatFormat, 'precision' | 'maxExponent'>): Dyadic {
  return { m: (1n << BigInt(precision + 1)) - 1n, e: maxExponent - precision };
}

/** Exponent of the unit in the last place of numbers with leading exponent `leading`. */
function quantumExponent(leading: number, format: FloatFormat): number {
  return Math.max(leading - format.precision + 1, format.minExponent);
}

/**
 * A dyadic rounded once, straight to a float format, as a double (which holds every value of every format exactly).
 * `nearest` is IEEE 754 roundTiesToEven with overflow to ±Infinity; `down` and `up` are the directed roundings.
 * A negative value that rounds to zero gives -0.
 */
export function roundToFloat(a: Dyadic, format: FloatFormat, direction: Direction = 'nearest'): number {
  if (a.m === 0n) return 0;
  const rounded = roundToQuantum(a, quantumExponent(leadingExponent(a), format), direction);
  if (rounded.m === 0n) return a.m < 0n ? -0 : 0;
  if (leadingExponent(rounded) > format.maxExponent) {
    const negative = rounded.m < 0n;
    const towardZero = direction === (negative ? 'up' : 'down');
    const magnitude = towardZero ? largestFinite(format) : Number.POSITIVE_INFINITY;
    return negative ? -magnitude : magnitude;
  }
  // at most 53 significand bits above 2^-1074: both factors and the product are exact, taken in two steps because 2^e
  // may be outside the range of doubles where the product is not
  const half = Math.trunc(rounded.e / 2);
  return Number(rounded.m) * 2 ** half * 2 ** (rounded.e - half);
}

/** True if a double is a value of the format (NaN and the infinities are). */
export function isRepresentable(x: number, format: FloatFormat): boolean {
  return Object.is(roundDouble(x, format), x);
}

/**
 * A double rounded to nearest even in a format. By Figueroa's theorem (p ≥ 2q + 2), a sum, difference, product,
 * quotient or square root computed in double and rounded by this equals the operation done in the format itself for
 * every format of at most 25 bits of precision, results in the subnormal range included for sums and differences.
 */
export function roundDouble(x: number, format: FloatFormat): number {
  if (format.name === 'float64' || !Number.isFinite(x) || x === 0) return x;
  if (format.name === 'float32') return Math.fround(x);
  const magnitude = Math.abs(x);
  const exponent = Math.max(exponentOf(magnitude) - format.precision + 1, format.minExponent);
  const quantum = 2 ** exponent;
  const quotient = magnitude / quantum; // exact: a power of two
  const floor = Math.floor(quotient);
  const rest = quotient - floor;
  const rounded = (rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor) * quantum;
  const result = rounded > largestFinite(format) ? Number.POSITIVE_INFINITY : rounded;
  return x < 0 ? -result : result;
}

const view = new DataView(new ArrayBuffer(8));

/** floor(log2 x) of a positive double; -1023 stands for every subnormal. */
function exponentOf(x: number): number {
  view.setFloat64(0, x);
  return ((view.getUint32(0) >>> 20) & 0x7ff) - 1023;
}

const float16 = formatOf('float16');

/** The value of a 16-bit float pattern as a double. */
function decode16(bits: number, format: FloatFormat): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const fractionBits = format.precision - 1;
  const exponent = (bits & 0x7fff) >>> fractionBits;
  const fraction = bits & ((1 << fractionBits) - 1);
  const top = (1 << (15 - fractionBits)) - 1;
  if (exponent === top) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  if (exponent === 0) return sign * fraction * 2 ** format.minExponent;
  return sign * (fraction + (1 << fractionBits)) * 2 ** (exponent - 1 + format.minExponent);
}

const decoded = new Map<FloatFormat['name'], Float32Array>();

/** All 65,536 values of a 16-bit format, indexed by bit pattern. Every one is a float32. */
export function valuesOf16(format: FloatFormat): Float32Array {
  let values = decoded.get(format.name);
  if (!values) {
    values = Float32Array.from({ length: 0x10000 }, (_, bits) => decode16(bits, format));
    decoded.set(format.name, values);
  }
  return values;
}

/** The bit pattern of a value of a 16-bit format; NaN gives the quiet NaN without payload. */
export function encode16(x: number, format: FloatFormat): number {
  const fractionBits = format.precision - 1;
  const top = ((1 << (15 - fractionBits)) - 1) << fractionBits;
  const sign = x < 0 || Object.is(x, -0) ? 0x8000 : 0;
  if (Number.isNaN(x)) return top | (1 << (fractionBits - 1));
  const magnitude = Math.abs(x);
  if (magnitude === Number.POSITIVE_INFINITY) return sign | top;
  // below the smallest normal number the pattern counts multiples of the smallest subnormal
  const lowest = format.minExponent + fractionBits;
  if (magnitude < 2 ** lowest) return sign | (magnitude / 2 ** format.minExponent);
  const exponent = exponentOf(magnitude);
  const fraction = magnitude / 2 ** (exponent - fractionBits) - (1 << fractionBits);
  return sign | ((exponent - lowest + 1) << fractionBits) | fraction;
}

/** True for the two formats that are held as bit patterns. */
export function isHeldAsBits(name: string): name is 'float16' | 'bfloat16' {
  return name === float16.name || name === 'bfloat16';
}
