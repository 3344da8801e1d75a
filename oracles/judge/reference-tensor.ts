import { type FloatFormat, formatOf } from '../numerics/dtype.ts';
import { roundNumber } from '../numerics/rounding.ts';
import { elementCount, type Tensor, tensorOfScalars } from '../numerics/tensor.ts';
import { mapTensors, type Value } from '../numerics/value.ts';
import type { ExpectedOutput, ExpectedValue } from '../spec/operator.ts';

/** Returns the oracle's own answer as a tensor: each element rounded once, under the first choice of each policy. */
export function referenceTensor({ dtype, dims, accept }: ExpectedOutput): Tensor {
  return tensorOfScalars(dtype, dims, (i) => accept(i).best);
}

/** As {@link referenceTensor}, for a value of any type. */
export const referenceValue = (expected: ExpectedValue): Value => mapTensors(expected, referenceTensor);

/** The number of elements up to which exact answers take little time. */
const fewElements = 4096;

/**
 * Returns a tensor near the oracle's answer: large tensors of floats are computed by a plain kernel in doubles. It serves as
 * the input of another node, and must not be compared.
 * @param watch is called before each element
 */
export function nearTensor(expected: ExpectedOutput, watch: () => void): Tensor {
  const { dtype, dims, plain } = expected;
  const format = formatOf(dtype);
  const isPlain = plain && format.kind === 'float' && elementCount(dims) > fewElements;
  const at = isPlain ? plain(() => {}) : undefined;
  return tensorOfScalars(dtype, dims, (i) => {
    watch();
    return at ? roundNumber(at(i), format as FloatFormat) : expected.accept(i).best;
  });
}
