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

let backend: Backend;
beforeAll(async () => {
  const env = { FAKE_WAY: 'one bit off', FAKE_CASE: 'ReduceLogSum/13/**' };
  backend = await openBackend({ ...backendCommand(harnessFake('misbehaving.mjs')), env });
});
afterAll(() => backend.close());

async function resultsWith(threads?: OracleThreads): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  await runTrials(backend, trials, { ...(threads && { threads }), onResult: (result) => results.push(result) });
  await threads?.close();
  return results;
}

test('threads find what this one finds, in its order', async () => {
  const here = await resultsWith();
  expect(await resultsWith(new OracleThreads(2, { selection, requirements }))).toEqual(here);
  expect(here.map(({ id }) => id)).toEqual(trials.map(({ id }) => id));
  expect(here.some(({ isInvalid }) => isInvalid)).toBe(true);
  expect(new Set(here.map(({ outcome }) => outcome)).size).toBeGreaterThan(1);
});

test('what the backend and the oracle throw arrives as it is', async () => {
  const threads = new OracleThreads(1, { selection, requirements });
  const broken = () => Promise.reject(new RangeError('names are too long'));
  await expect(threads.settle({ id: trials[0]!.id }, broken)).rejects.toThrow(new RangeError('names are too long'));
  await expect(threads.settle({ id: 'ReduceLogSum/13/float32/no-such-clause/0' }, broken)).rejects.toThrow(TypeError);
  await threads.close();
});

test('a case that cannot be judged is known as such', async () => {
  // the bias is the scale: of two elements one is 0, as a sum of roots
  const id = 'InstanceNormalization/6/float16/combinations/16';
  const threads = new OracleThreads(1, { selection: { ids: [id], seed: 1, opsets: [], dtypes: [] }, requirements });
  const copies: Ask = async (request) => {
    const { inputs, outputs } = request as RunRequest;
    return { kind: 'outputs', outputs: [{ ...inputs[0]!, name: outputs[0]! }] };
  };
  await expect(threads.settle({ id }, copies)).rejects.toThrow(UnjudgedTrial);
  await threads.close();
});

test('a thread that has ended says so at once, whenever it is asked', async () => {
  const unusable = { ids: ['no such operator'], seed: 1, opsets: [], dtypes: [] };
  const threads = new OracleThreads(1, { selection: unusable, requirements });
  const why = 'no operator matches';
  await expect(threads.settle({ id: trials[0]!.id }, (request) => backend.run(request))).rejects.toThrow(why);
  await expect(threads.settle({ id: trials[0]!.id }, (request) => backend.run(request))).rejects.toThrow(why);
  await threads.close();
});
