import { decodeModel } from '../../dist/bundled/parts/vectors/onnx/model.js';

// the environment may say after how many elements sums end
const most = Number(process.env.MOST ?? Number.POSITIVE_INFINITY);

const refuse = (name, message) => {
  throw Object.assign(new Error(message), { name });
};

/** The sums of windows, or of the first elements of each. */
function windowSum({ dtype, dims: [length], data }, window) {
  const sumAt = (from) => data.subarray(from, from + Math.min(window, most)).reduce((sum, x) => sum + x, 0);
  const sums = Array.from({ length: length - window + 1 }, (_, from) => sumAt(from));
  return { dtype, dims: [sums.length], data: data.constructor.from(sums) };
}

/** A runtime that has WindowSum of com.microsoft alone. */
export default {
  name: 'windows',
  version: '1',
  dtypes: ['float32', 'float64'],
  opsets: [13, 21],
  prepare(bytes) {
    const { nodes, initializers, inputs, opsets } = decodeModel(bytes);
    if (opsets['com.microsoft'] !== 1) refuse('InvalidModel', 'com.microsoft is not imported');
    for (const { opType, domain, attributes, inputs: names } of nodes) {
      if (opType !== 'WindowSum' || domain !== 'com.microsoft') refuse('Unsupported', opType);
      if (`${Object.keys(attributes)}` !== 'window' || attributes.window.type !== 'INT') {
        refuse('InvalidModel', `${Object.keys(attributes)}`);
      }
      if (names.length !== 1 || names[0] === '') refuse('InvalidModel', `${names.length} inputs`);
    }
    const isFloat = ({ dtype }) => dtype === 'float32' || dtype === 'float64';
    if (![...inputs, ...initializers.map(({ tensor }) => tensor)].every(isFloat)) refuse('InvalidModel', 'types');
    return {
      run(given, outputs) {
        const values = new Map([...initializers.map(({ name, tensor }) => [name, tensor]), ...given]);
        for (const { attributes, inputs: names, outputs: gives } of nodes) {
          const x = values.get(names[0]);
          const window = attributes.window.value;
          if (window < 1 || window > x.dims[0]) refuse('InvalidModel', `window ${window}`);
          values.set(gives[0], windowSum(x, window));
        }
        return outputs.map((output) => values.get(output));
      },
    };
  },
};
