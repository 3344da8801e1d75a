import { tileMap } from '../../arrays/index-map.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import type { Node } from '../../spec/node.ts';
import { moveElements, movement } from './movement.ts';

/** Tile: repeats the input along each dimension. */
export const tile = movement({
  name: 'Tile',
  definition: 'the input, repeated a number of times in each dimension',
  evaluate: (_, node) => {
    const input = node.input(0);
    return [moveElements(input, tileMap(input.dims, node.list('repeats') ?? repeatsAlongAxis(node)))];
  },
  says: ({ inputs }) => ({
    ...(inputs.some(({ name }) => name === 'repeats')
      ? {
          'each-dimension': ['Each dimension is repeated as a whole, repeats times.', 'input repeats'],
          'repeats-one': ['A dimension that is repeated once is unchanged.', 'input repeats'],
          'repeats-zero': ['A dimension that is repeated 0 times has no elements.', 'tile', 'implied'],
          'rank-zero': ['A tensor of rank 0 is unchanged.', 'tile', 'implied'],
          'invalid-repeats': ['There is one number of repeats for each dimension.', 'repeats'],
        }
      : { 'along-axis': ['The dimension axis is repeated tiles times.', 'inputs tiles and axis'] }),
    'size-zero': ['The output of an empty tensor is empty.', 'tile', 'implied'],
  }),
});

/** Returns the repeats of each dimension if the call names one of them, by numbers of the type of the data. */
function repeatsAlongAxis<S>(node: Node<S>): readonly number[] {
  const { dims } = node.input(0);
  return dims.map(() => 1).with(normalizeAxis(node.integer(2), dims.length), node.integer(1));
}
