import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Outcome } from '../../reports/schema.ts';
import { cli, cliProcess, folder, harnessFake, resultsIn } from '../cli/cli.ts';

const clauses = ['axes-listed', 'any-length', 'axes-negative', 'keepdims-zero', 'axes-order', 'keepdims-one'];
const fake = harnessFake('misbehaving.mjs');

/** Every second case of these clauses. */
const marked = clauses.flatMap((clause) => [1, 3, 5].map((number) => `ReduceSum/13/float32/${clause}/${number}`));

/** Runs more than thirty cases on a backend that misbehaves at some, in each in its own way; gives the results of those. */
async function resultsOf(ways: readonly Way[], backend: string, run: typeof cli, ...more: string[]) {
  const cwd = folder();
  const chosen = ways.map(([way], i) => [marked[i]!, way]);
  const ids = clauses.map((clause) => `ReduceSum/13/float32/${clause}`);
  const env = { FAKE_WAYS: JSON.stringify(Object.fromEntries(chosen)) };
  const { code } = await run(['run', ...ids, '--backend', backend, ...more], cwd, env);
  const results = resultsIn(cwd);
  const others = results.filter(({ id }) => !chosen.some(([own]) => own === id));
  expect(others.length).toBeGreaterThanOrEqual(30);
  expect(others.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
  const found = chosen.map(([own, way]) => {
    const { outcome, message } = results.find(({ id }) => id === own)!;
    return { way, outcome, message };
  });
  return { code, found };
}

const expected = (ways: readonly Way[]) =>
  ways.map(([way, outcome, message]) => ({ way, outcome, message: message && expect.stringMatching(message) }));

type Way = readonly [way: string, outcome: Outcome, message: RegExp | undefined];
const fatal: readonly Way[] = [
  ['segfault', 'crash', /^the process was killed by SIGSEGV$/],
  ['abort', 'crash', /^the process was killed by SIGABRT/],
  ['exit', 'crash', /^the process exited with code 0$/],
  ['loop', 'timeout', /^no answer within 1000 ms$/],
  ['never', 'timeout', /^no answer within 1000 ms$/],
];
const harmful: readonly Way[] = [
  ['throws', 'error', /^shape mismatch at kernel\.cc:12$/],
  ['too much memory at once', 'error', /^Array buffer allocation failed$/],
  ['wrong dtype', 'fail', /float64/],
  ['wrong shape', 'fail', /^output 0 has shape \[.*,1\] instead of \[/],
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
const harmless: readonly Way[] = [
  ['unsupported', 'unsupported', /^no kernel for this$/],
  // a module may print to standard output
  ['prints', 'pass', undefined],
];

test.concurrent('what is wrong with an answer is said of that case alone', async () => {
  expect(await resultsOf(harmful, fake, cli)).toEqual({ code: 1, found: expected(harmful) });
});

test.concurrent('a case that ends the process, or never ends, is the only one that is blamed', async () => {
  expect(await resultsOf(fatal, fake, cliProcess, '--timeout', '1')).toEqual({ code: 1, found: expected(fatal) });
});

test.concurrent('what is no failure leaves the run conformant', async () => {
  expect(await resultsOf(harmless, fake, cli)).toEqual({ code: 0, found: expected(harmless) });
});

const host = fileURLToPath(new URL('../../dist/src/backends/hosts/module.js', import.meta.url));
const raw = `stdio:"${process.execPath}" --max-old-space-size=64 "${host}" "${fake}"`;
const ofPrograms: readonly Way[] = [
  ['prints', 'error', /^protocol: not a line of JSON: "reduced 1 tensor"$/],
  ['memory without end', 'crash', /SIGABRT/],
];

test.concurrent('a program that speaks the protocol on standard output may not print there; out of memory, it has crashed', async () => {
  const found = await resultsOf(ofPrograms, raw, cliProcess, '--timeout', '60');
  expect(found).toEqual({ code: 1, found: expected(ofPrograms) });
});
