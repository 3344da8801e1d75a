import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { tensor } from '../../oracles/numerics/tensor.ts';
import type { AttributeValue } from '../../oracles/spec/declaration.ts';
import { readGraph } from '../../vectors/onnx/graph.ts';
import { decodeModel, encodeModel, type ModelSpec } from '../../vectors/onnx/model.ts';
import { encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { sampled } from '../sample.ts';
import { adding, cli, folder } from './cli.ts';

const dir = folder();
const model = join(dir, 'two.onnx');
writeFileSync(
  model,
  encodeModel({
    name: 'two',
    opset: 13,
    nodes: [
      { opType: 'Sqrt', attributes: {}, inputs: ['x'], outputs: ['root'] },
      { opType: 'Foo', domain: 'com.example', attributes: {}, inputs: ['root'], outputs: ['foo'] },
      { opType: 'ReduceSum', attributes: {}, inputs: ['root'], outputs: ['y'] },
    ],
    opsets: { 'com.example': 1 },
    inputs: [{ name: 'x', dtype: 'float32', dims: ['batch', 3] }],
    outputs: [{ name: 'y', dtype: 'float32', dims: [1, 1] }],
    initializers: [],
  }),
);

test('the reference gives the values that are asked for, in their order', async () => {
  const file = join(dir, 'chain.onnx');
  const spec: ModelSpec = {
    name: 'chain',
    opset: 13,
    nodes: [
      { opType: 'Relu', attributes: {}, inputs: ['x'], outputs: ['a'] },
      { opType: 'Neg', attributes: {}, inputs: ['a'], outputs: ['y'] },
    ],
    inputs: [{ name: 'x', dtype: 'float32', dims: [3] }],
    outputs: [{ name: 'y', dtype: 'float32', dims: [3] }],
    initializers: [],
  };
  writeFileSync(file, encodeModel(spec));
  const { code, stdout } = await cli(['check', file, '--backend', 'reference', '--out', join(dir, 'chain')]);
  expect(stdout).toContain('CONFORMANT  all 2 judged nodes pass.');
  expect(code).toBe(0);
});

test('a network is judged node by node on the reference', async () => {
  const out = join(dir, 'out');
  const { code, stdout } = await cli(['check', model, '--backend', 'reference', '--out', out]);
  expect(stdout).toMatch(/^CONFORMANT, BUT 1 NODE WAS NOT JUDGED {2}all 2 judged nodes pass; 1 node that/m);
  expect(stdout).toContain('1 node not judged, see --full: com.example.Foo');
  expect(stdout).toMatch(/^ {2}values {3}come from nodes that run one by one, since the backend does not$/m);
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(stdout).toContain('  inputs   drawn from --seed 1; --inputs DIR takes your own');
  expect(stdout).toContain('  shapes   --shape x=1,3 where the model leaves them open\n');
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).options).toMatchObject({
    nodes: { elements: 64, limit: 5 },
  });
});

test('a script shows a wrong node with the runtime alone', async () => {
  const file = join(dir, 'places.onnx');
  const spec: ModelSpec = {
    name: 'places',
    opset: 13,
    nodes: [{ opType: 'NonZero', attributes: {}, inputs: ['x'], outputs: ['y'] }],
    inputs: [{ name: 'x', dtype: 'float32', dims: [] }],
    outputs: [{ name: 'y', dtype: 'int64', dims: [0, 1] }],
    initializers: [],
  };
  writeFileSync(file, encodeModel(spec));
  // onnxruntime 1.30 takes a scalar for a list of one element
  const out = join(dir, 'places');
  await cli(['check', file, '--backend', 'onnxruntime-node', '--out', out]);
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(out, 'node_modules'));
  const { status, stdout } = spawnSync(process.execPath, [join(out, 'nodes/1-NonZero/script.mjs')], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^expected y int64 \[ 0, 1 \] .*\ngot {6}y int64 \[ 1, 1 \] .*\ndiffers\n$/);
  expect(status).toBe(1);
});

test('a network does not pass if its inputs do not fit', async () => {
  const file = join(dir, 'unfit.onnx');
  const node = (opType: string, inputs: readonly string[], output: string) => {
    return { opType, attributes: {}, inputs, outputs: [output] };
  };
  const open = (name: string) => ({ name, dtype: 'float32', dims: ['batch', name] }) as const;
  writeFileSync(
    file,
    encodeModel({
      name: 'unfit',
      opset: 13,
      nodes: [node('Neg', ['a'], 'c'), node('MatMul', ['c', 'b'], 'd'), node('Relu', ['d'], 'y')],
      inputs: [open('a'), open('b')],
      outputs: [open('y')],
      initializers: [],
    }),
  );
  const { code, stdout, stderr } = await cli(['check', file, '-b', 'reference', '--out', join(dir, 'unfit')]);
  const flat = stdout.replace(/\s+/g, ' ');
  expect(flat).toContain(
    'UNUSABLE INPUTS OR NETWORK 1 node could not be judged, as it is not valid for the values that were given; no failure in 1 judged node; 1 node that the oracle does not judge.',
  );
  expect(flat).toContain(
    'Give inputs that fit the network, by --inputs DIR, or by --shape NAME=1,3,224,224; else the network is at fault.',
  );
  expect(stderr).toContain('2-MatMul is not valid for its inputs: ');
  expect(code).toBe(2);
  const fitting = await cli(['check', file, '-b', 'reference', '--out', join(dir, 'unfit'), '--shape', 'b=64,2']);
  expect(fitting.code).toBe(0);
});

test('names that no request can carry are named as a limit', async () => {
  const [file, long] = [join(dir, 'long.onnx'), 'n'.repeat(70_000)];
  const value = (name: string) => ({ name, dtype: 'float32', dims: [2] }) as const;
  const nodes = [{ opType: 'Neg', attributes: {}, inputs: ['x'], outputs: [long] }];
  writeFileSync(
    file,
    encodeModel({ name: 'long', opset: 13, nodes, inputs: [value('x')], outputs: [value(long)], initializers: [] }),
  );
  const { code, stdout } = await cli(['check', file, '-b', 'reference', '--out', join(dir, 'long')]);
  expect(stdout).toContain('NOTHING JUDGED  the oracle judges no node among 1 node.');
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /1 node not judged, see --full: Neg: a header of \d+ bytes, of at most 65536/,
  );
  expect(code).toBe(3);
});

test('what cannot be used is said in a line', async () => {
  const said = async (...args: readonly string[]) => (await cli(['check', model, '-b', adding, ...args])).stderr;
  expect(await said('--shape', 'z=1')).toContain('--shape z: the model has no such input; its inputs are x');
  expect(await said('--shape', 'x=one')).toContain('--shape x=one: give dimensions such as x=1,3,224,224');
  expect(await said('--shape', 'x=1,4')).toContain('--shape x=1,4: the model declares [batch,3]');
  expect(await said('--node', '7')).toContain('--node 7: the model has no such node; its first ones are 1-Sqrt');
  const empty = join(dir, 'empty');
  mkdirSync(empty);
  expect(await said('--inputs', empty)).toContain('inputs: 0 files where the graph has 1 (x)');
  const { code, stderr } = await cli(['check', join(dir, 'none.onnx'), '-b', adding]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('none.onnx') });
});

test('a model without nodes is said to have none', async () => {
  const file = join(dir, 'nothing.onnx');
  const value = { name: 'x', dtype: 'float32', dims: [2] } as const;
  writeFileSync(
    file,
    encodeModel({ name: 'nothing', opset: 13, nodes: [], inputs: [value], outputs: [value], initializers: [] }),
  );
  const { code, stderr } = await cli(['check', file, '-b', adding]);
  expect(stderr).toContain('nothing.onnx: the model has no nodes, so there is nothing to judge');
  expect(code).toBe(2);
});

test.each([
  ['cycle', { b: 'a', a: 'b' }, "not a valid model: values need each other in a cycle: 'a', 'b'"],
  ['twice', { a: 'x', b: 'a', x: 'b' }, "both an input or initializer and node 3 (Neg) give 'x'; rename one of them"],
])('a graph that no backend could run is bad input: %s', async (name, reads, said) => {
  const file = join(dir, `${name}.onnx`);
  writeFileSync(
    file,
    encodeModel({
      name,
      opset: 13,
      nodes: Object.entries(reads).map(([own, read]) => {
        return { opType: 'Neg', attributes: {}, inputs: [read], outputs: [own] };
      }),
      inputs: [{ name: 'x', dtype: 'float32', dims: [2] }],
      outputs: [{ name: 'b', dtype: 'float32', dims: [2] }],
      initializers: [],
    }),
  );
  const { code, stderr } = await cli(['check', file, '-b', adding, '--out', join(dir, name)]);
  expect(stderr).toContain(said);
  expect(code).toBe(2);
});

test.each([
  ['cycle', { b: 'a', a: 'b' }, "then_branch of If: not a valid model: values need each other in a cycle: 'a', 'b'"],
  ['itself', { b: 'b' }, "then_branch of If: not a valid model: values need each other in a cycle: 'b'"],
  ['twice', { a: 'x', b: 'a', x: 'b' }, "both node 1 (Neg) and node 4 (Neg) give 'x'; rename one of them"],
  ['outside', { b: 'y' }, "outer.onnx: not a valid model: values need each other in a cycle: 'y'"],
])('nor is a graph within two others: %s', async (name, reads, said) => {
  const neg = ([own, read]: readonly [string, string]) => ({
    opType: 'Neg',
    attributes: {},
    inputs: [read],
    outputs: [own],
  });
  const branch = (nodes: ModelSpec['nodes'], output: string): AttributeValue => ({
    type: 'GRAPH',
    value: { name: 'branch', nodes, inputs: [], outputs: [{ name: output, dtype: 'float32' }], initializers: [] },
  });
  const reading = (own: ModelSpec['nodes'], output: string, result: string) => ({
    opType: 'If',
    attributes: {
      then_branch: branch(own, output),
      else_branch: branch([neg([`else_${result}`, 'v'])], `else_${result}`),
    },
    inputs: ['go'],
    outputs: [result],
  });
  const value = { name: 'v', dtype: 'float32' as const, dims: [2] };
  // of two nodes that give x the first one is read
  const own = [...(name === 'twice' ? [neg(['x', 'v'])] : []), ...Object.entries(reads).map(neg)];
  const file = join(dir, name === 'outside' ? 'outer.onnx' : `within-${name}.onnx`);
  writeFileSync(
    file,
    encodeModel({
      name,
      opset: 13,
      nodes: [reading([reading(own, 'b', 'inner')], 'inner', 'y')],
      inputs: [value, { name: 'go', dtype: 'bool', dims: [] }],
      outputs: [{ name: 'y', dtype: 'float32', dims: [2] }],
      initializers: [],
    }),
  );
  const { code, stderr } = await cli(['check', file, '-b', adding, '--out', join(dir, `within-${name}`)]);
  expect(stderr).toContain(said);
  expect(code).toBe(2);
});

describe('what takes too long ends', () => {
  const save = (name: string, spec: Pick<ModelSpec, 'nodes' | 'initializers'>) => {
    const file = join(dir, `${name}.onnx`);
    const inputs = [{ name: 'x', dtype: 'float32' as const, dims: [1, 4, 1] }];
    const outputs = [{ name: 'y', dtype: 'float32' as const, dims: undefined }];
    writeFileSync(file, encodeModel({ name, opset: 21, inputs, outputs, ...spec }));
    return file;
  };
  const judged = async (file: string, ...args: readonly string[]) => {
    const { code, stdout } = await cli(['check', file, '-b', 'reference', '--out', `${file}-out`, ...args]);
    return { code, stdout: stdout.replaceAll(/\s+/g, ' ') };
  };

  test('at the limit of the oracle: a loop whose values double', async () => {
    const body = {
      name: 'body',
      nodes: [
        { opType: 'Identity', attributes: {}, inputs: ['go'], outputs: ['on'] },
        {
          opType: 'Concat',
          attributes: { axis: { type: 'INT' as const, value: 0 } },
          inputs: ['a', 'a'],
          outputs: ['b'],
        },
      ],
      inputs: ['i', 'go', 'a'].map((name) => ({ name })),
      outputs: ['on', 'b'].map((name) => ({ name })),
      initializers: [],
    };
    const attributes = { body: { type: 'GRAPH' as const, value: body } };
    const file = save('doubles', {
      nodes: [{ opType: 'Loop', attributes, inputs: ['count', '', 'x'], outputs: ['y'] }],
      initializers: [{ name: 'count', tensor: tensor('int64', [], BigInt64Array.of(60n)) }],
    });
    const { code, stdout } = await judged(file, '--limit', '0.1', '--backend-option', 'limit=0.1');
    expect(stdout).toContain('Loop: the limit of 0.1 s of processor time was reached at node 1 of 1, Loop');
    expect(code).toBe(3);
  });

  test('before the backend is asked: an output that no message holds', async () => {
    const attributes = { sample_size: { type: 'INT' as const, value: 2 ** 31 } };
    const shaped = { name: 'shape', tensor: tensor('int64', [2], BigInt64Array.of(1n, 4n)) };
    const file = save('samples', {
      nodes: [
        { opType: 'Reshape', attributes: {}, inputs: ['x', 'shape'], outputs: ['row'] },
        { opType: 'Multinomial', attributes, inputs: ['row'], outputs: ['y'] },
      ],
      initializers: [shaped],
    });
    const { stdout } = await judged(file, '--backend-option', 'limit=0.1');
    expect(stdout).toContain('Multinomial: an output [1,2147483648] of more bytes than a TensorProto can hold');
  });

  test('in the reference: a transform of a million terms', async () => {
    const file = save('transform', {
      nodes: [{ opType: 'DFT', attributes: {}, inputs: ['x', 'length'], outputs: ['y'] }],
      initializers: [{ name: 'length', tensor: tensor('int64', [], BigInt64Array.of(2n ** 20n)) }],
    });
    const { stdout } = await judged(file, '--backend-option', 'limit=0.1', '--full');
    expect(stdout).toContain('the limit of 0.1 s of processor time was reached');
    expect(stdout).toContain('(--backend-option limit raises it)');
  });
});

test('what is printed to run a wrong node again fails again', async () => {
  const file = join(dir, 'leaky.onnx');
  const alpha = { type: 'FLOAT' as const, value: 0.25 };
  writeFileSync(
    file,
    encodeModel({
      name: 'leaky',
      opset: 16,
      nodes: [{ opType: 'LeakyRelu', attributes: { alpha }, inputs: ['x'], outputs: ['y'] }],
      inputs: [{ name: 'x', dtype: 'float32', dims: [1, 'n'] }],
      outputs: [{ name: 'y', dtype: 'float32', dims: [1, 'n'] }],
      initializers: [],
    }),
  );
  const backend = join(dir, 'leaky.mjs');
  // wrong at one place, of long rows only
  const wrong = '(x, i) => (i === 100 ? 99 : x < 0 ? x / 4 : x)';
  const run = `run: (inputs) => [...inputs.values()].map((x) => ({ ...x, data: x.data.map(${wrong}) }))`;
  writeFileSync(backend, `export default { name: 'leaky', version: '1', prepare: () => ({ ${run} }) };\n`);
  const values = join(dir, 'values');
  mkdirSync(values);
  const x = tensor('float32', [1, 300], new Float32Array(300).fill(-2));
  writeFileSync(join(values, 'input_0.pb'), encodeTensor(x, 'x'));
  const out = join(dir, 'leaky-out');
  const ways = [
    ['--inputs', values],
    ['--shape', 'x=1,300', '--seed', '3'],
  ];
  for (const given of sampled(ways, 1)) {
    const options = [...given, '--elements', '1000', '--limit', '20'];
    const { code } = await cli(['check', file, '-b', backend, '--out', out, ...options]);
    expect(code).toBe(1);
    const { replay } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).findings[0];
    const words = replay.replaceAll("'", '').split(' ').slice(2);
    expect(words).toEqual(expect.arrayContaining(options));
    const again = await cli([...words, '--out', join(dir, 'again')]);
    expect(again.code).toBe(1);
    const { smallest } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).findings[0];
    expect(smallest.summary).toContain('node y, alpha=0.25, data float32[1,300]');
    const bug = await cli(['report', out, '--finding', '1', '--format', 'markdown']);
    expect(bug.stdout).toContain('\nWith the suite and the attached folder 1-LeakyRelu, which has the node as a model');
    expect(bug.stdout).not.toContain(file);
    const [, command] = /^npx onnx-conformance (.*)$/m.exec(bug.stdout)!;
    expect(command).toBe(`run --vectors 1-LeakyRelu --backend ${backend}`);
    expect((await cli(command!.split(' '), join(out, 'nodes'))).code).toBe(1);
  }
  const few = await cli(['check', file, '-b', backend, '--out', join(dir, 'few'), '--inputs', values]);
  expect(few.stdout.replaceAll(/\s+/g, ' ')).toContain('; 1 node was judged by a sample of its elements, 64 of 300');
});

test('a check leaves the models of its own wrong nodes, in a folder for each model and backend', async () => {
  const folderOf = (name: string) => join('out', 'check', 'two.onnx', name);
  const place = folder();
  writeFileSync(join(place, 'two.onnx'), readFileSync(model));
  const wrong =
    'run: (_, outputs) => outputs.map(() => ({ dtype: "float32", dims: [1, 1], data: Float32Array.of(9) }))';
  const write = (run: string) =>
    writeFileSync(
      join(place, 'mine.mjs'),
      `export default { name: 'mine', version: '1', prepare: () => { ${run} } };\n`,
    );
  write(`return { ${wrong} };`);
  await cli(['check', 'two.onnx', '-b', './mine.mjs'], place);
  await cli(['check', 'two.onnx', '-b', 'reference'], place);
  const [mine] = readdirSync(join(place, 'out', 'check', 'two.onnx')).filter((name) => name !== 'reference');
  expect(mine).toMatch(/^mine\.mjs-/);
  const nodes = join(place, folderOf(mine!), 'nodes');
  expect(readdirSync(nodes)).toContain('1-Sqrt');
  // a part replaces nothing, and known failures are not new
  const again = ['check', 'two.onnx', '-b', './mine.mjs'];
  const known = await cli(
    [...again, '--node', '1-Sqrt', '--expectations', 'known.yaml', '--update-expectations'],
    place,
  );
  expect(known.code).toBe(0);
  expect(readFileSync(join(place, 'known.yaml'), 'utf8')).toContain('1-Sqrt');
  expect(readdirSync(nodes).length).toBeGreaterThan(1);
  write("throw Object.assign(new Error('none'), { name: 'Unsupported' });");
  await cli(['check', 'two.onnx', '-b', './mine.mjs'], place);
  expect(readdirSync(nodes)).toEqual([]);
});

test('a network is judged as the backend optimizes it', async () => {
  const fused = join(dir, 'fused.onnx');
  const weights = Float32Array.from({ length: 27 }, (_, i) => Math.sin(i));
  writeFileSync(
    fused,
    encodeModel({
      name: 'fused',
      opset: 13,
      nodes: [
        { opType: 'Conv', attributes: {}, inputs: ['x', 'w'], outputs: ['sums'] },
        { opType: 'Relu', attributes: {}, inputs: ['sums'], outputs: ['y'] },
      ],
      inputs: [{ name: 'x', dtype: 'float32', dims: [1, 3, 5, 5] }],
      outputs: [{ name: 'y', dtype: 'float32', dims: [1, 1, 3, 3] }],
      initializers: [{ name: 'w', tensor: tensor('float32', [1, 3, 3, 3], weights) }],
    }),
  );
  const options = ['--optimized', '--out', join(dir, 'optimized')];
  const extended = ['--backend-option', 'graphOptimizationLevel=extended'];
  const { stdout } = await cli(['check', fused, '-b', 'onnxruntime-node', ...options, ...extended]);
  expect(stdout).toContain('CONFORMANT  the only judged node passes.');
  expect(stdout).toContain('values   between nodes are outputs of the whole model\n');
  const written = readGraph(decodeModel(readFileSync(join(dir, 'optimized', 'optimized.onnx'))));
  expect('nodes' in written && written.nodes.map(({ operator }) => operator.name)).toEqual(['com.microsoft.FusedConv']);
  const { code, stderr } = await cli(['check', fused, '-b', 'reference', ...options]);
  expect(stderr).toContain('optimizedModelFilePath');
  expect(code).toBe(4);
});
