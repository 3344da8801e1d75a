import { afterAll, expect, test } from 'vitest';
import { type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import { type Backend, isSelfCompared } from '../../src/backends/backend.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import type { CaseDescription } from '../../src/run/trial/description.ts';
import type { Prepared } from '../../src/run/trial/prepared.ts';
import { settle } from '../../src/run/trial/settle.ts';
import { vectorClause } from '../../src/run/trial/vectors.ts';
import { askFor, type OneNode, requestFor, tensorIn } from './runtime.ts';
import { fakePath, isAlive } from './session.ts';

const five = tensor('float32', [1], Float32Array.of(5));
const zero = tensor('float32', [1], Float32Array.of(0));
const none = tensor('float32', [1, 0], new Float32Array(0));

/** The greatest element of `data` along an axis; the model is invalid where `data` has no such axis. */
const maximum = (way: string, data: Tensor, axis = 0): OneNode => ({
  name: `way: ${way}.`,
  opType: 'ReduceMax',
  opset: 13,
  attributes: { axes: { type: 'INTS', value: [axis] } },
  data,
  dims: data.dims,
});

let stderr = '';
const open = (caseTimeout = 10_000) =>
  openBackend(backendCommand(`exec:"${process.execPath}" "${fakePath('runner.mjs')}" {dir}`), {
    caseTimeout,
    onStderr: (chunk) => {
      stderr += Buffer.from(chunk);
    },
  });

/** Commands are known to write outputs, or to compare, as long as the process lasts that starts them. */
const [writing, comparing, ending] = await Promise.all([open(), open(), open(3000)]);
afterAll(() => Promise.all([writing, comparing, ending].map((backend) => backend.close())));

/** The answer of the fake runner to `data`, reduced to itself. */
async function ask(backend: Backend, way: string, data: Tensor = five) {
  const answer = await askFor(backend, maximum(way, data));
  return { answer: tensorIn(answer), compared: isSelfCompared(answer) };
}

test.each([
  ['writes', five, writing],
  ['compares', five, comparing],
  ['compares', zero, comparing],
  ['compares-and-aborts', five, comparing],
])('a command that %s passes', async (way, data, backend) => {
  const { answer, compared } = await ask(backend, way, data);
  expect(answer).toEqual(data);
  expect(compared).toBe(way !== 'writes');
  await expect.poll(() => stderr).toContain(`${way} on stdout`);
});

test.each([
  ['is-wrong', 'error', /^expected 5, got 6$/, comparing],
  ['skips', 'unsupported', /^no kernel for this$/, comparing],
  ['crashes', 'crash', /free\(\): invalid pointer \(.* was ended by SIGABRT\)/, ending],
])('a command that %s: %s', async (way, kind, message, backend) => {
  const { answer } = await ask(backend, way);
  expect(answer).toMatchObject({ kind, message: expect.stringMatching(message) });
});

test('a command that copies what it finds is given something wrong', async () => {
  expect((await ask(writing, 'copies')).answer).toEqual(tensor('float32', [1], Float32Array.of(11)));
});

test.each([five, zero])('a command that compares nothing fails: %j', async (data) => {
  const { answer } = await ask(comparing, 'is-content', data);
  expect(answer).toMatchObject({
    kind: 'error',
    message: expect.stringMatching(/accepts a wrong one .*: it compares nothing$/),
  });
});

test('where there is no element, nothing can be compared', async () => {
  const { answer } = await ask(comparing, 'is-content', none);
  expect(answer).toMatchObject({ kind: 'unsupported', message: 'no element to compare' });
});

test.each([
  ['compares', 'unsupported', /^an invalid model has no expected output/, comparing],
  ['crashes', 'crash', /SIGABRT/, ending],
])('an invalid model and a command that %s: %s', async (way, outcome, message, backend) => {
  const control = () => ({ request: requestFor(maximum(way, five)), runs: [{}] }) as unknown as Prepared;
  const model = {
    about: { clause: vectorClause } as CaseDescription,
    request: requestFor(maximum(way, five, 7)),
    runs: [],
    control,
  };
  const result = await settle(model, { requireTier: 'native' }, (request) => backend.run(request));
  expect(result).toMatchObject({ outcome, message: expect.stringMatching(message) });
});

test('a command that loops is killed', async () => {
  const { answer } = await ask(ending, 'loops');
  expect(answer).toMatchObject({ kind: 'timeout' });
  const pids = [...stderr.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) await expect.poll(() => isAlive(pid)).toBe(false);
});
