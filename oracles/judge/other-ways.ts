import type { Evaluate } from '../spec/node.ts';
import type { Alternative } from './evaluated-outputs.ts';
import { type Observation, observe } from './policy.ts';

/** Returns alternatives that compute the same value by other formulas: an answer that only they give is reported as a choice. */
const otherWays = (choice: Observation, evaluations: readonly Evaluate[]): readonly Alternative[] =>
  evaluations.map((evaluate) => ({ choices: [choice], otherwise: [], isSameValue: true, evaluate }));

export const digitsLost = observe('cancelled-digits', 'lost');

/** Returns alternatives that are forms of a formula in which digits cancel: their errors may exceed the accuracy of other forms. */
export const cancellingForms = (forms: readonly Evaluate[]): readonly Alternative[] =>
  otherWays(digitsLost, forms).map((form) => ({ ...form, isForm: true }));

/** Returns alternatives whose partial results leave the range wherever possible. */
export const overflowingAlternatives = (...evaluations: readonly Evaluate[]): readonly Alternative[] =>
  otherWays(observe('intermediate-range', 'overflows'), evaluations);
