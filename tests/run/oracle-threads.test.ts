import { afterAll, beforeAll, expect, test } from 'vitest';
import { select } from '../../generators/suite/cases.ts';
import type { CaseResult } from '../../reports/schema.ts';
import type { Backend, RunRequest } from '../../src/backends/backend.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { OracleThreads } from '../../src/run/oracle-threads.ts';
import { runTrials } from '../../src/run/run.ts';
import { caseTrial } from '../../src/run/trial/case-trial.ts';
import { type Ask, UnjudgedTrial } from '../../src/run/trial/trial.ts';
import { harnessFake } from '../cli/cli.ts';

const ids = ['ReduceLogSum/13/{float32,int32}/{definition,axes-duplicate,session-reuse,invalid-attribute}'];
const selection = { seed: 1, ids, opsets: [], dtypes: [] };
const { cells, invalid, cases } = select(selection);
const requirements = { requireTier: 'exact' } as const;
const trials = [...cells, ...invalid].flatMap(cases).map((testCase) => caseTrial(testCase, requirements));

/** the bias is the scale: of two elements one is 0, as a sum of roots */
const undecided = 'InstanceNormalization/6/float16/combinations/16';

let backend: Backend;
let threads: OracleThreads;
beforeAll(async () => {
  threads = new OracleThreads(2, { selection: { ...selection, ids: [...ids, undecided] }, requirements });
  const env = { FAKE_WAY: 'one bit off', FAKE_CASE: 'ReduceLogSum/13/**' };
  backend = await openBackend({ ...backendCommand(harnessFake('misbehaving.mjs')), env });
});
afterAll(() => Promise.all([backend.close(), threads.close()]));

async function resultsWith(options: { readonly threads?: OracleThreads }): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  await runTrials(backend, trials, { ...options, onResult: (result) => results.push(result) });
  return results;
}

test('threads find what this one finds, in its order', async () => {
  const here = await resultsWith({});
  expect(await resultsWith({ threads })).toEqual(here);
  expect(here.map(({ id }) => id)).toEqual(trials.map(({ id }) => id));
  expect(here.some(({ isInvalid }) => isInvalid)).toBe(true);
  expect(new Set(here.map(({ outcome }) => outcome)).size).toBeGreaterThan(1);
});

test('what the backend and the oracle throw arrives as it is', async () => {
  const broken = () => Promise.reject(new RangeError('names are too long'));
  await expect(threads.settle({ id: trials[0]!.id }, broken)).rejects.toThrow(new RangeError('names are too long'));
  await expect(threads.settle({ id: 'ReduceLogSum/13/float32/no-such-clause/0' }, broken)).rejects.toThrow(TypeError);
});

test('a case that cannot be judged is known as such', async () => {
  const copies: Ask = async (request) => {
    const { inputs, outputs } = request as RunRequest;
    return { kind: 'outputs', outputs: [{ ...inputs[0]!, name: outputs[0]! }] };
  };
  await expect(threads.settle({ id: undecided }, copies)).rejects.toThrow(UnjudgedTrial);
});

test('a thread that has ended says so at once, whenever it is asked', async () => {
  const unusable = { ids: ['no such operator'], seed: 1, opsets: [], dtypes: [] };
  const ended = new OracleThreads(1, { selection: unusable, requirements });
  const why = 'no operator matches';
  await expect(ended.settle({ id: trials[0]!.id }, (request) => backend.run(request))).rejects.toThrow(why);
  await expect(ended.settle({ id: trials[0]!.id }, (request) => backend.run(request))).rejects.toThrow(why);
  await ended.close();
});
