import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tensor } from '../../oracles/numerics/tensor.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { folder } from '../cli/cli.ts';

const request = {
  model: new Uint8Array(3),
  inputs: [{ name: 'data', bytes: encodeTensor(tensor('float32', [1], Float32Array.of(1)), 'data') }],
  outputs: ['reduced'],
};

const list = 'run or runTensors has to return a list of tensors in the order of outputs';

/** What an adapter returns, as text, and what is said of it. */
const returned: readonly (readonly [string, string])[] = [
  ['{ reduced: inputs.get("data") }', `${list}, not an Object`],
  ['undefined', `${list}, not undefined`],
  ['[undefined]', 'reduced: a tensor is { dtype, dims, data }, not undefined'],
  ['[{ dtype: "float32", dims: [1], data: [1] }]', 'reduced: data of float32 has to be a Float32Array, not an Array'],
  [
    '[{ dtype: "int64", dims: [1], data: Int32Array.of(1) }]',
    'reduced: data of int64 has to be a BigInt64Array, not an Int32Array',
  ],
  ['[{ dims: [1], data: Float32Array.of(1) }]', 'reduced: dtype has to be one of float16, '],
  [
    '[{ dtype: "int4", dims: [2], data: Int8Array.of(7, 14) }]',
    'reduced: element 1 is 14; those of int4 are held as -8 … 7',
  ],
  [
    '[{ dtype: "uint2", dims: [1], data: Uint8Array.of(4) }]',
    'reduced: element 0 is 4; those of uint2 are held as 0 … 3',
  ],
  ['[{ dtype: "float32", data: Float32Array.of(1) }]', 'reduced: dims has to be a list of numbers, not undefined'],
];

test('what an adapter returns and is not a list of tensors is reported in the terms of the adapter', async () => {
  const path = join(folder(), 'mistaken.mjs');
  const results = returned.map(([result]) => `(inputs) => (${result})`);
  const ways = `const results = [${results.join(', ')}];\nconst next = (inputs) => results.shift()(inputs);`;
  const members = "name: 'mistaken', version: '1', prepare: () => ({ run: next })";
  writeFileSync(path, `${ways}\nexport default { ${members} };\n`);
  const backend = await openBackend(backendCommand(path));
  for (const [, message] of returned) {
    expect(await backend.run(request)).toEqual({ kind: 'error', message: expect.stringContaining(message) });
  }
  await backend.close();
});

test('what an adapter of bytes returns is a list, too', async () => {
  const path = join(folder(), 'bytes.mjs');
  writeFileSync(path, "export default { name: 'bytes', version: '1', run: () => new Uint8Array(2) };\n");
  const backend = await openBackend(backendCommand(path));
  expect(await backend.run(request)).toEqual({ kind: 'error', message: `${list}, not a Uint8Array` });
  await backend.close();
});

test('a syntax error is reported with its file and line, be it in a module that is imported', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'kernel.mjs'), 'export const kernel = 1;\nexport default {\n  const = 3,\n};\n');
  writeFileSync(join(cwd, 'backend.mjs'), "import './kernel.mjs';\nexport default {};\n");
  const open = openBackend(backendCommand(join(cwd, 'backend.mjs')));
  await expect(open).rejects.toThrow(/backend\.mjs cannot be loaded: Unexpected token 'const' \(\/.*kernel\.mjs:3\)/);
});
