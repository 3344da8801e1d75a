import { type DType, formatOf } from '../numerics/dtype.ts';
import { encode16, isHeldAsBits } from '../numerics/rounding.ts';
import { allocate, elementCount, type Tensor, tensor } from '../numerics/tensor.ts';
import type { ExpectedOutput } from '../operator.ts';
import type { Scalar } from './acceptance.ts';

/** The oracle's own answer as a tensor: every element rounded once, under the first choice of every policy. */
export function bestTensor(expected: ExpectedOutput): Tensor {
  const { dtype, dims } = expected;
  const length = elementCount(dims);
  const data = allocate(dtype as DType, length);
  const store = storing(dtype);
  for (let i = 0; i < length; i++) (data as unknown as (number | bigint)[])[i] = store(expected.accept(i).best);
  return tensor<DType>(dtype, dims, data);
}

/** From a scalar to the way in which `dtype` holds it; bools and small integers as numbers. */
export function storing(dtype: DType): (x: Scalar) => number | bigint {
  const format = formatOf(dtype);
  if (isHeldAsBits(dtype)) return (x) => encode16(Number(x), formatOf(dtype));
  return format.bits === 64 ? (x) => x : Number;
}
