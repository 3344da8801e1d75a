import { type DType, formatOf } from '../oracles/numerics/dtype.ts';
import { roundDouble } from '../oracles/numerics/rounding.ts';
import { allocate, elementCount, type Tensor, tensor } from '../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../oracles/numerics/trait.ts';
import { slicesOf } from '../oracles/operators/reduction/slices.ts';

/** The elements of one slice, in row-major order of the reduced dimensions. */
export type Row = readonly NumericScalar[];
/** The row of `n` elements for a slice, by the slice's number. */
export type RowMaker = (n: number, slice: number) => Row;

/** A tensor whose slices over the `reduced` dimensions are rows; floats are rounded to the dtype. */
export function tensorOfRows(
  dtype: DType,
  dims: readonly number[],
  reduced: readonly boolean[],
  make: RowMaker,
): Tensor {
  const slices = slicesOf(dims, reduced, true);
  const values = allocate(dtype, elementCount(dims));
  const store = storeInto(values, dtype);
  slices.starts.forEach((start, slice) => {
    const row = slices.length ? make(slices.length, slice) : [];
    for (const [k, offset] of slices.offsets.entries()) store(start + offset, row[k]!);
  });
  return tensor(dtype, dims, values);
}

function storeInto(values: Tensor['data'], dtype: DType): (index: number, x: NumericScalar) => void {
  const format = formatOf(dtype);
  const write = format.writer(values);
  return format.kind === 'float' ? (index, x) => write(index, roundDouble(Number(x), format)) : write;
}
