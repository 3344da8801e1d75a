import * as d from './dyadic.ts';
import { bitsOfDoubles, exponential, largestExponent } from './elementary.ts';
import { type Terms, Vector } from './vector.ts';

/** Ends of intervals that contain the exponential of every term. */
export interface Exponentials {
  readonly lower: Vector;
  readonly upper: Vector;
}

/** Doubles whose exponentials are far from both ends of the range of doubles. */
const mostForDoubles = 600;

/**
 * eˣ of every finite term to `bits` bits, or an interval from 0 where it is below 2^floor. NaN and +∞ stay; terms that
 * are -∞ are left out, for they add nothing. Terms too large for any format count as +∞.
 */
export function exponentials(terms: Vector, bits: number, floor: number): Exponentials {
  const { nan, plusInfinity } = terms.specials;
  const { present } = terms;
  const { greatest = d.zero } = terms.range ?? {};
  if (bits <= bitsOfDoubles && !nan && !plusInfinity && isSmall(present)) {
    const times = (error: number) => (x: number) => (x === 0 ? 1 : Math.exp(x) * error);
    return {
      lower: Vector.of(Float64Array.from(present, times(1 - 2 ** -bits))),
      upper: Vector.of(Float64Array.from(present, times(1 + 2 ** -bits))),
    };
  }
  const infinite = plusInfinity || d.compare(greatest, d.fromInteger(largestExponent)) > 0;
  const specials = { nan, plusInfinity: infinite, minusInfinity: false };
  // beside a special no finite term shows in any sum
  const enclosures = nan || infinite ? [] : Array.from(terms.presentDyadics(), (x) => exponential(x, bits, floor));
  return {
    lower: Vector.ofDyadics(
      enclosures.map(({ lo }) => lo),
      specials,
    ),
    upper: Vector.ofDyadics(
      enclosures.map(({ hi }) => hi),
      specials,
    ),
  };
}

function isSmall(terms: Terms): terms is Float32Array | Float64Array {
  return !Array.isArray(terms) && terms.every((x) => Math.abs(Number(x)) < mostForDoubles);
}
