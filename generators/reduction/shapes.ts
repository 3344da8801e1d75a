import fc from 'fast-check';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import type { Shape } from './propose.ts';

/** Sizes of the dimensions of a pattern: unequal, so that exchanged dimensions show. */
const sizes = [3, 5, 2, 4, 3, 2];

/** Dims and axes of a pattern of kept and reduced dimensions, e.g. `KRK`. */
export function pattern(letters: string): { dims: number[]; axes: number[] } {
  const axes = [...letters].flatMap((letter, i) => (letter === 'R' ? [i] : []));
  return { dims: sizes.slice(0, letters.length), axes };
}

/** Kept and reduced dimensions in every arrangement that kernels treat apart, up to rank 6. */
export const patterns = [
  'R',
  'KR',
  'RK',
  'RR',
  'KRK',
  'RKR',
  'KKR',
  'RKK',
  'KRR',
  'RRK',
  'KRKR',
  'RKRK',
  'RKKR',
  'KRRK',
  'KRKRK',
  'RKRKR',
  'KKRKKR',
  'RKRKRK',
] as const;

const dimension = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 2, max: 5 }) },
  { weight: 2, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.integer({ min: 6, max: 17 }) },
);

const flag = fc.constantFrom(undefined, 0 as const, 1 as const);

/** Any shape of rank 1 to 6 with at least one listed axis, unsorted and of either sign, at most 600 elements. */
export const anyShape: fc.Arbitrary<Shape & { axes: readonly number[] }> = fc
  .array(dimension, { minLength: 1, maxLength: 6 })
  .filter((dims) => elementCount(dims) <= 600)
  .chain((dims) =>
    fc.record({
      dims: fc.constant(dims),
      axes: fc
        .shuffledSubarray([...dims.keys()], { minLength: 1 })
        .chain((axes) => fc.tuple(...axes.map((axis) => fc.constantFrom(axis, axis - dims.length)))),
      keepdims: flag,
    }),
  )
  .map(({ keepdims, ...shape }) => (keepdims === undefined ? shape : { ...shape, keepdims }));

/** `count` samples of an arbitrary, determined by `seed`. */
export function sample<T>(arbitrary: fc.Arbitrary<T>, seed: number, count: number): T[] {
  return fc.sample(arbitrary, { seed, numRuns: count });
}
