import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { Node, type NodeValues } from '../../../oracles/spec/node.ts';
import { eachOf, onNode, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { ofEach, withNumber } from './normalizations.ts';

/** Outputs of training changed one by one; the first is what is normalized. */
const inTraining =
  (change: Parameters<typeof onOutputs>[0], index: number): NonNullable<Mutant['alter']> =>
  (correct) =>
  (a, node) =>
    correct(a, node).map((output, i, all) => (all.length > 1 && i === index ? change(output, a, node) : output));

/** Faults of BatchNormalization alone. */
export const batchNormalizationFaults: readonly Mutant[] = ofEach(['BatchNormalization'], {
  'in training the given statistics are used': [
    'kernels for inference alone',
    (correct) => (a, node) => {
      const mode = node.has('training_mode') ? { training_mode: 0 } : { is_test: 1 };
      const declared = node.version.attributes.map(({ name }) => name);
      const set = Object.entries(mode).filter(([name]) => declared.includes(name));
      const attributes = Object.fromEntries(set.map(([name, value]) => [name, { type: 'INT' as const, value }]));
      const [y] = correct(a, new Node(node.version, { ...node.attributes, ...attributes }, node.inputs, 1));
      return [y!, ...correct(a, node).slice(1)];
    },
  ],
  'without training the statistics of the data have a share': [
    'onnx.reference 1.23.1',
    (correct) =>
      <S>(a: Arithmetic<S>, node: Node<S>) => {
        const [right] = correct(a, node);
        if (node.outputs > 1 || node.version.since < 9 || node.version.since > 13)
          return [right!, ...correct(a, node).slice(1)];
        const [, mean, variance] = correct(a, new Node(node.version, node.attributes, node.inputs, 5));
        const [x, scale, shift] = node.inputs;
        const input = (from: NodeValues<S> | undefined) => eachOf<S, NodeValues<S>>(from!, (one) => one);
        return correct(
          a,
          new Node(node.version, node.attributes, [x!, scale!, shift!, input(mean), input(variance)], 1),
        );
      },
  ],
  'momentum weighs what is current': ['the momentum of PyTorch', withNumber('momentum', (value) => 1 - value)],
  'the default of momentum is 0.99': [
    'the default of Keras',
    withNumber('momentum', (value, isGiven) => (isGiven ? value : 0.99)),
  ],
  'the running mean stays as it was': [
    'updates that are left out',
    inTraining((output, _, node) => eachOf(output, (_x, index) => node.input(3).at(index)), 1),
  ],
  'the running variance stays as it was': [
    'updates that are left out',
    inTraining((output, _, node) => eachOf(output, (_x, index) => node.input(4).at(index)), 2),
  ],
  'the running variance is a deviation': [
    'a root too many',
    inTraining((output, a) => eachOf(output, (x) => a.sqrt(x)), 2),
  ],
  'the saved mean is the running one': [
    'one buffer for both',
    (correct) => (a, node) => {
      const all = correct(a, node);
      return all.map((output, i) => (i === 3 ? all[1]! : output));
    },
  ],
  'mean and variance change places': [
    'inputs in another order',
    onNode(({ inputs: [x, scale, shift, mean, variance] }) => ({ inputs: [x!, scale!, shift!, variance!, mean!] })),
  ],
  'the variance is taken for the deviation': [
    'statistics of another convention',
    onNode(({ inputs: [x, scale, shift, mean, variance] }, a) => ({
      inputs: [x!, scale!, shift!, mean!, eachOf(variance!, (one) => a.multiply(one, one))],
    })),
  ],
  'a negative variance is taken for 0': [
    'clamps that hide NaN',
    onNode(({ inputs: [x, scale, shift, mean, variance] }, a) => ({
      inputs: [x!, scale!, shift!, mean!, eachOf(variance!, (one) => a.maximum(one, a.of(0)))],
    })),
  ],
  'a mean of float64 loses digits if the data are float32': [
    'parameters in the type of the data of another operator',
    onNode(({ inputs: [x, scale, shift, mean, variance] }, a) => ({
      inputs: [
        x!,
        scale!,
        shift!,
        mean!.dtype === x!.dtype ? mean! : eachOf(mean!, (one) => a.round(one, 'bfloat16')),
        variance!,
      ],
    })),
  ],
  'the channels are the last dimension': [
    'data in NHWC',
    onOutputs((output, a, node) => {
      const { dims } = node.input(0);
      if (dims.length < 3 || dims[1] !== dims.at(-1) || output.dims.length !== dims.length) return output;
      const shift = node.input(2);
      const inner = dims.slice(2).reduce((product, size) => product * size, 1);
      const channels = dims[1]!;
      return eachOf(output, (y, index) =>
        a.add(a.subtract(y, shift.at(Math.floor(index / inner) % channels)), shift.at(index % channels)),
      );
    }),
  ],
});
