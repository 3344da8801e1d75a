// The right answer to a ReduceSum of float32 that is exact in float64, without the oracle, which takes longer to load than to run.
import { decodeModel } from '../../../dist/vectors/model.js';
import { decodeTensor, encodeTensor } from '../../../dist/vectors/tensor-proto.js';

/** `inputs` is the list of an adapter's `run`. Gives the case's id, which is the name of the graph, and the tensor. */
export function solve(bytes, inputs) {
  const model = decodeModel(bytes, 'the model');
  const [{ attributes, inputs: names }] = model.nodes;
  const tensors = new Map(model.initializers.map(({ name, tensor }) => [name, tensor]));
  for (const { name, bytes } of inputs) tensors.set(name, decodeTensor(bytes).tensor);
  const [{ dims, data }, axes] = names.map((name) => tensors.get(name));
  const listed = Array.from(axes?.data ?? attributes.axes?.value ?? [], Number);
  const noop = attributes.noop_with_empty_axes?.value === 1;
  const isReduced = (axis) =>
    listed.length > 0 ? listed.some((one) => (one + dims.length) % dims.length === axis) : !noop;
  const kept = dims.map((dim, axis) => (isReduced(axis) ? 1 : dim));
  const values = new Array(kept.reduce((product, dim) => product * dim, 1)).fill(0);
  for (let at = 0; at < data.length; at++) {
    let rest = at;
    let target = 0;
    for (let axis = dims.length - 1, stride = 1; axis >= 0; axis--) {
      if (!isReduced(axis)) target += stride * (rest % dims[axis]);
      rest = Math.floor(rest / dims[axis]);
      stride *= kept[axis];
    }
    values[target] += data[at];
  }
  const keepdims = attributes.keepdims?.value !== 0;
  return { id: model.name, dims: keepdims ? kept : dims.filter((_, axis) => !isReduced(axis)), values };
}

export const float32 = (dims, values) => ({ dtype: 'float32', dims, data: Float32Array.from(values) });

export const named = (name, tensor) => ({ name, bytes: encodeTensor(tensor, name) });
