import type { DType } from '../../oracles/numerics/dtype.ts';
import { numbersOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';

/** The same numbers in another dtype, which has to be able to hold them; as truth values, what is not 0 is true. */
export function recast(from: Tensor, dtype: DType): Tensor {
  const value = numbersOf(from);
  return tensorOfScalars(dtype, from.dims, dtype === 'bool' ? (i) => BigInt(Number(value(i)) !== 0) : value);
}
