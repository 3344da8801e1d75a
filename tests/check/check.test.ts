import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { findOperator, testedDTypes, versionAt } from '../../oracles/operators.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { CheckedAdapter, type RuleResult, runCheck } from '../../src/check/check.ts';
import { protocolChecks } from '../../src/check/protocol-checks.ts';
import { tensorChecks } from '../../src/check/tensor-checks.ts';
import { backendFake, cli, complaint, folder } from '../cli/cli.ts';
import { sampled } from '../sample.ts';

const fake = (way: string) =>
  `stdio:"${process.execPath}" "${fileURLToPath(new URL('fakes/echo.mjs', import.meta.url))}" "${way}"`;
const bounds = { caseTimeout: 20_000, startTimeout: 20_000 };
const rules = [...protocolChecks, ...tensorChecks];

/** What the checks say whose names begin so. */
async function check(way: string, name: string): Promise<RuleResult> {
  const adapter = await CheckedAdapter.start(
    backendCommand(fake(way)),
    way === 'stays' ? { caseTimeout: 2000, startTimeout: 3000 } : bounds,
  );
  const [chosen] = rules.filter((one) => one.name.startsWith(name));
  const result = await runCheck(chosen!, adapter);
  await adapter.close();
  return result;
}

/** The rule that each fake breaks, the check that has to notice, and what it says. */
const mistakes: readonly (readonly [way: string, check: string, message: RegExp])[] = [
  ['any version', 'hello: another version', /^it says "ok" to protocol 9999$/],
  ['any option', 'hello: an option', /^it claims to have applied "no-such-option"$/],
  ['misspelt dtype', 'hello: what it declares', /^it declares the dtype "fp16"$/],
  ['prints', 'run: many requests', /^it broke the framing: not a line of JSON: "ran 1 model"/],
  ['ids', 'run: many requests', /^the answer to the request with id \d+ has the id 1$/],
  ['counts letters', 'names: letters', /^output größe_out: (not a TensorProto|a TensorProto that is cut off)/],
  [
    'sorted outputs',
    'outputs: in the order',
    /^outputs a_out, b_out where b_out, a_out were asked for, in this order$/,
  ],
  ['all outputs', 'outputs: only those', /^outputs a_out, b_out where b_out were asked for/],
  [
    'negative zero',
    'tensors: come back bit by bit in float32',
    /^x_out: element 1 is 0x00000000 where element 1 is 0x80000000 was given$/,
  ],
  [
    'remembers',
    'runs: equal models',
    /^run 2 of 4: x_out: element 0 is 0x3f800000 where element 0 is 0x40400000 was given$/,
  ],
  ['lax', 'errors: an invalid model', /^it is run, where an error is right$/],
  ['ok to rubbish', 'errors: bytes', /^it is run, where an error is right$/],
  ['unsupported for errors', 'errors: bytes', /^it is called unsupported, where an error is right$/],
  ['dies of errors', 'errors: bytes', /^the process exited with code 1 instead of answering$/],
  ['stays', 'end: the process exits', /^it still runs 2 s after its last answer and the end of its input$/],
];

test.concurrent.each(mistakes)('%s: "%s" fails', async (way, name, message) => {
  const result = await check(way, name);
  expect(result.outcome).toBe('fail');
  expect(result.message).toMatch(message);
  expect(result.remedy).not.toBe('');
});

test('an adapter that keeps every rule passes every check', async () => {
  const { code, stdout, stderr } = await cli(['backend', 'check', fake('none')]);
  expect({ code, stderr, stdout: stdout.replace(/^(✓|–).*\n|^ {4}.*\n/gm, '') }).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(
      /^echo 1\.0\n\n(\d+) of \d+ rules tried, \1 kept\nleft out, as it is not supported: session: several runs of loaded models\n$/,
    ),
  });
  expect(stdout).toContain('– session: several runs of loaded models\n    "methods" does not list "session"\n');
});

test('the reference keeps every rule', async () => {
  const adapter = await CheckedAdapter.start(backendCommand('reference'), { ...bounds, caseTimeout: 60_000 });
  // 16 MiB take it seconds
  const results = [];
  for (const rule of sampled(rules, 8)) results.push(await runCheck(rule, adapter));
  await adapter.close();
  expect(results.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
});

test('an adapter that does not start, and one that breaks a rule', async () => {
  const silent = `stdio:"${process.execPath}" "${backendFake('unstartable.mjs')}" explains`;
  const ended = await cli(['backend', 'check', silent]);
  expect(ended.code).toBe(4);
  expect(complaint(ended)).toMatch(/ does not answer hello: the runtime is not installed \(/);
  const { code, stdout } = await cli(['backend', 'check', fake('any version')]);
  expect(code).toBe(1);
  expect(stdout).toContain(
    '✗ hello: another version of the protocol is refused\n    it says "ok" to protocol 9999\n    → ',
  );
  expect(stdout).toMatch(/ tried, \d+ kept, 1 broken\nleft out/);
});

test('a backend that knows one operator alone is asked by it', async () => {
  const FAKE_OPERATOR = 'GatherElements';
  const path = fileURLToPath(new URL('fakes/one-operator.mjs', import.meta.url));
  const { code, stdout } = await cli(['backend', 'check', path], undefined, { FAKE_OPERATOR });
  expect(stdout).toContain(`no Identity: judged by the values of ${FAKE_OPERATOR}, not bit by bit`);
  const [, tried, kept] = /^(\d+) of \d+ rules tried, (\d+) kept\nleft out/m.exec(stdout)!.map(Number);
  expect(kept).toBe(tried);
  const admitted = versionAt(findOperator(FAKE_OPERATOR)!, 16).dtypes;
  const lacking = testedDTypes().filter((dtype) => !admitted.includes(dtype));
  const leftOut = [...stdout.matchAll(/^– tensors: (.*(?:\n {4}\w+(?:, \w+)*,?)*)$/gm)].map(([, name]) => name!);
  expect(leftOut.map((name) => name.replace(/\s+/g, ' '))).toEqual([
    `come back bit by bit in ${lacking.join(', ')}`,
    'rank 0',
    '16 MiB',
  ]);
  expect(code).toBe(0);
});

test('an adapter that supports one dtype is a whole one, and the others are named', async () => {
  const { code, stdout } = await cli(['backend', 'check', fake('float32 alone')]);
  expect(stdout).toMatch(/\n(\d+) of \d+ rules tried, \1 kept\nleft out, as it is not supported: float16, bfloat16,/);
  expect(code).toBe(0);
});

test('an adapter that is late breaks no rule', async () => {
  const { code, stdout } = await cli(['backend', 'check', fake('late for much'), '--timeout', '4']);
  expect(stdout).toContain('? tensors: 16 MiB\n    did not answer within 4 s\n    → give it more time by --timeout');
  expect(stdout).toMatch(/ rules tried, \d+ kept, 1 not decided, as no answer came in time\nleft out/);
  expect(code).toBe(3);
});

test.each([
  ['rank 5', 'fail'],
  ['negative axes', 'pass'],
])('a kernel that is wrong in %s is not called a fault of the adapter alone', async (FAKE_FAULT, outcome) => {
  const path = fileURLToPath(new URL('fakes/one-operator.mjs', import.meta.url));
  const command = { ...backendCommand(path), env: { FAKE_OPERATOR: 'ReduceMax', FAKE_FAULT } };
  const adapter = await CheckedAdapter.start(command, bounds);
  const rank5 = tensorChecks.find(({ name }) => name === 'tensors: rank 5')!;
  const result = await runCheck(rank5, adapter);
  await adapter.close();
  expect(result.outcome).toBe(outcome);
  if (outcome === 'fail') expect(result.remedy).toMatch(/; or the operator itself is wrong: run ReduceMax$/);
});

test('a starting point without a runtime breaks no rule, is not said to keep the protocol, and the first step is named', async () => {
  const cwd = folder();
  await cli(['init', 'js'], cwd);
  const { code, stdout } = await cli(['backend', 'check', './backend.mjs'], cwd);
  expect(stdout).not.toContain('✗');
  expect(stdout).toContain('– run: one model is answered rightly\n');
  expect(stdout).toMatch(/^ {4}none of \d+ small models in float32, opset 16, is supported$/m);
  expect(stdout).toMatch(/\n(\d) of \d+ rules tried, \1 kept\nleft out, /);
  expect(stdout).toMatch(/\nNone of the models is supported: put your runtime in first\.\n$/);
  expect(code).toBe(3);
});
