import { axesFaults } from './faults/axes.ts';
import { choiceFaults } from './faults/choices.ts';
import { floatFaults } from './faults/floats.ts';
import { indexingFaults } from './faults/indexing.ts';
import { integerFaults } from './faults/integers.ts';
import { shapeFaults } from './faults/shapes.ts';
import { stateFaults } from './faults/state.ts';
import type { Mutant } from './mutant.ts';

/**
 * Every faulty implementation. Left out are published bugs that the specification does not forbid (an accumulator as
 * narrow as the type, squares that overflow it, wrapping integers), and those that show only beyond the sizes of the
 * suite (counts above 65520, indices above 2^28).
 */
export const mutants: readonly Mutant[] = [
  ...axesFaults,
  ...choiceFaults,
  ...shapeFaults,
  ...indexingFaults,
  ...floatFaults,
  ...integerFaults,
  ...stateFaults,
];
