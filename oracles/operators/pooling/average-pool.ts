import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import type { Node } from '../../spec/node.ts';
import { globalPoolOperator, windowPoolOperator } from './pooling.ts';

type Average = <S>(a: Arithmetic<S>, xs: readonly S[], divisor: S) => S;

const quotient: Average = (a, xs, n) => a.divide(a.sum(xs), n);
const otherWays: readonly Average[] = [
  (a, xs, n) => a.multiply(a.sum(xs), a.divide(a.of(1), n)),
  (a, xs, n) => a.sum(xs.map((x) => a.divide(x, n))),
  // equal weights
  (a, xs, n) => {
    const weight = a.divide(a.of(1), n);
    return a.dot(
      xs,
      xs.map(() => weight),
    );
  },
];

const countsPadding = <S>(node: Node<S>): boolean => node.has('count_include_pad') && node.flag('count_include_pad');

const over =
  (average: Average) =>
  <S>(a: Arithmetic<S>, xs: readonly S[], node: Node<S>, padded: number): S =>
    average(a, xs, a.of(countsPadding(node) ? padded : xs.length));

const mean = {
  definition: 'Σx / n',
  kernel: over(quotient),
  algorithms: otherWays.map(over),
  padding: 'Padding extends the data on both sides, and is not counted.',
};

/** AveragePool: the mean of each window, with or without its padding. */
export const averagePool = windowPoolOperator('AveragePool', {
  ...mean,
  padding: 'Padding extends the data on both sides, and adds nothing to a sum.',
});

/** GlobalAveragePool: the mean of each channel. */
export const globalAveragePool = globalPoolOperator('GlobalAveragePool', mean);
