// Sums of int32 that wrap, but saturate where the first of two dimensions is reduced.
import { load, sum } from './sums.mjs';

const clamp = (x) => Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, x));

/** True if a call adds up columns. */
const isOfColumns = ({ inputs: [{ dims }, axes] }) =>
  dims.length === 2 && axes?.data.length === 1 && axes.data[0] === 0n;

export default {
  name: 'fickle',
  version: '1.0',
  prepare(bytes) {
    const { node } = load(bytes);
    return {
      run(inputs) {
        const call = node(inputs);
        const { dims, values } = sum(call);
        const sums = isOfColumns(call) ? values.map((x) => clamp(Number(x))) : values.map(Number);
        return [{ dtype: 'int32', dims, data: Int32Array.from(sums) }];
      },
    };
  },
};
