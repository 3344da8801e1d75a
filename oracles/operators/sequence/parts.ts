import { concatMap, sliceMap, span } from '../../arrays/index-map.ts';
import { sequenceOf } from '../../numerics/value.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { BadInput } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';
import { moveElements, moveFromAll, reshaped } from '../movement/movement.ts';
import { sequenceOperator } from './sequence.ts';

/** ConcatFromSequence: concatenates or stacks the tensors of a sequence. */
export const concatFromSequence = sequenceOperator({
  name: 'ConcatFromSequence',
  definition: 'the tensors concatenated along axis; with new_axis, stacked along a new axis',
  evaluate: (_, node) => {
    const { elements } = node.sequence(0);
    const [first] = elements;
    if (!first) throw new BadInput('an empty sequence cannot be concatenated');
    const isNew = node.flag('new_axis');
    const axis = normalizeAxis(node.number('axis'), first.dims.length + (isNew ? 1 : 0));
    const parts = isNew ? elements.map((one) => reshaped(one, one.dims.toSpliced(axis, 0, 1))) : elements;
    return [
      moveFromAll(
        parts,
        concatMap(
          parts.map(({ dims }) => dims),
          axis,
        ),
      ),
    ];
  },
  says: () => ({
    'axis-given': ['The tensors follow one another along axis.', 'attribute axis'],
    'axis-negative': ['A negative axis counts from the last dimension of the result.', 'attribute axis'],
    'new-axis': ['With new_axis=1, the tensors are stacked along a new dimension.', 'attribute new_axis'],
    'new-axis-last': ['The new dimension may be the last one.', 'attribute axis'],
    'any-length': ['A sequence may have any number of tensors.', 'inputs', 'implied'],
    'one-tensor': ['The result of a single tensor is this tensor.', 'summary', 'implied'],
    'size-zero': ['A tensor without elements adds no elements.', 'summary', 'implied'],
    'invalid-axis': ['axis is in [-r, r - 1]; with new_axis=1, in [-r - 1, r].', 'attribute axis'],
    'invalid-shapes': ['All dimensions except axis are equal; with new_axis=1, all are.', 'summary'],
  }),
});

/** SplitToSequence: splits a tensor along a dimension into a sequence. */
export const splitToSequence = sequenceOperator({
  name: 'SplitToSequence',
  axes: [{ name: 'axis', since: 11 }],
  definition: 'consecutive parts of the input along axis, with the lengths of split',
  evaluate: (_, node) => {
    const input = node.input(0);
    const axis = node.axis('axis', input.dims.length);
    const lengths = lengthsOf(node, input.dims[axis]!);
    // without split, each part has size 1 along the axis, and only then keepdims may drop it
    const drops = !node.values[1] && !node.flag('keepdims');
    let start = 0;
    const parts = lengths.map((count) => {
      const spans = input.dims.map((size, i) => (i === axis ? { start, step: 1, count } : span(size, 0, size)));
      start += count;
      const part = moveElements(input, sliceMap(spans));
      return drops ? reshaped(part, part.dims.toSpliced(axis, 1)) : part;
    });
    return [sequenceOf(input.dtype, parts)];
  },
  says: () => ({
    'lengths-given': ['The parts have the lengths in split.', 'input split'],
    'length-zero': ['A part may have no elements.', 'input split: no negative lengths'],
    'equal-parts': ['A scalar split is the length of each part; the last may be smaller.', 'input split'],
    'axis-given': ['The dimension axis is split.', 'attribute axis'],
    'dimension-dropped': ['Without split, keepdims=0 drops the dimension of size 1.', 'attribute keepdims'],
    'keepdims-ignored': ['With split, keepdims is ignored.', 'attribute keepdims'],
    'any-length': ['There may be any number of parts.', 'outputs', 'implied'],
    'size-zero': ['A dimension without elements has no parts.', 'input split', 'implied'],
    'invalid-split': [
      'The lengths add up to the dimension, and none is negative; a scalar is positive.',
      'input split',
    ],
  }),
});

/** Returns the length of each part along an axis of a given size. @throws BadInput for lengths that do not split it */
function lengthsOf<S>(node: Node<S>, size: number): readonly number[] {
  if (!node.values[1]) return Array<number>(size).fill(1);
  const given = node.integers(1);
  const { dims } = node.input(1);
  if (dims.length > 0) {
    if (dims.length > 1 || given.some((length) => length < 0) || given.reduce((sum, one) => sum + one, 0) !== size) {
      throw new BadInput(`lengths [${given}] do not split a dimension of size ${size}`);
    }
    return given;
  }
  const [length] = given as [number];
  if (length <= 0) throw new BadInput(`a dimension cannot be split into parts of length ${length}`);
  return Array.from({ length: Math.ceil(size / length) }, (_, i) => Math.min(length, size - i * length));
}
