import { concatMap } from '../../arrays/index-map.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { moveFromAll, movement } from './movement.ts';

/** Concat: tensors joined along an axis. */
export const concat = movement({
  name: 'Concat',
  definition: 'the inputs, concatenated along axis',
  axes: [{ name: 'axis', since: 11 }],
  evaluate: (_, node) => {
    const inputs = node.inputs.map((_, i) => node.input(i));
    // version 1 has its default only in the text
    const axis = normalizeAxis(node.has('axis') ? node.number('axis') : 1, inputs[0]!.dims.length);
    const shapes = inputs.map(({ dims }) => dims);
    return [moveFromAll(inputs, concatMap(shapes, axis))];
  },
  says: ({ since }) => ({
    'axis-given': ['The inputs are concatenated along axis.', 'attribute axis'],
    ...(since === 1 && { 'axis-absent': ['If axis is absent, it is 1.', 'attribute axis'] }),
    'one-input': ['The output of a single input is this input.', 'inputs: 1 or more'],
    'size-zero': ['An input without elements adds no elements.', 'concatenate', 'implied'],
    'invalid-shapes': ['All dimensions except axis are equal.', 'summary'],
  }),
});
