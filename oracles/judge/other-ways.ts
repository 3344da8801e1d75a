import type { Evaluate } from '../spec/node.ts';
import type { Alternative } from './evaluated-outputs.ts';
import { type Observation, observe } from './policy.ts';

/** Evaluations of the same value in another way, each judged by itself: what only they give is reported as a choice. */
const otherWays = (choice: Observation, evaluations: readonly Evaluate[]): readonly Alternative[] =>
  evaluations.map((evaluate) => ({ choices: [choice], otherwise: [], isSameValue: true, evaluate }));

export const digitsLost = observe('cancelled-digits', 'lost');

/** Forms of a formula that cancel, and so may give what is beyond the accuracy of those that do not. */
export const cancellingForms = (forms: readonly Evaluate[]): readonly Alternative[] =>
  otherWays(digitsLost, forms).map((form) => ({ ...form, isForm: true }));

/** Evaluations whose partial results leave the range wherever they can. */
export const overflowing = (...evaluations: readonly Evaluate[]): readonly Alternative[] =>
  otherWays(observe('intermediate-range', 'overflows'), evaluations);
