import { observe } from '../../acceptance/policy.ts';
import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { clausesOf } from '../../clauses.ts';
import { lineByLine, softmaxOperator } from './lines.ts';

/** Hardmax: 1 for the first maximum of a line, 0 for all others. A NaN is the maximum, as in numpy's argmax. */
export const hardmax = softmaxOperator({
  name: 'Hardmax',
  definition: '1 for the first maximum, else 0',
  evaluate: lineByLine((a, xs) =>
    first(
      a,
      xs.map((x) => a.isNaN(x)),
      () => first(a, maximaOf(a, xs)),
    ),
  ),
  alternatives: [
    {
      choices: [observe('nan-index', 'ignored')],
      otherwise: [observe('nan-index', 'propagates')],
      evaluate: lineByLine((a, xs) => first(a, maximaOf(a, xs))),
      // of nothing but NaN there is no maximum then
      algorithms: [
        lineByLine((a, xs) => {
          const maxima = maximaOf(a, xs);
          return first(
            a,
            xs.map((x, i) => a.select(a.isNaN(x), a.of(0), maxima[i]!)),
          );
        }),
      ],
    },
  ],
  own: (schema) => [clausesOf('Hardmax', schema).says('ties', 'Of equal maxima the first is meant.')],
});

/** Which elements are the greatest among those that are numbers. */
function maximaOf<S>(a: Arithmetic<S>, xs: readonly S[]): readonly S[] {
  const least = a.of(Number.NEGATIVE_INFINITY);
  const numbers = xs.map((x) => a.select(a.isNaN(x), least, x));
  const most = numbers.reduce(a.maximum);
  return numbers.map((x) => a.equal(x, most));
}

/** 1 in the place of the first that is true; where none is, something else. */
function first<S>(a: Arithmetic<S>, truths: readonly S[], otherwise?: () => readonly S[]): readonly S[] {
  let found = a.of(0);
  const ones = truths.map((truth) => {
    const one = a.select(found, a.of(0), truth);
    found = a.select(found, found, truth);
    return one;
  });
  const others = otherwise?.();
  return others ? ones.map((one, i) => a.select(found, one, others[i]!)) : ones;
}
