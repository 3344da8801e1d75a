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
