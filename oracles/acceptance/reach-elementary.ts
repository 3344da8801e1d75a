import * as d from '../numerics/dyadic.ts';
import { bitsOfDoubles, logarithm } from '../numerics/elementary.ts';
import { exponentials } from '../numerics/exponentials.ts';
import { overflowThreshold } from '../numerics/rounding.ts';
import { Vector } from '../numerics/vector.ts';
import { down, type Precision, type Reach, type ReachVector, reachTerms, up } from './reach.ts';

/**
 * The error of a library's exp and log in units of the unit roundoff: OpenCL's full profile allows 3 ulp, and a ulp is up to
 * two units.
 */
const libraryError = 6;

/** Bits beyond those of the precision in the values that errors are added to. */
const guardBits = 20;

/** Bits of the values that errors are added to; their own errors are added, too. */
export const bitsFor = (p: Precision): number => (p.coarse ? bitsOfDoubles - 2 : p.precision + guardBits);

/**
 * The exponentials of terms that an evaluation holds with errors. An error δ of the argument multiplies the result by
 * e^δ; what that can amount to, over all terms, is the absolute part. The library adds a relative error, and results
 * below the range are lost.
 */
export function reachOfExponentials({ terms, factor, relative, absolute }: ReachVector, p: Precision): ReachVector {
  if (d.compare((factor as Reach['finite'])!.lo, d.one) !== 0) throw new Error('this operation takes unscaled terms');
  const bits = bitsFor(p);
  const floor = p.minExponent - guardBits;
  const { lower, upper } = exponentials(terms, bits, floor);
  const overflow = p.overflows && exceeds(upper, overflowThreshold(p));
  if (overflow || lower.specials.plusInfinity) {
    return reachTerms(Vector.ofDyadics([], { ...lower.specials, plusInfinity: true }));
  }
  const u = d.powerOfTwo(-p.precision);
  const [relativeError, absoluteError] = [d.toNumber(relative), d.toNumber(absolute)];
  let widest = 0;
  for (const x of terms.presentDyadics()) {
    const near = Math.max(d.toNumber(x), -Number.MAX_VALUE);
    const error = (relativeError * Math.abs(near) + absoluteError) * slightlyMore;
    const change = error < 1 ? Math.exp(near) * Math.expm1(error) : Math.exp(near + error);
    widest = Math.max(widest, change * slightlyMore);
  }
  return {
    ...reachTerms(upper),
    relative: d.add(d.multiply(d.fromInteger(libraryError), u), d.powerOfTwo(2 - bits)),
    absolute: up(d.add(d.fromNumber(widest), d.add(d.powerOfTwo(p.minExponent - 1), d.powerOfTwo(floor)))),
  };
}

/** Covers the roundings of a bound that is computed in doubles, and the library's error upon that of the argument. */
const slightlyMore = 1 + 2 ** -5;

function exceeds(terms: Vector, threshold: d.Dyadic): boolean {
  return terms.range !== undefined && d.compare(terms.range.greatest, threshold) >= 0;
}

/**
 * The logarithm of what is reachable: monotone, with the error of a library; of zero -∞, below it NaN. The least
 * positive argument is the smallest subnormal.
 */
export function reachOfLogarithm(x: Reach, p: Precision): Reach {
  const result = {
    finite: undefined,
    plusInfinity: x.plusInfinity,
    minusInfinity: false,
    nan: x.nan || x.minusInfinity,
    minusZero: x.minusZero,
  };
  if (!x.finite) return result;
  const { lo, hi } = x.finite;
  const open = {
    ...result,
    nan: result.nan || lo.m < 0n,
    minusInfinity: lo.m <= 0n && hi.m >= 0n,
    minusZero: true,
  };
  const least = d.powerOfTwo(p.minExponent);
  if (d.compare(hi, least) < 0) return open;
  const bits = bitsFor(p);
  const error = d.scale(d.fromInteger(libraryError), -p.precision);
  const [from, to] = [logarithm(d.maximum(lo, least), bits).lo, logarithm(hi, bits).hi];
  return {
    ...open,
    finite: {
      lo: down(d.subtract(from, d.multiply(d.abs(from), error))),
      hi: up(d.add(to, d.multiply(d.abs(to), error))),
    },
  };
}
