import { axesFaults } from './faults/axes.ts';
import { choiceFaults } from './faults/choices.ts';
import { floatFaults } from './faults/floats.ts';
import { indexingFaults } from './faults/indexing.ts';
import { integerFaults } from './faults/integers.ts';
import { shapeFaults } from './faults/shapes.ts';
import { stateFaults } from './faults/state.ts';
import type { Mutant } from './mutant.ts';

/**
 * Every faulty implementation, by kind. Left out are published bugs that the specification does not forbid (an accumulator as
 * narrow as the type, squares that overflow it, wrapping integers), and those that show only beyond the sizes of the
 * suite (counts above 65520, indices above 2^28).
 */
export const kinds: Readonly<Record<string, readonly Mutant[]>> = {
  'Which axes are reduced': axesFaults,
  'Shapes, rank 0, empty sets, nothing to reduce': shapeFaults,
  'Choices that contradict each other': choiceFaults,
  'Which elements are visited': indexingFaults,
  'Arithmetic of floats': floatFaults,
  'Integers, and types of outputs': integerFaults,
  'What is kept from one run to the next': stateFaults,
};

export const mutants: readonly Mutant[] = Object.values(kinds).flat();
