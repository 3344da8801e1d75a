import { argReduction } from './arg-reduction.ts';

/** ArgMax: where the largest element stands. */
export const argMax = argReduction({
  name: 'ArgMax',
  definition: 'argmax x',
  extreme: 'largest',
  exceeds: (a, x, y) => a.less(y, x),
});
