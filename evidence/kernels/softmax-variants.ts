import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { exp, exp2, log } from '../../oracles/arithmetic/functions.ts';
import { type LineFormula, lineByLine } from '../../oracles/operators/softmax/lines.ts';
import { type Style, wider } from './computed.ts';
import type { Candidate } from './implementation.ts';
import { chunks } from './summation.ts';
import { variant } from './variant.ts';

const everyLine = (operator: string, how: string, ofLine: LineFormula, style?: Style): Candidate =>
  variant(operator, how, () => lineByLine(ofLine), style);

const largest: <S>(a: Arithmetic<S>, xs: readonly S[]) => S = (a, xs) => xs.reduce(a.maximum);
const powers = <S>(a: Arithmetic<S>, xs: readonly S[], shift: S): readonly S[] =>
  xs.map((x) => a.apply(exp, a.subtract(x, shift)));

/** The maximum, and the sum of the exponentials of distances from it, of runs that are put together one after another. */
function inRuns<S>(a: Arithmetic<S>, xs: readonly S[], size: number): { readonly most: S; readonly total: S } {
  const runs = chunks(
    [...xs, ...Array<S>((size - (xs.length % size)) % size).fill(a.of(Number.NEGATIVE_INFINITY))],
    size,
  );
  // a run of nothing but -∞ adds nothing
  const least = a.of(Number.NEGATIVE_INFINITY);
  const distance = (x: S, y: S) => a.select(a.equal(y, least), a.of(0), a.subtract(x, y));
  return runs
    .map((run) => {
      const most = largest(a, run);
      return { most, total: a.sum(run.map((x) => a.apply(exp, distance(x, most)))) };
    })
    .reduce((one, other) => {
      const most = a.maximum(one.most, other.most);
      const scaled = ({ most: own, total }: typeof one) => a.multiply(total, a.apply(exp, distance(own, most)));
      return { most, total: a.add(scaled(one), scaled(other)) };
    });
}

const softmaxInRuns =
  (size: number): LineFormula =>
  (a, xs) => {
    const { most, total } = inRuns(a, xs, size);
    return powers(a, xs, most).map((power) => a.divide(power, total));
  };
const logSoftmaxInRuns =
  (size: number): LineFormula =>
  (a, xs) => {
    const { most, total } = inRuns(a, xs, size);
    const rest = a.apply(log, total);
    return xs.map((x) => a.subtract(a.subtract(x, most), rest));
  };

const unshifted: LineFormula = (a, xs) => {
  const all = xs.map((x) => a.apply(exp, x));
  const total = a.sum(all);
  return all.map((power) => a.divide(power, total));
};
const unshiftedLog: LineFormula = (a, xs) => {
  const total = a.apply(log, a.sum(xs.map((x) => a.apply(exp, x))));
  return xs.map((x) => a.subtract(x, total));
};

/** Correct kernels of softmax, as runtimes have them. */
export const softmaxVariants: readonly Candidate[] = [
  everyLine('Softmax', 'in one pass', softmaxInRuns(1)),
  everyLine('Softmax', 'in one pass over runs of 4', softmaxInRuns(4)),
  everyLine('Softmax', 'in one pass over runs of 64, in the next wider type', softmaxInRuns(64), wider),
  everyLine('Softmax', 'by powers of two', (a, xs) => {
    const most = largest(a, xs);
    const all = xs.map((x) => a.apply(exp2, a.multiply(a.subtract(x, most), a.from(a.of(Math.LOG2E)))));
    const total = a.sum(all);
    return all.map((power) => a.divide(power, total));
  }),
  everyLine('Softmax', 'without a shift', unshifted),
  everyLine('Softmax', 'without a shift, in the next wider type', unshifted, wider),
  everyLine('Softmax', 'without a shift, times the reciprocal', (a, xs) => {
    const all = xs.map((x) => a.apply(exp, x));
    const reciprocal = a.divide(a.of(1), a.sum(all));
    return all.map((power) => a.multiply(power, reciprocal));
  }),
  everyLine('Softmax', 'as the exponential of LogSoftmax', (a, xs) => {
    const most = largest(a, xs);
    const total = a.apply(log, a.sum(powers(a, xs, most)));
    return xs.map((x) => a.apply(exp, a.subtract(a.subtract(x, most), total)));
  }),
  everyLine('LogSoftmax', 'in one pass', logSoftmaxInRuns(1)),
  everyLine('LogSoftmax', 'in one pass over runs of 4', logSoftmaxInRuns(4)),
  everyLine('LogSoftmax', 'in one pass over runs of 64, in the next wider type', logSoftmaxInRuns(64), wider),
  everyLine('LogSoftmax', 'less maximum and logarithm together', (a, xs) => {
    const most = largest(a, xs);
    const all = a.add(a.apply(log, a.sum(powers(a, xs, most))), most);
    return xs.map((x) => a.subtract(x, all));
  }),
  everyLine('LogSoftmax', 'without a shift', unshiftedLog),
  everyLine('LogSoftmax', 'without a shift, in the next wider type', unshiftedLog, wider),
  everyLine(
    'LogSoftmax',
    'as the logarithm of Softmax, in the next wider type',
    (a, xs) => {
      const all = powers(a, xs, largest(a, xs));
      const total = a.sum(all);
      return all.map((power) => a.apply(log, a.divide(power, total)));
    },
    wider,
  ),
  everyLine('Hardmax', 'as x = max x, which is false throughout a row with NaN', (a, xs) =>
    firstEqual(a, xs, largest(a, xs)),
  ),
  everyLine('Hardmax', 'by comparisons that start at -Infinity', (a, xs) => {
    const least = a.of(Number.NEGATIVE_INFINITY);
    const numbers = xs.map((x) => a.select(a.isNaN(x), least, x));
    return firstEqual(a, numbers, largest(a, numbers));
  }),
  everyLine('Hardmax', 'by comparing each element with the best before it', (a, xs) => {
    let best = xs[0] ?? a.of(0);
    let place = a.of(0);
    xs.forEach((x, i) => {
      const isMore = a.less(best, x);
      best = a.select(isMore, x, best);
      place = a.select(isMore, a.of(i), place);
    });
    return xs.map((_, i) => a.equal(place, a.of(i)));
  }),
  everyLine('Hardmax', 'as x = the maximum, compared with the best before it', (a, xs) =>
    firstEqual(
      a,
      xs,
      xs.reduce((best, x) => a.select(a.less(best, x), x, best)),
    ),
  ),
];

function firstEqual<S>(a: Arithmetic<S>, xs: readonly S[], most: S): readonly S[] {
  let found = a.of(0);
  return xs.map((x) => {
    const one = a.select(found, a.of(0), a.equal(x, most));
    found = a.select(found, found, one);
    return one;
  });
}
