import { readFileSync } from 'node:fs';
import { decodeModel } from '../../../dist/bundled/parts/vectors/onnx/model.js';

/** A runtime of four operators in float32, with the bugs that bugs.txt of its working directory lists. */
const bugs = readFileSync('bugs.txt', 'utf8').split(/\s+/);
const has = (bug) => bugs.includes(bug);

/** Below this Abs keeps the sign. */
const lowest = has('abs-keeps-lowest') ? -3.4e38 : has('abs-keeps-infinity') ? -Number.MAX_VALUE : -Infinity;

class Unsupported extends Error {
  name = 'Unsupported';
}

const kernels = {
  Abs: (x) => (x < lowest ? x : Math.abs(x)),
  Ceil: Math.ceil,
  Floor: (x) => (has('floor-truncates') ? Math.trunc(x) : Math.floor(x)),
  Neg: (x) => (has('neg-loses-zero') && x === 0 ? 0 : -x),
};

export default {
  name: 'toy',
  version: '1.0.0',
  dtypes: ['float32'],
  prepare(bytes) {
    const { nodes, initializers } = decodeModel(bytes, 'the model');
    const [{ opType, inputs: names }] = nodes;
    const kernel = kernels[opType];
    if (!kernel || has(`no-${opType.toLowerCase()}`)) throw new Unsupported(`no kernel of ${opType}`);
    const constant = initializers.find(({ name }) => name === names[0])?.tensor;
    return {
      run(inputs) {
        const { dtype, dims, data } = inputs.get(names[0]) ?? constant;
        if (has('ceil-refuses-nothing') && opType === 'Ceil' && data.length === 0) throw new Error('empty tensor');
        return [{ dtype, dims, data: data.map(kernel) }];
      },
    };
  },
};
