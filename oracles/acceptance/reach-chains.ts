import * as d from '../numerics/dyadic.ts';
import { logarithm } from '../numerics/elementary.ts';
import { exponentials } from '../numerics/exponentials.ts';
import * as real from '../numerics/real.ts';
import { overflowThreshold } from '../numerics/rounding.ts';
import type { Vector } from '../numerics/vector.ts';
import { down, nothing, type Precision, power, type Reach, rounded, up } from './reach.ts';
import { bitsFor } from './reach-elementary.ts';

// Algorithms that round a result of the same kind at each step; derivations in docs/acceptance.md.

/** What the squared norm of two errs by, in units of the unit roundoff: with or without scaling, or by a library to 1 ulp. */
const errorOfSquare = 7;

/**
 * What norms of norms return: r² ← (r₁² + r₂²)(1 + θ) with |θ| ≤ 7u, so a term's square takes part in as many roundings as
 * the term lies deep in the tree. Depths are at most n - 1, and sum to at most (n - 1)(n + 2)/2. No norm of two is less
 * than either.
 */
export function reachOfNorms(terms: Vector, p: Precision): Reach {
  const { nan, plusInfinity } = terms.abs.specials;
  if (nan || plusInfinity) return { ...nothing, nan, plusInfinity: !nan };
  const { largest } = terms;
  const n = terms.nonzero;
  if (n <= 1) return { ...nothing, finite: { lo: largest, hi: largest } };
  const sum = terms.square.sum;
  const depths = d.minimum(
    d.multiply(d.fromInteger(n - 1), sum),
    d.multiply(d.fromInteger(((n - 1) * (n + 2)) / 2), d.multiply(largest, largest)),
  );
  const u = d.powerOfTwo(-p.precision);
  const first = d.multiply(d.multiply(d.fromInteger(errorOfSquare), u), depths);
  const deepest = d.multiply(d.fromInteger(errorOfSquare * (n - 1)), u);
  const halfSubnormal = d.powerOfTwo(p.minExponent - 1);
  const largestSquare = d.multiply(largest, largest);
  const lost = d.multiply(d.fromInteger(2 * n), d.minimum(halfSubnormal, largestSquare));
  // e^x ≤ 1 + x + x² up to 1, and beyond it the roundings are counted out
  const isSmall = d.lessOrEqual(deepest, d.one);
  const growth = isSmall ? d.add(d.one, deepest) : power(d.add(d.one, u), errorOfSquare * (n - 1), up);
  // every square takes part in all roundings at most
  const allRounded = d.multiply(sum, power(d.add(d.one, u), errorOfSquare * (n - 1), up));
  const most = isSmall ? d.minimum(d.add(sum, d.multiply(first, growth)), allRounded) : allRounded;
  const least = d.maximum(d.subtract(sum, d.add(first, lost)), d.zero);
  const root = (x: d.Dyadic) => real.sqrt(real.point(x)) as real.Interval;
  const mostSquare = d.add(most, d.multiply(lost, growth));
  const overflows = p.overflows && d.compare(mostSquare, overflowThreshold(p)) >= 0;
  // the root of a rounded square that is normal is the number itself
  const isNormal = d.leadingExponent(largest) * 2 >= p.minExponent + p.precision - 1;
  const lo = down(root(least).lo);
  // norms that do not square what underflows err by 1 ulp at each norm of two, and by the triangle inequality these add up
  const unsquared = d.add(root(most).hi, d.multiply(d.multiply(d.fromInteger(2 * n), halfSubnormal), growth));
  const squared = root(mostSquare).hi;
  const hi = d.lessOrEqual(largestSquare, halfSubnormal) ? d.maximum(squared, unsquared) : squared;
  const finite = { lo: isNormal ? d.maximum(lo, largest) : lo, hi: up(hi) };
  return rounded({ ...nothing, finite, plusInfinity: overflows }, p);
}

/** What log-add-exp of two errs by beside the rounding of its result, in units of the unit roundoff. */
const errorOfLogAddExp = 9;

/** More than log-add-exp adds to the greater of two, the rounding included: 2·ln 2. */
const mostAdded = 1.5;

/**
 * What ln Σeˣ two by two returns. By log-add-exp: |L̂ - L| ≤ (n - 1)·u·(|L| + ln n + 9) / (1 - (n - 1)u). By sums that are rescaled:
 * a rounding, and at a new maximum a factor with two more and the error of a library, at each step. Neither is below the
 * greatest term.
 */
export function reachOfLogAddExp(terms: Vector, p: Precision): Reach {
  const { nan, plusInfinity } = terms.specials;
  if (nan || plusInfinity) return { ...nothing, nan, plusInfinity: !nan };
  const { range } = terms;
  if (!range) return { ...nothing, minusInfinity: true };
  const { greatest } = range;
  const n = terms.present.length;
  const minusZero = terms.hasMinusZero;
  if (n === 1) return { ...nothing, finite: { lo: greatest, hi: greatest }, minusZero };
  const bits = bitsFor(p);
  const { lower, upper } = exponentials(terms.minus(greatest), bits, p.minExponent - p.precision);
  const lo = d.add(greatest, logarithm(d.maximum(lower.sum, d.one), bits).lo);
  const hi = d.add(greatest, logarithm(upper.sum, bits).hi);

  const magnitude = d.maximum(d.abs(lo), d.abs(hi));
  const u = d.powerOfTwo(-p.precision);
  const steps = n - 1;
  const units = (x: number) => d.multiply(d.fromNumber(x), u);
  const added = d.multiply(units(steps), d.add(magnitude, d.fromNumber(errorOfLogAddExp + Math.log(n))));
  const rescaled = d.add(units(9 * steps + 8 + 8 * Math.log(n)), d.multiply(magnitude, u));
  const lost = d.multiply(d.fromInteger(4 * n), d.powerOfTwo(p.minExponent - 1));
  const twoByTwo = d.lessOrEqual(units(steps), d.powerOfTwo(-1))
    ? d.multiply(added, d.add(d.one, units(2 * steps)))
    : undefined;
  const error = (x: d.Dyadic) => up(d.add(x, lost));
  const most = d.maximum(
    d.add(hi, error(rescaled)),
    twoByTwo ? d.add(hi, error(twoByTwo)) : d.add(greatest, d.fromNumber(mostAdded * steps)),
  );
  const least = twoByTwo ? d.subtract(lo, error(d.maximum(rescaled, twoByTwo))) : greatest;
  const finite = { lo: d.maximum(down(least), greatest), hi: up(most) };
  return rounded({ ...nothing, finite, minusZero }, p);
}
