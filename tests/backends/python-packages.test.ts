import { expect, test } from 'vitest';
import { pythonWith } from '../../evidence/python.ts';
import { tensor } from '../../oracles/numerics/tensor.ts';
import { newestOpset } from '../../oracles/operators.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';
import { encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { cli } from '../cli/cli.ts';
import { askFor, tensorIn } from './runtime.ts';

// pip install onnx onnxruntime, in the active environment; skipped where they are absent
const found = { 'onnx.reference': pythonWith('onnx.reference'), onnxruntime: pythonWith('onnx', 'onnxruntime') };
const specOf = (name: keyof typeof found) => `python@${found[name]}:${name}`;

test.skipIf(!found['onnx.reference']).concurrent('onnx.reference keeps the protocol', async () => {
  const { code, stdout } = await cli(['backend', 'check', specOf('onnx.reference')]);
  expect(stdout.match(/✗.*\n.*/g)).toBe(null);
  expect(code).toBe(0);
});

test.skipIf(!found['onnx.reference'])('what onnx.reference has no implementation of is unsupported', async () => {
  const backend = await openBackend(backendCommand(specOf('onnx.reference')));
  const data = tensor('float32', [1], Float32Array.of(1));
  expect(await askFor(backend, { opType: 'Clip', opset: 1, data, dims: [1] })).toEqual({
    kind: 'unsupported',
    message: expect.stringMatching(/No implementation for operator 'Clip'/),
  });
  await backend.close();
});

test.skipIf(!found.onnxruntime).concurrent('onnxruntime keeps the protocol', async () => {
  const { code, stdout } = await cli(['backend', 'check', specOf('onnxruntime')]);
  expect(stdout.match(/✗.*\n.*/g)).toBe(null);
  expect(stdout).not.toContain('no "provider"');
  expect(code).toBe(0);
});

test.skipIf(!found.onnxruntime)('what onnxruntime does not implement is unsupported, as through Node', async () => {
  const backend = await openBackend(backendCommand(specOf('onnxruntime')));
  expect(backend.info).toMatchObject({ name: 'onnxruntime', provider: 'CPU' });
  const node = await openBackend(backendCommand('onnxruntime-node'));
  expect(backend.capabilities.opsets).toEqual(node.capabilities.opsets);
  expect(backend.capabilities.dtypes).toEqual(expect.arrayContaining([...node.capabilities.dtypes!]));
  await node.close();
  const said = async (opset: number, data: Parameters<typeof askFor>[1]['data']) =>
    askFor(backend, { opType: 'ReduceSum', opset, data, dims: [1] });
  // newer than some releases know: "under development" there
  expect((await said(newestOpset, tensor('float32', [1], Float32Array.of(1)))).kind).not.toBe('error');
  expect(await said(13, tensor('uint32', [1], Uint32Array.of(1)))).toEqual({
    kind: 'unsupported',
    message: expect.stringMatching(/^Could not find an implementation for ReduceSum/),
  });
  await backend.close();
});

for (const name of ['onnx.reference', 'onnxruntime'] as const) {
  test.skipIf(!found[name])(`${name} is given strings with a NUL whole, and gives them so`, async () => {
    const backend = await openBackend(backendCommand(specOf(name)));
    const data = tensor('string', [4], ['a\0b', 'c\0', '\0', '']);
    expect(tensorIn(await askFor(backend, { opType: 'Identity', opset: 13, data, dims: [4] }))).toEqual(data);
    await backend.close();
  });
}

test.skipIf(!found.onnxruntime)('tensors that numpy lacks are handed over as bits', async () => {
  const backend = await openBackend(backendCommand(specOf('onnxruntime')));
  const model = encodeModel({
    name: 'g',
    opset: 25,
    nodes: [
      { opType: 'Cast', attributes: { to: { type: 'INT', value: 1 } }, inputs: ['x'], outputs: ['wide'] },
      { opType: 'Cast', attributes: { to: { type: 'INT', value: 25 } }, inputs: ['wide'], outputs: ['y'] },
    ],
    inputs: [{ name: 'x', dtype: 'int4', dims: [2, 3] }],
    outputs: [{ name: 'y', dtype: 'uint2', dims: [2, 3] }],
    initializers: [],
  });
  const given = tensor('int4', [2, 3], Int8Array.of(0, 1, 2, 3, 1, 2));
  const answer = await backend.run({ model, inputs: [{ name: 'x', bytes: encodeTensor(given, 'x') }], outputs: ['y'] });
  expect(tensorIn(answer)).toEqual(tensor('uint2', [2, 3], Uint8Array.of(0, 1, 2, 3, 1, 2)));
  await backend.close();
});

test.skipIf(!found.onnxruntime)('a provider is used as it is asked for, or refused', async () => {
  const command = backendCommand(specOf('onnxruntime'));
  const on = (provider: string) => openBackend({ ...command, options: { provider } });
  for (const name of ['cpu', 'CPUExecutionProvider']) {
    const backend = await on(name);
    expect(backend.info.provider).toBe('CPU');
    await backend.close();
  }
  await expect(on('npu')).rejects.toThrow(/it has no execution provider npu; it knows .*CPU/);
  await expect(openBackend({ ...command, options: { threads: '2' } })).rejects.toThrow(/there is no option threads/);
});
