import { byOperator, familyOf } from '../derived.ts';
import { inNames, type NamedPlans } from '../named-calls.ts';
import { conv } from './convolution/conv.ts';

const operators: Readonly<Record<string, NamedPlans>> = {
  Conv: conv,
};

/** Sums of products of weights and what lies under them: small integers, of which no order rounds, where nothing else is said. */
export const convolutionFamily = familyOf(
  byOperator(Object.fromEntries(Object.entries(operators).map(([name, own]) => [name, inNames(() => 'small', own)]))),
);
