import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { exp } from '../../arithmetic/functions.ts';

/**
 * Returns Σe^(x - max) in one pass: at each new maximum the sum so far is scaled (Milakov and Gimelshein, "Online normalizer
 * calculation for softmax", 2018).
 */
export function runningTotal<S>(a: Arithmetic<S>, xs: readonly S[]): { readonly most: S; readonly total: S } {
  let most = xs[0] ?? a.of(Number.NEGATIVE_INFINITY);
  let total = a.of(1);
  // an unchanged maximum scales nothing: infinities have no distance
  const power = (from: S, to: S) => a.select(a.equal(from, to), a.of(1), a.apply(exp, a.subtract(from, to)));
  for (const x of xs.slice(1)) {
    const next = a.maximum(most, x);
    total = a.add(a.multiply(total, power(most, next)), power(x, next));
    most = next;
  }
  return { most, total };
}
