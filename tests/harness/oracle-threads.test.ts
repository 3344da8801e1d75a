import { afterAll, beforeAll, expect, test } from 'vitest';
import { select } from '../../generators/cases.ts';
import type { CaseResult } from '../../reports/schema.ts';
import type { Backend } from '../../src/backends/backend.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { OracleThreads } from '../../src/oracle-threads.ts';
import { prospectOfCase } from '../../src/prospect.ts';
import { runTrials } from '../../src/run.ts';
import { harnessFake } from '../cli/cli.ts';

const ids = ['ReduceLogSum/13/{float32,int32}/{definition,axes-duplicate,session-reuse}'];
const selection = { seed: 1, ids, opsets: [], dtypes: [] };
const { cells, cases } = select(selection);
const prospects = cells.flatMap(cases).map(prospectOfCase);
const demands = { requireTier: 'exact' } as const;

let backend: Backend;
beforeAll(async () => {
  const env = { FAKE_WAY: 'one bit off', FAKE_CASE: 'ReduceLogSum/13/**' };
  backend = await openBackend({ ...backendCommand(harnessFake('misbehaving.mjs')), env });
});
afterAll(() => backend.close());

async function resultsWith(threads?: OracleThreads): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const settings = { ...demands, ...(threads && { threads }), onResult: (result: CaseResult) => results.push(result) };
  await runTrials(backend, prospects, settings);
  await threads?.close();
  return results;
}

test('threads find what this one finds, in its order', async () => {
  const here = await resultsWith();
  expect(await resultsWith(new OracleThreads(2, { selection, demands }))).toEqual(here);
  expect(here.map(({ id }) => id)).toEqual(prospects.map(({ id }) => id));
  expect(new Set(here.map(({ outcome }) => outcome)).size).toBeGreaterThan(1);
});

test('what the backend and the oracle throw arrives as it is', async () => {
  const threads = new OracleThreads(1, { selection, demands });
  const broken = { run: () => Promise.reject(new RangeError('names are too long')) };
  await expect(threads.examine(prospects[0]!.id, broken)).rejects.toThrow(new RangeError('names are too long'));
  await expect(threads.examine('ReduceLogSum/13/float32/no-such-clause/0', backend)).rejects.toThrow(TypeError);
  await threads.close();
});

test('a thread that has ended says so at once, whenever it is asked', async () => {
  const unusable = { ids: ['no such operator'], seed: 1, opsets: [], dtypes: [] };
  const threads = new OracleThreads(1, { selection: unusable, demands });
  const why = 'no operator matches';
  await expect(threads.examine(prospects[0]!.id, backend)).rejects.toThrow(why);
  await expect(threads.examine(prospects[0]!.id, backend)).rejects.toThrow(why);
  await threads.close();
});
