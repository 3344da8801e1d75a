import type { Kernel } from '../../numerics/arithmetic.ts';
import { leadingExponent } from '../../numerics/dyadic.ts';
import { reduction } from './reduction.ts';
import { reductionVersions } from './versions.ts';

const name = 'ReduceProd';
const kernel: Kernel = (a, xs) => a.product(xs);

/** ReduceProd: Πx. The sign of a zero is that of the product of all signs. */
export const reduceProd = reduction({
  name,
  definition: 'Πx',
  kernel,
  minusZero: { may: (terms) => terms.oddSigns, is: (terms) => terms.oddSigns },
  mayOverflow: (terms, { maxExponent }) => leadingExponent(terms.growth) + 1 >= maxExponent,
  background: 1,
  versions: reductionVersions({ name, emptySet: '1', elementwise: 'x' }),
});
