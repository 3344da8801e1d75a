import type { Evaluate } from '../node.ts';
import type { Alternative } from './computed.ts';
import { observe } from './policy.ts';

export const digitsLost = observe('cancelled-digits', 'lost');

/** Forms of a formula that cancel: what they give beyond the accuracy of those that do not is reported as a choice. */
export const cancellingForms = (forms: readonly Evaluate[]): readonly Alternative[] =>
  forms.map((evaluate) => ({ choices: [digitsLost], otherwise: [], isOtherWay: true, isForm: true, evaluate }));
