import { extremum } from './extremum.ts';

/** ReduceMax: the greatest x. */
export const reduceMax = extremum({
  name: 'ReduceMax',
  definition: 'max x',
  kernel: (a, xs) => a.maximum(xs),
  emptySet: '-Infinity, or the least value of a type without infinities',
  minusZero: { may: (terms) => terms.hasMinusZero, is: (terms) => !terms.hasPlusZero },
  showsOnly: 'greatest',
});
