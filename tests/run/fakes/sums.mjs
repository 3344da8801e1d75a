// The right answer to a sum, or sum of squares, that is exact in float64, without the oracle, which takes longer to load than to run.
import { decodeModel } from '../../../dist/bundled/parts/vectors/onnx/model.js';
import { decodeTensor, encodeTensor } from '../../../dist/bundled/parts/vectors/onnx/tensor-proto.js';

/** A model as a function of the tensors that are given to it by name, to what its node is called with. */
export function load(bytes) {
  const { name, nodes, initializers } = decodeModel(bytes, 'the model');
  const [{ opType, attributes, inputs }] = nodes;
  const constants = new Map(initializers.map(({ name, tensor }) => [name, tensor]));
  const tensorsOf = (given) => inputs.map((input) => given.get(input) ?? constants.get(input));
  return { id: name, node: (given) => ({ opType, attributes, inputs: tensorsOf(given) }) };
}

const terms = { ReduceSum: (x) => x, ReduceSumSquare: (x) => x * x };

/** The sums of a call, as numbers or bigints. */
export function sum({ opType, attributes, inputs: [{ dims, data }, axes] }) {
  const listed = Array.from(axes?.data ?? attributes.axes?.value ?? [], Number);
  const noop = attributes.noop_with_empty_axes?.value === 1;
  const isReduced = (axis) =>
    listed.length > 0 ? listed.some((one) => (one + dims.length) % dims.length === axis) : !noop;
  const kept = dims.map((dim, axis) => (isReduced(axis) ? 1 : dim));
  const zero = /^Big/.test(data.constructor.name) ? 0n : 0;
  const values = new Array(kept.reduce((product, dim) => product * dim, 1)).fill(zero);
  for (let at = 0; at < data.length; at++) {
    let rest = at;
    let target = 0;
    for (let axis = dims.length - 1, stride = 1; axis >= 0; axis--) {
      if (!isReduced(axis)) target += stride * (rest % dims[axis]);
      rest = Math.floor(rest / dims[axis]);
      stride *= kept[axis];
    }
    values[target] += terms[opType](data[at]);
  }
  const keepdims = attributes.keepdims?.value !== 0;
  return { dims: keepdims ? kept : dims.filter((_, axis) => !isReduced(axis)), values };
}

/** `inputs` is the list of an adapter's `run`. Gives the case's id, which is the name of the graph, and the sums. */
export function solve(bytes, inputs) {
  const { id, node } = load(bytes);
  return { id, ...sum(node(new Map(inputs.map(({ name, bytes }) => [name, decodeTensor(bytes).tensor])))) };
}

export const float32 = (dims, values) => ({ dtype: 'float32', dims, data: Float32Array.from(values) });

export const named = (name, tensor) => ({ name, bytes: encodeTensor(tensor, name) });
