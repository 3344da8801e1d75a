import { expect, test } from 'vitest';
import { tensor } from '../../oracles/numerics/tensor.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { askFor, tensorIn } from './runtime.ts';
import { fakePath, isAlive } from './session.ts';

const five = tensor('float32', [1], Float32Array.of(5));

/** The answer of the fake runner to one element, reduced to itself, and what it printed. */
async function ask(way: string, caseTimeout = 10_000) {
  let stderr = '';
  const onStderr = (chunk: Uint8Array) => {
    stderr += Buffer.from(chunk);
  };
  const command = backendCommand(`exec:"${process.execPath}" "${fakePath('runner.mjs')}" ${way} {dir}`);
  const backend = await openBackend(command, { caseTimeout, onStderr });
  const answer = await askFor(backend, { opType: 'ReduceSum', opset: 13, data: five, dims: [1] });
  await backend.close();
  return { answer: tensorIn(answer), stderr };
}

test.concurrent.each(['writes', 'compares'])('a command that %s passes', async (way) => {
  const { answer, stderr } = await ask(way);
  expect(answer).toEqual(five);
  expect(stderr).toContain('a line on stdout');
});

test.concurrent.each([
  ['is-wrong', 'error', /^expected 5, got 6$/],
  ['is-content', 'error', /writes no output_0\.pb, and is content with wrong ones .*: it tests nothing/],
  ['skips', 'unsupported', /^no kernel for this$/],
  ['crashes', 'crash', /free\(\): invalid pointer \(.* was ended by SIGABRT\)/],
])('a command that %s: %s', async (way, kind, message) => {
  const { answer } = await ask(way);
  expect(answer).toMatchObject({ kind, message: expect.stringMatching(message) });
});

test('a command that loops is killed', async () => {
  const { answer, stderr } = await ask('loops', 1500);
  expect(answer).toMatchObject({ kind: 'timeout' });
  const pids = [...stderr.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) await expect.poll(() => isAlive(pid)).toBe(false);
});
