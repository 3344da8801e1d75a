import { indexOf, placeOf } from '../../oracles/arrays/index-map.ts';
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

/** The greatest number of elements of a sparse tensor that is read: its bytes do not limit them. */
const maxElements = 2 ** 26;

/**
 * Returns the fields of a SparseTensorProto: the nonzero elements, and their indices.
 * @param byAxis whether an element has an index for each axis (`[n, rank]`), or one in the flattened tensor (`[n]`)
 */
export function sparseFields(dense: Tensor, name: string, byAxis = false) {
  const element = scalarsOf(dense);
  const at = [...dense.data.keys()].filter((i) => bitsAt(dense, i) !== 0n);
  const values = tensorOfScalars(dense.dtype, [at.length], (i) => element(at[i]!));
  const all = byAxis ? at.flatMap((i) => placeOf(i, dense.dims)) : at;
  const shape = byAxis ? [at.length, dense.dims.length] : [at.length];
  const indices = tensorOfScalars('int64', shape, (i) => BigInt(all[i]!));
  return { values: tensorFields(values, name), indices: tensorFields(indices), dims: dense.dims.map(BigInt) };
}

/**
 * Reads a SparseTensorProto as a dense tensor. Its indices increase. They are those of the flattened tensor (`[n]`), or one an axis
 * (`[n, rank]`).
 * @throws BadInput for indices that do not fit the values or the shape, for more than 2^26 elements, and as {@link readTensor}
 */
export function readSparseTensor(proto: SparseTensorProto, origin: string): NamedTensor {
  if (!proto.values || !proto.indices) throw new BadInput(`${origin} lacks its values or its indices`);
  const { name, tensor: values } = readTensor(proto.values, `${origin}: values`);
  const fail = (problem: string): never => {
    throw new BadInput(`${origin} '${name}': ${problem}`);
  };
  const { tensor: indices } = readTensor(proto.indices, `${origin} '${name}': indices`);
  const { dims } = checkedDims(proto.dims, `${origin} '${name}'`);
  const size = elementCount(dims);
  if (size > maxElements) fail(`${size} elements; at most ${maxElements} are read`);
  const [count, rank] = indices.dims;
  const isFlat = indices.dims.length === 1;
  const isByAxis = indices.dims.length === 2 && rank === dims.length;
  if (indices.dtype !== 'int64' || count !== values.data.length || !(isFlat || isByAxis))
    fail('its indices do not fit its values');
  const shape = isFlat ? [size] : dims;
  const data = allocate(values.dtype, size);
  const write = formatOf(values.dtype).writer(data);
  const element = scalarsOf(values);
  const index = numbersOf(indices);
  let last = -1;
  for (let i = 0; i < values.data.length; i++) {
    const place = shape.map((_, axis) => Number(index(i * shape.length + axis)));
    if (!place.every((x, axis) => x >= 0 && x < shape[axis]!)) fail(`index ${i} is beyond its shape`);
    const at = indexOf(place, shape);
    if (at <= last) fail(`index ${i} is not above the one before it`);
    write(at, element(i));
    last = at;
  }
  return { name, tensor: tensor(values.dtype, dims, data) };
}
