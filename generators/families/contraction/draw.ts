import { broadcastDims } from '../../../oracles/arrays/broadcast.ts';
import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import type { Draws } from '../../covering/draws.ts';
import { type ValueKind, valueKinds } from '../../values/values.ts';

/** Multiplications of a call, mostly few. */
export const workOf = (draws: Draws): number => (draws.once(25) ? 100_000 : 5 * draws.room);

/** Sums that a call has at most: each takes as long as many products. */
export const mostSums = 1000;

/** The rows, the products of a sum, and the columns of a matrix product of so many multiplications at most. */
export function drawSizes(draws: Draws, work: number): readonly [m: number, k: number, n: number] {
  const [m, k, n] = draws.emptied(draws.sizes(3, 1, work)) as [number, number, number];
  if (m * n <= mostSums) return [m, k, n];
  return m > n ? [k, m, n] : [m, n, k];
}

/** Shapes of the factors of a matrix product, and how many products make a sum. */
export interface Factors {
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly length: number;
}

/** Vectors, matrices, and stacks of them that are broadcast. @param longest sum */
export function drawFactors(draws: Draws, longest = Number.POSITIVE_INFINITY): Factors {
  const dims = draws.once(2) ? [] : draws.sizes(draws.count(1, 4), 1, 24);
  const [ofLeft, ofRight] = draws.broadcast(2, draws.emptied(dims)) as [number[], number[]];
  const times = Math.max(1, elementCount(broadcastDims([ofLeft, ofRight])));
  const [m, k, n] = drawSizes(draws, Math.ceil(workOf(draws) / times));
  const length = Math.min(k, longest);
  const vectors = draws.pick('none', 'none', 'none', 'none', 'left', 'right', 'both');
  return {
    left: vectors === 'left' || vectors === 'both' ? [length] : [...ofLeft, m, length],
    right: vectors === 'right' || vectors === 'both' ? [length] : [...ofRight, length, n],
    length,
  };
}

/**
 * Data of factors whose products are added up: mostly integers whose sum no order of adding rounds, one factor with as many
 * digits as that leaves, and now and then of any kind where sums are short.
 * @param length products in a sum
 */
export function factorData(
  draws: Draws,
  shapes: readonly (readonly number[])[],
  length: number,
  dtype: DType = draws.context.dtype,
): readonly InputPlan[] {
  const format = formatOf(dtype);
  const isUnsigned = format.kind === 'integer' && !format.signed;
  const digits = format.kind === 'float' ? format.precision : format.kind === 'integer' ? format.bits - 1 : 0;
  // small integers are 4 at most, or 8 without signs; one digit is for what is added to the sum
  const most = 2 ** (digits - (isUnsigned ? 3 : 2) * (shapes.length - 1) - 1) / Math.max(1, length);
  const how =
    most < 1
      ? 'exact'
      : draws.pick('exact', 'exact', 'exact', 'small', 'any', format.kind === 'float' ? 'any' : 'small');
  // exact sums of numbers of all magnitudes take long
  const kinds: readonly ValueKind[] =
    how === 'small' ? [how] : length > 64 ? valueKinds.filter((kind) => kind !== 'wide') : [];
  if (how !== 'exact') return shapes.map((dims) => draws.data(dims, ...kinds));
  const which = draws.count(0, shapes.length - 1);
  return shapes.map((dims, i) => (i === which ? upTo(draws, dims, most, isUnsigned) : draws.data(dims, 'small')));
}

/** Integers up to a bound; below one mostly zeros, with the same sum. */
function upTo(draws: Draws, dims: readonly number[], most: number, isUnsigned: boolean): InputPlan {
  const unit = Math.max(1, Math.floor(most / 2 ** 30));
  const bound = Math.floor(most / unit);
  const size = () => {
    if (bound === 0) return draws.detail(0, Math.ceil(1 / most)) === 0 ? 1n : 0n;
    return BigInt(draws.detail(0, bound)) * BigInt(unit) - BigInt(draws.detail(0, unit - 1));
  };
  const number = () => {
    const x = size();
    return x < 0n || (!isUnsigned && draws.detail(0, 1)) ? -x : x;
  };
  return { dims, numbers: dims.includes(0) ? [0] : Array.from({ length: elementCount(dims) }, number) };
}
