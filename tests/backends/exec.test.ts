import { expect, test } from 'vitest';
import { type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import type { IllegalResult } from '../../reports/schema.ts';
import { isSelfCompared } from '../../src/backends/backend.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { settleInvalidModel } from '../../src/harness/invalid-model-trial.ts';
import type { PreparedModel } from '../../src/harness/prepared-model.ts';
import { askFor, type OneNode, requestFor, tensorIn } from './runtime.ts';
import { fakePath, isAlive } from './session.ts';

const five = tensor('float32', [1], Float32Array.of(5));
const zero = tensor('float32', [1], Float32Array.of(0));
const none = tensor('float32', [1, 0], new Float32Array(0));

const commandOf = (way: string) =>
  backendCommand(`exec:"${process.execPath}" "${fakePath('runner.mjs')}" ${way} {dir}`);

/** The greatest element of `data` along an axis; the model is invalid where `data` has no such axis. */
const maximum = (data: Tensor, axis = 0): OneNode => ({
  opType: 'ReduceMax',
  opset: 13,
  attributes: { axes: { type: 'INTS', value: [axis] } },
  data,
  dims: data.dims,
});

/** The answer of the fake runner to `data`, reduced to itself, and what it printed. */
async function ask(way: string, caseTimeout = 10_000, data: Tensor = five) {
  let stderr = '';
  const onStderr = (chunk: Uint8Array) => {
    stderr += Buffer.from(chunk);
  };
  const backend = await openBackend(commandOf(way), { caseTimeout, onStderr });
  const answer = await askFor(backend, maximum(data));
  await backend.close();
  return { answer: tensorIn(answer), compared: isSelfCompared(answer), stderr };
}

test.concurrent.each([
  ['writes', five],
  ['compares', five],
  ['compares', zero],
  ['compares-and-aborts', five],
])('a command that %s passes', async (way, data) => {
  const { answer, compared, stderr } = await ask(way, 10_000, data);
  expect(answer).toEqual(data);
  expect(compared).toBe(way !== 'writes');
  expect(stderr).toContain('a line on stdout');
});

test.concurrent.each([
  ['is-wrong', 'error', /^expected 5, got 6$/],
  ['skips', 'unsupported', /^no kernel for this$/],
  ['crashes', 'crash', /free\(\): invalid pointer \(.* was ended by SIGABRT\)/],
])('a command that %s: %s', async (way, kind, message) => {
  const { answer } = await ask(way);
  expect(answer).toMatchObject({ kind, message: expect.stringMatching(message) });
});

test.concurrent('a command that copies what it finds is given something wrong', async () => {
  expect((await ask('copies')).answer).toEqual(tensor('float32', [1], Float32Array.of(11)));
});

test.concurrent.each([five, zero])('a command that compares nothing fails: %j', async (data) => {
  const { answer } = await ask('is-content', 10_000, data);
  expect(answer).toMatchObject({
    kind: 'error',
    message: expect.stringMatching(/accepts a wrong one .*: it compares nothing$/),
  });
});

test.concurrent('where there is no element, nothing can be compared', async () => {
  const { answer } = await ask('is-content', 10_000, none);
  expect(answer).toMatchObject({ kind: 'unsupported', message: 'no element to compare' });
});

test.concurrent.each([
  ['compares', 'unsupported', /^an illegal model has no expected output/],
  ['crashes', 'crash', /SIGABRT/],
])('an invalid model and a command that %s: %s', async (way, outcome, message) => {
  const backend = await openBackend(commandOf(way), {});
  const control = () => ({ request: requestFor(maximum(five)) }) as PreparedModel;
  const model = { about: {} as IllegalResult, request: requestFor(maximum(five, 7)), control };
  const result = await settleInvalidModel(model, (request) => backend.run(request));
  await backend.close();
  expect(result).toMatchObject({ outcome, message: expect.stringMatching(message) });
});

test('a command that loops is killed', async () => {
  const { answer, stderr } = await ask('loops', 1500);
  expect(answer).toMatchObject({ kind: 'timeout' });
  const pids = [...stderr.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) await expect.poll(() => isAlive(pid)).toBe(false);
});
