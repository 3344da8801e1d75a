// Wherever the true value lies between two numbers of float32, answers with the one that is further away.
import { float32, named, solve } from './oracle.mjs';

const inFloat64 = (tensor) =>
  tensor?.dtype === 'float32' ? { ...tensor, dtype: 'float64', data: Float64Array.from(tensor.data) } : tensor;

function otherNeighbour(x) {
  const near = Math.fround(x);
  if (near === x || !Number.isFinite(near)) return near;
  const bits = new Int32Array(Float32Array.of(near).buffer);
  bits[0] += Math.abs(x) > Math.abs(near) ? 1 : -1;
  return new Float32Array(bits.buffer)[0];
}

export default {
  name: 'faithful',
  version: '1.0',
  run(model, inputs, [name]) {
    const { dims, values } = solve(model, inputs, inFloat64);
    return [named(name, float32(dims, values.map(otherNeighbour)))];
  },
};
