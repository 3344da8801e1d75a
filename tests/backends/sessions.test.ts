import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { tensor } from '../../oracles/numerics/tensor.ts';
import type { Answer, SessionRequest } from '../../src/backends/backend.ts';
import { answerOf, decodeSession, encodeRequest, encodeRuns } from '../../src/backends/messages.ts';
import { openBackend } from '../../src/backends/process.ts';
import { FrameReader, ProtocolError, requestPayloads, responsePayloads } from '../../src/backends/protocol.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';
import { decodeTensor, encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { decodeBytes, namedBytes } from '../../vectors/onnx/value-proto.ts';
import { fakePath } from './session.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const named = (name: string, text: string) => ({ name, bytes: bytes(text) });
const [reader, answers] = [() => new FrameReader(requestPayloads), () => new FrameReader(responsePayloads)];

const request: SessionRequest = {
  models: [bytes('first'), bytes('second')],
  runs: [
    { model: 0, inputs: [named('x', 'abc'), named('axes', '')], outputs: ['y'] },
    { model: 1, inputs: [], outputs: ['y', 'z'] },
    { model: 0, inputs: [named('x', 'd')], outputs: [] },
  ],
};
/** Bytes as text, whatever kind of array they are in. */
const plain = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, function (this: Record<string, unknown>, key, x) {
      const held = this[key];
      return held instanceof Uint8Array ? Buffer.from(held).toString() : x;
    }),
  );

test('a session and its answer survive the way there and back', () => {
  const [asked] = [...reader().push(Buffer.concat(encodeRequest(8, request)))];
  expect(plain(decodeSession(asked!))).toEqual(plain(request));
  const runs = request.runs.map(({ inputs }) => ({ outputs: [named('y', 'out')], inputs, later: [named('y', '')] }));
  const [answered] = [...answers().push(Buffer.concat(encodeRuns(8, runs)))];
  expect(plain(answerOf(answered!, request))).toEqual(plain({ kind: 'session', runs }));
});

test('a run that failed is named', () => {
  const header = { id: 8, status: 'failed', message: 'no', run: 2 };
  expect(answerOf({ header, payloads: [] }, request)).toEqual({ kind: 'error', message: 'no', run: 2 });
});

test.each([
  ['{"id":8,"status":"ok","runs":3}', /^"runs" is not a list$/],
  ['{"id":8,"status":"ok","runs":[null]}', /^"runs\[0\]\.outputs" is not a list/],
  ['{"id":8,"status":"ok","runs":[{"outputs":[],"inputs":[]}]}', /^"runs\[0\]\.later" is not a list/],
  [
    '{"id":8,"status":"ok","runs":[{"outputs":[{"name":"y"}]}]}',
    /^runs\[0\]\.outputs\[0\]\.size is not a number of bytes$/,
  ],
])('%s is a breach', (line, message) => {
  const read = () => [...answers().push(Buffer.from(`${line}\n`))];
  expect(read).toThrow(ProtocolError);
  expect(read).toThrow(message);
});

test('an answer to the other kind of request is a breach', () => {
  const outputs = { header: { id: 8, status: 'ok', outputs: [] }, payloads: [] };
  const message = 'an answer to "session" with status "ok" has to list its "runs"';
  expect(answerOf(outputs, request)).toEqual({ kind: 'protocol-error', message });
  const runs = { header: { id: 8, status: 'ok', runs: [] }, payloads: [] };
  expect(answerOf(runs, { model: bytes(''), inputs: [], outputs: [] })).toEqual({
    kind: 'protocol-error',
    message: expect.stringMatching(/has to list its "outputs"$/),
  });
});

const decoded = (answer: Answer) =>
  answer.kind === 'session' &&
  answer.runs.map((run) =>
    [run.outputs, run.inputs, run.later].map(([value]) =>
      Array.from(decodeTensor(value!.bytes).tensor.data as Float32Array),
    ),
  );

test('a host keeps sessions, buffers and outputs', async () => {
  const backend = await openBackend(backendCommand(fakePath('sessions.mjs')));
  const on = (...data: number[]) => {
    const x = tensor('float32', [data.length], Float32Array.from(data));
    return { model: 0, inputs: [{ name: 'x', bytes: encodeTensor(x, 'x') }], outputs: ['y'] };
  };
  const runs = [on(1, 2), on(3), { ...on(5, 6), model: 1 }, on(7, 8)];
  // the fake adds the number of the run of its session to the buffer of the input, and returns that buffer
  expect(decoded(await backend.run({ models: [bytes('a'), bytes('b')], runs }))).toEqual([
    [
      [1, 2],
      [1, 2],
      [9, 10],
    ],
    [[4], [4], [4]],
    [
      [5, 6],
      [5, 6],
      [9, 10],
    ],
    [
      [9, 10],
      [9, 10],
      [9, 10],
    ],
  ]);
  const failing = await backend.run({ models: [bytes('a'), bytes('fail')], runs: [on(1), { ...on(1), model: 1 }] });
  expect(failing).toEqual({ kind: 'error', message: 'cannot load; released so far: a, b', run: 1 });
  await backend.close();
});

test('the reference forgets the data of an earlier run', async () => {
  const backend = await openBackend(backendCommand('reference'));
  const opType = 'NonMaxSuppression';
  const inputs = [
    { name: 'boxes', dtype: 'float32' as const, dims: [1, 2, 4] },
    { name: 'scores', dtype: 'float32' as const, dims: [1, 1, 2] },
    { name: 'most', dtype: 'int64' as const, dims: [] },
  ];
  const names = inputs.map(({ name }) => name);
  const model = encodeModel({
    name: 'selection',
    opset: 11,
    nodes: [{ opType, attributes: {}, inputs: names, outputs: ['selected'] }],
    inputs,
    outputs: [{ name: 'selected', dtype: 'int64', dims: undefined }],
    initializers: [],
  });
  const on = (...second: number[]) => {
    const boxes = tensor('float32', [1, 2, 4], Float32Array.of(0, 0, 1, 1, ...second));
    const scores = tensor('float32', [1, 1, 2], Float32Array.of(2, 1));
    const values = [boxes, scores, tensor('int64', [], BigInt64Array.of(2n))];
    return { model: 0, inputs: values.map((value, i) => namedBytes(names[i]!, value)), outputs: ['selected'] };
  };
  const answer = await backend.run({ models: [model], runs: [on(0, 0, 1, 1), on(2, 2, 3, 3)] });
  const counts = answer.kind === 'session' && answer.runs.map(({ outputs }) => decodeBytes(outputs[0]!));
  expect(counts).toMatchObject([{ dims: [1, 3] }, { dims: [2, 3] }]);
  await backend.close();
});

test('an adapter without sessions is not asked, and says no if it is', async () => {
  const backend = await openBackend(backendCommand(fakePath('echo.mjs')));
  const answer = await backend.run(request);
  expect(answer).toMatchObject({ kind: 'unsupported', message: 'the backend does not announce the method "session"' });
  await backend.close();
  const { file, args } = backendCommand(fakePath('echo.mjs'));
  const { stdout } = spawnSync(file, args, { input: '{"id":3,"method":"session","models":[],"runs":[]}\n' });
  expect(JSON.parse(String(stdout))).toEqual({ id: 3, status: 'failed', message: 'no such method: session' });
});
