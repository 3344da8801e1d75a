import { BadInput } from '../../spec/bad-input.ts';
import { moved, movement, withZero } from './movement.ts';

/** Trilu: one side of a diagonal of matrices; zeros on the other. */
export const trilu = movement({
  name: 'Trilu',
  definition: 'element [.., i, j] where j - i >= k (upper=1), or j - i <= k (upper=0); else 0',
  dtypes: withZero, // a zero among strings is none
  evaluate: (a, node) => {
    const x = node.input(0);
    if (x.dims.length < 2) throw new BadInput(`a shape [${x.dims}] is none of matrices`);
    const k = node.inputs[1] ? node.integer(1) : 0;
    const upper = node.flag('upper');
    const keeps = (i: number, j: number) => (upper ? j - i >= k : j - i <= k);
    const map = {
      dims: x.dims,
      from: (place: readonly number[]) => (keeps(place.at(-2)!, place.at(-1)!) ? place : undefined),
    };
    return [moved(x, map, a.in(x.dtype).of(0))];
  },
  says: () => ({
    'upper-zero': ['upper=0 keeps what lies on the diagonal and below.', 'attribute upper'],
    'k-positive': ['A positive k moves the diagonal to the right.', 'input k'],
    'k-negative': ['A negative k moves it down.', 'input k'],
    'k-beyond': ['A diagonal beyond the matrix keeps all of it, or nothing.', 'triu', 'implied'],
    'special-values': ['What is dropped becomes 0, whatever it was.', 'triu', 'implied'],
    'size-zero': ['Matrices without elements stay so.', 'triu', 'implied'],
  }),
});
