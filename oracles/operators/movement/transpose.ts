import { transposeMap } from '../../arrays/index-map.ts';
import { moveElements, movement } from './movement.ts';

/** Transpose: the dimensions in another order. */
export const transpose = movement({
  name: 'Transpose',
  definition: 'dimension i of the output is dimension perm[i] of the input',
  evaluate: (_, node) => [moveElements(node.input(0), transposeMap(node.input(0).dims, node.numbers('perm')))],
  says: () => ({
    'perm-absent': ['Without perm, the order of the dimensions is reversed.', 'attribute perm'],
    'perm-given': ['Dimension i of the output is dimension perm[i] of the input.', 'attribute perm'],
    'size-zero': ['A dimension of size 0 is moved like any other.', 'transpose', 'implied'],
    'rank-zero': ['A tensor of rank 0 is unchanged.', 'transpose', 'implied'],
    'invalid-perm': ['perm is a permutation of all dimensions.', 'attribute perm'],
  }),
});
