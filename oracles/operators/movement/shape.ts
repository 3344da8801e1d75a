import { elementCount } from '../../numerics/tensor.ts';
import { values } from '../../spec/node.ts';
import { integers, movement } from './movement.ts';

/** Shape: the sizes of the dimensions, or of those from start to end. */
export const shape = movement({
  name: 'Shape',
  definition: 'the sizes of the dimensions of data from start to end',
  evaluate: (a, node) => {
    const { dims } = node.input(0);
    const start = node.has('start') ? node.number('start') : 0;
    return [integers(a, dims.slice(start, node.has('end') ? node.number('end') : dims.length))];
  },
  says: ({ attributes }) => ({
    'rank-zero': ['The shape of a tensor of rank 0 is empty.', 'summary'],
    'size-zero': ['Sizes may be 0.', 'summary'],
    ...(attributes.length > 0 && {
      'start-and-end': ['The dimensions from start to before end are listed.', 'summary'],
      'negative-start-and-end': ['Negative start and end count from the last dimension.', 'summary'],
      'start-and-end-clamped': ['start and end are clamped to the range.', 'summary'],
      'start-behind-end': ['If start is not before end, the result is empty.', 'summary'],
    }),
  }),
});

/** Size: the number of elements. */
export const size = movement({
  name: 'Size',
  definition: 'the number of elements of data',
  evaluate: (a, node) => [values('int64', [], () => a.of(BigInt(elementCount(node.input(0).dims))))],
  says: () => ({
    'rank-zero': ['A tensor of rank 0 has one element.', 'size', 'implied'],
    'size-zero': ['A tensor with a dimension of size 0 has no elements.', 'size', 'implied'],
  }),
});
