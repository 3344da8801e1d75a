import { extremum } from './extremum.ts';

/** ReduceMin: the least x. */
export const reduceMin = extremum({
  name: 'ReduceMin',
  definition: 'min x',
  kernel: (a, xs) => a.minimum(xs),
  emptySet: '+Infinity, or the greatest value of a type without infinities',
  minusZero: { may: (terms) => terms.hasMinusZero, is: (terms) => terms.hasMinusZero },
  showsOnly: 'least',
  background: 9,
});
