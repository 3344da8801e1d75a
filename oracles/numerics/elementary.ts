import * as d from './dyadic.ts';
import { type Enclosure, enclose } from './mpfr.ts';

/**
 * The number of bits for which doubles suffice: the errors of V8's exp and log (fdlibm's) are below one ulp, 2^-52. A test
 * compares them with decimal.js.
 */
export const bitsOfDoubles = 46;

/** The largest argument of {@link exponential}: far beyond what any format holds. */
export const largestExponent = 12_000;

/**
 * Returns eˣ within a relative width of 2^(2-bits). If eˣ is below 2^floor, and so negligible next to the other terms, the
 * interval starts at 0.
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
    return enclosureOf(d.fromNumber(Math.exp(near)), Math.min(bits, 51 - leading));
  }
  return enclose('exp', x, bits);
}

/** Returns ln x for x > 0, within a relative width of 2^(2-bits). */
export function logarithm(x: d.Dyadic, bits: number): Enclosure {
  if (d.compare(x, d.one) === 0) return { lo: d.zero, hi: d.zero };
  const leading = d.leadingExponent(x);
  if (bits <= bitsOfDoubles && Math.abs(leading) < 1000) {
    // near 1 rounding the argument would be visible, so its distance from 1 is rounded
    const nearOne = leading === 0 || leading === -1;
    const value = nearOne ? Math.log1p(d.toNumber(d.subtract(x, d.one))) : Math.log(d.toNumber(x));
    return enclosureOf(d.fromNumber(value), bits);
  }
  return enclose('log', x, bits);
}

/** Widens a value by a relative distance of 2^-bits. */
function enclosureOf(x: d.Dyadic, bits: number): Enclosure {
  const error = d.scale(d.abs(x), -bits);
  return { lo: d.subtract(x, error), hi: d.add(x, error) };
}
