import type { PlanContext } from '../proposal.ts';
import { isNewest, rotate } from '../rotate.ts';
import { isFloat, type Shape } from './propose.ts';

/** Layouts for which kernels have paths of their own, or that such a path takes for another one. */
const delicate: readonly Shape[] = [
  // ones before or behind the axis: the same elements in the same order, and yet another reduction
  { dims: [1, 1, 7], axes: [2] },
  { dims: [1, 9], axes: [1], keepdims: 0 },
  { dims: [7, 1, 1], axes: [0] },
  { dims: [1, 1, 7], axes: [0], keepdims: 0 },
  { dims: [7, 1, 1], axes: [2], keepdims: 0 },
  { dims: [1, 1, 9], axes: [0, 1] },
  { dims: [1, 6, 4], axes: [1] },
  { dims: [1, 5, 5], axes: [2], keepdims: 0 },
  { dims: [1, 5, 5], axes: [1] },
  { dims: [1, 3, 4, 5], axes: [1, 2], keepdims: 0 },
  { dims: [5, 4, 1], axes: [0], keepdims: 0 },
  // two dimensions at the end, as of images
  { dims: [2, 3, 7, 5], axes: [2, 3] },
  { dims: [1, 5, 3, 3], axes: [2, 3], keepdims: 0 },
  { dims: [1, 2, 13, 11], axes: [2, 3] },
  { dims: [2, 7, 5, 3], axes: [1, 2] },
  // equal dimensions, where exchanged ones keep the shape
  { dims: [4, 4, 4], axes: [1] },
  { dims: [16, 16], axes: [0], keepdims: 0 },
  { dims: [16, 16], axes: [1] },
  { dims: [4, 5, 4], axes: [1], keepdims: 0 },
  { dims: [3, 4, 4, 3], axes: [1] },
  { dims: [3, 4, 4, 3], axes: [2], keepdims: 0 },
  { dims: [3, 3, 3, 3], axes: [1, 2], keepdims: 0 },
  { dims: [3, 3, 3, 3], axes: [0, 3] },
  { dims: [8, 3, 8], axes: [0], keepdims: 0 },
];

/** A quarter of the delicate layouts. */
export const delicateLayouts = (context: PlanContext): readonly Shape[] => rotate(delicate, context, 4);

/** More dimensions than a fixed array of eight holds; one of three in turn. */
export const highRanks = (context: PlanContext): readonly Shape[] =>
  rotate<Shape>(
    [
      { dims: [2, 1, 2, 1, 2, 1, 2, 1, 3], axes: [0, 8] },
      { dims: [1, 2, 1, 2, 1, 2, 1, 2, 1, 3], axes: [3, 9], keepdims: 0 },
      { dims: [2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 3], axes: [3, 6, 11], keepdims: 0 },
    ],
    context,
    3,
  );

/** Rows longer than a block of 1,024 in which one element counts, or all are below what a search may begin with. */
export const longRows = (context: PlanContext): readonly Shape[] =>
  rotate<Shape>(
    [
      { dims: [2, 1300], axes: [1], data: 'late-spike' },
      { dims: [2, 1500], axes: [1], data: 'below-zero' },
      { dims: [1100, 2], axes: [0], keepdims: 0, data: 'late-spike' },
      { dims: [1100, 2], axes: [0], data: 'below-zero' },
    ],
    context,
    2,
  );

/**
 * Beyond 2^16, at the newest version: elements, outputs, rows and the length of a row, in the dtype that every runtime
 * has and in one of integers if there is one. A mean of 2^16 elements in 16 bits has a count that they do not hold.
 */
export function* large(context: PlanContext): Iterable<Shape> {
  if (!isNewest(context)) return;
  const { version, dtype } = context;
  const second = version.dtypes.includes('int32') ? 'int32' : 'float64';
  if (dtype === 'float32') {
    yield { dims: [65_601, 2], axes: [1], keepdims: 0, data: 'far' };
    yield { dims: [65_541], axes: [0], keepdims: 0, data: 'far' };
    yield { dims: [3, 22_001], data: 'far' };
  } else if (dtype === second) {
    yield { dims: [2, 65_601], axes: [0], data: 'far' };
    yield { dims: [65_541], axes: [0], data: 'far' };
  } else if (dtype === 'float16') yield { dims: [65_536], axes: [0], data: 'far' };
  if (dtype === 'float32') yield { dims: [2 ** 24 + 37], axes: [0], data: 'far', suite: 'full' };
}

/**
 * A special value first, in the middle and last of the elements of layouts that have few slices; others have it in each
 * place by themselves. The sign of an infinity follows from the number of the first row.
 */
export function* specialPlaces(context: PlanContext, data: Shape['data'] & string): Iterable<Shape> {
  const layouts: readonly Shape[] = [
    { dims: [4, 9] },
    { dims: [9], axes: [0], keepdims: 0 },
    { dims: [2, 5, 3], axes: [0, 1, 2], keepdims: 0 },
    { dims: [2, 3, 4], axes: [0, 2] },
    { dims: [12, 3], axes: [0] },
  ];
  const lengths = [36, 9, 30, 8, 12];
  const all = layouts.flatMap((layout, i) => {
    const n = lengths[i]!;
    const places = [0, n >> 1, n - 1];
    return [...places, ...places.map((place) => place + n + 1)].map(
      (firstRow): Shape => ({ ...layout, data, firstRow }),
    );
  });
  yield* rotate(all, context, 6);
}

/** Nothing but zeros of the other sign, in rows longer than a block. */
export function* longZeros(context: PlanContext): Iterable<Shape> {
  if (!isFloat(context)) return;
  yield { dims: [2, 1300], axes: [1], data: 'minus-zero' };
  yield { dims: [1100, 2], axes: [0], keepdims: 0, data: 'minus-zero' };
}
