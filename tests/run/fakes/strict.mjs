// Right, but refuses an axis that is listed twice. For axes as an attribute.
import { decodeModel } from '../../../dist/bundled/parts/vectors/onnx/model.js';
import { decodeTensor } from '../../../dist/bundled/parts/vectors/onnx/tensor-proto.js';
import { float32, named, solve } from './sums.mjs';

export default {
  name: 'strict',
  version: '1.0',
  run(bytes, inputs, [name]) {
    const rank = decodeTensor(inputs[0].bytes).tensor.dims.length;
    const axes = decodeModel(bytes, 'the model').nodes[0].attributes.axes?.value ?? [];
    const places = new Set(axes.map((axis) => (axis + rank) % rank));
    if (places.size < axes.length) throw new Error('an axis is listed twice');
    const { dims, values } = solve(bytes, inputs);
    return [named(name, float32(dims, values))];
  },
};
