import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import type { WrittenNode } from '../../oracles/spec/declaration.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';
import { encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { cli, folder, reportIn, resultsIn } from './cli.ts';
import { writeVector } from './vector-folder.ts';

const node = (opType: string, inputs: string, output: string): WrittenNode => {
  return { opType, attributes: {}, inputs: inputs.split(' '), outputs: [output] };
};

/** A folder with a model of nodes on the inputs, without files of outputs. */
function withModel(
  nodes: readonly WrittenNode[],
  outputs: readonly string[],
  inputs: Readonly<Record<string, Tensor>>,
) {
  const value = (name: string) => ({ name, dtype: 'float32' as const, dims: undefined });
  const model = encodeModel({
    name: 'part',
    opset: 18,
    nodes,
    inputs: Object.entries(inputs).map(([name, { dims }]) => ({ ...value(name), dims })),
    outputs: outputs.map(value),
    initializers: [],
  });
  const cwd = folder();
  const files = Object.entries(inputs).map(([name, own], i) => [`input_${i}.pb`, encodeTensor(own, name)] as const);
  const inSet = Object.fromEntries(files.map(([name, bytes]) => [`test_data_set_0/${name}`, bytes]));
  const path = writeVector(cwd, 'vectors', { 'model.onnx': model, ...inSet });
  rmSync(join(path, 'test_data_set_0/output_0.pb'));
  return cwd;
}

const answering = (...answers: readonly string[]) =>
  `const run = () => [${answers}];\nexport default { name: 'fixed', version: '1', prepare: () => ({ run }) };`;

const raising = "const raise = () => { throw new Error('no such operator'); };\n";

const float32 = (dims: readonly number[], values: string) =>
  `{ dtype: 'float32', dims: [${dims}], data: Float32Array.from(${values}) }`;

const x = tensor('float32', [2], Float32Array.of(0.5, 2));

test('outputs that need no unknown operator are judged, the others named', async () => {
  const nodes = [node('Abs', 'x', 'a'), node('Frobnicate', 'a', 'b'), node('Neg', 'b', 'c'), node('Neg', 'a', 'd')];
  const cwd = withModel(nodes, ['c', 'd'], { x });
  writeFileSync(join(cwd, 'right.mjs'), answering(float32([2], '[7, 7]'), float32([2], '[-0.5, -2]')));
  writeFileSync(join(cwd, 'wrong.mjs'), answering(float32([2], '[7, 7]'), float32([2], '[-0.5, -3]')));
  const right = await cli(['run', '--vectors', 'vectors', '-b', './right.mjs'], cwd);
  const left = '1 of 2 outputs: c: Frobnicate (node 2 of 4, with 1 more that is not judged)';
  expect(right).toMatchObject({ code: 0, stderr: '' });
  expect(right.stdout).toContain('CONFORMANT FOR WHAT IT SUPPORTS');
  expect(right.stdout.replaceAll(/\s+/g, ' ')).toContain(`judged in part: vectors/test_data_set_0: ${left}`);
  expect(resultsIn(cwd)).toMatchObject([{ outcome: 'pass', unjudged: left }]);
  expect((await cli(['run', '--vectors', 'vectors', '-b', './wrong.mjs'], cwd)).code).toBe(1);
  // who refuses the model may do so for the sake of the unknown operator
  writeFileSync(join(cwd, 'refusing.mjs'), answering('...raise()').replace('const run', `${raising}const run`));
  expect((await cli(['run', '--vectors', 'vectors', '-b', './refusing.mjs'], cwd)).code).toBe(3);
  expect(resultsIn(cwd)).toMatchObject([
    {
      outcome: 'unsupported',
      message: expect.stringMatching(/^the oracle does not know Frobnicate .*: no such operator/),
    },
  ]);
  const reported = await cli(['oracle', 'vectors'], cwd);
  expect(reported.code).toBe(3);
  expect(reported.stdout).toContain('  d: float32[2]\n    [0] -0.5\n');
  expect(reported.stdout).toContain('  c: not judged: Frobnicate (node 2 of 4, with 1 more that is not judged)\n');
});

const large = (size: number, seed: number) =>
  tensor(
    'float32',
    [size, size],
    Float32Array.from({ length: size * size }, (_, i) => Math.sin(seed + i)),
  );

test('a limit ends what takes too long, with a line that says where and what to do', async () => {
  const inputs = { x: large(160, 1), y: large(160, 2) };
  const one = withModel([node('MatMul', 'x y', 'z')], ['z'], inputs);
  const wrong = float32([160, 160], '{ length: 25600 }, () => 1e6');
  writeFileSync(join(one, 'wrong.mjs'), answering(wrong));
  // all take seven seconds, the first a tenth of one: a busy machine judges some and not all
  const limited = await cli(['run', '--vectors', 'vectors', '-b', './wrong.mjs', '--limit', '1'], one);
  expect(limited.code).toBe(1);
  expect(resultsIn(one)[0]!.unjudged).toMatch(
    /^\d+ of 25600 elements: the limit of 1 s of processor time was reached at node 1 of 1, MatMul \(--limit raises it\)$/,
  );
  const two = withModel([node('MatMul', 'x y', 'z'), node('MatMul', 'z z', 'w')], ['w'], inputs);
  writeFileSync(join(two, 'wrong.mjs'), answering(wrong));
  const unjudged = await cli(['run', '--vectors', 'vectors', '-b', './wrong.mjs', '--limit', '0.1'], two);
  expect(unjudged.code).toBe(3);
  expect(unjudged.stdout).toContain('NOTHING JUDGED');
  expect(resultsIn(two)).toEqual([]);
  const why = /the limit of 0.1 s of processor time was reached at node \d of 2, MatMul \(--limit raises it\)/;
  expect(Object.keys(reportIn(two).notKnown!.operators)).toEqual([expect.stringMatching(why)]);
  const reported = await cli(['oracle', 'vectors', '--limit', '0.1'], two);
  expect(reported).toMatchObject({ code: 3, stderr: '' });
  expect(reported.stdout).toMatch(why);
  // what is judged anew leaves out the same
  writeVector(two, 'vectors/sum');
  const update = ['run', '--vectors', 'vectors', '-b', './wrong.mjs', '--limit', '0.1', '--update-expectations'];
  expect((await cli(update, two)).code).toBe(0);
  expect(reportIn(two)).toMatchObject({ complete: true, planned: 1, notKnown: { count: 1 } });
});

/** The exponential may miss by more than is left of the difference: nothing is known of its reciprocal. */
const open = [node('Exp', 'x', 'e'), node('Sub', 'e c', 'd'), node('Reciprocal', 'd', 'r'), node('Sigmoid', 'r', 's')];
const nearly = tensor('float32', [2], Float32Array.of(1.6487213373184204, 7.389056205749512));

test.each([
  ['r', '[-8388608, -2097152]'],
  ['s', '[0, 0]'],
])('a graph of which %s may be nearly anything says so in its headline', async (output, values) => {
  const cwd = withModel(open, [output], { x, c: nearly });
  writeFileSync(join(cwd, 'fixed.mjs'), answering(float32([2], values)));
  const ended = await cli(['run', '--vectors', 'vectors', '-b', './fixed.mjs'], cwd);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain('CONFORMANT, BUT THE ONLY OUTPUT ADMITS NEARLY ANY VALUE');
  expect(reportIn(cwd).open).toEqual({ cases: 1, outputs: 1, of: 1 });
  expect((await cli(['oracle', 'vectors'], cwd)).stdout).toContain('most elements may be nearly anything');
});
