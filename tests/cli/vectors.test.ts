import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tensor } from '../../oracles/numerics/tensor.ts';
import { encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { adding, cli, complaint, folder, reportIn, resultsIn } from './cli.ts';
import { graphOf, npyFile, writeVector } from './vector-folder.ts';

const run = (cwd: string, vectors = 'vectors', backend = adding) =>
  cli(['run', '--vectors', vectors, '-b', backend], cwd);

test.concurrent('a sound vector passes', async () => {
  const cwd = folder();
  writeVector(join(cwd, 'vectors'), 'sum');
  expect(await run(cwd)).toMatchObject({ code: 0, stderr: '' });
  expect(resultsIn(cwd).map(({ id, outcome }) => [id, outcome])).toEqual([['sum/test_data_set_0', 'pass']]);
});

test.concurrent('graphs of several nodes are judged, and those named that hold what is not known', async () => {
  const cwd = folder();
  const sums = encodeTensor(tensor('float32', [2, 1], Float32Array.of(-3, -7)), 'reduced');
  const files = { 'model.onnx': graphOf('Neg', 'ReduceSum'), 'test_data_set_0/output_0.pb': sums };
  writeVector(join(cwd, 'vectors'), 'graph', files);
  writeVector(join(cwd, 'vectors'), 'strange', { 'model.onnx': graphOf('Neg', 'Frobnicate') });
  const ended = await run(cwd, 'vectors', 'reference');
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const result = { id: 'graph/test_data_set_0', operator: 'graph', version: 18, outcome: 'pass', tier: 'exact' };
  expect(resultsIn(cwd)).toMatchObject([result]);
  expect(resultsIn(cwd)[0]!.summary).toBe('opset 18, graph of Neg, ReduceSum, data float32[2,2], from graph');
  expect(reportIn(cwd).notKnown).toEqual({ count: 1, operators: { 'Frobnicate (node 2 of 2)': 1 } });
  expect(ended.stdout).toContain('1 vector not judged, see --full: Frobnicate (node 2 of 2)');
});

test.concurrent('what is made of draws need not be what the file has', async () => {
  const cwd = folder();
  const sums = encodeTensor(tensor('float32', [2, 1], Float32Array.of(0.5, 1.25)), 'reduced');
  const files = { 'model.onnx': graphOf('RandomUniformLike', 'ReduceSum'), 'test_data_set_0/output_0.pb': sums };
  writeVector(join(cwd, 'vectors'), 'drawn', files);
  expect(await run(cwd, 'vectors', 'reference')).toMatchObject({ code: 0, stderr: '' });
  expect(resultsIn(cwd)).toMatchObject([{ id: 'drawn/test_data_set_0', outcome: 'pass' }]);
});

test.concurrent('a graph with a wrong output: the first node at fault is named', async () => {
  const cwd = folder();
  const sums = encodeTensor(tensor('float32', [2, 1], Float32Array.of(-3, -7)), 'reduced');
  const files = { 'model.onnx': graphOf('Neg', 'ReduceSum'), 'test_data_set_0/output_0.pb': sums };
  writeVector(join(cwd, 'vectors'), 'graph', files);
  writeFileSync(join(cwd, 'wrong.mjs'), wrongBackend);
  const ended = await cli(['run', '--vectors', 'vectors', '-b', './wrong.mjs'], cwd);
  expect(ended.code).toBe(1);
  expect(resultsIn(cwd)[0]!.message).toMatch(
    /^2 of 2 elements wrong; .*; the first node at fault is ReduceSum, 2 of 2: 2 of 2 elements wrong; .*, exact -3, /,
  );
});

/** Negates, and adds up nothing. */
const wrongBackend = `export default {
  name: 'wrong',
  version: '1',
  prepare: () => ({
    run: (inputs, outputs) => outputs.map((name) => name === 'inner'
      ? { dtype: 'float32', dims: [2, 2], data: inputs.get('data').data.map((x) => -x) }
      : { dtype: 'float32', dims: [2, 1], data: Float32Array.of(1, 1) }),
  }),
};`;

const whole = encodeTensor(tensor('float32', [2, 2], Float32Array.of(1, 2, 3, 4)), 'data');

/** One file that spoils the second of two vectors, and what is said of it. */
const spoilt: readonly (readonly [string, string, Uint8Array, RegExp, number])[] = [
  ['a corrupt model', 'model.onnx', Buffer.from('<html>not found</html>'), /spoilt\/model\.onnx: /, 2],
  ['an empty model', 'model.onnx', new Uint8Array(0), /spoilt\/model\.onnx: /, 2],
  ['a truncated tensor', 'test_data_set_0/input_0.pb', whole.subarray(0, -3), /test_data_set_0\/input_0\.pb: /, 2],
  [
    'a wrong tensor on file',
    'test_data_set_0/output_0.pb',
    encodeTensor(tensor('float32', [2, 1], Float32Array.of(3, 8)), 'reduced'),
    /^spoilt\/test_data_set_0: the file disagrees with the oracle: /,
    2, // the backend is right, and not accused
  ],
];

test.concurrent.each(spoilt)('%s is named, and the others are judged', async (_, file, bytes, message, code) => {
  const cwd = folder();
  writeVector(join(cwd, 'vectors'), 'sound');
  writeVector(join(cwd, 'vectors'), 'spoilt', { [file]: bytes });
  const ended = await run(cwd);
  expect(complaint(ended)).toMatch(message);
  expect(ended.code).toBe(code);
  expect(resultsIn(cwd)[0]).toMatchObject({ id: 'sound/test_data_set_0', outcome: 'pass' });
  expect(reportIn(cwd).complete).toBe(true);
});

test.concurrent('a .npy of a type that ONNX tensors here do not have', async () => {
  const cwd = folder();
  const dates = npyFile('<M8[s]', '(2, 2)', new Uint8Array(32));
  const path = writeVector(cwd, 'vectors', { 'test_data_set_0/input_0.npy': dates });
  rmSync(join(path, 'test_data_set_0/input_0.pb'));
  const ended = await run(cwd);
  expect(complaint(ended)).toMatch(/input_0\.npy: .*M8/);
  expect(ended.code).toBe(2);
  expect(ended.stdout).toContain('UNUSABLE FILES');
});

test.concurrent('a float .npy in the place of a .pb', async () => {
  const cwd = folder();
  const data = npyFile('<f4', '(2, 2)', new Uint8Array(Float32Array.of(1, 2, 3, 4).buffer));
  const path = writeVector(cwd, 'vectors', { 'test_data_set_0/input_0.npy': data });
  rmSync(join(path, 'test_data_set_0/input_0.pb'));
  expect(await run(cwd)).toMatchObject({ code: 0, stderr: '' });
});

test.concurrent('a folder without vectors is not a pass', async () => {
  const cwd = folder();
  mkdirSync(join(cwd, 'vectors'));
  const ended = await run(cwd);
  expect(complaint(ended)).toMatch(
    /^--vectors vectors: there is no model\.onnx in or below this folder; name the folder/,
  );
  expect(ended.code).toBe(3);
});

test.concurrent('a folder that does not exist, and a file', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'model.onnx'), '');
  const [missing, file] = await Promise.all([run(cwd), run(cwd, 'model.onnx')]);
  expect(complaint(missing)).toMatch(/^--vectors vectors does not exist; name a folder that holds model\.onnx files/);
  expect(complaint(file)).toMatch(/^--vectors model\.onnx is a file; name a folder/);
  expect([missing.code, file.code]).toEqual([2, 2]);
});

test.concurrent('a legal model without expected outputs is judged by the oracle', async () => {
  const cwd = folder();
  rmSync(join(writeVector(cwd, 'vectors'), 'test_data_set_0/output_0.pb'));
  expect(await run(cwd)).toMatchObject({ code: 0, stderr: '' });
  expect(resultsIn(cwd)).toMatchObject([{ outcome: 'pass', tier: 'exact' }]);
  writeFileSync(join(cwd, 'wrong.mjs'), wrongBackend);
  expect((await run(cwd, 'vectors', './wrong.mjs')).code).toBe(1);
});

test.concurrent('a model without data sets', async () => {
  const cwd = folder();
  rmSync(join(writeVector(cwd, 'vectors'), 'test_data_set_0'), { recursive: true });
  const ended = await run(cwd);
  expect(complaint(ended)).toMatch(/no test_data_set_0 next to model\.onnx/);
  expect(ended.code).toBe(2);
});
