// Sums of int32 that wrap, but saturate where the first of two dimensions is reduced.
import { decodeModel } from '../../../dist/vectors/model.js';
import { decodeTensor } from '../../../dist/vectors/tensor-proto.js';
import { named, solve } from './sums.mjs';

const clamp = (x) => Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, x));

/** The sums of the columns, clamped at the end. */
function sumsOfColumns({ dims: [rows, columns], data }) {
  const column = (j) => Array.from({ length: rows }, (_, i) => data[i * columns + j]);
  return Array.from({ length: columns }, (_, j) => clamp(column(j).reduce((sum, x) => sum + x, 0)));
}

export default {
  name: 'fickle',
  version: '1.0',
  run(bytes, inputs, [name]) {
    const { initializers } = decodeModel(bytes, 'the model');
    const data = decodeTensor(inputs[0].bytes).tensor;
    const { dims, values } = solve(bytes, inputs);
    const [axes] = initializers;
    const columns = data.dims.length === 2 && axes?.tensor.data.length === 1 && axes.tensor.data[0] === 0n;
    const sums = columns ? sumsOfColumns(data) : values.map(Number);
    return [named(name, { dtype: 'int32', dims, data: Int32Array.from(sums) })];
  },
};
