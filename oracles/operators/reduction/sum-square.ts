import { sumStep, withBodySince18 } from './body.ts';
import type { ReductionKernel } from './kernel.ts';
import { reduction } from './reduction.ts';
import { reductionVersions } from './versions.ts';

const name = 'ReduceSumSquare';
const kernel: ReductionKernel = (a, xs) => a.dot(xs, xs);
const body = {
  nodes: [{ opType: 'Mul', inputs: ['data', 'data'], output: 'data_square' }, sumStep('data_square', 'reduced')],
};

/** ReduceSumSquare: Σx². */
export const reduceSumSquare = reduction({
  name,
  definition: 'Σx²',
  kernel,
  versions: withBodySince18(body, reductionVersions({ name, emptySet: '0', elementwise: 'x²' })),
});
