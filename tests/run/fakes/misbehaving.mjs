// Right but for the case whose id is FAKE_CASE (or begins with it, up to a "*"): there it misbehaves as FAKE_WAY says.
// Or FAKE_WAYS has a way for each id that is to be treated so, as JSON.
import { appendFileSync, existsSync, writeSync } from 'node:fs';
import { float32, named, solve } from './sums.mjs';

class Unsupported extends Error {
  name = 'Unsupported';
}

let previous;

/** Each gets the right answer's dims and values and the name of the output, and gives a list of outputs. */
const ways = {
  segfault: () => process.kill(process.pid, 'SIGSEGV') && new Promise(() => {}),
  abort: () => process.abort(),
  exit: () => process.exit(0),
  loop: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  never: () => new Promise((resolve) => setTimeout(resolve, 1e6)),
  throws: () => {
    throw new Error('shape mismatch\n    at kernel.cc:12');
  },
  unsupported: () => {
    throw new Unsupported('no kernel for this');
  },
  'too much memory at once': () => [new ArrayBuffer(2 ** 53 - 1)],
  'memory without end': () => {
    for (const all = []; ; ) all.push(new Array(1e6).fill(0.5));
  },
  'ten gibibytes': () => {
    const held = [];
    for (let i = 0; i < 160; i++) held.push(Buffer.alloc(2 ** 26, 1));
    return held;
  },
  'a megabyte of stderr': (dims, values, name) => {
    process.stderr.write('#'.repeat(2 ** 20));
    return [named(name, float32(dims, values))];
  },
  'a megabyte of stderr, and dies': () => {
    writeSync(2, `${'#'.repeat(2 ** 20)}\nthe last words\n`);
    process.exit(1);
  },
  'half a frame': () => {
    writeSync(3, '{"id":1,"status":"ok","outputs":[{"name":"reduced","size":99');
    return new Promise(() => setInterval(() => {}, 1000));
  },
  'half a payload, and dies': () => {
    writeSync(3, '{"id":1,"status":"ok","outputs":[{"name":"reduced","size":99}]}\nabc');
    process.exit(0);
  },
  'a frame of 4 GiB': () => {
    writeSync(3, `{"id":1,"status":"ok","outputs":[{"name":"reduced","size":${2 ** 32}}]}\nabc`);
    return new Promise(() => setInterval(() => {}, 1000));
  },
  'waits once': (dims, values, name) => {
    if (existsSync('waits')) return [named(name, float32(dims, values))];
    appendFileSync('waits', `${process.pid}\n`);
    return new Promise(() => setInterval(() => {}, 1000));
  },
  prints: (dims, values, name) => {
    writeSync(1, 'reduced 1 tensor\n');
    return [named(name, float32(dims, values))];
  },
  'wrong dtype': (dims, values, name) => [named(name, { dtype: 'float64', dims, data: Float64Array.from(values) })],
  'wrong shape': (dims, values, name) => [named(name, float32([...dims, 1], values))],
  'one bit off': (dims, values, name) => {
    const tensor = float32(dims, values);
    new Uint32Array(tensor.data.buffer)[0] ^= 1;
    return [named(name, tensor)];
  },
  'wrong after others': (dims, values, name) => {
    process.stderr.write(previous ? 'after others\n' : 'the first\n');
    return [
      named(
        name,
        previous
          ? float32(
              dims,
              values.map((x) => x + 1),
            )
          : float32(dims, values),
      ),
    ];
  },
  'wrong, and says so': (dims, values, name) => {
    writeSync(2, `${'#'.repeat(5000)} the kernel\n is \x1b[31mlost\n`);
    return [
      named(
        name,
        float32(
          dims,
          values.map((x) => x + 1),
        ),
      ),
    ];
  },
  nan: (dims, values, name) => [
    named(
      name,
      float32(
        dims,
        values.map(() => Number.NaN),
      ),
    ),
  ],
  zeros: (dims, values, name) => [
    named(
      name,
      float32(
        dims,
        values.map(() => 0),
      ),
    ),
  ],
  'previous answer': (_dims, _values, name) => [named(name, previous)],
  'one output too many': (dims, values, name) => [
    named(name, float32(dims, values)),
    named('another', float32(dims, values)),
  ],
  'no output': () => [],
  'wrong name': (dims, values) => [named('another', float32(dims, values))],
  'truncated tensor': (dims, values, name) => {
    const { bytes } = named(name, float32(dims, values));
    return [{ name, bytes: bytes.subarray(0, -1) }];
  },
  'empty tensor': (_dims, _values, name) => [{ name, bytes: new Uint8Array(0) }],
};

const { FAKE_WAY, FAKE_CASE = '', FAKE_PIDS, FAKE_WAYS = '{}' } = process.env;
const chosen = JSON.parse(FAKE_WAYS);
if (FAKE_PIDS) appendFileSync(FAKE_PIDS, `${process.pid}\n`);
const isMarked = FAKE_CASE.endsWith('*') ? (id) => id.startsWith(FAKE_CASE.slice(0, -1)) : (id) => id === FAKE_CASE;

export default {
  name: 'misbehaving',
  version: '1.0',
  run(model, inputs, [name]) {
    const { id, dims, values } = solve(model, inputs);
    const way = isMarked(id) ? FAKE_WAY : chosen[id];
    if (way) return ways[way](dims, values, name);
    previous = float32(dims, values);
    return [named(name, previous)];
  },
};
