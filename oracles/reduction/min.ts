import { observe } from '../acceptance/policy.ts';
import type { Kernel } from '../numerics/arithmetic.ts';
import { reduction } from './reduction.ts';
import { extremumVersions } from './versions.ts';

const name = 'ReduceMin';
const kernel: Kernel = (a, xs) => a.minimum(xs);
const ofNumbers: Kernel = (a, xs) => a.minimum(a.numbers(xs));

/** ReduceMin: the least x. IEEE 754-2019 orders -0 below +0; implementations take either for the other. */
export const reduceMin = reduction({
  name,
  definition: 'min x',
  kernel,
  alternatives: [
    {
      choice: observe('nan-in-extremum', 'ignored'),
      otherwise: observe('nan-in-extremum', 'propagates'),
      kernel: ofNumbers,
      isExact: true,
      matters: (terms) => terms.specials.nan,
    },
  ],
  minusZero: { may: (terms) => terms.hasMinusZero, is: (terms) => terms.hasMinusZero },
  showsOnly: 'least',
  background: 9,
  versions: extremumVersions({
    name,
    emptySet: '+Infinity, or the greatest value of a type without infinities',
    elementwise: 'x',
    isExtremum: true,
  }),
});
