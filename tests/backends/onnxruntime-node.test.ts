import { afterAll, expect, test } from 'vitest';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import type { Attributes } from '../../oracles/spec/declaration.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';
import { askFor, tensorIn } from './runtime.ts';
import { fakePath } from './session.ts';

const command = backendCommand('onnxruntime-node');
const backend = await openBackend(command);
afterAll(() => backend.close());

const ask = (opType: string, opset: number, data: Tensor, attributes: Attributes, dims: number[]) =>
  askFor(backend, { opType, opset, data, attributes, dims });

test('introduces itself', () => {
  expect(backend.info.name).toBe('onnxruntime-node');
  expect(backend.info.version).toMatch(/^\d+\.\d+\.\d+/);
});

const bits = (...words: number[]) => new Float32Array(Uint32Array.from(words).buffer);
test.each<Tensor>([
  tensor('float16', [6], Uint16Array.of(0x7e01, 0x7d01, 0xfe55, 0x0001, 0x8000, 0x7c00)),
  tensor('float32', [4], bits(0x7fa00001, 0xffc12345, 0x80000000, 1)),
  tensor('float64', [1], Float64Array.of(-0)),
  tensor('int64', [2], BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n)),
  tensor('uint64', [1], BigUint64Array.of(2n ** 64n - 1n)),
  tensor('int8', [1], Int8Array.of(-128)),
  tensor('uint8', [1], Uint8Array.of(255)),
  tensor('int16', [2], Int16Array.of(-32768, 32767)),
  tensor('uint16', [1], Uint16Array.of(65535)),
  tensor('uint32', [1], Uint32Array.of(2 ** 32 - 1)),
  tensor('bool', [2], Uint8Array.of(1, 0)),
  tensor('float32', [], Float32Array.of(5)),
  tensor('float16', [2, 0, 4], new Uint16Array(0)),
  tensor('int64', [0], new BigInt64Array(0)),
])('passes $dtype $dims through with its bits', async (t) => {
  const got = tensorIn(await ask('Identity', 13, t, {}, [...t.dims])) as Tensor;
  expect([got.dtype, got.dims]).toEqual([t.dtype, t.dims]);
  expect(got.data).toEqual(t.data);
});

test('strings with a NUL cannot be fed, and are kept in a model', async () => {
  const text = (value: string) => tensor('string', [2], [value, 'plain']);
  expect(tensorIn(await ask('Identity', 13, text('é😀'), {}, [2]))).toEqual(text('é😀'));
  const cut = await ask('Identity', 13, text('a\0b'), {}, [2]);
  expect(cut).toEqual({ kind: 'unsupported', message: expect.stringMatching(/cannot be fed strings with a NUL/) });
  const model = encodeModel({
    name: 'kept',
    opset: 13,
    nodes: [{ opType: 'Identity', attributes: {}, inputs: ['x'], outputs: ['y'] }],
    inputs: [],
    outputs: [{ name: 'y', dtype: 'string', dims: [2] }],
    initializers: [{ name: 'x', tensor: text('a\0b') }],
  });
  expect(tensorIn(await backend.run({ model, inputs: [], outputs: ['y'] }))).toEqual(text('a\0b'));
});

test('takes attributes of an old opset', async () => {
  const data = tensor('float32', [2, 3], Float32Array.of(1, 2, 3, 4, 5, 6));
  const answer = await ask('ReduceSum', 1, data, { axes: { type: 'INTS', value: [1] } }, [2, 1]);
  expect(tensorIn(answer)).toEqual(tensor('float32', [2, 1], Float32Array.of(6, 15)));
});

test('answers in another dtype than that of the data', async () => {
  const data = tensor('int8', [3], Int8Array.of(-1, -128, 127));
  const answer = await askFor(backend, { opType: 'ArgMin', opset: 13, data, dtype: 'int64', dims: [1] });
  expect(tensorIn(answer)).toEqual(tensor('int64', [1], BigInt64Array.of(1n)));
});

test.each<[DType, number, RegExp]>([
  ['bfloat16', 13, /has no bfloat16 tensors/],
  ['uint32', 13, /Could not find an implementation for ReduceSum/],
])('%s at opset %i is unsupported', async (dtype, opset, message) => {
  const data = { dtype, dims: [1], data: dtype === 'bfloat16' ? new Uint16Array(1) : new Uint32Array(1) } as Tensor;
  const answer = await ask('ReduceSum', opset, data, {}, [1]);
  expect(answer).toEqual({ kind: 'unsupported', message: expect.stringMatching(message) });
});

test('a function without a kernel for its body is unsupported', async () => {
  const data = tensor('float16', [], Uint16Array.of(0x3c00));
  const answer = await askFor(backend, { opType: 'Swish', opset: 26, data, dims: [] });
  expect(answer).toEqual({ kind: 'unsupported', message: expect.stringMatching(/Failed to find kernel for Swish/) });
});

test('an invalid model is an error', async () => {
  const answer = await ask(
    'ReduceSum',
    1,
    tensor('float32', [1], Float32Array.of(1)),
    { axes: { type: 'INT', value: 0 } },
    [1],
  );
  expect(answer.kind).toBe('error');
});

test.each([
  [
    'package',
    /cannot be used: onnxruntime-node is not installed; install it in your project: npm install onnxruntime-node/,
  ],
  ['binary', /cannot be used: onnxruntime-node cannot be loaded: wrong ELF class \(the process exited with code 1/],
])('without its %s, one line says so', async (HIDE, message) => {
  const args = ['--require', fakePath('hide-onnxruntime.cjs'), ...command.args];
  await expect(openBackend({ ...command, args, env: { HIDE } })).rejects.toThrow(message);
});
