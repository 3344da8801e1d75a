import type { Arithmetic, RangeLimit } from '../../arithmetic/arithmetic.ts';

/** The mean of a row, the deviation of each element from it, and the variance. */
export interface RowMoments<S> {
  readonly mean: S;
  readonly deviations: readonly S[];
  readonly variance: S;
}

/** The limits of the sums in a mean, and of the squares in a variance: whether they may leave the range. */
export interface MomentLimits {
  readonly mean: RangeLimit;
  readonly variance: RangeLimit;
}

export const bothWithinRange: MomentLimits = { mean: 'held', variance: 'held' };

/** A way to compute the moments of a row. */
export type Moments = <S>(a: Arithmetic<S>, xs: readonly S[], limits: MomentLimits) => RowMoments<S>;

/** Returns the mean as a value that the row shares: if its uncertainty is large next to the spread, the row is judged as a whole. */
function meanOfRow<S>(a: Arithmetic<S>, xs: readonly S[], mean: S, limits: MomentLimits): S {
  // such a row shares the variance that leaves the range instead
  if (limits.variance === 'spilled') return a[limits.mean](mean);
  return a.shared(a[limits.mean](mean), { spread: () => a.subtract(xs.reduce(a.maximum), xs.reduce(a.minimum)) });
}

/** The definition: the variance is the mean of the squares of the deviations. */
export const moments: Moments = (a, xs, limits) => {
  const count = a.of(xs.length);
  const mean = meanOfRow(a, xs, a.divide(a.sum(xs), count), limits);
  const deviations = xs.map((x) => a.subtract(x, mean));
  return { mean, deviations, variance: a.divide(a.dot(deviations, deviations), count) };
};

/** Multiplies by the reciprocal of the count instead of dividing. */
export const momentsByReciprocal: Moments = (a, xs, limits) => {
  const share = a.divide(a.of(1), a.of(xs.length));
  const mean = meanOfRow(a, xs, a.multiply(a.sum(xs), share), limits);
  const deviations = xs.map((x) => a.subtract(x, mean));
  return { mean, deviations, variance: a.multiply(a.dot(deviations, deviations), share) };
};

/**
 * The variance as the mean of the squares less the square of the mean. Digits cancel, but the variance is not negative. It does not
 * overflow if it is finite by the definition: squares are added in a type that holds them.
 */
export const momentsOfSquares: Moments = (a, xs, limits) => {
  const share = a.divide(a.of(1), a.of(xs.length));
  const mean = a[limits.mean](a.multiply(a.sum(xs), share));
  const variance = a.subtract(a.multiply(a.dot(xs, xs), share), a.multiply(mean, mean));
  const deviations = xs.map((x) => a.subtract(x, mean));
  const ofDeviations = a.multiply(a.dot(deviations, deviations), share);
  return { mean, deviations, variance: a.shared(a.cancelling(ofDeviations, variance)) };
};

/** The same formula for distances from the first element; digits cancel if that is far from the others. */
export const momentsOfShiftedSquares: Moments = (a, xs, limits) => {
  const [pilot = a.of(0)] = xs;
  const { mean, variance } = momentsOfSquares(
    a,
    xs.map((x) => a.subtract(x, pilot)),
    limits,
  );
  const whole = a.add(mean, pilot);
  return { mean: whole, deviations: xs.map((x) => a.subtract(x, whole)), variance };
};

/**
 * Welford's running mean and sum of squares, in one pass (Technometrics 4, 1962). If the sum is not finite, it is the mean: a running
 * mean turns an infinity into NaN.
 */
export const runningMoments: Moments = <S>(a: Arithmetic<S>, xs: readonly S[], limits: MomentLimits) => {
  const limit = limits.mean;
  let mean: S = xs[0] ?? a.of(0);
  let squares = a.of(0);
  for (const [i, x] of xs.entries()) {
    if (i === 0) continue;
    const step = a[limit](a.subtract(x, mean));
    mean = a[limit](a.add(mean, a.divide(step, a.of(i + 1))));
    const square = a.multiply(step, a.subtract(x, mean));
    // both factors have the same sign, unless the mean leaves the range
    squares = a.add(squares, limit === 'held' ? a.maximum(a.of(0), square) : square);
  }
  const isNumber = (x: S): S => a.less(a.abs(x), a.of(Number.POSITIVE_INFINITY));
  const total = a[limit](a.sum(xs));
  const whole = meanOfRow(a, xs, a.select(isNumber(total), mean, total), limits);
  const variance = a.divide(squares, a.of(xs.length));
  return {
    mean: whole,
    deviations: xs.map((x) => a.subtract(x, whole)),
    variance: a.select(isNumber(mean), a.maximum(a.of(0), variance), variance),
  };
};
