import { argReduction } from './arg-reduction.ts';

/** ArgMax: the index of the largest element. */
export const argMax = argReduction({
  name: 'ArgMax',
  definition: 'argmax x',
  extreme: 'largest',
  exceeds: (a, x, y) => a.less(y, x),
});
