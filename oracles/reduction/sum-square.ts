import type { Kernel } from '../numerics/arithmetic.ts';
import { reduction } from './reduction.ts';
import { axesInputSince18 } from './versions.ts';

const name = 'ReduceSumSquare';
const kernel: Kernel = (a, xs) => a.sum(a.square(xs));

/** ReduceSumSquare: Σx². */
export const reduceSumSquare = reduction({
  name,
  definition: 'Σx²',
  kernel,
  versions: axesInputSince18({ name, emptySet: '0', elementwise: 'x²', roundsIntegers: false }),
});
