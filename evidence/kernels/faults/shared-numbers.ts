import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { exp, log } from '../../../oracles/arithmetic/functions.ts';
import { lineByLine } from '../../../oracles/operators/softmax/lines.ts';
import { eachOf } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { byInverse, normalized, ofSquares, rowOperators } from '../normalization-variants.ts';
import { ofEach } from './normalizations.ts';

/** The results for numbers, from the maximum of their line and the sum of their exponentials. */
type Share = <S>(a: Arithmetic<S>, x: S, most: S, total: S) => S;

const shareOf: Share = (a, x, most, total) => a.divide(a.apply(exp, a.subtract(x, most)), total);
const logarithmOf: Share = (a, x, most, total) => a.subtract(a.subtract(x, most), a.apply(log, total));

/** Each half of a line has a sum of its own. */
const byHalves = (share: Share) => () =>
  lineByLine((a, xs) => {
    const most = xs.reduce(a.maximum);
    const middle = xs.length >> 1;
    return [xs.slice(0, middle), xs.slice(middle)].flatMap((half) => {
      const total = a.sum(half.map((x) => a.apply(exp, a.subtract(x, most))));
      return half.map((x) => share(a, x, most, total));
    });
  });

/** Faults of kernels that have twice what is one number of a row. */
export const sharedNumberFaults: readonly Mutant[] = [
  ...rowOperators.flatMap((operator) =>
    ofEach([operator], {
      'every other element has a variance of squares, the rest one of deviations': [
        'lanes that compute the variance again, each in its own way',
        (correct) => (a, node) => {
          const [usual, ...more] = correct(a, node);
          const [other] = normalized(operator, ofSquares, byInverse)(correct)(a, node);
          return [eachOf(usual!, (x, i) => (i % 2 ? other!.at(i) : x)), ...more];
        },
      ],
    }),
  ),
  ...ofEach(['Softmax'], {
    'each half of a line has a sum of its own': ['threads whose sums are not added', byHalves(shareOf)],
  }),
  ...ofEach(['LogSoftmax'], {
    'each half of a line has a sum of its own': ['threads whose sums are not added', byHalves(logarithmOf)],
  }),
];
