import { expect, test } from 'vitest';
import { pythonWith } from '../../evidence/python.ts';
import { tensor } from '../../oracles/numerics/tensor.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { decodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { askFor, requestFor, tensorIn } from './runtime.ts';
import { fakePath } from './session.ts';

const python = pythonWith('numpy', 'onnx');
const odd = `python@${python}:${fakePath('odd_values.py')}`;
const data = tensor('float32', [3], Float32Array.of(1, 2, 3));

test.skipIf(python === undefined)('only loading and running can say that something is not supported', async () => {
  const backend = await openBackend(backendCommand(odd));
  const said = async (opType: string) => tensorIn(await askFor(backend, { opType, opset: 13, data, dims: [] }));
  const unsupported = { kind: 'unsupported' };
  expect(await said('LacksOperator')).toMatchObject(unsupported);
  expect(await said('LacksKernel')).toEqual({ ...unsupported, message: 'NotImplementedError: no kernel' });
  const wrong = (message: RegExp) => ({ kind: 'error', message: expect.stringMatching(message) });
  expect(await said('GivesNone')).toEqual(wrong(/the output y is a NoneType and no tensor/));
  expect(await said('GivesLazy')).toEqual(wrong(/the output y is a Lazy and no tensor: evaluated too late/));
  expect(await said('GivesArray')).toEqual(wrong(/run returned a ndarray, where a list or tuple of 1 outputs is due/));
  expect(await said('GivesTwo')).toEqual(wrong(/run returned 2 values, where 1 outputs are due/));
  expect(await said('GivesScalar')).toEqual(tensor('float32', [], Float32Array.of(6)));
  await backend.close();
});

test.skipIf(python === undefined)(
  'a view of an input stays what it is, a buffer that a runtime keeps does not',
  async () => {
    const backend = await openBackend(backendCommand(odd));
    const others = [data, tensor('float32', [3], Float32Array.of(4, 5, 6))];
    const later = async (opType: string) => {
      const [first, second] = others.map((each) => requestFor({ opType, opset: 13, data: each, dims: [3] }));
      const runs = [first!, second!].map(({ inputs, outputs }) => ({ model: 0, inputs, outputs }));
      const answer = await backend.run({ models: [first!.model], runs });
      return answer.kind === 'session' ? answer.runs.map((run) => decodeTensor(run.later[0]!.bytes).tensor) : answer;
    };
    expect(await later('GivesView')).toEqual(others);
    expect(await later('GivesKept')).toEqual([others[1], others[1]]);
    await backend.close();
  },
);

test.skipIf(python === undefined)('a provider is the device of a backend', async () => {
  const on = (provider: string) => openBackend({ ...backendCommand(odd), options: { provider } });
  const backend = await on('cuda:1');
  expect(backend.info.provider).toBe('CUDA:1');
  await backend.close();
  await expect(on('tpu')).rejects.toThrow('it does not support the device TPU');
});
