import { Random } from '../../generators/cases/random.ts';

/** What is done to two terms, rounded, and what nothing amounts to. */
export interface Operation {
  readonly name: 'sum' | 'product' | 'norm' | 'log-add-exp';
  readonly identity: number;
  of(a: number, b: number): number;
}
export type Round = (x: number) => number;

export const sumsIn = (round: Round): Operation => ({ name: 'sum', identity: 0, of: (a, b) => round(a + b) });
export const productsIn = (round: Round): Operation => ({ name: 'product', identity: 1, of: (a, b) => round(a * b) });

/** The hypotenuse of two magnitudes, by its definition. */
export const hypotenuseIn = (round: Round) => (a: number, b: number) =>
  round(Math.sqrt(round(round(a * a) + round(b * b))));

/** ln(eᵃ + eᵇ) by the greater of the two; what is not finite is not subtracted. */
export const logAddExpIn = (round: Round) => (a: number, b: number) => {
  const most = Math.max(a, b);
  if (!Number.isFinite(most)) return most;
  return round(most + round(Math.log1p(round(Math.exp(round(Math.min(a, b) - most))))));
};

export const normsIn = (round: Round): Operation => ({ name: 'norm', identity: 0, of: hypotenuseIn(round) });
export const logAddExpsIn = (round: Round): Operation => ({
  name: 'log-add-exp',
  identity: Number.NEGATIVE_INFINITY,
  of: logAddExpIn(round),
});

/**
 * A way to add, to multiply, or otherwise to join terms. `extents` are the sizes of the reduced dimensions, outermost first: their product is
 * the number of terms.
 */
export type Summation = (terms: readonly number[], operation: Operation, extents: readonly number[]) => number;

export const sequential: Summation = (terms, { identity, of }) => {
  let total = identity;
  for (const x of terms) total = of(total, x);
  return total;
};

/** A balanced tree; it starts from the terms themselves, so that nothing but negative zeros sums to -0. */
export const pairwise: Summation = (terms, { identity, of }) => {
  const tree = (from: number, to: number): number => {
    if (to - from === 1) return terms[from]!;
    const middle = (from + to) >> 1;
    return of(tree(from, middle), tree(middle, to));
  };
  return terms.length ? tree(0, terms.length) : identity;
};

/** Eight accumulators, as of a vector register, combined as a tree. */
export const eightLanes: Summation = (terms, operation) => {
  const lanes = new Array<number>(8).fill(operation.identity);
  for (let k = 0; k < terms.length; k++) lanes[k % 8] = operation.of(lanes[k % 8]!, terms[k]!);
  return pairwise(lanes, operation, [8]);
};

/** Runs of `size` terms, each added up, and then the sums of the runs, in turn or as `join` has it; the last run may be shorter. */
export const blocked =
  (size: number, join: Summation = sequential): Summation =>
  (terms, operation) => {
    const runs = Array.from({ length: Math.ceil(terms.length / size) }, (_, i) =>
      terms.slice(i * size, (i + 1) * size),
    );
    return join(
      runs.map((run) => sequential(run, operation, [])),
      operation,
      [],
    );
  };

/** Sequential in an order that has nothing to do with that of the terms, as of threads that race. */
export const shuffled: Summation = (terms, operation, extents) =>
  sequential(new Random(terms.length).shuffle(terms), operation, extents);

/** One reduced dimension after the other, the innermost first. */
export const axisByAxis: Summation = (terms, operation, extents) => {
  let partial = terms;
  for (const extent of extents.toReversed()) {
    const rows = chunks(partial, extent);
    partial = rows.map((row) => sequential(row, operation, []));
  }
  return partial[0] ?? operation.identity;
};

/** Neumaier's compensated summation; where an infinity spoils the compensation, the plain sum. Only sums are compensated. */
export const compensated: Summation = (terms, operation, extents) => {
  if (operation.name !== 'sum') return sequential(terms, operation, extents);
  const { of } = operation;
  let total = 0;
  let lost = 0;
  for (const x of terms) {
    const next = of(total, x);
    const [large, small] = Math.abs(total) >= Math.abs(x) ? [total, x] : [x, total];
    lost = of(lost, of(of(large, -next), small));
    total = next;
  }
  return Number.isFinite(total) ? of(total, lost) : total;
};

/** Consecutive runs of `size` items; no run at all where there are no items or the size is 0. */
export function chunks<T>(items: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: size ? items.length / size : 0 }, (_, i) => items.slice(i * size, (i + 1) * size));
}
