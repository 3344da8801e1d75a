import type { Kernel } from '../numerics/arithmetic.ts';
import { reduction } from './reduction.ts';
import { axesInputSince18 } from './versions.ts';

const name = 'ReduceL1';
const kernel: Kernel = (a, xs) => a.sum(a.abs(xs));

/** ReduceL1: Σ|x|. */
export const reduceL1 = reduction({
  name,
  definition: 'Σ|x|',
  kernel,
  versions: axesInputSince18({ name, emptySet: '0', elementwise: '|x|', roundsIntegers: false }),
});
