import { Decimal } from 'decimal.js';
import * as d from './dyadic.ts';

/** A closed interval that contains a value. */
interface Enclosure {
  readonly lo: d.Dyadic;
  readonly hi: d.Dyadic;
}

/**
 * Up to this many bits a double does: V8's exp and log (fdlibm's) err by less than one ulp, 2^-52; a test holds them
 * against decimal.js.
 */
export const bitsOfDoubles = 46;

/** Decimal digits in a bit. */
const digitsPerBit = Math.log10(2);
/** Digits beyond those asked for: decimal.js errs by at most one unit of its last digit. */
const spareDigits = 4;

/** The largest argument of {@link exponential}: far beyond what any format holds. */
export const largestExponent = 12_000;

/**
 * eˣ within a relative width of 2^(2-bits); an interval from 0 where eˣ is below 2^floor, which stands for "nothing
 * beside the other terms".
 * @throws RangeError for x > {@link largestExponent}
 */
export function exponential(x: d.Dyadic, bits: number, floor: number): Enclosure {
  if (x.m === 0n) return { lo: d.one, hi: d.one };
  const near = d.toNumber(x);
  if (near > largestExponent) throw new RangeError(`e^${near} is beyond every format`);
  if (near * Math.LOG2E < floor - 1) return { lo: d.zero, hi: d.powerOfTwo(floor) };
  const leading = Math.max(d.leadingExponent(x), 0);
  if (bits <= bitsOfDoubles && Math.abs(near) < 700) {
    // the argument was rounded, too
    return around(d.fromNumber(Math.exp(near)), Math.min(bits, 51 - leading));
  }
  const key = `${x.m} ${x.e} ${bits}`;
  let value = known.get(key);
  if (!value) {
    const precision = Math.ceil((bits + leading) * digitsPerBit) + spareDigits;
    value = around(toDyadic(decimals(precision).exp(fromDyadic(x, precision)), bits + 4), bits + 1);
    if (known.size >= mostKnown) known.clear();
    known.set(key, value);
  }
  return value;
}

/** Exponentials cost tens of microseconds, and rows of small integers ask for the same ones again and again. */
const known = new Map<string, Enclosure>();
const mostKnown = 20_000;

/** ln x for x > 0, within a relative width of 2^(2-bits). */
export function logarithm(x: d.Dyadic, bits: number): Enclosure {
  if (d.compare(x, d.one) === 0) return { lo: d.zero, hi: d.zero };
  const leading = d.leadingExponent(x);
  const nearOne = leading === 0 || leading === -1;
  if (bits <= bitsOfDoubles && Math.abs(leading) < 1000) {
    // beside 1 the rounding of the argument would show, not that of its distance from 1
    const value = nearOne ? Math.log1p(d.toNumber(d.subtract(x, d.one))) : Math.log(d.toNumber(x));
    return around(d.fromNumber(value), bits);
  }
  const precision = Math.ceil(bits * digitsPerBit) + spareDigits;
  const exactDigits = nearOne ? d.bitLength(x.m) - Math.min(x.e, 0) : 0;
  const value = decimals(precision).ln(fromDyadic(x, Math.max(precision, exactDigits)));
  return around(toDyadic(value, bits + 4), bits + 1);
}

/** What lies within a relative distance of 2^-bits. */
function around(x: d.Dyadic, bits: number): Enclosure {
  const error = d.scale(d.abs(x), -bits);
  return { lo: d.subtract(x, error), hi: d.add(x, error) };
}

const constructors = new Map<number, typeof Decimal>();

function decimals(precision: number): typeof Decimal {
  let made = constructors.get(precision);
  if (!made) {
    made = Decimal.clone({ precision, minE: -9e15, maxE: 9e15, toExpNeg: -9e15, toExpPos: 9e15 });
    constructors.set(precision, made);
  }
  return made;
}

/** Exponents up to which a dyadic is quickest written out as a decimal: m·2^-k is m·5^k / 10^k. */
const writtenOut = 256;

function fromDyadic({ m, e }: d.Dyadic, precision: number): Decimal {
  const Digits = decimals(precision);
  if (e >= 0 && e <= writtenOut) return new Digits((m << BigInt(e)).toString());
  if (e < 0 && -e <= writtenOut) return new Digits(`${m * 5n ** BigInt(-e)}e${e}`);
  const power = Digits.pow(2, Math.abs(e));
  const significand = new Digits(m.toString());
  return e < 0 ? significand.div(power) : significand.times(power);
}

/** Rounded down to `bits` bits or a few more. */
function toDyadic(x: Decimal, bits: number): d.Dyadic {
  if (x.isZero()) return d.zero;
  const tens = x.e - x.precision() + 1; // x is an integer times 10^tens
  const significand = BigInt(x.times(decimals(x.precision() + spareDigits).pow(10, -tens)).toFixed());
  const shift = bits - Math.floor(x.e / digitsPerBit);
  const scaled = (k: bigint): bigint => (shift >= 0 ? k << BigInt(shift) : k >> BigInt(-shift));
  return {
    m: tens >= 0 ? scaled(significand * 10n ** BigInt(tens)) : scaled(significand) / 10n ** BigInt(-tens),
    e: -shift,
  };
}
