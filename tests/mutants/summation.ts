import { Random } from '../../generators/random.ts';

/**
 * A way to add terms, each addition rounded by `round`. `extents` are the sizes of the reduced dimensions, outermost
 * first: their product is the number of terms.
 */
export type Summation = (terms: readonly number[], round: Round, extents: readonly number[]) => number;
export type Round = (x: number) => number;

export const sequential: Summation = (terms, round) => {
  let total = 0;
  for (const x of terms) total = round(total + x);
  return total;
};

/** A balanced tree; it starts from the terms themselves, so that nothing but negative zeros sums to -0. */
export const pairwise: Summation = (terms, round) => {
  const tree = (from: number, to: number): number => {
    if (to - from === 1) return terms[from]!;
    const middle = (from + to) >> 1;
    return round(tree(from, middle) + tree(middle, to));
  };
  return terms.length ? tree(0, terms.length) : 0;
};

/** Eight accumulators, as of a vector register, combined as a tree. */
export const eightLanes: Summation = (terms, round) => {
  const lanes = new Array<number>(8).fill(0);
  for (let k = 0; k < terms.length; k++) lanes[k % 8] = round(lanes[k % 8]! + terms[k]!);
  return pairwise(lanes, round, [8]);
};

/** Sequential in an order that has nothing to do with that of the terms, as of threads that race. */
export const shuffled: Summation = (terms, round, extents) =>
  sequential(new Random(terms.length).shuffle(terms), round, extents);

/** One reduced dimension after the other, the innermost first. */
export const axisByAxis: Summation = (terms, round, extents) => {
  let partial = terms;
  for (const extent of extents.toReversed()) {
    const rows = chunks(partial, extent);
    partial = rows.map((row) => sequential(row, round, []));
  }
  return partial[0] ?? 0;
};

/** Neumaier's compensated summation; where an infinity spoils the compensation, the plain sum. */
export const compensated: Summation = (terms, round) => {
  let total = 0;
  let lost = 0;
  for (const x of terms) {
    const next = round(total + x);
    const [large, small] = Math.abs(total) >= Math.abs(x) ? [total, x] : [x, total];
    lost = round(lost + round(round(large - next) + small));
    total = next;
  }
  return Number.isFinite(total) ? round(total + lost) : total;
};

/** Consecutive runs of `size` items; no run at all where there are no items or the size is 0. */
export function chunks<T>(items: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: size ? items.length / size : 0 }, (_, i) => items.slice(i * size, (i + 1) * size));
}
