import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tensor } from '../../oracles/numerics/tensor.ts';
import { optionalOf, sequenceOf, typeOf } from '../../oracles/numerics/value.ts';
import { callInProcess } from '../../src/backends/in-process.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';
import { decodeBytes, namedBytes } from '../../vectors/onnx/value-proto.ts';
import { folder } from '../cli/cli.ts';

const [one, two] = [1, 2].map((x) => tensor('float32', [x], new Float32Array(x).fill(x)));
const pair = sequenceOf('float32', [one!, two!]);
const absent = optionalOf<typeof one & object>(typeOf(pair), undefined);

/** Asks for both inputs back. */
const request = {
  model: new Uint8Array(3),
  inputs: [namedBytes('pair', pair), namedBytes('absent', absent)],
  outputs: ['pair', 'absent'],
  hasValues: true as const,
};

const echo = (members: string) => {
  const path = join(folder(), 'echo.mjs');
  writeFileSync(
    path,
    `export default { name: 'echo', version: '1', ${members}
       prepare: () => ({ run: (inputs, outputs) => outputs.map((name) => inputs.get(name)) }) };\n`,
  );
  return openBackend(backendCommand(path));
};

describe('sequences and optionals', () => {
  it('go to an adapter that takes them, and come back as they were, in sessions too', async () => {
    const backend = await echo('values: true,');
    const answer = await backend.run(request);
    expect(answer.kind === 'outputs' && answer.outputs.map((output) => decodeBytes(output))).toEqual([pair, absent]);
    const { model, ...run } = request;
    const session = await backend.run({ models: [model], runs: [0, 0].map((model) => ({ ...run, model })) });
    const runs = session.kind === 'session' ? session.runs : [];
    for (const { outputs, inputs, later } of runs) {
      for (const list of [outputs, inputs, later]) expect(list.map((one) => decodeBytes(one))).toEqual([pair, absent]);
    }
    expect(runs).toHaveLength(2);
    await backend.close();
  });

  it('are not asked of an adapter of tensors, which is said to be the reason', async () => {
    const backend = await echo('');
    const unsupported = {
      kind: 'unsupported',
      isAnswered: false,
      message: expect.stringContaining('the adapter carries tensors'),
    };
    expect(await backend.run(request)).toEqual(unsupported);
    expect(await backend.run({ ...request, inputs: [] })).toEqual(unsupported);
    const { hasValues: _, ...tensors } = { ...request, inputs: [namedBytes('x', one!)], outputs: ['x'] };
    expect(await backend.run(tensors)).toMatchObject({ kind: 'outputs' });
    await backend.close();
    const adapter = { name: 'own', version: '1', prepare: () => ({ run: () => [one!] }) };
    expect(await callInProcess({ spec: 'own', adapter }).run(request)).toEqual(unsupported);
  });

  it('are the reference for nodes that have them', async () => {
    const backend = await openBackend(backendCommand('reference'));
    const model = encodeModel({
      name: 'erase',
      opset: 11,
      nodes: [{ opType: 'SequenceErase', attributes: {}, inputs: ['pair'], outputs: ['rest'] }],
      inputs: [{ name: 'pair', dtype: 'float32', dims: undefined, within: ['sequence'] }],
      outputs: [{ name: 'rest', dtype: 'float32', dims: undefined, within: ['sequence'] }],
      initializers: [],
    });
    const answer = await backend.run({ ...request, model, inputs: [namedBytes('pair', pair)], outputs: ['rest'] });
    expect(answer.kind === 'outputs' && decodeBytes(answer.outputs[0]!)).toEqual(sequenceOf('float32', [one!]));
    await backend.close();
  });

  it('are tensors that an adapter returned with something wrong in them', async () => {
    const path = join(folder(), 'wrong.mjs');
    writeFileSync(
      path,
      `const value = { dtype: 'float32', within: ['sequence'], elements: [{ dtype: 'float32', dims: [1], data: [1] }] };
       export default { name: 'wrong', version: '1', values: true, prepare: () => ({ run: () => [value, value] }) };\n`,
    );
    const backend = await openBackend(backendCommand(path));
    const message = expect.stringContaining('pair: data of float32 has to be a Float32Array, not an Array');
    expect(await backend.run(request)).toEqual({ kind: 'error', message });
    await backend.close();
  });
});
