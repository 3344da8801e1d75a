import type { Arithmetic, RangeLimit } from '../../arithmetic/arithmetic.ts';
import { type PublishedAccuracy, rsqrtAccuracy } from '../../arithmetic/functions.ts';
import { type Lines, range } from '../../arrays/lines.ts';
import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { cancellingForms, overflowingAlternatives } from '../../judge/other-ways.ts';
import { observe } from '../../judge/policy.ts';
import { type DType, formatOf } from '../../numerics/dtype.ts';
import { type Evaluate, memoized, type NodeValues } from '../../spec/node.ts';
import {
  bothWithinRange,
  type MomentLimits,
  type Moments,
  moments,
  momentsByReciprocal,
  momentsOfShiftedSquares,
  momentsOfSquares,
  runningMoments,
} from './moments.ts';

/** A way to compute 1/√x. */
export type Inverse = <S>(a: Arithmetic<S>, x: S) => S;

export const inverseRoot: Inverse = (a, x) => a.divide(a.of(1), a.sqrt(x));
/** 1/√x as one function, as hardware provides it. */
export const rsqrt: Inverse = (a, x) => a.within(inverseRoot(a, x), rsqrtAccuracy);

/** Computes y from x, with the mean and inverse deviation of its row, all in one type. */
export type Affine = <S>(a: Arithmetic<S>, x: S, mean: S, inverse: S, scale: S, shift: S) => S;

/** (x - mean)·inverse·scale + B */
export const unfused: Affine = (a, x, mean, inverse, scale, shift) =>
  a.add(a.multiply(a.multiply(a.subtract(x, mean), inverse), scale), shift);
/** x·(inverse·scale) + (B - mean·inverse·scale) */
export const fused: Affine = (a, x, mean, inverse, scale, shift) => {
  const factor = a.multiply(inverse, scale);
  return a.add(a.multiply(x, factor), a.subtract(shift, a.multiply(mean, factor)));
};
/** (x·inverse - mean·inverse)·scale + B */
export const fusedBeforeScale: Affine = (a, x, mean, inverse, scale, shift) =>
  a.add(a.multiply(a.subtract(a.multiply(x, inverse), a.multiply(mean, inverse)), scale), shift);

/** Limits under which squares may leave the range, and under which sums may as well. */
export const spilledLimits: readonly MomentLimits[] = [
  { mean: 'held', variance: 'spilled' },
  { mean: 'spilled', variance: 'spilled' },
];

/** A way to normalize rows to mean 0 and variance 1, and to scale and shift them. */
export interface StandardizeFormula {
  readonly moments: Moments;
  readonly inverse: Inverse;
  /** both stages in one formula; if absent, one stage follows the other */
  readonly affine?: Affine;
  /** neither mean nor variance may leave the range if absent */
  readonly limits?: MomentLimits;
}

/** Returns a variance within a limit. With `spilled`, it describes only rows whose variance is infinite or NaN. */
export const limitVariance = <S>(a: Arithmetic<S>, variance: S, limit: RangeLimit): S =>
  limit === 'held' ? a.held(variance) : a.shared(a.spilled(variance), { isBeyondRange: true });

export const byDefinition: StandardizeFormula = { moments, inverse: inverseRoot };
export const otherWays: readonly StandardizeFormula[] = [
  { moments: momentsByReciprocal, inverse: rsqrt },
  { moments: runningMoments, inverse: rsqrt },
];

/** The tensor to normalize, in rows, and the scale and shift of each element. */
interface NormalizedRows<S> {
  readonly x: NodeValues<S>;
  readonly rows: Lines;
  /** the type of all computations up to the quotient */
  readonly stash: DType;
  readonly epsilon: number;
  /** the type of the second stage, which scales and shifts; the type of x if absent */
  readonly dtype?: DType;
  readonly scale: (index: number) => S;
  /** nothing is added if absent */
  readonly shift?: ((index: number) => S) | undefined;
}

/**
 * Normalizes rows: subtracts the mean and divides by √(variance + ε) in one type, then scales and shifts in another.
 * @returns the elements by index, and by row the mean, inverse deviation and quotients
 */
export function normalizedRows<S>(
  a: Arithmetic<S>,
  { x, rows, stash, epsilon, dtype = x.dtype, scale, shift }: NormalizedRows<S>,
  { moments: momentsOf, inverse: inverseOf, affine, limits = bothWithinRange }: StandardizeFormula,
) {
  const [first, own, second] = [a.in(stash), a.in(x.dtype), a.in(dtype)];
  const wider = precisionOf(stash) < precisionOf(dtype) ? second : first;
  const row = memoized(rows.count, (line) => {
    const stashed = range(rows.length).map((place) => first.from(x.at(rows.index(line, place))));
    // a wider type may hold values that leave the range of the stash type
    const xs = limits.mean === 'held' ? stashed.map(first.held) : stashed;
    const { mean, deviations, variance } = momentsOf(first, xs, limits);
    const inverse = inverseOf(
      first,
      limitVariance(first, first.add(variance, first.from(first.of(epsilon))), limits.variance),
    );
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
    // between the stages, values have the type of x
    const between = second.from(own.from(normalized[rows.placeOf(index)]!, stash), x.dtype);
    const scaled = second.multiply(between, scale(index));
    return shift ? second.add(scaled, shift(index)) : scaled;
  };
  return { at, row };
}

/** Returns the precision of a float type in bits; 0 for other types. */
export function precisionOf(dtype: DType): number {
  const format = formatOf(dtype);
  return format.kind === 'float' ? format.precision : 0;
}

/**
 * The bounds of both fused forms. Both terms are multiplied by the same uncertain inverse, so only their roundings differ. The
 * mean term, with two products, errs by two units in the last place, the others by one; terms that cancel leave +0.
 */
export const fusedWithBounds: Affine = (a, x, mean, inverse, scale, shift) => {
  const difference = a.subtract(a.within(x, unitsInLastPlace(1)), a.within(mean, unitsInLastPlace(2)));
  const y = a.add(a.multiply(difference, a.multiply(inverse, scale)), a.within(shift, unitsInLastPlace(1)));
  return a.add(y, a.of(0));
};
const unitsInLastPlace = (ulps: number): PublishedAccuracy => ({ ulps, ulps16: ulps, source: 'roundings' });
/** The same bounds; if a term of a form may leave the range, the infinity or NaN of that form as well. */
const looselyBy =
  (form: Affine): Affine =>
  (a, ...of) => {
    const y = form(a, ...of);
    const isHeld = a.less(a.abs(y), a.of(Number.POSITIVE_INFINITY));
    return a.select(isHeld, fusedWithBounds(a, ...of), a.spilled(y));
  };

/**
 * The form itself if the inverse is 0, as for a variance beyond the range: the sign of a zero then depends on the form. Otherwise the
 * bounds of both forms.
 */
const looselyUnlessZero =
  (form: Affine): Affine =>
  (a, x, mean, inverse, ...of) =>
    a.select(a.equal(inverse, a.of(0)), form(a, x, mean, inverse, ...of), fusedWithBounds(a, x, mean, inverse, ...of));

/**
 * Returns the alternatives that are accepted where digits cancel (by policy `variance-formula` and by the fused forms), and where
 * squares leave the range.
 */
export const otherChoices = <W extends StandardizeFormula>(
  definition: W,
  normalizedBy: (way: W) => Evaluate,
): readonly Alternative[] => [
  {
    choices: [observe('variance-formula', 'of-squares')],
    otherwise: [observe('variance-formula', 'of-deviations')],
    evaluate: normalizedBy({ ...definition, moments: momentsOfSquares, inverse: rsqrt }),
    algorithms: [
      { ...definition, moments: momentsOfShiftedSquares, inverse: rsqrt },
      { ...definition, moments: momentsOfSquares, inverse: rsqrt, affine: fusedWithBounds },
    ].map(normalizedBy),
  },
  ...cancellingForms(
    [fused, fusedBeforeScale].map((form) => normalizedBy({ ...definition, inverse: rsqrt, affine: looselyBy(form) })),
  ),
  ...overflowingAlternatives(
    ...[
      definition,
      { ...definition, moments: runningMoments },
      ...[fused, fusedBeforeScale].map((form) => ({ ...definition, affine: looselyUnlessZero(form) })),
    ].flatMap((way) => spilledLimits.map((limits) => normalizedBy({ ...way, limits }))),
  ),
];
