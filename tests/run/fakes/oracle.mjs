// The right answer to a case on float32, from the oracle, for fakes that are wrong elsewhere.
import { findOperator, versionAt } from '../../../dist/bundled/parts/oracles/operators.js';
import { decodeModel } from '../../../dist/bundled/parts/vectors/onnx/model.js';
import { decodeTensor } from '../../../dist/bundled/parts/vectors/onnx/tensor-proto.js';

/** `inputs` is the list of an adapter's `run`. Gives the case's id, which is the name of the graph, and the tensor. */
export function solve(bytes, inputs, widen = (tensor) => tensor) {
  const model = decodeModel(bytes, 'the model');
  const [node] = model.nodes;
  const values = new Map(model.initializers.map(({ name, tensor }) => [name, tensor]));
  for (const { name, bytes } of inputs) values.set(name, decodeTensor(bytes).tensor);
  const operator = findOperator(node.opType);
  const call = { attributes: node.attributes, inputs: node.inputs.map((name) => widen(values.get(name))) };
  const [{ dims, accept }] = operator.expect(versionAt(operator, model.opset), call);
  const count = dims.reduce((product, dim) => product * dim, 1);
  return { id: model.name, dims, values: Array.from({ length: count }, (_, i) => accept(i).best) };
}

export { float32, named } from './sums.mjs';
