import { cancellingForms } from '../../acceptance/cancellation.ts';
import type { Alternative } from '../../acceptance/computed.ts';
import { observe } from '../../acceptance/policy.ts';
import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { type Accuracy, rsqrtAccuracy } from '../../arithmetic/functions.ts';
import { type Lines, range } from '../../arrays/lines.ts';
import { type Evaluate, remembered, type Values } from '../../node.ts';
import { type DType, formatOf } from '../../numerics/dtype.ts';
import {
  type Moments,
  moments,
  momentsByReciprocal,
  momentsOfShiftedSquares,
  momentsOfSquares,
  runningMoments,
} from './moments.ts';

/** 1/√x */
export type Inverse = <S>(a: Arithmetic<S>, x: S) => S;

export const inverseRoot: Inverse = (a, x) => a.divide(a.of(1), a.sqrt(x));
/** As one function, which hardware has. */
export const rsqrt: Inverse = (a, x) => a.within(inverseRoot(a, x), rsqrtAccuracy);

/** y of x where its row is known by mean and inverse deviation: in one type throughout. */
export type Affine = <S>(a: Arithmetic<S>, x: S, mean: S, inverse: S, scale: S, shift: S) => S;

/** (x - mean)·inverse·scale + B */
export const inOrder: Affine = (a, x, mean, inverse, scale, shift) =>
  a.add(a.multiply(a.multiply(a.subtract(x, mean), inverse), scale), shift);
/** x·(inverse·scale) + (B - mean·inverse·scale) */
export const fused: Affine = (a, x, mean, inverse, scale, shift) => {
  const factor = a.multiply(inverse, scale);
  return a.add(a.multiply(x, factor), a.subtract(shift, a.multiply(mean, factor)));
};
/** (x·inverse - mean·inverse)·scale + B */
export const fusedBeforeScale: Affine = (a, x, mean, inverse, scale, shift) =>
  a.add(a.multiply(a.subtract(a.multiply(x, inverse), a.multiply(mean, inverse)), scale), shift);

/** How rows are brought to mean 0 and variance 1, scaled and shifted. */
export interface Way {
  readonly moments: Moments;
  readonly inverse: Inverse;
  /** the two stages at once; one after the other if absent */
  readonly affine?: Affine;
}

export const byDefinition: Way = { moments, inverse: inverseRoot };
export const otherWays: readonly Way[] = [
  { moments: momentsByReciprocal, inverse: rsqrt },
  { moments: runningMoments, inverse: rsqrt },
];
/** Rows that lie far from 0 lose digits by these. */
const cancellingWays: readonly Way[] = [
  { moments, inverse: rsqrt, affine: fused },
  { moments, inverse: rsqrt, affine: fusedBeforeScale },
];

/** What is normalized: a tensor in rows, and what each element is scaled and shifted by. */
interface Rows<S> {
  readonly x: Values<S>;
  readonly rows: Lines;
  /** the type up to the quotient */
  readonly stash: DType;
  readonly epsilon: number;
  /** the type of what is scaled; that of x if absent */
  readonly dtype?: DType;
  readonly scale: (index: number) => S;
  /** nothing is added if absent */
  readonly shift?: ((index: number) => S) | undefined;
}

/** Rows less their mean, over √(variance + ε), in one type; then scaled and shifted, in another: the elements, and what each row was known by. */
export function normalizedRows<S>(
  a: Arithmetic<S>,
  { x, rows, stash, epsilon, dtype = x.dtype, scale, shift }: Rows<S>,
  { moments: momentsOf, inverse: inverseOf, affine }: Way,
) {
  const [first, own, second] = [a.in(stash), a.in(x.dtype), a.in(dtype)];
  const wider = precisionOf(stash) < precisionOf(dtype) ? second : first;
  const row = remembered(rows.count, (line) => {
    const xs = range(rows.length).map((place) => first.from(x.at(rows.index(line, place))));
    const { mean, deviations, variance } = momentsOf(first, xs);
    const inverse = inverseOf(first, first.add(variance, first.from(first.of(epsilon))));
    return { mean, inverse, normalized: deviations.map((deviation) => first.multiply(deviation, inverse)) };
  });
  const at = (index: number): S => {
    const { normalized, mean, inverse } = row(rows.lineOf(index));
    if (affine) {
      const [factor, term] = [scale(index), shift ? shift(index) : wider.of(0)];
      const [m, i] = [mean, inverse].map((one) => wider.from(one, stash));
      const y = affine(wider, wider.from(x.at(index)), m!, i!, wider.from(factor), wider.from(term));
      return second.from(y, stash);
    }
    // in the type of x between the two stages
    const between = second.from(own.from(normalized[rows.placeOf(index)]!, stash), x.dtype);
    const scaled = second.multiply(between, scale(index));
    return shift ? second.add(scaled, shift(index)) : scaled;
  };
  return { at, row };
}

export function precisionOf(dtype: DType): number {
  const format = formatOf(dtype);
  return format.kind === 'float' ? format.precision : 0;
}

/**
 * The fused forms, where the inverse is far from certain: both terms are multiplied by the same one, so that only their roundings
 * differ. What is multiplied twice and added errs by two units in the last place, the rest by one.
 */
export const fusedLoosely: Affine = (a, x, mean, inverse, scale, shift) => {
  const difference = a.subtract(a.within(x, unitsInLastPlace(1)), a.within(mean, unitsInLastPlace(2)));
  return a.add(a.multiply(difference, a.multiply(inverse, scale)), a.within(shift, unitsInLastPlace(1)));
};
const unitsInLastPlace = (ulps: number): Accuracy => ({ ulps, ulps16: ulps, source: 'roundings' });

/** What is admitted where digits cancel: by the forms that are fused, and in the variance, as `variance-formula`. */
export const cancellationPolicies = (normalizedBy: (way: Way) => Evaluate): readonly Alternative[] => [
  {
    choices: [observe('variance-formula', 'of-squares')],
    otherwise: [observe('variance-formula', 'of-deviations')],
    evaluate: normalizedBy({ moments: momentsOfSquares, inverse: rsqrt }),
    algorithms: [
      { moments: momentsOfShiftedSquares, inverse: rsqrt },
      { moments: momentsOfSquares, inverse: rsqrt, affine: fusedLoosely },
    ].map(normalizedBy),
  },
  ...cancellingForms(cancellingWays.map(normalizedBy)),
];
