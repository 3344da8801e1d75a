import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { elementsOf, numbersOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import { tensorOf } from './values.ts';

/**
 * The same numbers in another dtype, which has to be able to hold them; as truth values, what is not 0 is true. Of strings it
 * is their lengths.
 */
export function recast(from: Tensor, dtype: DType): Tensor {
  if (formatOf(from.dtype).kind === 'string') {
    return tensorOf(
      dtype,
      from.dims,
      elementsOf(from).map((text) => String(text).length),
    );
  }
  const value = numbersOf(from);
  if (formatOf(dtype).kind === 'string') return tensorOf(dtype, from.dims, elementsOf(from).map(String));
  return tensorOfScalars(dtype, from.dims, dtype === 'bool' ? (i) => BigInt(Number(value(i)) !== 0) : value);
}
