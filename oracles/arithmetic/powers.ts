import * as d from '../numerics/dyadic.ts';
import { enclosePower } from '../numerics/mpfr.ts';
import type * as real from '../numerics/real.ts';

/** The exponent of a power of two beyond every format, and beyond all sums of its numbers. */
export const beyond = 17_000;

/** Returns x^y for intervals with x positive. It is monotonic in each operand, so that the values at the corners enclose all others. */
export function powerOfSize(x: real.Interval, y: real.Interval, bits: number): real.Interval {
  const corners = ends(x).flatMap((base) => ends(y).map((exponent) => powerAt(base, exponent, bits)));
  return { lo: corners.map(({ lo }) => lo).reduce(d.minimum), hi: corners.map(({ hi }) => hi).reduce(d.maximum) };
}

const ends = ({ lo, hi }: real.Interval): readonly d.Dyadic[] => (d.compare(lo, hi) === 0 ? [lo] : [lo, hi]);

/** Returns whether an exponent is an odd integer, an even one or neither; `undefined` if an interval does not decide it. */
export function parityOf({ lo, hi }: real.Interval): 'odd' | 'even' | 'none' | undefined {
  if (d.compare(lo, hi) !== 0) return undefined;
  const e = d.trailingExponent(lo);
  return e < 0 ? 'none' : e === 0 ? 'odd' : 'even';
}

/** Returns a positive dyadic to the power of another. */
function powerAt(x: d.Dyadic, y: d.Dyadic, bits: number): real.Interval {
  if (y === 0) return { lo: d.one, hi: d.one };
  const leading = d.leadingExponent(x);
  const exponent = (leading + Math.log2(d.toNumber(d.scale(x, -leading)))) * d.toNumber(y);
  if (exponent > beyond) return beyondEveryFormat;
  return exponent < -beyond ? vanishing : enclosePower(x, y, bits);
}

const beyondEveryFormat: real.Interval = { lo: d.powerOfTwo(beyond), hi: d.powerOfTwo(beyond + 1) };
const vanishing: real.Interval = { lo: d.zero, hi: d.powerOfTwo(-beyond) };
