import { boundsIn } from '../../../oracles/arithmetic/bounds-arithmetic.ts';
import { exactArithmetic } from '../../../oracles/arithmetic/exact.ts';
import type { ElementAcceptance } from '../../../oracles/judge/acceptance.ts';
import { acceptFloat } from '../../../oracles/judge/float-acceptance.ts';
import { type CandidateWithDefault, usualCandidate } from '../../../oracles/judge/infer-choices.ts';
import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import { roundToFloat } from '../../../oracles/numerics/rounding.ts';
import type { ReductionKernel } from '../../../oracles/operators/reduction/kernel.ts';
import { everyOrderIn } from './every-order.ts';

/**
 * A format small enough to try everything: p = 4, u = 1/16, subnormals are multiples of 1/64, η = 1/128, the largest
 * value is 15. A name it must have; that of float16 makes float32 its wider accumulator.
 */
export const toy: FloatFormat = {
  ...formatOf('float16'),
  bits: 8,
  precision: 4,
  minExponent: -6,
  maxExponent: 3,
};

export const u = 1 / 16;
export const eta = 1 / 128;

/** A double rounded once to the toy format. */
export function toyed(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  return roundToFloat(d.fromNumber(x), toy);
}

/** The finite values that are not negative, in ascending order, -0 left out. */
export const magnitudes: readonly number[] = [
  ...new Set(
    Array.from({ length: 8 }, (_, m) => m).flatMap((m) => [
      m / 64,
      ...[-3, -2, -1, 0, 1, 2, 3].map((e) => (1 + m / 8) * 2 ** e),
    ]),
  ),
].toSorted((a, b) => a - b);

/** All values of the format. */
export const values: readonly number[] = [
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  ...magnitudes.map((x) => -x).toReversed(),
  ...magnitudes,
  Number.POSITIVE_INFINITY,
];

/** Machine arithmetic in the toy format that follows every order of evaluation at once. */
export const everyOrder = everyOrderIn(toyed);

/** A definition over the terms of one element, and what else is admitted. */
export interface Definition {
  readonly kernel: ReductionKernel;
  readonly algorithms?: readonly ReductionKernel[];
  readonly alternatives?: readonly (CandidateWithDefault & {
    readonly kernel: ReductionKernel;
    readonly isDistinguishing?: (terms: readonly number[]) => boolean;
  })[];
}

/** The acceptance of what a definition makes of some terms. */
export function judgeOf(
  { kernel, algorithms = [], alternatives = [] }: Definition,
  xs: readonly number[],
  format = toy,
): ElementAcceptance {
  const exactly = (one: ReductionKernel, terms: readonly number[]) => (bits: number) =>
    one(exactArithmetic(bits), terms, 'float16');
  const within = (one: ReductionKernel) => (type: FloatFormat, least?: FloatFormat) =>
    one(boundsIn(type, least), xs, 'float16');
  const element = {
    exact: exactly(kernel, xs),
    bounds: within(kernel),
    algorithms: algorithms.map(within),
    stepwise: [],
    terms: { own: () => xs, ofMagnitudes: () => exactly(kernel, xs.map(Math.abs))(60) },
    cannotOverflow: () => false,
    usual: usualCandidate(alternatives),
    alternatives: alternatives.map((other) => ({
      ...other,
      exact: exactly(other.kernel, xs),
      bounds: within(other.kernel),
      algorithms: [],
    })),
  };
  return acceptFloat(element, format);
}
