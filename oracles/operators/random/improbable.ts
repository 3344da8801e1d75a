import { type ElementAcceptance, show } from '../../judge/acceptance.ts';

/**
 * How improbable draws are that are taken for a fault: right ones fail one test in 10¹⁵. A run makes fewer than a hundred thousand
 * tests, so it accuses a right backend with a probability below 10⁻⁹.
 */
const improbable = 1e-15;
const exponent = -Math.log(improbable);

/**
 * Whether as many of n independent draws hit as they do in less than one of 10¹⁵ cases, where they hit with a mean probability p:
 * a share of q or more (less, for q < p) comes with a probability of at most exp(-n·D), D = q·ln(q/p) + (1-q)·ln((1-q)/(1-p))
 * (Hoeffding 1963, theorem 1). The probabilities need not be equal.
 */
export function isImprobable(hits: number, n: number, p: number): boolean {
  const q = hits / n;
  const term = (x: number, y: number) => (x === 0 ? 0 : x * Math.log(x / y));
  return n > 0 && n * (term(q, p) + term(1 - q, 1 - p)) > exponent;
}

/** A continuous distribution, by its middle, its standard deviation and its kurtosis. */
export interface Distribution {
  readonly mean: number;
  readonly deviation: number;
  readonly kurtosis: number;
  /** the probability of values up to x */
  below(x: number): number;
}

/** Draws from which sums are taken for normal. */
const many = 10_000;
/**
 * Standard errors by which sums of many draws may miss their mean. Of normal draws the sum of squares misses by more with a probability
 * below 10⁻¹⁵ (Laurent and Massart 2000, lemma 1); bounded draws miss by less.
 */
const standardErrors = 9;

/**
 * What is improbable of draws from a distribution that were rounded to a type, if anything is.
 * @param precision bits of the type
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
    dependent(
      n,
      rows,
      (i, j) => xs[i]! < own.mean === xs[j]! < own.mean,
      () => 0.5,
      grainOf(xs, own, grain),
    )
  );
}

/**
 * The test of Kolmogorov and Smirnov: shares of draws miss their distribution by more than √(ln(2/α)/(2n)) with a probability of
 * at most α (Massart 1990), whatever n is. Generators have the bits of the type, and a value stands for all that are rounded to it.
 */
function farFrom(sorted: Float64Array, own: Distribution, grain: number): string | undefined {
  const n = sorted.length;
  const most = Math.sqrt((exponent + Math.log(2)) / (2 * n)) + grain;
  for (const [i, x] of sorted.entries()) {
    const step = grain * Math.abs(x);
    if ((i + 1) / n - own.below(x + step) <= most && own.below(x - step) - i / n <= most) continue;
    return `others: up to ${show(x)} there are ${i + 1} of ${n}, where ${(n * own.below(x)).toFixed(1)} are expected`;
  }
  return undefined;
}

/** The step of the type where the draws are, in standard deviations. */
const grainOf = (xs: Float64Array, { mean, deviation }: Distribution, grain: number): number =>
  (grain * (xs.length === 0 ? 0 : Math.abs(mean) + 4 * deviation)) / deviation;

/** Tests of the mean and of the variance: z-tests, with room for what rounding moves. */
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
    return `others: their variance is ${squares / n} times that which is expected`;
  return undefined;
}

/**
 * The test of neighbours: draws at the distance of one, and of a row, are alike as often as independent ones. Each draw is in one pair
 * alone, so pairs are independent as well.
 * @param room by which the probability of a pair may miss, in types of few bits
 */
export function dependent(
  n: number,
  row: number,
  areAlike: (i: number, j: number) => boolean,
  expected: (i: number, j: number) => number,
  room = 0,
): string | undefined {
  // a half of a type that is so coarse is none
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

/** Acceptances that nothing satisfies. */
export const refusing =
  (accept: (index: number) => ElementAcceptance, allowed: string) =>
  (index: number): ElementAcceptance => {
    const { best } = accept(index);
    return {
      best,
      isExactInAnyOrder: false,
      breakpoints: [],
      judge: () => ({ accepted: false, exact: show(best), allowed }),
    };
  };
