import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import type { Backend, RunRequest } from '../../src/backends/backend.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';
import { askFor, type OneNode, runtimes, tensorIn } from './runtime.ts';

/** A runtime that `npm run runtimes` installs, and what its adapter has to know about it. */
interface Runtime {
  /** the built-in backend, and its npm package */
  readonly name: string;
  /** an opset that it knows */
  readonly opset: number;
  /** what it has no tensors or kernels for */
  readonly refused: Tensor;
  /** what it makes of an axis out of range */
  readonly astray: 'error' | 'outputs' | 'crash';
}

const values = Float32Array.of(1, 2, 3, 4, 5, 6);
const six = tensor('float32', [2, 3], values);

const table: readonly Runtime[] = [
  { name: 'onnxruntime-web', opset: 12, refused: tensor('bfloat16', [1], Uint16Array.of(1)), astray: 'error' },
  { name: '@jax-js/onnx', opset: 12, refused: tensor('int64', [1], BigInt64Array.of(1n)), astray: 'error' },
  { name: 'tractjs', opset: 12, refused: tensor('float16', [1], Uint16Array.of(1)), astray: 'crash' },
  { name: '@techstark/opencv-js', opset: 12, refused: tensor('float16', [1], Uint16Array.of(1)), astray: 'error' },
  { name: 'onnxjs', opset: 10, refused: tensor('float16', [1], Uint16Array.of(1)), astray: 'outputs' },
];

const ofRank3 = tensor('float32', [1, 2, 3], values);

const axes = { axes: { type: 'INTS', value: [1] } } as const;

describe.each(table)('$name', ({ name, opset, refused, astray }) => {
  const absent = !existsSync(join(runtimes, 'node_modules', name));
  let backend: Backend;
  beforeAll(async () => {
    if (!absent) backend = await openBackend({ ...backendCommand(name), cwd: runtimes });
  });
  afterAll(() => backend?.close());

  test.skipIf(absent)('introduces itself by the version of its package', () => {
    expect(backend.info).toMatchObject({ name, version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  });

  test.skipIf(absent)('sums along an axis, with and without keepdims', async () => {
    const kept = await askFor(backend, { opType: 'ReduceSum', opset, data: six, attributes: axes, dims: [2, 1] });
    expect(tensorIn(kept)).toEqual(tensor('float32', [2, 1], Float32Array.of(6, 15)));
    const attributes = { ...axes, keepdims: { type: 'INT', value: 0 } } as const;
    const dropped = await askFor(backend, { opType: 'ReduceSum', opset, data: six, attributes, dims: [2] });
    expect(tensorIn(dropped)).toEqual(tensor('float32', [2], Float32Array.of(6, 15)));
  });

  test.skipIf(absent)('takes a tensor of rank 3', async () => {
    const answer = await askFor(backend, { opType: 'Neg', opset, data: ofRank3, dims: [1, 2, 3] });
    expect(tensorIn(answer)).toEqual(
      tensor(
        'float32',
        [1, 2, 3],
        values.map((x) => -x),
      ),
    );
  });

  test.skipIf(absent)('says what it does not support, and goes on', async () => {
    const answer = await askFor(backend, { opType: 'ReduceSum', opset, data: refused, dims: [1, 1] });
    expect(answer).toEqual({ kind: 'unsupported', message: expect.stringMatching(/\w/) });
    const next = await askFor(backend, { opType: 'ReduceSum', opset, data: six, attributes: axes, dims: [2, 1] });
    expect(next.kind).toBe('outputs');
  });

  test.skipIf(absent)('shows the result of an axis out of range', async () => {
    const attributes = { axes: { type: 'INTS', value: [7] } } as const;
    const answer = await askFor(backend, { opType: 'ReduceSum', opset, data: six, attributes, dims: [2, 1] });
    expect(answer.kind).toBe(astray);
  });
});

/** A node with one input, put to a runtime of its own process. */
async function asked(name: string, node: OneNode) {
  const backend = await openBackend({ ...backendCommand(name), cwd: runtimes });
  return askFor(backend, node).finally(() => backend.close());
}
const isAbsent = (name: string) => !existsSync(join(runtimes, 'node_modules', name));

test.skipIf(isAbsent('tractjs'))('tractjs: truth values, which it hands out as bytes', async () => {
  const data = tensor('float32', [2], Float32Array.of(1, Number.NaN));
  const answer = await asked('tractjs', { opType: 'IsNaN', opset: 13, data, dtype: 'bool', dims: [2] });
  expect(tensorIn(answer)).toEqual(tensor('bool', [2], Uint8Array.of(0, 1)));
});

test.skipIf(isAbsent('@jax-js/onnx'))('jax-js: integers that do not fit in 32 bits are not cut off', async () => {
  const data = tensor('int64', [1], BigInt64Array.of(2n ** 40n));
  const attributes = { to: { type: 'INT', value: 1 } } as const;
  const answer = await asked('@jax-js/onnx', {
    opType: 'Cast',
    opset: 13,
    data,
    attributes,
    dtype: 'float32',
    dims: [1],
  });
  expect(answer).toMatchObject({ kind: 'unsupported', message: expect.stringContaining('32 bits') });
});

test.each(['tractjs', '@jax-js/onnx'].filter((name) => !isAbsent(name)))(
  '%s: an int64 output is refused if a constant does not fit in 32 bits',
  async (name) => {
    const constant = (x: bigint): RunRequest => ({
      model: encodeModel({
        name: 'constant',
        opset: 13,
        nodes: [
          {
            opType: 'Constant',
            attributes: { value: { type: 'TENSOR', value: tensor('int64', [1], BigInt64Array.of(x)) } },
            inputs: [],
            outputs: ['y'],
          },
        ],
        inputs: [],
        outputs: [{ name: 'y', dtype: 'int64', dims: [1] }],
        initializers: [],
      }),
      inputs: [],
      outputs: ['y'],
    });
    const backend = await openBackend({ ...backendCommand(name), cwd: runtimes });
    const [narrow, wide] = [await backend.run(constant(-7n)), await backend.run(constant(2n ** 40n))];
    await backend.close();
    expect(tensorIn(narrow)).toEqual(tensor('int64', [1], BigInt64Array.of(-7n)));
    expect(wide).toMatchObject({ kind: 'unsupported', message: expect.stringContaining('32 bits') });
  },
);
