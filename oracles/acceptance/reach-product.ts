import * as d from '../numerics/dyadic.ts';
import { overflowThreshold } from '../numerics/rounding.ts';
import type { Vector } from '../numerics/vector.ts';
import { down, nothing, type Precision, power, type Reach, up } from './reach.ts';

/**
 * What products of the terms, in any order, can return.
 *
 * Multiplying by a power of two does not round, so of m other terms m - 1 multiplications do, each with a relative error
 * of at most u: |p̂| lies within |p|·(1 - u)^(m-1) … |p|·(1 + u)^(m-1). Where some partial product can leave the normal
 * range downwards (in a type that has a limited range), each multiplication adds at most half the smallest subnormal, which the remaining terms can magnify
 * by Π max(|x|, 1). Where that one exceeds the range, some order overflows; the sign of the infinity is that of the
 * product, and a zero that meets it makes NaN.
 */
export function reachOfProduct(terms: Vector, p: Precision): Reach {
  const { nan, plusInfinity, minusInfinity } = terms.specials;
  if (nan) return { ...nothing, nan: true };
  const u = d.powerOfTwo(-p.precision);
  const rounding = Math.max(0, roundedTerms(terms) - 1);
  const grown = power(d.add(d.one, u), rounding, up);
  const shrunk = power(d.subtract(d.one, u), rounding, down);

  const growth = up(d.multiply(terms.growth, grown));
  const overflows = p.overflows && d.compare(growth, overflowThreshold(p)) >= 0;
  const least = down(d.multiply(terms.shrinkage, shrunk));
  const underflows = p.overflows && d.compare(least, d.powerOfTwo(p.minExponent + p.precision - 1)) < 0;
  const lostInside = p.overflows && d.compare(least, d.powerOfTwo(p.minExponent - 1)) <= 0;
  const vanishes = terms.product.m === 0n || lostInside;
  const infinite = plusInfinity || minusInfinity;
  const negative = terms.oddSigns;
  const signs = {
    plusInfinity: (infinite || overflows) && terms.product.m !== 0n && !negative,
    minusInfinity: (infinite || overflows) && terms.product.m !== 0n && negative,
    nan: (infinite || overflows) && vanishes,
    minusZero: negative,
  };
  if (infinite) return { ...nothing, ...signs };

  const exact = d.abs(terms.product);
  const lost =
    underflows && exact.m !== 0n
      ? d.multiply(d.multiply(d.fromInteger(Math.max(0, terms.length - 1)), d.powerOfTwo(p.minExponent - 1)), growth)
      : d.zero;
  const lo = d.maximum(d.zero, down(d.subtract(d.multiply(exact, shrunk), lost)));
  const hi = up(d.add(d.multiply(exact, grown), lost));
  return { ...signs, finite: negative ? { lo: d.negate(hi), hi: d.negate(lo) } : { lo, hi } };
}

/** Terms that are neither zero nor a power of two. */
function roundedTerms(terms: Vector): number {
  let count = 0;
  for (const x of terms.presentDyadics()) count += d.significantBits(x) > 1 ? 1 : 0;
  return count;
}
