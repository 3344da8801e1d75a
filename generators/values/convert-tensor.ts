import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { elementsOf, numbersOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import { tensorOf } from './values.ts';

/**
 * Converts a tensor to another dtype, which must be able to hold its numbers. In bool every number but 0 is true. Strings become their
 * lengths.
 */
export function convertTensor(from: Tensor, dtype: DType): Tensor {
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
