import { sumStep, withBodySince18 } from './body.ts';
import type { ReductionKernel } from './kernel.ts';
import { reduction } from './reduction.ts';
import { reductionVersions } from './versions.ts';

const name = 'ReduceL1';
const kernel: ReductionKernel = (a, xs) => a.sum(xs.map((x) => a.abs(x)));
const body = {
  nodes: [{ opType: 'Abs', inputs: ['data'], output: 'data_abs' }, sumStep('data_abs', 'reduced')],
};

/** ReduceL1: Σ|x|. */
export const reduceL1 = reduction({
  name,
  definition: 'Σ|x|',
  kernel,
  versions: withBodySince18(body, reductionVersions({ name, emptySet: '0', elementwise: '|x|' })),
});
