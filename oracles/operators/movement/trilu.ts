import { BadInput } from '../../spec/bad-input.ts';
import { moveElements, movement, withZero } from './movement.ts';

/** Trilu: one side of a diagonal of matrices; zeros on the other. */
export const trilu = movement({
  name: 'Trilu',
  definition: 'element [.., i, j] where j - i >= k (upper=1), or j - i <= k (upper=0); else 0',
  dtypes: withZero, // strings have no zero
  evaluate: (a, node) => {
    const x = node.input(0);
    if (x.dims.length < 2) throw new BadInput(`a shape [${x.dims}] is not that of matrices`);
    const k = node.inputs[1] ? node.integer(1) : 0;
    const upper = node.flag('upper');
    const keeps = (i: number, j: number) => (upper ? j - i >= k : j - i <= k);
    const map = {
      dims: x.dims,
      from: (place: readonly number[]) => (keeps(place.at(-2)!, place.at(-1)!) ? place : undefined),
    };
    return [moveElements(x, map, a.in(x.dtype).of(0))];
  },
  says: () => ({
    'upper-zero': ['upper=0 keeps the elements on and below the diagonal.', 'attribute upper'],
    'k-positive': ['A positive k moves the diagonal to the right.', 'input k'],
    'k-negative': ['A negative k moves the diagonal down.', 'input k'],
    'k-beyond': ['A diagonal beyond the matrix keeps all elements, or none.', 'triu', 'implied'],
    'special-values': ['Elements outside of the triangle become 0, whatever their value.', 'triu', 'implied'],
    'size-zero': ['Empty matrices remain empty.', 'triu', 'implied'],
  }),
});
