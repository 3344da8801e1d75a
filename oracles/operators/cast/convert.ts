import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { type DType, type FloatFormat, formatOf, type IntegerFormat, integerRange } from '../../numerics/dtype.ts';
import type { Direction } from '../../numerics/dyadic.ts';
import { largestFinite } from '../../numerics/rounding.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { type InputValues, type NodeValues, values } from '../../spec/node.ts';

/** The conversion of numbers to floats of at most 8 bits. */
export interface Conversion {
  /** numbers out of range become the largest number, else NaN or an infinity */
  readonly saturates: boolean;
  /** the rounding to powers of two; other types round to nearest, ties to even */
  readonly direction: Direction;
  /** infinities become NaN though other numbers saturate, in types with one zero */
  readonly losesInfinities?: boolean;
  /** elements that already have the type are unchanged */
  readonly keepsSameType?: boolean;
}

/** Conversions that are not judged: strings represent numbers, and no text defines how truth values are written. */
export const hasNoRule = (from: DType, to: DType): boolean =>
  (to === 'string' && (from === 'string' || from === 'bool')) || (from === 'string' && to === 'bool');

/**
 * Converts numbers, truth values or decimals to another type, each rounded at once: a cast is never stored more exactly than
 * its type. A tensor of strings has the numbers themselves as elements.
 * @throws NotJudged for complex numbers, for strings from and to strings or truth values, and for strings that do not represent
 * a number of the type
 */
export function convertElements<S>(a: Arithmetic<S>, x: InputValues<S>, to: DType, how: Conversion): NodeValues<S> {
  const [from, target] = [formatOf(x.dtype), formatOf(to)];
  const isComplex = from.kind === 'complex' || target.kind === 'complex';
  if (isComplex || hasNoRule(x.dtype, to)) {
    throw new NotJudged('casts of … to …', x.dtype, to);
  }
  if (how.keepsSameType && x.dtype === to) return x;
  const own = a.in(to);
  const read = from.kind === 'string' ? decimals(own, x, target.kind === 'integer') : x.at;
  return values(to, x.dims, (index) => {
    const value = read(index);
    if (target.kind === 'string') return value;
    if (target.kind === 'bool') return own.select(own.equal(value, own.of(0)), own.of(0), own.of(1));
    if (target.kind === 'float') return asFloat(own, value, target, how);
    return from.kind === 'float' ? own.integral(value, 'truncate') : lowBits(own, value, target);
  });
}

/** Rounds ties to even; beyond the largest number the result is an infinity, or for at most 8 bits as in the tables. */
export function asFloat<S>(a: Arithmetic<S>, x: S, format: FloatFormat, how: Conversion): S {
  if (format.bits > 8) return a.round(x, format.name);
  const { signed, hasZero, hasMinusZero, hasInfinity, hasNaN, minExponent } = format;
  const most = a.of(largestFinite(format));
  const least = signed ? a.negate(most) : a.of(2 ** minExponent);
  const rounded = a.round(x, format.name, hasZero ? 'nearest' : how.direction);
  const nearest = hasMinusZero ? rounded : a.add(rounded, a.of(0));
  const nan = a.of(Number.NaN);
  const saturated = a.maximum(a.minimum(nearest, most), least);
  // in float4.md NaN becomes the largest number
  if (!hasNaN) return a.select(a.isNaN(x), most, saturated);
  if (how.saturates && how.losesInfinities && !hasMinusZero) {
    return a.select(a.equal(a.abs(x), a.of(Number.POSITIVE_INFINITY)), nan, saturated);
  }
  if (how.saturates) return saturated;
  return hasInfinity ? nearest : a.select(a.equal(nearest, saturated), nearest, nan);
}

/** Returns the integer with the low bits of another one, in two's complement. */
function lowBits<S>(a: Arithmetic<S>, x: S, format: IntegerFormat): S {
  const { min, max } = integerRange(format);
  const times = a.integral(a.multiply(a.subtract(x, a.of(min)), a.of(2 ** -format.bits)), 'floor');
  const wrapped = a.subtract(x, a.multiply(times, a.of(2 ** format.bits)));
  return a.select(a.less(x, a.of(min)), wrapped, a.select(a.less(a.of(max), x), wrapped, x));
}

/** Parses a string: a decimal with or without an exponent, INF or NaN in any case; fractions are not converted to integers. */
function decimals<S>(a: Arithmetic<S>, { tensor, dims }: InputValues<S>, areWhole: boolean): (index: number) => S {
  if (!tensor) throw new NotJudged('strings […] that another node computes', dims);
  const all = (tensor.data as string[]).map((text) => {
    if (areWhole && !Number.isInteger(Number(text))) throw new NotJudged("the string '…' as an integer", text);
    return decimalOf(a, text.toLowerCase());
  });
  return (index) => all[index]!;
}

function decimalOf<S>(a: Arithmetic<S>, text: string): S {
  const special = words[text];
  if (special !== undefined) return a.of(special);
  const [, sign, whole, fraction = '', exponent = '0'] = decimal.exec(text) ?? [];
  if (whole === undefined) throw new NotJudged("the string '…' as a number", text);
  const shift = Number(exponent) - fraction.length;
  const magnitude = a.of(BigInt(whole + fraction));
  const power = a.of(10n ** BigInt(Math.abs(shift)));
  const value = shift < 0 ? a.divide(magnitude, power) : a.multiply(magnitude, power);
  return sign === '-' ? a.negate(value) : value;
}

/** The words for numbers that are not decimals, in lower case. */
const words: Readonly<Record<string, number>> = { inf: Infinity, '+inf': Infinity, '-inf': -Infinity, nan: Number.NaN };

const decimal = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/;

/** Returns whether no text defines the conversion of a number to another type. */
export function isUndefined(x: Scalar, from: DType, to: DType): boolean {
  const format = formatOf(to);
  const number = typeof x === 'string' ? (words[x.toLowerCase()] ?? Number(x)) : Number(x);
  if (format.kind === 'float') {
    if (!format.signed) return number < 0 || Object.is(number, -0);
    return !format.hasNaN && Number.isNaN(number);
  }
  if (format.kind !== 'integer' || formatOf(from).kind !== 'float') return false;
  const { min, max } = integerRange(format);
  if (!Number.isFinite(number) || (format.bits < 8 && !Number.isInteger(number))) return true;
  return format.bits >= 8 && (number < Number(min) || number > Number(max) || BigInt(Math.trunc(number)) > max);
}
