// Right on valid models; does with the others what FAKE_WAYS says of them by id (as JSON; `invalid` stands for the rest).
import { decodeModel } from '../../../dist/bundled/parts/vectors/onnx/model.js';
import { float32, named, solve } from './sums.mjs';

class Unsupported extends Error {
  name = 'Unsupported';
}

/** A module with one function, f, whose only instruction is `unreachable`. */
const trap = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0],
  ...[7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11],
);

const ways = {
  accepts: (name) => [named(name, float32([1], [0]))],
  'answers nothing': () => [],
  refuses: () => {
    throw new Error('axes are out of range');
  },
  unsupported: () => {
    throw new Unsupported('no such thing here');
  },
  traps: () => new WebAssembly.Instance(new WebAssembly.Module(trap)).exports.f(),
  panics: () => {
    throw new Error("panicked at 'index out of bounds'");
  },
  segfault: () => process.kill(process.pid, 'SIGSEGV') && new Promise(() => {}),
  loop: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
};

const chosen = JSON.parse(process.env.FAKE_WAYS);

export default {
  name: 'at-invalid',
  version: '1.0',
  run(model, inputs, [name]) {
    const { name: id } = decodeModel(model, 'the model');
    const way = chosen[id] ?? (/\/invalid-[\w-]+\/\d+$/.test(id) ? chosen.invalid : undefined);
    if (way) return ways[way](name);
    const { dims, values } = solve(model, inputs);
    return [named(name, float32(dims, values))];
  },
};
