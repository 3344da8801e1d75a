import { eachOf, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';

/** Faults of kernels that draw at random. */
export const randomFaults: readonly Mutant[] = [
  {
    name: 'Dropout: what is kept is not scaled',
    source: ['scaling at inference, as in the first publications'],
    operators: ['Dropout'],
    alter: onOutputs((output, _, node) =>
      output.dtype === node.input(0).dtype ? eachOf(output, (_x, index) => node.input(0).at(index)) : output,
    ),
  },
  {
    name: 'Dropout: everything is dropped in training',
    source: ['draws that are all 0: a generator that was not seeded'],
    operators: ['Dropout'],
    alter: onOutputs((output, a, node) => {
      const mode = node.inputs[2]?.tensor;
      const isTraining = node.has('is_test')
        ? node.number('is_test') === 0
        : mode !== undefined && Number(mode.data[0]) === 1;
      const ratio = node.has('ratio') ? node.number('ratio') : Number(node.inputs[1]?.tensor?.data[0] ?? 0.5);
      return isTraining && ratio !== 0 ? eachOf(output, () => a.of(0)) : output;
    }),
  },
  {
    name: 'Dropout: the mask says what was dropped',
    source: ['masks of the other meaning'],
    operators: ['Dropout'],
    alter: onOutputs((output, a) => (output.dtype === 'bool' ? eachOf(output, (x) => a.subtract(a.of(1), x)) : output)),
  },
  {
    name: 'Dropout: every second element is dropped outside of training, too',
    source: ['a flag of training that is not looked at'],
    operators: ['Dropout'],
    alter: onOutputs((output, a, node) =>
      output.dtype === node.input(0).dtype ? eachOf(output, (x, index) => (index % 2 === 1 ? a.of(0) : x)) : output,
    ),
  },
];
