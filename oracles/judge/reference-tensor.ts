import { type Tensor, tensorOfScalars } from '../numerics/tensor.ts';
import { mapTensors, type Value } from '../numerics/value.ts';
import type { ExpectedOutput, ExpectedValue } from '../spec/operator.ts';

/** The oracle's own answer as a tensor: every element rounded once, under the first choice of every policy. */
export function referenceTensor({ dtype, dims, accept }: ExpectedOutput): Tensor {
  return tensorOfScalars(dtype, dims, (i) => accept(i).best);
}

/** The same of any value. */
export const referenceValue = (expected: ExpectedValue): Value => mapTensors(expected, referenceTensor);
