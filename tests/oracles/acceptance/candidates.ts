import { expect } from 'vitest';
import type { Candidate, IntegerDefinition } from '../../../oracles/acceptance/integer-candidates.ts';
import { findPolicy } from '../../../oracles/acceptance/policy.ts';
import type { Kernel } from '../../../oracles/numerics/arithmetic.ts';

// kernels with the roundings and float types that their operators admit, and some that none has
const sum: Kernel = (a, xs) => a.sum(xs);
const squares: Kernel = (a, xs) => a.sum(a.square(xs));
const mean: Kernel = (a, xs) => a.divide(a.sum(xs), a.count(xs));
const norm: Kernel = (a, xs) => a.sqrt(a.sum(a.square(xs)));
export const total: IntegerDefinition = { kernel: sum, roundings: [], through: [] };
export const energy: IntegerDefinition = { kernel: squares, roundings: [], through: [] };
export const average: IntegerDefinition = {
  kernel: mean,
  roundings: ['truncate', 'floor', 'nearest-even'],
  through: ['float64'],
};
export const length: IntegerDefinition = {
  kernel: norm,
  roundings: ['truncate', 'nearest-even'],
  through: ['float64', 'float32'],
};
export const product: IntegerDefinition = { kernel: (a, xs) => a.product(xs), roundings: [], through: [] };
export const greatest: IntegerDefinition = { kernel: (a, xs) => a.maximum(xs), roundings: [], through: [] };
export const least: IntegerDefinition = { kernel: (a, xs) => a.minimum(xs), roundings: [], through: [] };
const log: Kernel = (a, xs) => a.log(a.sum(xs));
export const logarithm: IntegerDefinition = { kernel: log, roundings: [], through: ['float64'], inFloats: [log] };
export const inFloat64: IntegerDefinition = { ...total, through: ['float64'] };
export const root: IntegerDefinition = { ...total, kernel: (a, xs) => a.sqrt(a.sum(xs)) };
const exponentials: Kernel = (a, xs) => a.log(a.sum(a.exp(xs)));
export const logSumExp: IntegerDefinition = {
  kernel: exponentials,
  roundings: [],
  through: ['float64'],
  inFloats: [exponentials],
};
export const M = 2n ** 63n - 1n;

/** `value choices`, with an exclamation mark where integers throughout give it */
export function shown({ lo, hi, anything, exact, choices }: Candidate): string {
  for (const { policy, choice } of choices) expect(findPolicy(policy)?.choices).toHaveProperty(choice);
  const value = anything ? 'anything' : lo === hi ? `${lo}` : `${lo}…${hi}`;
  return `${value}${exact ? '!' : ''} ${choices.map(({ choice }) => choice).join(' ')}`.trim();
}
