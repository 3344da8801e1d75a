// An adapter module for hosts/module.js: what a JavaScript user writes.
import { writeSync } from 'node:fs';

console.log('printed while loading: must not reach the protocol');

class Unsupported extends Error {
  name = 'Unsupported';
}

export default {
  name: 'negate',
  version: '0.1.0',
  info: { provider: 'plain JavaScript' },
  async runTensors(_model, inputs, outputs) {
    console.log('printed while running');
    process.stdout.write('and without newline');
    writeSync(1, 'as compiled code does');
    const data = inputs.get('data');
    if (data.dtype === 'int64') throw new Unsupported('no int64\nhere');
    if (data.dims.length === 0) throw 'a string';
    if (data.dims.length === 3) throw Object.assign(new Error('the heap is gone'), { name: 'Crashed' });
    return outputs.map(() => ({ ...data, data: data.data.map((x) => -x) }));
  },
};
