import { observe } from '../acceptance/policy.ts';
import type { Kernel } from '../numerics/arithmetic.ts';
import { reduction } from './reduction.ts';
import { extremumVersions } from './versions.ts';

const name = 'ReduceMax';
const kernel: Kernel = (a, xs) => a.maximum(xs);
const ofNumbers: Kernel = (a, xs) => a.maximum(a.numbers(xs));

/** ReduceMax: the greatest x. IEEE 754-2019 orders -0 below +0; implementations take either for the other. */
export const reduceMax = reduction({
  name,
  definition: 'max x',
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
  minusZero: { may: (terms) => terms.hasMinusZero, is: (terms) => !terms.hasPlusZero },
  showsOnly: 'greatest',
  versions: extremumVersions({
    name,
    emptySet: '-Infinity, or the least value of a type without infinities',
    elementwise: 'x',
    isExtremum: true,
  }),
});
