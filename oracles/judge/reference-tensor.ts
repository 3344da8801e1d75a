import { type Tensor, tensorOfScalars } from '../numerics/tensor.ts';
import { mapTensors, type Value } from '../numerics/value.ts';
import type { ExpectedOutput, ExpectedValue } from '../spec/operator.ts';

/** Returns the oracle's own answer as a tensor: each element rounded once, under the first choice of each policy. */
export function referenceTensor({ dtype, dims, accept }: ExpectedOutput): Tensor {
  return tensorOfScalars(dtype, dims, (i) => accept(i).best);
}

/** As {@link referenceTensor}, for a value of any type. */
export const referenceValue = (expected: ExpectedValue): Value => mapTensors(expected, referenceTensor);
