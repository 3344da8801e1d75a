import { exp } from '../../../oracles/arithmetic/functions.ts';
import { alignedLeft, eachOf, onNode, onOutputs, withoutTail } from '../alter.ts';
import type { Mutant } from '../mutant.ts';

const every = ['Add', 'Neg', 'Sigmoid', 'Where'];
const computed = ['Add', 'Neg', 'Sigmoid'];
const several = ['Add', 'Where'];

/** Faults of kernels that go over elements. */
export const elementwiseFaults: readonly Mutant[] = [
  {
    name: 'elements: the tail after the last multiple of 8 is left out',
    source: ['vector loops without a tail'],
    operators: every,
    alter: withoutTail,
  },
  {
    name: 'elements: NaN becomes 0',
    source: ['maximum with 0 by a comparison'],
    operators: computed,
    alter: onOutputs((output, a) => eachOf(output, (x) => a.select(a.isNaN(x), a.of(0), x))),
  },
  {
    name: 'elements: an infinity becomes the largest finite number of float32',
    source: ['clamping before storing'],
    operators: ['Add', 'Neg'],
    alter: onOutputs((output, a) =>
      eachOf(output, (x) => a.minimum(a.maximum(x, a.of(-3.4028234663852886e38)), a.of(3.4028234663852886e38))),
    ),
  },
  {
    name: 'elements: -0 is lost',
    source: ['adding 0 to results'],
    operators: ['Neg'],
    alter: onOutputs((output, a) => eachOf(output, (x) => a.add(x, a.of(0)))),
  },
  {
    name: 'elements: the shorter operand is walked as if it began at the first dimension',
    source: ['broadcasting aligned at the left'],
    operators: several,
    alter: alignedLeft,
  },
  {
    name: 'Sigmoid is computed as exp(x) / (1 + exp(x))',
    source: ['the formula without a branch for positive arguments'],
    operators: ['Sigmoid'],
    alter:
      () =>
      (a, { inputs: [x] }) => [
        eachOf(x!, (one) => {
          const power = a.apply(exp, one);
          return a.divide(power, a.add(a.of(1), power));
        }),
      ],
  },
  {
    name: 'Where: the branches are swapped where the condition is a constant',
    source: ['constant folding'],
    operators: ['Where'],
    alter: onNode(({ inputs: [condition, x, y] }) => ({
      inputs: condition!.dims.length === 0 ? [condition!, y!, x!] : [condition!, x!, y!],
    })),
  },
  {
    name: 'Where: of two scalars the first for all',
    source: ['kernels by which of the branches is a scalar'],
    operators: ['Where'],
    alter: onNode(({ inputs: [condition, x, y] }) => ({
      inputs: x!.dims.length + y!.dims.length === 0 ? [condition!, x!, x!] : [condition!, x!, y!],
    })),
  },
];
