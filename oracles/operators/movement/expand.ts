import { expandMap } from '../../arrays/index-map.ts';
import { moveElements, movement } from './movement.ts';

/** Expand: broadcast together with a shape. */
export const expand = movement({
  name: 'Expand',
  definition: 'the input, broadcast together with shape',
  evaluate: (_, node) => [moveElements(node.input(0), expandMap(node.input(0).dims, node.list('shape')!))],
  says: () => ({
    'shape-longer': [
      'New dimensions are added before those of the input.',
      'summary: similar to numpy.array(input) * numpy.ones(shape)',
    ],
    'shape-smaller': [
      'A size of 1 in shape, or a missing size, leaves the dimension unchanged.',
      'summary: dimension dim_i of shape may be 1',
    ],
    'rank-zero': ['A tensor of rank 0 is repeated.', 'broadcast_to', 'implied'],
    'size-zero': ['A size of 1 may become 0.', 'broadcast_to', 'implied'],
    'invalid-expansion': ['Sizes are equal, or one of them is 1.', 'summary'],
  }),
});
