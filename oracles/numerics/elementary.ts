import * as d from './dyadic.ts';
import { type Enclosure, enclose } from './mpfr.ts';

/**
 * Up to this many bits a double does: V8's exp and log (fdlibm's) err by less than one ulp, 2^-52; a test holds them
 * against decimal.js.
 */
export const bitsOfDoubles = 46;

/** The largest argument of {@link exponential}: far beyond what any format holds. */
export const largestExponent = 12_000;

/**
 * eˣ within a relative width of 2^(2-bits); an interval from 0 where eˣ is below 2^floor, which stands for "nothing
 * beside the other terms".
 * @throws RangeError for x > {@link largestExponent}
 */
export function exponential(x: d.Dyadic, bits: number, floor: number): Enclosure {
  if (x === 0) return { lo: d.one, hi: d.one };
  const near = d.toNumber(x);
  if (near > largestExponent) throw new RangeError(`e^${near} is beyond every format`);
  if (near * Math.LOG2E < floor - 1) return { lo: d.zero, hi: d.powerOfTwo(floor) };
  const leading = Math.max(d.leadingExponent(x), 0);
  if (bits <= bitsOfDoubles && Math.abs(near) < 700) {
    // the argument was rounded, too
    return around(d.fromNumber(Math.exp(near)), Math.min(bits, 51 - leading));
  }
  return enclose('exp', x, bits);
}

/** ln x for x > 0, within a relative width of 2^(2-bits). */
export function logarithm(x: d.Dyadic, bits: number): Enclosure {
  if (d.compare(x, d.one) === 0) return { lo: d.zero, hi: d.zero };
  const leading = d.leadingExponent(x);
  if (bits <= bitsOfDoubles && Math.abs(leading) < 1000) {
    // beside 1 the rounding of the argument would show, not that of its distance from 1
    const nearOne = leading === 0 || leading === -1;
    const value = nearOne ? Math.log1p(d.toNumber(d.subtract(x, d.one))) : Math.log(d.toNumber(x));
    return around(d.fromNumber(value), bits);
  }
  return enclose('log', x, bits);
}

/** What lies within a relative distance of 2^-bits. */
function around(x: d.Dyadic, bits: number): Enclosure {
  const error = d.scale(d.abs(x), -bits);
  return { lo: d.subtract(x, error), hi: d.add(x, error) };
}
