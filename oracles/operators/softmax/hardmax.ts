import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { type ChoiceOf, observe } from '../../judge/policy.ts';
import { clausesOf } from '../../spec/clauses.ts';
import { type LineFormula, lineByLine, softmaxOperator } from './lines.ts';

/** Hardmax: 1 for the first maximum of a line, 0 for all others. A NaN is the maximum, as in numpy's argmax. */
export const hardmax = softmaxOperator({
  name: 'Hardmax',
  definition: '1 for the first maximum, else 0',
  evaluate: lineByLine((a, xs) => {
    const most = xs.reduce(a.maximum);
    return first(
      a,
      xs.map((x) => a.select(a.isNaN(most), a.isNaN(x), a.equal(x, most))),
    );
  }),
  alternatives: () => [
    // in a line of NaN none is marked then, or the first, if comparisons start at -Infinity
    markedAlternative(
      'number',
      (a, xs) => firstEqual(a, xs, numbersOf(a, xs).reduce(a.maximum)),
      (a, xs) => firstEqual(a, numbersOf(a, xs), numbersOf(a, xs).reduce(a.maximum)),
    ),
    markedAlternative('none', (a, xs) => firstEqual(a, xs, xs.reduce(a.maximum))),
    markedAlternative('if-first', (a, xs) => [
      a.select(a.isNaN(xs[0]!), a.of(1), a.equal(xs[0]!, inTurn(a, xs))),
      ...firstEqual(a, xs, inTurn(a, xs)).slice(1),
    ]),
    markedAlternative('nothing-if-first', (a, xs) => firstEqual(a, xs, inTurn(a, xs))),
  ],
  own: (schema) => [clausesOf(schema).says('ties', 'The first of several equal maxima is selected.')],
});

/** The other elements that may be marked where there is a NaN. */
function markedAlternative(
  choice: ChoiceOf<'nan-marked'>,
  ofLine: LineFormula,
  ...others: readonly LineFormula[]
): Alternative {
  return {
    choices: [observe('nan-marked', choice)],
    otherwise: [observe('nan-marked', 'NaN')],
    evaluate: lineByLine(ofLine),
    algorithms: others.map(lineByLine),
  };
}

const numbersOf = <S>(a: Arithmetic<S>, xs: readonly S[]): readonly S[] =>
  xs.map((x) => a.select(a.isNaN(x), a.of(Number.NEGATIVE_INFINITY), x));

/** Returns the maximum, each element compared with the largest before it: a leading NaN stays, others are ignored. */
const inTurn = <S>(a: Arithmetic<S>, xs: readonly S[]): S => xs.reduce((most, x) => a.select(a.less(most, x), x, most));

const firstEqual = <S>(a: Arithmetic<S>, xs: readonly S[], most: S): readonly S[] =>
  first(
    a,
    xs.map((x) => a.equal(x, most)),
  );

/** Returns 1 at the position of the first true value, else 0. */
function first<S>(a: Arithmetic<S>, truths: readonly S[]): readonly S[] {
  let found = a.of(0);
  return truths.map((truth) => {
    const one = a.select(found, a.of(0), truth);
    found = a.select(found, found, truth);
    return one;
  });
}
