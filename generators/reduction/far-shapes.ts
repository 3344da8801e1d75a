import { formatOf } from '../../oracles/numerics/dtype.ts';
import { farPlaces, maskedDims } from '../far-rows.ts';
import type { PlanContext } from '../proposal.ts';
import { isNewest, pinned } from '../rotate.ts';
import { isFloat, type Shape } from './propose.ts';

/** A special value at the borders of the blocks of long rows. */
export const farSpecials = (context: PlanContext, data: 'far-nan' | 'far-infinity'): Shape[] =>
  pinned([300, 1100, 4100], context).map((n) => {
    // where it is cheap, either sign has every place
    const rows = farPlaces(n).length * (data === 'far-infinity' && n < 4096 ? 2 : 1);
    return { dims: [rows, n], axes: [1], data };
  });

/** One float that counts at the borders of the blocks of long rows: exact in every order. */
export const farHot = (context: PlanContext): Shape[] =>
  pinned(isFloat(context) ? [65, 257, 1025, 4097] : [], context).map((n) => ({
    dims: [farPlaces(n).length, n],
    axes: [1],
    data: 'far-hot',
  }));

/** Columns, and rows of one element, that are no multiple of what a kernel takes at once. */
export const columns = (context: PlanContext): readonly Shape[] =>
  pinned<Shape>(
    [
      { dims: [7, 67], axes: [0] },
      { dims: [301, 17], axes: [0], keepdims: 0 },
      { dims: [3, 37, 41], axes: [1], keepdims: 0 },
      { dims: [70, 1], axes: [1] },
      { dims: [2, 3, 2, 3, 2], axes: [0, 2, 4], keepdims: 0 },
      { dims: [5, 130], axes: [0] },
      { dims: [1030, 5], axes: [0], keepdims: 0 },
    ],
    context,
  );

/** One number among −∞, whose exponentials are nothing, at the borders of blocks, and whole blocks of −∞. */
export function* negligible(context: PlanContext): Iterable<Shape> {
  if (!isNewest(context)) return;
  for (const n of pinned([257, 1025, 4097], context)) {
    yield { dims: [farPlaces(n).length, n], axes: [1], data: 'far-finite' };
  }
  yield { dims: maskedDims, axes: [1], data: 'masked-blocks' };
}

/** Slices that are nothing but infinities of one sign. */
export function* onlyInfinities(context: PlanContext): Iterable<Shape> {
  if (isNewest(context)) yield { dims: [9, 4], axes: [0], keepdims: 0, data: 'all-infinite' };
}

/** Slices without a normal number, of which the inverse overflows. */
export function* subnormalsAlone(context: PlanContext): Iterable<Shape> {
  if (isNewest(context)) yield { dims: [2, 6], axes: [0], data: 'subnormal' };
}

/** Long rows of 64-bit integers whose results no float64 holds. */
export function* longIntegers(context: PlanContext): Iterable<Shape> {
  if (!isNewest(context) || formatOf(context.dtype).bits !== 64) return;
  yield { dims: [2, 700], axes: [1], data: 'grid-near-limit' };
  yield { dims: [1300, 2], axes: [0], keepdims: 0, data: 'grid-near-limit' };
}
