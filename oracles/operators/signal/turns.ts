import type { Arithmetic, Chain } from '../../arithmetic/arithmetic.ts';
import { boundsIn } from '../../arithmetic/bounds-arithmetic.ts';
import { acos, cos } from '../../arithmetic/functions.ts';
import { unroundedSpan, type ValueSet } from '../../arithmetic/value-set.ts';
import { fromInteger, scale } from '../../numerics/dyadic.ts';
import { enclose } from '../../numerics/mpfr.ts';
import { workingBits } from '../../numerics/real.ts';

/** Returns the cosine of p/q of a turn; exactly if it is 0, ±1/2 or ±1. */
export function cosineOfTurn<S>(a: Arithmetic<S>, p: number, q: number): S {
  const rest = ((p % q) + q) % q;
  const least = Math.min(rest, q - rest);
  if (4 * least > q) return a.negate(cosineOfTurn(a, q - 2 * least, 2 * q));
  if (least === 0) return a.of(1);
  if (4 * least === q) return a.of(0);
  if (6 * least === q) return a.of(0.5);
  const pi = a.apply(acos, a.of(-1));
  return a.apply(cos, a.multiply(pi, a.divide(a.of(2 * least), a.of(q))));
}

/** Returns 2π, which no type represents exactly. */
function turn(): ValueSet {
  const { lo, hi } = enclose('acos', fromInteger(-1), workingBits);
  return unroundedSpan({ finite: { lo: scale(lo, 1), hi: scale(hi, 1) } });
}

/** Returns the cosine of p/q of a turn where the angle is computed in the type: with three roundings, and the error of a library. */
export const cosineOfAngle = (p: number, q: number): Chain => ({
  value: (a) => cosineOfTurn(a, p, q),
  step: (_, cosine) => cosine,
  bound(_, format) {
    const a = boundsIn(format);
    return p === 0 ? 1 : a.apply(cos, a.multiply(a.of(p), a.divide(turn(), a.of(q))));
  },
});
