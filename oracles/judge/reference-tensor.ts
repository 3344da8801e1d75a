import { type Tensor, tensorOfScalars } from '../numerics/tensor.ts';
import type { ExpectedOutput } from '../spec/operator.ts';

/** The oracle's own answer as a tensor: every element rounded once, under the first choice of every policy. */
export function referenceTensor({ dtype, dims, accept }: ExpectedOutput): Tensor {
  return tensorOfScalars(dtype, dims, (i) => accept(i).best);
}
