// Right, but for noop_with_empty_axes without axes, which it takes as FAKE_READING says: `identity` or `all`.
import { referenceTensor } from '../../../dist/bundled/parts/oracles/judge/reference-tensor.js';
import { findOperator, versionAt } from '../../../dist/bundled/parts/oracles/operators.js';
import { decodeModel } from '../../../dist/bundled/parts/vectors/onnx/model.js';
import { decodeTensor } from '../../../dist/bundled/parts/vectors/onnx/tensor-proto.js';
import { named } from './oracle.mjs';

export default {
  name: 'former',
  version: '1.0',
  run(bytes, inputs, [name]) {
    const { nodes, initializers, opset } = decodeModel(bytes, 'the model');
    const [{ opType, attributes, inputs: names }] = nodes;
    const values = new Map(initializers.map((constant) => [constant.name, constant.tensor]));
    for (const input of inputs) values.set(input.name, decodeTensor(input.bytes).tensor);
    const [data, axes] = names.map((input) => values.get(input));
    const noop = attributes.noop_with_empty_axes?.value === 1 && !axes?.data.length;
    if (noop && process.env.FAKE_READING === 'identity') return [named(name, data)];
    const operator = findOperator(opType);
    const { noop_with_empty_axes: _, ...others } = attributes;
    const call = { attributes: noop ? others : attributes, inputs: [data, axes] };
    return [named(name, referenceTensor(operator.expect(versionAt(operator, opset), call)[0]))];
  },
};
