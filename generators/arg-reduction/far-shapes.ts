import { formatOf } from '../../oracles/numerics/dtype.ts';
import { farPlaces } from '../far-rows.ts';
import type { PlanContext } from '../proposal.ts';
import { isNewest, pinned, rotate } from '../rotate.ts';
import type { Shape } from './propose.ts';

/** A special value at the borders of the blocks of long rows. */
export const farSpecials = (context: PlanContext, data: 'far-nan' | 'far-infinity'): Shape[] =>
  pinned([300, 1100, 4100], context).map((n) => {
    const rows = farPlaces(n).length * (data === 'far-infinity' ? 2 : 1);
    return { dims: [rows, n], axis: 1, data };
  });

/** Columns, and rows of one element, that are no multiple of what a kernel takes at once. */
export const columns = (context: PlanContext): readonly Shape[] =>
  pinned<Shape>(
    [
      { dims: [7, 67], axis: 0 },
      { dims: [301, 17], axis: 0, keepdims: 0 },
      { dims: [3, 37, 41], axis: 1, keepdims: 0 },
      { dims: [70, 1], axis: 1 },
      { dims: [5, 130], axis: 0 },
      { dims: [1030, 5], axis: 0, keepdims: 0 },
    ],
    context,
  );

/** An extremum so late that 8 or 16 bits hold no index of it, nor the number of its vector. */
export function* lateIndices(context: PlanContext): Iterable<Shape> {
  if (isNewest(context) && !['float32', 'int32'].includes(context.dtype)) {
    yield { dims: [40_000], axis: 0, keepdims: 0, data: 'late' };
  }
}

/** Rows and columns of nothing but one end of the range: nothing beats what a search begins with. */
export function* longConstants(context: PlanContext): Iterable<Shape> {
  if (!isNewest(context)) return;
  const [n] = rotate([16, 33, 64, 130, 300], context, 5);
  yield { dims: [3, n!], axis: 1, data: 'constant' };
  yield { dims: [40, 3], axis: 0, data: 'constant' };
}

/** Integers beside each other that float64 does not tell apart, in every layout and in long rows. */
export function* closeIntegers(context: PlanContext): Iterable<Shape> {
  if (!isNewest(context) || formatOf(context.dtype).bits !== 64) return;
  yield { dims: [2, 9, 4], axis: 1, data: 'neighbours' };
  yield { dims: [40, 8], axis: 0, keepdims: 0, data: 'neighbours' };
  yield { dims: [8, 70], axis: 1, data: 'neighbours' };
  yield { dims: [8, 300], axis: 1, keepdims: 0, data: 'neighbours' };
}
