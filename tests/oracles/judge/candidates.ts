import { expect } from 'vitest';
import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { exp, log } from '../../../oracles/arithmetic/functions.ts';
import { acceptInteger } from '../../../oracles/judge/integer-acceptance.ts';
import {
  candidatesOf,
  type IntegerCandidate,
  type IntegerElement,
  type IntegerPolicies,
} from '../../../oracles/judge/integer-candidates.ts';
import { findPolicy } from '../../../oracles/judge/policy.ts';
import { formatOf, type IntegerFormat, integerRange } from '../../../oracles/numerics/dtype.ts';

/** A kernel of integers, with what is left open of it. */
export interface Example extends Omit<IntegerPolicies, 'inFloats'> {
  readonly kernel: <S>(a: Arithmetic<S>, xs: readonly S[], format: IntegerFormat) => S;
  readonly inFloats?: true;
}

// kernels with the roundings and float types that their operators admit, and some that none has
export const total: Example = { kernel: (a, xs) => a.sum(xs) };
export const energy: Example = { kernel: (a, xs) => a.dot(xs, xs) };
export const average: Example = {
  kernel: (a, xs) => a.divide(a.sum(xs), a.of(xs.length)),
  roundings: ['truncate', 'floor', 'nearest-even'],
  through: ['float64'],
};
export const length: Example = {
  kernel: (a, xs) => a.sqrt(a.dot(xs, xs)),
  roundings: ['truncate', 'nearest-even'],
  through: ['float64', 'float32'],
};
export const product: Example = { kernel: (a, xs) => a.product(xs) };
export const greatest: Example = {
  kernel: (a, xs, format) => xs.reduce((x, y) => a.maximum(x, y), a.of(integerRange(format).min)),
};
export const least: Example = {
  kernel: (a, xs, format) => xs.reduce((x, y) => a.minimum(x, y), a.of(integerRange(format).max)),
};
export const logarithm: Example = {
  kernel: (a, xs) => a.apply(log, a.sum(xs)),
  through: ['float64'],
  inFloats: true,
};
export const inFloat64: Example = { ...total, through: ['float64'] };
export const root: Example = { ...total, kernel: (a, xs) => a.sqrt(a.sum(xs)) };
export const logSumExp: Example = {
  kernel: (a, xs) => a.apply(log, a.sum(xs.map((x) => a.apply(exp, x)))),
  through: ['float64'],
  inFloats: true,
};
export const M = 2n ** 63n - 1n;

export type IntegerName = 'int8' | 'uint8' | 'uint32' | 'int64';

function elementOf({ kernel }: Example, xs: readonly bigint[], format: IntegerFormat): IntegerElement {
  const at = <S>(a: Arithmetic<S>): S =>
    kernel(
      a,
      xs.map((x) => a.of(x)),
      format,
    );
  return { at, converted: at };
}

function policiesOf({ kernel: _, inFloats, ...policies }: Example): IntegerPolicies {
  return { ...policies, ...(inFloats && { inFloats: [] }) };
}

/** What may come out, as text. */
export function candidates(example: Example, name: IntegerName, xs: readonly bigint[]): string[] {
  const format = { ...formatOf(name) };
  return candidatesOf(elementOf(example, xs, format), policiesOf(example), format).map(shown);
}

/** The acceptance of what comes out. */
export function acceptanceOf(example: Example, name: IntegerName, xs: readonly bigint[]) {
  const format = { ...formatOf(name) };
  const inSteps = { ...elementOf(example, xs, format), policies: policiesOf(example) };
  return acceptInteger({ exact: () => Number.NaN, alternatives: [] }, format, inSteps);
}

/** `value choices`, with an exclamation mark where integers throughout give it */
function shown({ lo, hi, anything, exact, choices }: IntegerCandidate): string {
  for (const { policy, choice } of choices) expect(findPolicy(policy)?.choices).toHaveProperty(choice);
  const value = anything ? 'anything' : lo === hi ? `${lo}` : `${lo}…${hi}`;
  return `${value}${exact ? '!' : ''} ${choices.map(({ choice }) => choice).join(' ')}`.trim();
}
