import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Outcome } from '../../reports/schema.ts';
import { cliProcess, folder, harnessFake, resultsIn } from '../cli/cli.ts';

const ids = 'ReduceSum/13/float32/axes-*';
const marked = 'ReduceSum/13/float32/axes-listed/5';
const fake = harnessFake('misbehaving.mjs');

/** Runs more than thirty cases on a backend that misbehaves at one, and gives the result of that one. */
async function resultOf(way: string, backend: string, more: readonly string[]) {
  const cwd = folder();
  const env = { FAKE_WAY: way, FAKE_CASE: marked };
  const { code } = await cliProcess(['run', ids, '--backend', backend, ...more], cwd, env);
  const results = resultsIn(cwd);
  const others = results.filter(({ id }) => id !== marked);
  expect(others.length).toBeGreaterThanOrEqual(30);
  expect(others.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
  const { outcome, message } = results.find(({ id }) => id === marked)!;
  expect(code).toBe(outcome === 'pass' || outcome === 'unsupported' ? 0 : 1);
  return { outcome, message };
}

const ways: readonly (readonly [string, Outcome, RegExp])[] = [
  ['segfault', 'crash', /^the process was killed by SIGSEGV$/],
  ['abort', 'crash', /^the process was killed by SIGABRT/],
  ['exit', 'crash', /^the process exited with code 0$/],
  ['loop', 'timeout', /^no answer within 1000 ms$/],
  ['never', 'timeout', /^no answer within 1000 ms$/],
  ['throws', 'error', /^shape mismatch at kernel\.cc:12$/],
  ['too much memory at once', 'error', /^Array buffer allocation failed$/],
  ['unsupported', 'unsupported', /^no kernel for this$/],
  ['wrong dtype', 'fail', /float64/],
  ['wrong shape', 'fail', /\[3,1,2,1,1\]/],
  ['one bit off', 'fail', /./],
  ['nan', 'fail', /NaN/],
  ['zeros', 'fail', /./],
  ['previous answer', 'fail', /./],
  ['one output too many', 'fail', /^2 outputs where the model has 1$/],
  ['no output', 'fail', /^0 outputs where the model has 1$/],
  ['wrong name', 'fail', /^output reduced is missing$/],
  ['truncated tensor', 'fail', /^output reduced: /],
  ['empty tensor', 'fail', /^output reduced: /],
];

test.concurrent.each(ways)('%s: %s, and of that case alone', async (way, outcome, message) => {
  const more = outcome === 'timeout' ? ['--timeout', '1'] : [];
  expect(await resultOf(way, fake, more)).toEqual({ outcome, message: expect.stringMatching(message) });
});

const host = fileURLToPath(new URL('../../dist/src/backends/hosts/module.js', import.meta.url));
const raw = (...flags: string[]) => `stdio:"${process.execPath}" ${flags.join(' ')} "${host}" "${fake}"`;

test.concurrent('a module may print to standard output', async () => {
  expect((await resultOf('prints', fake, [])).outcome).toBe('pass');
});

test.concurrent('a program that speaks the protocol on standard output may not', async () => {
  expect(await resultOf('prints', raw(), [])).toEqual({
    outcome: 'error',
    message: 'protocol: not a line of JSON: "reduced 1 tensor"',
  });
});

test.concurrent('a process that runs out of memory has crashed', async () => {
  expect(await resultOf('memory without end', raw('--max-old-space-size=64'), ['--timeout', '60'])).toEqual({
    outcome: 'crash',
    message: expect.stringContaining('SIGABRT'),
  });
});
