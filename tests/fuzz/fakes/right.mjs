// Right on graphs of Abs in float32 and of Not, without the oracle, which takes longer to load than to run.
import { decodeModel } from '../../../dist/bundled/parts/vectors/onnx/model.js';

const kernels = { Abs: Math.abs, Not: (x) => 1 - x };

export default {
  name: 'right',
  version: '1.0',
  dtypes: ['float32', 'bool'],
  opsets: [13, 13],
  prepare(bytes) {
    const { nodes, initializers } = decodeModel(bytes, 'the model');
    return {
      run(inputs, outputs) {
        const values = new Map([...initializers.map(({ name, tensor }) => [name, tensor]), ...inputs]);
        for (const {
          opType,
          inputs: [read],
          outputs: [given],
        } of nodes) {
          const { data, ...shaped } = values.get(read);
          values.set(given, { ...shaped, data: data.map(kernels[opType]) });
        }
        return outputs.map((name) => values.get(name));
      },
    };
  },
};
