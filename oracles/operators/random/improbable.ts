import { type ElementAcceptance, formatScalar } from '../../judge/acceptance.ts';

/**
 * The probability below which draws count as a fault: right draws fail one test in 10¹⁵. A run makes fewer than a hundred thousand
 * tests, so it accuses a right backend with a probability below 10⁻⁹.
 */
const improbable = 1e-15;
const exponent = -Math.log(improbable);

/**
 * Returns whether a number of hits in n independent draws has a probability below 10⁻¹⁵, where p is the mean probability of a hit.
 * The probability of a share q or more (less, for q < p) is at most exp(-n·D), D = q·ln(q/p) + (1-q)·ln((1-q)/(1-p)), by theorem 1
 * of Hoeffding (1963). The probabilities of the draws need not be equal.
 */
export function isImprobable(hits: number, n: number, p: number): boolean {
  const q = hits / n;
  const term = (x: number, y: number) => (x === 0 ? 0 : x * Math.log(x / y));
  return n > 0 && n * (term(q, p) + term(1 - q, 1 - p)) > exponent;
}

/** A continuous distribution. */
export interface Distribution {
  readonly mean: number;
  readonly deviation: number;
  readonly kurtosis: number;
  /** the probability of values up to x */
  below(x: number): number;
}

/** The least number of draws for tests that treat sums as normal. */
const many = 10_000;
/**
 * The number of standard errors by which sums of many draws may miss their mean. The sum of squares of normal draws misses by more with
 * a probability below 10⁻¹⁵ (Laurent and Massart 2000, lemma 1); bounded draws miss by less.
 */
const standardErrors = 9;

/**
 * Describes what is improbable in draws that should follow a distribution and were rounded to a type; `undefined` if nothing is.
 * @param precision the precision of the type in bits
 * @param rows the distance of draws that are neighbours in a column
 */
export function improbableDraws(
  xs: Float64Array,
  own: Distribution,
  precision: number,
  rows: number,
): string | undefined {
  const n = xs.length;
  const grain = 2 ** (1 - precision);
  return (
    farFrom(xs.toSorted(), own, grain) ??
    (n < many ? undefined : improbableMoments(xs, own, grain)) ??
    areNeighboursDependent(
      n,
      rows,
      (i, j) => xs[i]! < own.mean === xs[j]! < own.mean,
      () => 0.5,
      grainOf(xs, own, grain),
    )
  );
}

/**
 * The test of Kolmogorov and Smirnov: for every n, the empirical distribution misses by more than √(ln(2/α)/(2n)) with a probability
 * of at most α (Massart 1990). The grain allows for generators with the bits of the type, and for rounding.
 */
function farFrom(sorted: Float64Array, own: Distribution, grain: number): string | undefined {
  const n = sorted.length;
  const most = Math.sqrt((exponent + Math.log(2)) / (2 * n)) + grain;
  for (const [i, x] of sorted.entries()) {
    const step = grain * Math.abs(x);
    if ((i + 1) / n - own.below(x + step) <= most && own.below(x - step) - i / n <= most) continue;
    return `others: up to ${formatScalar(x)} there are ${i + 1} of ${n}, where ${(n * own.below(x)).toFixed(1)} are expected`;
  }
  return undefined;
}

/** Returns the distance of neighbouring numbers of the type near the draws, in standard deviations. */
const grainOf = (xs: Float64Array, { mean, deviation }: Distribution, grain: number): number =>
  (grain * (xs.length === 0 ? 0 : Math.abs(mean) + 4 * deviation)) / deviation;

/** Tests the mean and the variance by z-tests that allow for rounding. */
function improbableMoments(xs: Float64Array, own: Distribution, grain: number): string | undefined {
  const { mean, deviation, kurtosis } = own;
  const n = xs.length;
  const step = grainOf(xs, own, grain);
  const room = 2 * step + step ** 2;
  let [sum, squares] = [0, 0];
  for (const x of xs) {
    const z = (x - mean) / deviation;
    sum += z;
    squares += z * z;
  }
  const error = standardErrors / Math.sqrt(n);
  if (Math.abs(sum / n) > error + room)
    return `others: the mean of ${n} is ${mean + (deviation * sum) / n}, where ${mean} is expected`;
  if (Math.abs(squares / n - 1) > error * Math.sqrt(kurtosis - 1) + room)
    return `others: their variance is ${squares / n} times the expected one`;
  return undefined;
}

/**
 * The test of neighbours: draws at a distance of one, and of a row, are alike as often as independent ones. Each draw belongs to at
 * most one pair, so pairs are independent as well.
 * @param room the error of the probability of a pair in types of few bits
 */
export function areNeighboursDependent(
  n: number,
  row: number,
  areAlike: (i: number, j: number) => boolean,
  expected: (i: number, j: number) => number,
  room = 0,
): string | undefined {
  // in a type that is so coarse, neither side of the mean has a probability near 1/2
  if (room > 0.05) return undefined;
  for (const distance of new Set([1, row])) {
    let [pairs, alike, sum] = [0, 0, 0];
    for (let i = 0; i + distance < n; i++) {
      if (Math.floor(i / distance) % 2 === 1) continue;
      pairs++;
      alike += areAlike(i, i + distance) ? 1 : 0;
      sum += expected(i, i + distance);
    }
    const p = sum / pairs;
    const q = alike / pairs;
    const nearest = Math.max(0, Math.min(1, q > p ? Math.min(q, p + room) : Math.max(q, p - room)));
    if (isImprobable(alike, pairs, nearest))
      return `others: of ${pairs} pairs at a distance of ${distance} ${alike} are alike, where ${sum.toFixed(1)} are expected`;
  }
  return undefined;
}

/** Returns acceptances that reject every answer, with a description of what is allowed. */
export const rejectAll =
  (accept: (index: number) => ElementAcceptance, allowed: string) =>
  (index: number): ElementAcceptance => {
    const { best } = accept(index);
    return {
      best,
      isExactInAnyOrder: false,
      breakpoints: [],
      judge: () => ({ accepted: false, exact: formatScalar(best), allowed }),
    };
  };
