import type { ReductionKernel } from './kernel.ts';
import { reduction, withoutSignOfZero } from './reduction.ts';
import { reductionVersions } from './versions.ts';

const name = 'ReduceProd';
const kernel: ReductionKernel = (a, xs) => a.product(xs);

/** ReduceProd: Πx. The sign of a zero is the product of all signs. */
export const reduceProd = reduction({
  name,
  definition: 'Πx',
  kernel,
  algorithms: [withoutSignOfZero(kernel)],
  mayOverflow: true,
  fillValue: 1,
  versions: reductionVersions({ name, emptySet: '1', elementwise: 'x' }),
});
