import { argReduction } from './arg-reduction.ts';

/** ArgMin: the index of the smallest element. */
export const argMin = argReduction({
  name: 'ArgMin',
  definition: 'argmin x',
  extreme: 'smallest',
  exceeds: (a, x, y) => a.less(x, y),
});
