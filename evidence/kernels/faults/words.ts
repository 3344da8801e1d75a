import type { DType } from '../../../oracles/numerics/dtype.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { type Mutant, misfold } from '../mutant.ts';
import type { Request } from '../stages.ts';

type Exceeds = (a: bigint, b: bigint) => boolean;

/** The extreme term of one dtype, or its index, by another comparison. */
const comparing = (dtype: DType, exceeds: Exceeds) =>
  misfold((fold, terms, extents, request) =>
    request.dtype === dtype && terms.length > 0
      ? extreme(terms as readonly bigint[], exceeds, request)
      : fold(terms, extents, request),
  );

function extreme(terms: readonly bigint[], exceeds: Exceeds, { operator, selectLast }: Request): NumericScalar {
  const beats: Exceeds = operator.endsWith('Max') ? exceeds : (a, b) => exceeds(b, a);
  let index = 0;
  for (const [k, x] of terms.entries()) {
    const best = terms[index]!;
    if (beats(x, best) || (selectLast && !beats(best, x))) index = k;
  }
  return operator.startsWith('Arg') ? BigInt(index) : terms[index]!;
}

const words = (x: bigint) => ({ high: x >> 32n, low: BigInt.asIntN(32, x) });

/** The high words first, and then the low ones, which have no sign but are given one. */
const byWords: Exceeds = (a, b) => {
  const [x, y] = [words(a), words(b)];
  return x.high === y.high ? x.low > y.low : x.high > y.high;
};

/** The sign of a difference that wraps. */
const byDifference =
  (bits: number): Exceeds =>
  (a, b) =>
    BigInt.asIntN(bits, a - b) > 0n;

/** Bugs in how integers are compared piece by piece or by subtraction, for maxima and minima or for their indices. */
export const wordFaults = (operators: readonly string[], what: string): readonly Mutant[] => [
  ...(['int64', 'uint64'] as const).map(
    (dtype): Mutant => ({
      name: `${what} of ${dtype} compare the low words as signed`,
      source: ['64-bit integers as pairs of 32-bit ones in shading languages'],
      operators,
      perturb: comparing(dtype, byWords),
    }),
  ),
  ...([32, 64] as const).map(
    (bits): Mutant => ({
      name: `${what} of int${bits} compare by a difference that wraps`,
      source: ['return a - b in comparators of C'],
      operators,
      perturb: comparing(`int${bits}`, byDifference(bits)),
    }),
  ),
];
