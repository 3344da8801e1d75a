import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { machineIn } from '../../oracles/arithmetic/machine.ts';
import type { FloatFormat } from '../../oracles/numerics/dtype.ts';
import * as d from '../../oracles/numerics/dyadic.ts';
import { roundToFloat } from '../../oracles/numerics/rounding.ts';
import { operators } from '../../oracles/operators.ts';
import { inArithmetic } from './alter.ts';
import { computedCandidate, plain, type Style, wider } from './computed.ts';
import { missing } from './elementwise-variants.ts';
import type { Candidate } from './implementation.ts';
import {
  blocked,
  chunks,
  compensated,
  eightLanes,
  pairwise,
  type Summation,
  sequential,
  shuffled,
} from './summation.ts';

/** The operators whose floats are added up. */
export const summing: readonly string[] = operators
  .filter(
    ({ name, family }) =>
      ['contraction', 'convolution', 'loss', 'normalization', 'softmax'].includes(family) ||
      ['AveragePool', 'GlobalAveragePool', 'LpPool', 'GlobalLpPool'].includes(name),
  )
  .map(({ name }) => name)
  .filter((name) => name !== 'Hardmax');
const dividing = ['AveragePool', 'GlobalAveragePool', 'Softmax', 'SoftmaxCrossEntropyLoss'].concat(
  summing.filter((name) => name.endsWith('Normalization') || name.startsWith('NegativeLog')),
);

/** Sums and sums of products in another order. */
const inOrder = (summation: Summation, style = plain): Style => ({
  ...style,
  change(a) {
    const sum = (xs: readonly number[]) =>
      xs.length === 0 ? 0 : summation(xs, { name: 'sum', identity: 0, of: a.add }, [xs.length]);
    return { sum, dot: (xs, ys) => sum(xs.map((x, i) => a.multiply(x, ys[i]!))) };
  },
});

/** Of blocks whose size goes by the number of terms, the partial sums in turn or in pairs. */
const inBlocks =
  (join: Summation): Summation =>
  (terms, operation, extents) =>
    blocked([4, 8, 16, 64, 128][terms.length % 5]!, join)(terms, operation, extents);

/** Four parts of all terms, as of four threads; the last one is ready first. */
const split: Summation = (terms, operation, extents) =>
  sequential(
    chunks(padded(terms, 4), Math.ceil(terms.length / 4))
      .toReversed()
      .map((part) => sequential(part, operation, extents)),
    operation,
    extents,
  );

/** With zeros at the end, up to a multiple of a size. */
const padded = (terms: readonly number[], size: number): readonly number[] => [
  ...terms,
  ...Array<number>((size - (terms.length % size)) % size).fill(0),
];

/** x·y + z, rounded once. */
const multiplyAdd =
  (own: FloatFormat) =>
  (x: number, y: number, z: number): number => {
    const product = x * y;
    if (!Number.isFinite(product + z)) return machineIn(own).add(machineIn(own).multiply(x, y), z);
    const exact = d.add(d.multiply(d.fromNumber(x), d.fromNumber(y)), d.fromNumber(z));
    return exact === 0 ? product + z : roundToFloat(exact, own);
  };

/** Products are not rounded before they are added, in one accumulator or in several. */
const fusedIn = (lanes: number): Style => ({
  ...plain,
  change(a, own) {
    const fma = multiplyAdd(own);
    return {
      dot(xs, ys) {
        const sums = Array<number>(Math.min(lanes, xs.length)).fill(0);
        xs.forEach((x, i) => {
          sums[i % lanes] = i < lanes ? a.multiply(x, ys[i]!) : fma(x, ys[i]!, sums[i % lanes]!);
        });
        return a.sum(sums);
      },
    };
  },
});

/** Runs of 8 in the type, their sums in the next wider one. */
const widerJoin: Style = {
  ...plain,
  change(a, own) {
    const wide = machineIn(wider.format(own));
    const sum = (xs: readonly number[]) =>
      xs.length === 0 ? 0 : a.from(wide.sum(chunks(padded(xs, 8), 8).map((run) => a.sum(run))));
    return { sum, dot: (xs, ys) => sum(xs.map((x, i) => a.multiply(x, ys[i]!))) };
  },
};

/** Sums and sums of products in the next wider type, each stored in the type. */
const storedSums: Style = {
  ...plain,
  change(a, own) {
    const wide = machineIn(wider.format(own));
    return { sum: (xs) => a.from(wide.sum(xs)), dot: (xs, ys) => a.from(wide.dot(xs, ys)) };
  },
};

const everySum = (name: string, style: Style, own = summing): Candidate =>
  computedCandidate(`sums ${name}`, own, (evaluate) => evaluate, style);

const reciprocals = inArithmetic(<S>(a: Arithmetic<S>) => ({
  divide: (x: S, y: S) => a.multiply(x, a.divide(a.of(1), y)),
}));
const functions = ['Softmax', 'LogSoftmax', 'SoftmaxCrossEntropyLoss'];

/** Correct kernels of operators that add up, as runtimes have them: orders, accumulators, fused operations. */
export const sumVariants: readonly Candidate[] = [
  everySum('in eight lanes', inOrder(eightLanes)),
  everySum('of blocks, one after another', inOrder(inBlocks(sequential))),
  everySum('of blocks, in pairs', inOrder(inBlocks(pairwise))),
  everySum('of runs of four', inOrder(blocked(4))),
  everySum('in no order', inOrder(shuffled)),
  everySum('in four parts, the last first', inOrder(split)),
  everySum('compensated', inOrder(compensated)),
  everySum('with fused products', fusedIn(1)),
  everySum('with fused products in eight lanes', fusedIn(8)),
  everySum('of runs of 8, joined in the next wider type', widerJoin),
  everySum('in the next wider type, stored in the type', storedSums),
  everySum('pairwise in the next wider type', inOrder(pairwise, wider)),
  computedCandidate('sums times reciprocals', dividing, reciprocals, plain),
  everySum('with functions a unit above', missing(1), functions),
  everySum('with functions a unit below', missing(-1), functions),
];
