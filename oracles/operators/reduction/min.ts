import { extremum } from './extremum.ts';
import { endsOf, least } from './kernel.ts';

/** ReduceMin: the least x. */
export const reduceMin = extremum({
  name: 'ReduceMin',
  definition: 'min x',
  kernel: (a, xs, dtype) => least(a, xs, endsOf(dtype).greatest),
  emptySet: '+Infinity, or the greatest value of a type without infinities',
  decidedBy: 'least',
  fillValue: 9,
});
