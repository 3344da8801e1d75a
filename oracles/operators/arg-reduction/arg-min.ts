import { argReduction } from './arg-reduction.ts';

/** ArgMin: where the smallest element stands. */
export const argMin = argReduction({
  name: 'ArgMin',
  definition: 'argmin x',
  extreme: 'smallest',
  exceeds: (a, x, y) => a.less(x, y),
});
