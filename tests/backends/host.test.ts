import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import type { RunRequest } from '../../src/backends/backend.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { decodeTensor, encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { caseOf, echoed, fakePath } from './session.ts';

const open = (module: string) => openBackend(backendCommand(fakePath(module)));

const caseOn = (t: Tensor): RunRequest => ({
  model: new Uint8Array(3),
  inputs: [{ name: 'data', bytes: encodeTensor(t, 'data') }],
  outputs: ['reduced'],
});

test('a module of tensors is served, whatever it prints', async () => {
  const backend = await open('adapters.mjs');
  expect(backend.info).toEqual({ name: 'negate', version: '0.1.0', provider: 'plain JavaScript' });
  const answers = await Promise.all(
    [[1], [2, 3], []].map((values) =>
      backend.run(caseOn(tensor('float32', [values.length], Float32Array.from(values)))),
    ),
  );
  const decoded = answers.map((answer) => answer.kind === 'outputs' && decodeTensor(answer.outputs[0]!.bytes));
  expect(decoded).toEqual(
    [[-1], [-2, -3], []].map((values) => ({
      name: 'reduced',
      tensor: tensor('float32', [values.length], Float32Array.from(values)),
    })),
  );
  await backend.close();
});

test('what an adapter throws is the answer of that case', async () => {
  const backend = await open('adapters.mjs');
  const one = Float32Array.of(1);
  const answers = await Promise.all([
    backend.run(caseOn(tensor('int64', [1], BigInt64Array.of(1n)))),
    backend.run(caseOn(tensor('float32', [], one))),
    backend.run(caseOn(tensor('float32', [1, 1, 1], one))),
    backend.run(caseOn(tensor('float32', [1], one))),
  ]);
  expect(answers.slice(0, 3)).toEqual([
    { kind: 'unsupported', message: 'no int64 here' },
    { kind: 'error', message: 'threw a string' },
    { kind: 'crash', message: expect.stringMatching(/^the heap is gone/) },
  ]);
  expect(answers[3]!.kind).toBe('outputs');
  expect(backend.incidents.count).toBe(2); // in company, and alone
  await backend.close();
});

test('a module of bytes is served', async () => {
  const backend = await open('echo.mjs');
  const big = 'x'.repeat(2_000_000);
  const texts = ['', 'a', big, 'b'];
  expect((await Promise.all(texts.map((text) => backend.run(caseOf(text))))).map(echoed)).toEqual(texts);
  await backend.close();
});

test.each([
  ['no-default.mjs', /no-default\.mjs has no default export; it has to be an adapter/],
  ['throws.mjs', /throws\.mjs cannot be loaded: this module does not load/],
  ['no-adapter.mjs', /the default export of .*no-adapter\.mjs is not an adapter: it needs name, version/],
])('%s: one line says what is wrong with the module', async (module, message) => {
  await expect(open(module)).rejects.toThrow(message);
});

test('a host answers everything that it was asked before stdin ended', () => {
  const { file, args } = backendCommand(fakePath('echo.mjs'));
  const hello = '{"id":0,"method":"hello","protocol":1}\n';
  const run = '{"id":1,"method":"run","model":2,"inputs":[{"name":"x","size":3}],"outputs":["y"]}\n..abc';
  const { stdout, status } = spawnSync(file, args, { input: hello + run, encoding: 'utf8' });
  expect(stdout).toBe(
    '{"id":0,"status":"ok","backend":{"name":"echo","version":"1"},"methods":["run"]}\n' +
      '{"id":1,"status":"ok","outputs":[{"name":"y","size":3}]}\nabc',
  );
  expect(status).toBe(0);
});

test('a host does not know other methods', () => {
  const { file, args } = backendCommand(fakePath('echo.mjs'));
  const { stdout } = spawnSync(file, args, { input: '{"id":3,"method":"check"}\n', encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual({ id: 3, status: 'failed', message: 'no such method: check' });
});

test('a host refuses a protocol that it does not speak, and a broken stream', () => {
  const { file, args } = backendCommand(fakePath('echo.mjs'));
  const input = '{"id":0,"method":"hello","protocol":2}\nrubbish\n';
  const { stdout, stderr, status } = spawnSync(file, args, { input, encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual({ id: 0, status: 'failed', message: 'this adapter speaks protocol 1' });
  expect(stderr).toBe('the request stream is broken: not a line of JSON: "rubbish"\n');
  expect(status).toBe(1);
});
