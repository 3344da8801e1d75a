import { formatOf } from '../../oracles/numerics/dtype.ts';
import {
  allocate,
  bitsAt,
  elementCount,
  numbersOf,
  scalarsOf,
  type Tensor,
  tensor,
  tensorOfScalars,
} from '../../oracles/numerics/tensor.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { SparseTensorProto } from './proto/onnx_pb.ts';
import { checkedDims } from './shape.ts';
import { type NamedTensor, readTensor, tensorFields } from './tensor-proto.ts';

/** Returns the fields of a SparseTensorProto: the nonzero elements, and their indices in the flattened tensor. */
export function sparseFields(dense: Tensor, name: string) {
  const element = scalarsOf(dense);
  const at = [...dense.data.keys()].filter((i) => bitsAt(dense, i) !== 0n);
  const values = tensorOfScalars(dense.dtype, [at.length], (i) => element(at[i]!));
  const indices = tensorOfScalars('int64', [at.length], (i) => BigInt(at[i]!));
  return { values: tensorFields(values, name), indices: tensorFields(indices), dims: dense.dims.map(BigInt) };
}

/**
 * Reads a SparseTensorProto as a dense tensor. Its indices are those of the flattened tensor (`[n]`), or one an axis (`[n, rank]`).
 * @throws BadInput for indices that do not fit the values or the shape, and as {@link readTensor}
 */
export function readSparseTensor(proto: SparseTensorProto, origin: string): NamedTensor {
  if (!proto.values || !proto.indices) throw new BadInput(`${origin} lacks its values or its indices`);
  const { name, tensor: values } = readTensor(proto.values, `${origin}: values`);
  const { tensor: indices } = readTensor(proto.indices, `${origin} '${name}': indices`);
  const { dims } = checkedDims(proto.dims, `${origin} '${name}'`);
  const size = elementCount(dims);
  const [count = 0, rank = 1] = indices.dims;
  const isFlat = indices.dims.length === 1;
  if (indices.dtype !== 'int64' || count !== values.data.length || !(isFlat || rank === dims.length)) {
    throw new BadInput(`${origin} '${name}': its indices do not fit its values`);
  }
  const index = numbersOf(indices);
  const data = allocate(values.dtype, size);
  const write = formatOf(values.dtype).writer(data);
  const element = scalarsOf(values);
  for (let i = 0; i < count; i++) {
    const coordinates = isFlat ? [] : dims.map((_, axis) => Number(index(i * rank + axis)));
    const isInside = coordinates.every((at, axis) => at >= 0 && at < dims[axis]!);
    const at = isFlat ? Number(index(i)) : coordinates.reduce((sum, at, axis) => sum * dims[axis]! + at, 0);
    if (!isInside || at < 0 || at >= size) throw new BadInput(`${origin} '${name}': index ${i} is beyond its shape`);
    write(at, element(i));
  }
  return { name, tensor: tensor(values.dtype, dims, data) };
}
