import { scalarsOf } from '../oracles/acceptance/comparator.ts';
import { type DType, formatOf } from '../oracles/numerics/dtype.ts';
import { encode16, isHeldAsBits } from '../oracles/numerics/rounding.ts';
import { allocate, type Tensor, tensor } from '../oracles/numerics/tensor.ts';

/** The same values in another dtype, which has to be able to hold them; as truth values, what is not 0 is true. */
export function recast(from: Tensor, dtype: DType): Tensor {
  const value = scalarsOf(from);
  const data = allocate(dtype, from.data.length);
  const format = formatOf(dtype);
  const store = (x: number | bigint): number | bigint => {
    if (format.kind === 'bool') return Number(x) === 0 ? 0 : 1;
    if (isHeldAsBits(dtype)) return encode16(Number(x), formatOf(dtype));
    return format.kind === 'integer' && format.bits === 64 ? BigInt(x) : Number(x);
  };
  for (let i = 0; i < data.length; i++) (data as unknown as (number | bigint)[])[i] = store(value(i));
  return tensor<DType>(dtype, from.dims, data);
}
