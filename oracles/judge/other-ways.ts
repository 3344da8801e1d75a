import type { Evaluate } from '../spec/node.ts';
import type { Alternative } from './evaluated-outputs.ts';
import { type Observation, observe } from './policy.ts';

/** Returns evaluations of the same value by other formulas as alternatives: an answer that only they give is reported as a choice. */
const otherWays = (choice: Observation, evaluations: readonly Evaluate[]): readonly Alternative[] =>
  evaluations.map((evaluate) => ({ choices: [choice], otherwise: [], isSameValue: true, evaluate }));

export const digitsLost = observe('cancelled-digits', 'lost');

/** Returns forms of a formula that cancel digits as alternatives: their results may exceed the accuracy of the other forms. */
export const cancellingForms = (forms: readonly Evaluate[]): readonly Alternative[] =>
  otherWays(digitsLost, forms).map((form) => ({ ...form, isForm: true }));

/** Returns evaluations whose partial results leave the range wherever possible as alternatives. */
export const overflowing = (...evaluations: readonly Evaluate[]): readonly Alternative[] =>
  otherWays(observe('intermediate-range', 'overflows'), evaluations);
