import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { exp, exp2 } from '../../arithmetic/functions.ts';
import { lineByLine, softmaxOperator } from './lines.ts';
import { logSoftmaxOf } from './log-softmax.ts';
import { products, quotients } from './shares.ts';
import { unshiftedAlternatives, unshiftedSoftmax } from './unshifted.ts';

/** Softmax: eˣ / Σeˣ, with exponentials of the distance from the maximum. */
export const softmax = softmaxOperator({
  name: 'Softmax',
  definition: 'eˣ / Σeˣ',
  evaluate: lineByLine((a, xs) => {
    const powers = powersOf(a, xs);
    return quotients(a, powers, a.sum(powers));
  }),
  algorithms: [
    // times the reciprocal of the sum
    lineByLine((a, xs) => {
      const powers = powersOf(a, xs);
      return products(a, powers, a.sum(powers));
    }),
    // powers of two, as of a·x - a·max in kernels with a running maximum; that of the maximum itself is 1
    lineByLine((a, xs) => {
      const scale = a.from(a.of(Math.LOG2E));
      const most = xs.reduce(a.maximum);
      const scaled = a.multiply(most, scale);
      const power = (x: typeof most) => a.apply(exp2, a.subtract(a.multiply(x, scale), scaled));
      // the distance of infinities is NaN, and so is their power
      const isMost = (x: typeof most) => a.equal(a.subtract(x, most), a.of(0));
      const powers = xs.map((x) => a.select(isMost(x), a.of(1), power(x)));
      return products(a, powers, a.sum(powers));
    }),
    // the exponential of LogSoftmax, without a quotient
    lineByLine((a, xs) => logSoftmaxOf(a, xs).map((x) => a.apply(exp, x))),
  ],
  alternatives: ({ inputs: [data] }) => unshiftedAlternatives(unshiftedSoftmax, data!, lineByLine),
});

function powersOf<S>(a: Arithmetic<S>, xs: readonly S[]): readonly S[] {
  const most = xs.reduce(a.maximum);
  return xs.map((x) => a.apply(exp, a.subtract(x, most)));
}
