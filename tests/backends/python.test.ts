import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pythonWith } from '../../evidence/python.ts';
import { tensor } from '../../oracles/numerics/tensor.ts';
import type { Backend } from '../../src/backends/backend.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';
import { encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { cli, folder, reportIn } from '../cli/cli.ts';
import { askFor, tensorIn } from './runtime.ts';

/** A Python that has the packages onnx and numpy: Debian's python3-onnx, or that of a virtual environment. */
const python = pythonWith('numpy', 'onnx.backend.base');
const toy = 'docs/examples/numpy_toy_backend.py';
const six = tensor('float32', [2, 3], Float32Array.of(1, 2, 3, 4, 5, 6));

test('the toy of the docs is as short as they say', () => {
  const lines = readFileSync(toy, 'utf8').split('\n');
  expect(lines.filter((line) => line.trim() !== '').length).toBeLessThan(40);
});

describe.skipIf(python === undefined)('python:', () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(backendCommand(`python@${python}:${toy}`));
  });
  afterAll(() => backend?.close());

  test('introduces itself, and does not declare what its version of onnx would widen', () => {
    expect(backend.info).toMatchObject({ name: 'numpy_toy_backend.py', Python: expect.stringMatching(/^3\./) });
    expect(backend.capabilities.dtypes).toContain('float16');
  });

  test('sums, says what is not supported, and what goes wrong', async () => {
    const axes = { axes: { type: 'INTS', value: [1] } } as const;
    const sum = await askFor(backend, { opType: 'ReduceSum', opset: 11, data: six, attributes: axes, dims: [2, 1] });
    expect(tensorIn(sum)).toEqual(tensor('float32', [2, 1], Float32Array.of(6, 15)));
    const none = await askFor(backend, { opType: 'Sigmoid', opset: 13, data: six, dims: [2, 3] });
    expect(none).toEqual({ kind: 'unsupported', message: 'NotImplementedError: Sigmoid' });
    const far = { axes: { type: 'INTS', value: [7] } } as const;
    const wrong = await askFor(backend, { opType: 'ReduceSum', opset: 11, data: six, attributes: far, dims: [2, 1] });
    expect(wrong).toEqual({ kind: 'error', message: expect.stringMatching(/^AxisError: axis 7 is out of bounds/) });
  });

  test('runs sessions, with what the runs leave in their buffers', async () => {
    const model = encodeModel({
      name: 'g',
      opset: 13,
      nodes: [{ opType: 'ReduceSum', attributes: {}, inputs: ['data'], outputs: ['y'] }],
      inputs: [{ name: 'data', dtype: 'float32', dims: [2, 3] }],
      outputs: [{ name: 'y', dtype: 'float32', dims: [1, 1] }],
      initializers: [],
    });
    const run = { model: 0, inputs: [{ name: 'data', bytes: encodeTensor(six, 'data') }], outputs: ['y'] };
    const answer = await backend.run({ models: [model], runs: [run, run] });
    expect(answer.kind === 'session' && answer.runs.map((each) => Object.keys(each).length)).toEqual([3, 3]);
  });

  test('is run by name from the working directory', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'mine.py'), 'class Mine:\n    prepare = None\n\n__version__ = "7"\n');
    const { code } = await cli(['run', 'ReduceSum/1/float32/keepdims-zero/0', '-b', `python@${python}:mine`], cwd);
    expect([code, reportIn(cwd).backend]).toMatchObject([1, { name: 'mine', version: '7' }]);
  });

  test('what a module defines is run, and not what it imports', async () => {
    const cwd = folder();
    const fixed = (value: string) => `run(self, *_, **__):\n        return [numpy.float32([${value}])]\n`;
    const session = `import numpy\nclass InferenceSession:\n    def __init__(self, *_, **__): pass\n    def ${fixed('1')}`;
    writeFileSync(join(cwd, 'theirs.py'), `${session}ReferenceEvaluator = InferenceSession\n`);
    const own = `class Prepared:\n    def ${fixed('2')}class Own:\n    prepare = lambda *_: Prepared()\n`;
    writeFileSync(
      join(cwd, 'mine.py'),
      `import numpy\nfrom theirs import InferenceSession, ReferenceEvaluator\n${own}`,
    );
    writeFileSync(join(cwd, 'evaluator.py'), 'from theirs import ReferenceEvaluator\n');
    const given = (target: string) => openBackend({ ...backendCommand(`python@${python}:${target}`), cwd });
    const first = async (target: string) => {
      const opened = await given(target);
      const answer = await askFor(opened, { opType: 'Neg', opset: 13, data: six, dims: [1] });
      await opened.close();
      return tensorIn(answer);
    };
    const number = (x: number) => tensor('float32', [1], Float32Array.of(x));
    expect([await first('mine'), await first('evaluator')]).toEqual([number(2), number(1)]);
    await expect(given('theirs')).rejects.toThrow(/InferenceSession without get_available_providers .* define prepare/);
    writeFileSync(join(cwd, 'both.py'), `import numpy\n${own}class More(Own): pass\n`);
    await expect(given('both')).rejects.toThrow(/both has several classes with prepare: Own, More; leave one/);
  });

  test.each([
    ['no_such_module', /no_such_module cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'/],
    ['numpy', /numpy has no ReferenceEvaluator, InferenceSession or prepare/],
  ])('%s is not a runtime: one line says so', async (target, message) => {
    await expect(openBackend(backendCommand(`python@${python}:${target}`))).rejects.toThrow(message);
  });
});

test('an interpreter without the packages is distinguished from one with them', async () => {
  await expect(openBackend(backendCommand('python@/no/such/python:onnx.reference'))).rejects.toThrow(
    /\/no\/such\/python/,
  );
});
