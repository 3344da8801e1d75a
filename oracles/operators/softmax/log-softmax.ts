import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { exp, log } from '../../arithmetic/functions.ts';
import { cancellingForms } from '../../judge/other-ways.ts';
import { type LineFormula, lineByLine, softmaxOperator } from './lines.ts';
import { runningTotal } from './running-total.ts';
import { unshiftedAlternatives, unshiftedLogSoftmax } from './unshifted.ts';

/** Subtracts the maximum, and the logarithm of the sum, from each element. */
export const logSoftmaxOf: LineFormula = (a, xs) => {
  const shifted = distances(a, xs);
  const total = a.apply(log, a.sum(shifted.map((x) => a.apply(exp, x))));
  return shifted.map((x) => a.subtract(x, total));
};

/** As {@link logSoftmaxOf}, in one pass. */
export const logSoftmaxInOnePass: LineFormula = (a, xs) => {
  const { most, total } = runningTotal(a, xs);
  const all = a.apply(log, total);
  return xs.map((x) => a.subtract(a.subtract(x, most), all));
};

/** Subtracts the logarithm of the sum of exponentials, which cancels if the maximum is large. */
export const logSoftmaxAtOnce: LineFormula = (a, xs) => {
  const total = a.sum(distances(a, xs).map((x) => a.apply(exp, x)));
  const all = a.add(xs.reduce(a.maximum), a.apply(log, total));
  return xs.map((x) => a.subtract(x, all));
};

/** LogSoftmax: x - ln Σeˣ, with exponentials of the distance from the maximum. */
export const logSoftmax = softmaxOperator({
  name: 'LogSoftmax',
  definition: 'x - ln Σeˣ',
  evaluate: lineByLine(logSoftmaxOf),
  algorithms: [lineByLine(logSoftmaxInOnePass)],
  alternatives: ({ inputs: [data] }) => [
    ...unshiftedAlternatives(unshiftedLogSoftmax, data!, lineByLine),
    ...cancellingForms([lineByLine(logSoftmaxAtOnce)]),
  ],
});

function distances<S>(a: Arithmetic<S>, xs: readonly S[]): readonly S[] {
  const most = xs.reduce(a.maximum);
  return xs.map((x) => a.subtract(x, most));
}
