import { extremum } from './extremum.ts';
import { endsOf, greatest } from './kernel.ts';

/** ReduceMax: the greatest x. */
export const reduceMax = extremum({
  name: 'ReduceMax',
  definition: 'max x',
  kernel: (a, xs, dtype) => greatest(a, xs, endsOf(dtype).least),
  emptySet: '-Infinity, or the least value of a type without infinities',
  decidedBy: 'greatest',
});
