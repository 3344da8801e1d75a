import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Outcome } from '../../reports/schema.ts';
import { cli, folder, harnessFake, resultsIn } from '../cli/cli.ts';

/** Clauses, and how many cases each has. */
const clauses = { 'axes-listed': 22, 'axes-negative': 8, 'keepdims-zero': 7, 'axes-absent': 6, 'keepdims-one': 5 };
const ids = Object.keys(clauses).map((clause) => `ReduceSum/13/float32/${clause}`);
const fake = harnessFake('misbehaving.mjs');

/** Every second case of them. */
const marked = Object.values(clauses).flatMap((count, i) =>
  Array.from({ length: count >> 1 }, (_, k) => `${ids[i]}/${2 * k + 1}`),
);

/** Runs more than thirty cases on a backend that misbehaves at some, in each in its own way; gives the results of those. */
async function resultsOf(ways: readonly Way[], backend: string, timeout: string) {
  const cwd = folder();
  const chosen = ways.map(([way], i) => [marked[i]!, way]);
  const env = { FAKE_WAYS: JSON.stringify(Object.fromEntries(chosen)) };
  const { code } = await cli(['run', ...ids, '--backend', backend, '--timeout', timeout], cwd, env);
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
const harmful: readonly Way[] = [
  ['throws', 'error', /^shape mismatch at kernel\.cc:12$/],
  ['too much memory at once', 'error', /^Array buffer allocation failed$/],
  ['wrong dtype', 'fail', /float64/],
  ['wrong shape', 'fail', /^output 0 has shape \[(.*,)?1\] instead of \[/],
  ['one bit off', 'fail', /./],
  ['nan', 'fail', /NaN/],
  ['zeros', 'fail', /./],
  ['previous answer', 'fail', /./],
  ['one output too many', 'fail', /^2 outputs where the model has 1$/],
  ['no output', 'fail', /^0 outputs where the model has 1$/],
  ['wrong name', 'fail', /^output reduced is missing$/],
  ['truncated tensor', 'fail', /^output reduced: /],
  ['empty tensor', 'fail', /^output reduced: /],
  ['segfault', 'crash', /^the process was killed by SIGSEGV$/],
  ['abort', 'crash', /^the process was killed by SIGABRT/],
  ['exit', 'crash', /^the process exited with code 0$/],
  ['loop', 'timeout', /^no answer within 1000 ms$/],
  ['never', 'timeout', /^no answer within 1000 ms$/],
];
const harmless: readonly Way[] = [
  ['unsupported', 'unsupported', /^no kernel for this$/],
  // a module may print to standard output
  ['prints', 'pass', undefined],
];

test('what is wrong with a case is said of that case alone, also if it ends the process, or never ends', async () => {
  expect(await resultsOf(harmful, fake, '1')).toEqual({ code: 1, found: expected(harmful) });
});

test('what is not a failure leaves the run conformant', async () => {
  expect(await resultsOf(harmless, fake, '10')).toEqual({ code: 0, found: expected(harmless) });
});

const host = fileURLToPath(new URL('../../dist/src/backends/hosts/module.js', import.meta.url));
const raw = `stdio:"${process.execPath}" --max-old-space-size=32 "${host}" "${fake}"`;
const ofPrograms: readonly Way[] = [
  [
    'prints',
    'error',
    /^protocol: not a line of JSON: "reduced 1 tensor"; stdout is for answers only: print to stderr$/,
  ],
  ['memory without end', 'crash', /SIGABRT/],
];

test('a program that speaks the protocol on standard output may not print there; out of memory, it has crashed', async () => {
  const found = await resultsOf(ofPrograms, raw, '60');
  expect(found).toEqual({ code: 1, found: expected(ofPrograms) });
});
