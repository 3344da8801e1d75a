import type { ReductionKernel } from './kernel.ts';
import { reduction } from './reduction.ts';
import { reductionVersions } from './versions.ts';

const name = 'ReduceSum';
const kernel: ReductionKernel = (a, xs) => a.sum(xs);

/** ReduceSum: Σx. */
export const reduceSum = reduction({
  name,
  definition: 'Σx',
  kernel,
  versions: reductionVersions({ name, emptySet: '0', elementwise: 'x' }),
});
