import type { Arithmetic, RangeLimit } from '../../arithmetic/arithmetic.ts';

/** What normalizations take of a row: its mean, each element less the mean, the variance. */
export interface RowMoments<S> {
  readonly mean: S;
  readonly deviations: readonly S[];
  readonly variance: S;
}

/** A way to compute them. The sum that becomes the mean may leave the range: `limit` says what of it then. */
export type Moments = <S>(a: Arithmetic<S>, xs: readonly S[], limit: RangeLimit) => RowMoments<S>;

/** By the definition: the variance is the mean of the squares of the deviations. */
export const moments: Moments = (a, xs, limit) => {
  const count = a.of(xs.length);
  const mean = a[limit](a.divide(a.sum(xs), count));
  const deviations = xs.map((x) => a.subtract(x, mean));
  return { mean, deviations, variance: a.divide(a.dot(deviations, deviations), count) };
};

/** Means by a product with the reciprocal of the count. */
export const momentsByReciprocal: Moments = (a, xs, limit) => {
  const share = a.divide(a.of(1), a.of(xs.length));
  const mean = a[limit](a.multiply(a.sum(xs), share));
  const deviations = xs.map((x) => a.subtract(x, mean));
  return { mean, deviations, variance: a.multiply(a.dot(deviations, deviations), share) };
};

/**
 * The variance as the mean of the squares less the square of the mean. Digits cancel, but no variance is negative, and none overflows
 * that is finite by the definition: squares are added in a type that holds them.
 */
export const momentsOfSquares: Moments = (a, xs, limit) => {
  const share = a.divide(a.of(1), a.of(xs.length));
  const mean = a[limit](a.multiply(a.sum(xs), share));
  const variance = a.subtract(a.multiply(a.dot(xs, xs), share), a.multiply(mean, mean));
  const deviations = xs.map((x) => a.subtract(x, mean));
  return { mean, deviations, variance: a.shared(a.cancelling(moments(a, xs, limit).variance, variance)) };
};

/** The same of the distances from the first element, which cancels where that one lies far from the others. */
export const momentsOfShiftedSquares: Moments = (a, xs, limit) => {
  const [pilot = a.of(0)] = xs;
  const { mean, variance } = momentsOfSquares(
    a,
    xs.map((x) => a.subtract(x, pilot)),
    limit,
  );
  const whole = a.add(mean, pilot);
  return { mean: whole, deviations: xs.map((x) => a.subtract(x, whole)), variance };
};

/**
 * Welford's running mean and sum of squares, in one pass (Technometrics 4, 1962). What is infinite is so by the sum: a
 * running mean that makes NaN of an infinity is not the mean.
 */
export const runningMoments: Moments = <S>(a: Arithmetic<S>, xs: readonly S[], limit: RangeLimit) => {
  let mean: S = xs[0] ?? a.of(0);
  let squares = a.of(0);
  for (const [i, x] of xs.entries()) {
    if (i === 0) continue;
    const step = a[limit](a.subtract(x, mean));
    mean = a[limit](a.add(mean, a.divide(step, a.of(i + 1))));
    squares = a.add(squares, a.multiply(step, a.subtract(x, mean)));
  }
  const isNumber = (x: S): S => a.less(a.abs(x), a.of(Number.POSITIVE_INFINITY));
  const total = a[limit](a.sum(xs));
  const whole = a.select(isNumber(total), mean, total);
  const variance = a.divide(squares, a.of(xs.length));
  return {
    mean: whole,
    deviations: xs.map((x) => a.subtract(x, whole)),
    // both factors of each square have the same sign, unless the mean leaves the range
    variance: a.select(isNumber(mean), a.maximum(a.of(0), variance), variance),
  };
};
