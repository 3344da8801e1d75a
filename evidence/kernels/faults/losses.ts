import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { Node } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode, type onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { ofEach, ofEpsilon, ofMoments } from './normalizations.ts';

type Alter = NonNullable<Mutant['alter']>;

const { 'what is left after blocks of 8 is not added': withoutTail, 'sums are kept in bfloat16': inShort } = ofMoments;
const { 'float64 goes through float32': narrowed } = ofEpsilon;

const isMean = (node: Node<unknown>): boolean => node.string('reduction') === 'mean';

/** The loss changed, but not the second output with the logarithms. */
const onLoss =
  (change: Parameters<typeof onOutputs>[0]): Alter =>
  (correct) =>
  (a, node) =>
    correct(a, node).map((output, i) => (i === 0 ? change(output, a, node) : output));

/** How many samples there are, and how many of them are not ignored. */
function counted(node: Node<unknown>): { readonly all: number; readonly taken: number } {
  const labels = node.integers(1);
  const ignored = node.has('ignore_index') ? node.number('ignore_index') : undefined;
  return { all: labels.length, taken: labels.filter((label) => label !== ignored).length };
}

/** The node with other classes. */
const withLabels = (change: (label: number, node: Node<unknown>) => number): Alter =>
  onNode((node) => {
    const labels = node.input(1);
    const data = node.integers(1).map((label) => change(label, node as Node<unknown>));
    const tensor = { ...labels.tensor!, dtype: 'int32' as const, data: Int32Array.from(data) };
    return { inputs: [node.input(0), { ...labels, tensor }, ...node.inputs.slice(2)] };
  });

const isIgnored = (label: number, node: Node<unknown>): boolean =>
  node.has('ignore_index') && node.number('ignore_index') === label;

/** Faults of kernels that make a loss of the classes that are meant. */
export const lossFaults: readonly Mutant[] = [
  ...ofEach(['NegativeLogLikelihoodLoss', 'SoftmaxCrossEntropyLoss'], {
    'what is left after blocks of 8 is not added': withoutTail,
    'sums are kept in bfloat16': inShort,
    'float64 goes through float32': narrowed,
    'a mean counts the samples that are ignored': [
      'the number of samples in place of the weights',
      onLoss((loss, a, node) => {
        const { all, taken } = counted(node as Node<unknown>);
        if (!isMean(node as Node<unknown>) || node.inputs[2]) return loss;
        return eachOf(loss, (x) => a.multiply(x, a.divide(a.of(taken), a.of(all))));
      }),
    ],
    'a mean is over the number of samples, not their weights': [
      'weights that are not added up',
      onLoss((loss, a, node) => {
        const weights = node.inputs[2];
        if (!isMean(node as Node<unknown>) || !weights) return loss;
        const { taken } = counted(node as Node<unknown>);
        const labels = node.integers(1).filter((label) => !isIgnored(label, node as Node<unknown>));
        const total = a.sum(labels.map((label) => weights.at(label)));
        return eachOf(loss, (x) => a.divide(a.multiply(x, total), a.of(taken)));
      }),
    ],
    'a mean is over all weights': [
      'weights of classes in place of those of samples',
      onLoss((loss, a, node) => {
        const weights = node.inputs[2];
        if (!isMean(node as Node<unknown>) || !weights) return loss;
        const labels = node.integers(1).filter((label) => !isIgnored(label, node as Node<unknown>));
        const applied = a.sum(labels.map((label) => weights.at(label)));
        const every = a.sum(Array.from({ length: weights.dims[0]! }, (_, i) => weights.at(i)));
        return eachOf(loss, (x) => a.divide(a.multiply(x, applied), every));
      }),
    ],
    'a mean is a sum': ['a reduction that is forgotten', onNode(reductionAs('mean', 'sum'))],
    'a sum is a mean': ['another default', onNode(reductionAs('sum', 'mean'))],
    'the default is a sum': [
      'another default',
      onNode((node) => ('reduction' in node.attributes ? {} : reduced(node, 'sum'))),
    ],
    'the sign is missing': ['a likelihood that is not negative', onLoss((loss, a) => eachOf(loss, (x) => a.negate(x)))],
    'weights are left out': ['inputs that are not read', onNode((node) => ({ inputs: node.inputs.slice(0, 2) }))],
    'ignore_index is ignored where it is not the number of a class': [
      'a class out of range that is taken for the last',
      (correct) => (a, node) => {
        const isNone =
          node.has('ignore_index') &&
          !(node.number('ignore_index') >= 0 && node.number('ignore_index') < node.input(0).dims[1]!);
        if (!isNone) return correct(a, node);
        const { ignore_index: _, ...attributes } = node.attributes;
        const shown = withLabels((label, own) => (isIgnored(label, own) ? 0 : label));
        return shown((b, inner) => correct(b, new Node(inner.version, attributes, inner.inputs, inner.outputs)))(
          a,
          node,
        );
      },
    ],
    'only -100 is ignored': [
      'the default of PyTorch',
      (correct) => (a, node) => {
        if (!node.has('ignore_index') || node.number('ignore_index') < 0) return correct(a, node);
        const { ignore_index: given, ...attributes } = node.attributes;
        const isClass = Number(given!.value) < node.input(0).dims[1]!;
        return correct(a, isClass ? new Node(node.version, attributes, node.inputs, node.outputs) : node);
      },
    ],
    'classes count from 1': [
      'an index that is off by one',
      withLabels((label, node) => (isIgnored(label, node) ? label : Math.max(0, label - 1))),
    ],
    'the first class is taken for all': [
      'a stride of 0',
      withLabels((label, node) => (isIgnored(label, node) ? label : 0)),
    ],
    'an ignored sample of NaN makes NaN': [
      '0 times NaN',
      onLoss((loss, a, node) => {
        const x = node.input(0);
        const isAny = node.has('ignore_index');
        const all = a.sum(Array.from({ length: elementCount(x.dims) }, (_, i) => a.multiply(x.at(i), a.of(0))));
        return isAny ? eachOf(loss, (one) => a.add(one, all)) : loss;
      }),
    ],
    'losses of none come as a list': [
      'places after the classes in another order',
      onLoss((loss) => {
        const rest = elementCount(loss.dims.slice(1));
        if (loss.dims.length < 2) return loss;
        return eachOf(loss, (_, i) => loss.at(i - (i % rest) + (rest - 1 - (i % rest))));
      }),
    ],
  }),
  ...ofEach(['SoftmaxCrossEntropyLoss'], {
    'log_prob has probabilities': [
      'a logarithm that is taken later',
      (correct) => (a, node) =>
        correct(a, node).map((output, i) => (i === 1 ? eachOf(output, (x) => a.add(x, a.of(1))) : output)),
    ],
    'no maximum is subtracted, and what overflows is cut off': [
      'exponentials that are clamped',
      inArithmetic((a) => ({ subtract: (x, y) => a.maximum(a.subtract(x, y), a.of(-8)) })),
    ],
    'the logarithm of a little more is taken': [
      'an epsilon against -Infinity',
      inArithmetic((a) => ({ apply: (f, x) => (f.name === 'log' ? a.apply(f, a.add(x, a.of(1e-2))) : a.apply(f, x)) })),
    ],
  }),
];

function reduced<S>({ attributes }: Node<S>, value: string) {
  return { attributes: { ...attributes, reduction: { type: 'STRING' as const, value } } };
}

function reductionAs(from: string, to: string) {
  return <S>(node: Node<S>) => (node.string('reduction') === from ? reduced(node, to) : {});
}
