// Right on what it declares, and ends the process when it is asked anything else.
import { decodeModel } from '../../../dist/bundled/parts/vectors/onnx/model.js';
import { float32, named, solve } from './sums.mjs';

export default {
  name: 'modest',
  version: '1.0',
  info: { provider: 'none', accumulator: 'exact' },
  opsets: [13, 14],
  dtypes: ['float32', 'complex32'],
  run(bytes, inputs, [name]) {
    const { opset, inputs: declared } = decodeModel(bytes, 'the model');
    if (opset < 13 || opset > 14 || declared[0].dtype !== 'float32') process.exit(1);
    const { dims, values } = solve(bytes, inputs);
    return [named(name, float32(dims, values))];
  },
};
