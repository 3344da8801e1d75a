import { exp } from '../../../oracles/arithmetic/functions.ts';
import { lineByLine } from '../../../oracles/operators/softmax/lines.ts';
import { Node } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';

const set = (attributes: Node<unknown>['attributes'], name: string, value: number) => ({
  attributes: { ...attributes, [name]: { type: 'INT' as const, value } },
});

/** Faults of kernels that go along an axis. */
export const lineFaults: readonly Mutant[] = [
  {
    name: 'Softmax: the maximum is looked for from 0 on',
    source: ['CANDLE-4eeaf20'],
    operators: ['Softmax'],
    alter: () =>
      lineByLine((a, xs) => {
        const most = xs.reduce(a.maximum, a.of(0));
        const powers = xs.map((x) => a.apply(exp, a.subtract(x, most)));
        return powers.map((power) => a.divide(power, a.sum(powers)));
      }),
  },
  {
    name: 'Softmax: what is left after blocks of 8 is not added',
    source: ['unrolled loops without a tail'],
    operators: ['Softmax'],
    alter: inArithmetic((a) => ({
      sum: (xs) => a.sum(xs.length < 8 ? xs : xs.slice(0, xs.length - (xs.length % 8))),
    })),
  },
  {
    name: 'Softmax: one axis at every version',
    source: ['ORT-25402', 'onnx.reference 1.23.1'],
    operators: ['Softmax'],
    alter: (correct) => (a, node) => {
      const version = { ...node.version, since: Math.max(13, node.version.since) };
      return correct(a, new Node(version, node.attributes, node.inputs, node.outputs));
    },
  },
  {
    name: 'Softmax: the default axis is 0',
    source: ['RTEN-b19a9ed'],
    operators: ['Softmax'],
    alter: onNode(({ attributes }) => ('axis' in attributes ? {} : set(attributes, 'axis', 0))),
  },
  {
    name: 'Softmax: NaN is not seen where the maximum is looked for, and becomes 0',
    source: ['comparisons that are false with NaN'],
    operators: ['Softmax'],
    alter: onNode(({ inputs: [x] }, a) => ({
      inputs: [eachOf(x!, (one) => a.select(a.isNaN(one), a.of(Number.NEGATIVE_INFINITY), one))],
    })),
  },
  {
    name: 'Softmax: exponentials of less than -10 are 0',
    source: ['tables of exponentials that end early'],
    operators: ['Softmax'],
    alter: inArithmetic((a) => ({
      apply: (f, x) => a.select(a.less(x, a.of(-10)), a.of(0), a.apply(f, x)),
    })),
  },
  {
    name: 'CumSum: reverse is not looked at',
    source: ['TRT-4513'],
    operators: ['CumProd', 'CumSum'],
    alter: onNode(({ attributes }) => set(attributes, 'reverse', 0)),
  },
  {
    name: 'CumSum: an exclusive sum is the sum less the element',
    source: ['one kernel for both kinds'],
    operators: ['CumSum'],
    alter: (correct) => (a, node) => {
      const [sums] = correct(
        a,
        new Node(node.version, set(node.attributes, 'exclusive', 0).attributes, node.inputs, 1),
      );
      if (node.number('exclusive') === 0) return [sums!];
      return [eachOf(sums!, (sum, index) => a.subtract(sum, node.input(0).at(index)))];
    },
  },
  {
    name: 'CumSum: sums begin anew after 16 elements',
    source: ['blocks of a parallel scan whose carry is lost'],
    operators: ['CumSum'],
    alter: inArithmetic((a) => ({ sum: (xs) => a.sum(xs.slice(xs.length > 16 ? 16 : 0)) })),
  },
  {
    name: 'CumSum: the last axis whatever axis says',
    source: ['kernels for rows'],
    operators: ['CumProd', 'CumSum'],
    alter: onNode(({ inputs: [x, axis] }) => ({
      inputs: [
        x!,
        { ...axis!, tensor: { ...axis!.tensor!, data: new Int32Array([x!.dims.length - 1]), dtype: 'int32' as const } },
      ],
    })),
  },
  {
    name: 'CumSum: reversed and exclusive sums leave out the wrong end',
    source: ['offsets of one that do not know the direction'],
    operators: ['CumProd', 'CumSum'],
    alter: onOutputs((output, _, node) => {
      if (node.number('exclusive') === 0 || node.number('reverse') === 0) return output;
      const last = output.dims.at(-1)!;
      return eachOf(output, (x, index) => (index % last > 0 ? output.at(index - 1) : x));
    }),
  },
  {
    name: 'CumProd: products begin with 0',
    source: ['an accumulator of sums'],
    operators: ['CumProd'],
    alter: inArithmetic((a) => ({ product: (xs) => (xs.length === 0 ? a.of(0) : a.product(xs)) })),
  },
  {
    name: 'CumProd: elements are added',
    source: ['one kernel for both'],
    operators: ['CumProd'],
    alter: inArithmetic((a) => ({ product: (xs) => a.sum(xs) })),
  },
  {
    name: 'CumProd: products begin anew after 16 elements',
    source: ['blocks of a parallel scan whose carry is lost'],
    operators: ['CumProd'],
    alter: inArithmetic((a) => ({ product: (xs) => a.product(xs.slice(xs.length > 16 ? 16 : 0)) })),
  },
];
