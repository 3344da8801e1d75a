import { concatMap, sliceMap, span } from '../../arrays/index-map.ts';
import { allocate } from '../../numerics/tensor.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { DeclaredType } from '../../spec/declaration.ts';
import type { EvaluateValues } from '../../spec/node.ts';
import type { GraphRunner } from '../../spec/unfold.ts';
import { moveElements, moveFromAll, reshaped } from '../movement/movement.ts';

/** Stacks tensors of one shape along a new dimension. */
const stacking =
  (axis: number): EvaluateValues =>
  (_, node) => {
    const { dims: shape } = node.input(0);
    const place = normalizeAxis(axis, shape.length + 1);
    const other = node.values.map((_, i) => node.input(i).dims).find((dims) => String(dims) !== String(shape));
    if (other)
      throw new BadInput(
        `runs of the body return tensors of shapes [${shape}] and [${other}], which cannot be stacked`,
      );
    const parts = node.values.map((_, i) => {
      const one = node.input(i);
      return reshaped(one, one.dims.toSpliced(place, 0, 1));
    });
    return [
      moveFromAll(
        parts,
        concatMap(
          parts.map(({ dims }) => dims),
          place,
        ),
      ),
    ];
  };

/** Concatenates tensors along their first dimension; scalars count as one of size 1. */
export const concatTensors: EvaluateValues = (_, node) => {
  const parts = node.values.map((_, i) => {
    const one = node.input(i);
    return one.dims.length === 0
      ? reshaped(one, [1, 1])
      : one.dims.length === 1
        ? reshaped(one, [1, ...one.dims])
        : one;
  });
  return [
    moveFromAll(
      parts,
      concatMap(
        parts.map(({ dims }) => dims),
        0,
      ),
    ),
  ];
};

/** Returns the slice at an index along a dimension, without that dimension. */
const taking =
  (axis: number, place: number): EvaluateValues =>
  (_, node) => {
    const input = node.input(0);
    const spans = input.dims.map((size, i) => (i === axis ? { start: place, step: 1, count: 1 } : span(size, 0, size)));
    return [reshaped(moveElements(input, sliceMap(spans)), input.dims.toSpliced(axis, 1))];
  };

/**
 * Stacks the values of one output of a body over its runs, along a new dimension.
 * @param declared the declared type of the output, which determines the shape if there were no runs
 * @throws BadInput for values that are not tensors, NotJudged if the shape is unknown
 */
export function stackTensors<V>(
  runner: GraphRunner<V>,
  values: readonly V[],
  axis: number,
  declared: DeclaredType | undefined,
): V {
  // only tensors have dimensions
  for (const value of values) runner.dims(value);
  if (values.length > 0) return runner.copied(stacking(axis), values);
  const dims = declared?.dims;
  if (!declared || declared.within || !dims?.every((dim) => typeof dim === 'number')) {
    throw new NotJudged('a stacked output without runs, whose shape the body does not declare');
  }
  const shape = dims.toSpliced(normalizeAxis(axis, dims.length + 1), 0, 0);
  return runner.constant({ dtype: declared.dtype, dims: shape, data: allocate(declared.dtype, 0) });
}

export const takeSlice = <V>(runner: GraphRunner<V>, tensor: V, axis: number, place: number): V =>
  runner.copied(taking(axis, place), [tensor]);
