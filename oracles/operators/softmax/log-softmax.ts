import { observe } from '../../acceptance/policy.ts';
import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { exp, log } from '../../arithmetic/functions.ts';
import { lineByLine, type OfLine, softmaxOperator } from './lines.ts';
import { runningTotal } from './running-total.ts';

/** What is left of each element when the maximum, and the logarithm of the sum, are taken from it. */
export const logSoftmaxOf: OfLine = (a, xs) => {
  const shifted = distances(a, xs);
  const total = a.apply(log, a.sum(shifted.map((x) => a.apply(exp, x))));
  return shifted.map((x) => a.subtract(x, total));
};

/** Other ways to the same. */
export const logSoftmaxWays: readonly OfLine[] = [
  // less the logarithm of the sum of exponentials
  (a, xs) => {
    const total = a.sum(distances(a, xs).map((x) => a.apply(exp, x)));
    const all = a.add(xs.reduce(a.maximum), a.apply(log, total));
    return xs.map((x) => a.subtract(x, all));
  },
  (a, xs) => {
    const { most, total } = runningTotal(a, xs);
    const all = a.apply(log, total);
    return xs.map((x) => a.subtract(a.subtract(x, most), all));
  },
];

/** Exponentials that overflow, or vanish: as they stand, and the logarithm of their quotient, as the text writes it. */
export const unshiftedLogSoftmax: readonly [OfLine, ...OfLine[]] = [
  (a, xs) => {
    const total = a.apply(log, a.sum(xs.map((x) => a.apply(exp, x))));
    return xs.map((x) => a.subtract(x, total));
  },
  (a, xs) => logOfQuotients(a, xs),
  (a, xs) => logOfQuotients(a, distances(a, xs)),
];

/** LogSoftmax: x - ln Σeˣ, exponentials being taken of the distance from the maximum. */
export const logSoftmax = softmaxOperator({
  name: 'LogSoftmax',
  definition: 'x - ln Σeˣ',
  evaluate: lineByLine(logSoftmaxOf),
  algorithms: logSoftmaxWays.map(lineByLine),
  alternatives: [
    {
      choices: [observe('softmax-shift', 'not-shifted')],
      otherwise: [observe('softmax-shift', 'shifted')],
      isOtherWay: true,
      evaluate: lineByLine(unshiftedLogSoftmax[0]),
      algorithms: unshiftedLogSoftmax.slice(1).map(lineByLine),
    },
  ],
});

function distances<S>(a: Arithmetic<S>, xs: readonly S[]): readonly S[] {
  const most = xs.reduce(a.maximum);
  return xs.map((x) => a.subtract(x, most));
}

function logOfQuotients<S>(a: Arithmetic<S>, xs: readonly S[]): readonly S[] {
  const powers = xs.map((x) => a.apply(exp, x));
  const total = a.sum(powers);
  return powers.map((power) => a.apply(log, a.divide(power, total)));
}
