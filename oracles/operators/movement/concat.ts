import { joined } from '../../arrays/index-map.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { movedFromAll, movement } from './movement.ts';

/** Concat: tensors joined along an axis. */
export const concat = movement({
  name: 'Concat',
  definition: 'the inputs side by side along axis',
  axes: [{ name: 'axis', since: 11 }],
  evaluate: (_, node) => {
    const inputs = node.inputs.map((_, i) => node.input(i));
    // version 1 has its default only in the text
    const axis = normalizeAxis(node.has('axis') ? node.number('axis') : 1, inputs[0]!.dims.length);
    const shapes = inputs.map(({ dims }) => dims);
    return [movedFromAll(inputs, joined(shapes, axis))];
  },
  says: ({ since }) => ({
    'axis-given': ['The inputs follow one another along axis.', 'attribute axis'],
    ...(since === 1 && { 'axis-absent': ['Without axis it is 1.', 'attribute axis'] }),
    'one-input': ['A single input is the output.', 'inputs: 1 or more'],
    'size-zero': ['An input without elements adds none.', 'concatenate', 'implied'],
    'invalid-shapes': ['All dimensions but axis are equal.', 'summary'],
  }),
});
