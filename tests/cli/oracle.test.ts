import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { node, tensor } from '../../src/index.ts';
import { writeNpy } from '../../vectors/onnx/npy.ts';
import { encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { cli, complaint, folder } from './cli.ts';

const data = tensor('float32', [2], [Number.NaN, 2]);
const { model } = node('ReduceMax', { opset: 13, attributes: { keepdims: 0 }, inputs: [data] });

/** A folder with the model, and files by path. */
function withFiles(files: Readonly<Record<string, Uint8Array>>): string {
  const cwd = folder();
  mkdirSync(join(cwd, 'case/test_data_set_0'), { recursive: true });
  for (const [name, bytes] of Object.entries({ 'model.onnx': model, ...files }))
    writeFileSync(join(cwd, 'case', name), bytes);
  return cwd;
}

const inDataSet = { 'test_data_set_0/input_0.pb': encodeTensor(data, 'data') };

test('tells of a data set without outputs what may stand', async () => {
  expect((await cli(['oracle', 'case'], withFiles(inDataSet))).stdout).toBe(
    `case/test_data_set_0
  data: float32[2] = NaN, 2
may answer
  reduced: float32[]
    NaN, or 2 if nan-in-extremum=ignored
`,
  );
});

test('what cannot be computed is reported in one line', async () => {
  expect(complaint(await cli(['oracle', 'nowhere']))).toBe(
    'nowhere is not a folder; name one that holds model.onnx and its inputs',
  );
  expect(complaint(await cli(['oracle', '.']))).toBe('. holds no model.onnx, in it or below it');
  expect(complaint(await cli(['oracle', 'case'], withFiles({ 'model.onnx': new Uint8Array([1, 2]) })))).toMatch(
    /model\.onnx: /,
  );
  const wrong = encodeTensor(tensor('int8', [1], [1]), 'data');
  expect(complaint(await cli(['oracle', 'case'], withFiles({ 'test_data_set_0/input_0.pb': wrong })))).toMatch(
    /input_0: int8 where the graph declares data as float32$/,
  );
  expect(complaint(await cli(['oracle', 'case', '--elements', '0']))).toMatch(/^--elements takes an integer from 1/);
});

test('takes .npy files next to the model, by number or by name', async () => {
  for (const name of ['input_0.npy', 'data.npy']) {
    const cwd = folder();
    writeFileSync(join(cwd, 'model.onnx'), model);
    writeFileSync(join(cwd, name), writeNpy(data));
    expect((await cli(['oracle', '.'], cwd)).stdout).toContain('  reduced: float32[]\n    NaN, or 2');
  }
});
