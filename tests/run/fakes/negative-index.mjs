import { readFileSync } from 'node:fs';
import { decodeModel } from '../../../dist/bundled/parts/vectors/onnx/model.js';

/** A runtime that reads negative indices as 0. If bugs.txt of its working directory says so, Neg is wrong as well. */
const isNegWrong = readFileSync('bugs.txt', 'utf8').includes('neg');

class Unsupported extends Error {
  name = 'Unsupported';
}

const product = (dims) => dims.reduce((all, size) => all * size, 1);

const kernels = {
  Gather([data, indices], { axis = { value: 0 } }) {
    const at = axis.value < 0 ? axis.value + data.dims.length : axis.value;
    const [before, after] = [data.dims.slice(0, at), data.dims.slice(at + 1)];
    const [rows, inner] = [data.dims[at], product(after)];
    const places = Array.from(indices.data, (i) => (i < 0 ? 0 : Number(i)));
    const lines = Array.from({ length: product(before) }, (_, line) => line * rows);
    const values = lines.flatMap((line) =>
      places.flatMap((place) => [...data.data.subarray((line + place) * inner, (line + place + 1) * inner)]),
    );
    return { ...data, dims: [...before, ...indices.dims, ...after], data: data.data.constructor.from(values) };
  },
  Neg: ([x]) => ({ ...x, data: x.data.map((value) => (isNegWrong && value > 0 ? value - value : -value)) }),
};

export default {
  name: 'negative-index',
  version: '1.0.0',
  prepare(bytes) {
    const { nodes, initializers } = decodeModel(bytes, 'the model');
    const [{ opType, inputs: names, attributes }] = nodes;
    const kernel = kernels[opType];
    if (nodes.length > 1 || !kernel) throw new Unsupported(`no kernel of ${opType}`);
    const constants = initializers.map(({ name, tensor }) => [name, tensor]);
    return {
      run(inputs) {
        const values = new Map([...constants, ...inputs]);
        return [
          kernel(
            names.map((name) => values.get(name)),
            attributes,
          ),
        ];
      },
    };
  },
};
