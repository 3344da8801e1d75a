import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { type SelectedCases, select } from '../../generators/suite/cases.ts';
import type { CaseResult } from '../../reports/schema.ts';
import type { Backend, Request } from '../../src/backends/backend.ts';
import { runTrials } from '../../src/run/run.ts';
import { caseTrial } from '../../src/run/trial/case-trial.ts';
import { cli, complaint, folder, harnessFake, reportIn, resultsIn } from '../cli/cli.ts';

const run = (ids: readonly string[], cwd: string, env: NodeJS.ProcessEnv) =>
  cli(['run', ...ids, '--backend', harnessFake('misbehaving.mjs')], cwd, env);

/** A backend that dies at cases whose id begins so. */
const dying = (doomed: string) => `stdio:"${process.execPath}" "${harnessFake('dies.mjs')}" "${doomed}"`;

test.concurrent('a backend that dies at every case is given up after twenty, with a report of them', async () => {
  const cwd = folder();
  // some of the requests it cannot receive
  const ids = ['ReduceSum/13/float32/{axes-*,session-*}', 'SequenceLength/11/float32'];
  const ended = await cli(['run', ...ids, '--backend', dying('/')], cwd);
  expect(ended.code).toBe(4);
  expect(complaint(ended)).toBe(
    'the backend fake answers none of the first 20 cases and no other that was tried: the process exited with code 1',
  );
  expect(resultsIn(cwd).map(({ outcome }) => outcome)).toEqual(Array(20).fill('crash'));
  expect(reportIn(cwd)).toMatchObject({ complete: false, totals: { crash: 20, pass: 0 } });
  expect(ended.stdout).toMatch(/only 20 of \d+ cases/);
});

test.concurrent('the report of before stays where a backend dies at every case', async () => {
  const cwd = folder();
  const ids = 'ReduceSum/13/float32/{axes-*,size-zero}';
  await cli(['run', ids, '--backend', dying('no case')], cwd);
  const [before, results] = [reportIn(cwd), resultsIn(cwd)];
  const ended = await cli(['run', ids, '--backend', dying('ReduceSum/')], cwd);
  expect(ended.code).toBe(4);
  expect([reportIn(cwd), resultsIn(cwd)]).toEqual([before, results]);
});

const dead: Backend = {
  info: { name: 'dead', version: '1' },
  capabilities: {},
  incidents: { count: 0, first: [] },
  run: async () => ({ kind: 'crash', message: 'gone' }),
  close: async () => {},
};

/** The result of the cases of some cells. */
async function outcomesOf(backend: Backend, { cells, invalid, cases }: SelectedCases): Promise<CaseResult[]> {
  const trials = [...cells, ...invalid].flatMap(cases).map((one) => caseTrial(one, { requireTier: 'native' }));
  const results: CaseResult[] = [];
  await runTrials(backend, trials, { onResult: (result) => results.push(result) });
  return results;
}

test('a backend that dies at all cases of an old version is judged on the others', async () => {
  const isOld = (request: Request) => 'model' in request && Buffer.from(request.model).includes('ReduceSum/11/');
  const dying: Backend = {
    ...dead,
    run: async (request) => ({ kind: isOld(request) ? 'crash' : 'error', message: 'gone' }),
  };
  const ids = ['ReduceSum/{11,13}/float32/{axes-*,infinity}'];
  const selected = select({ seed: 1, ids, opsets: [], dtypes: [] });
  const results = await outcomesOf(dying, { ...selected, invalid: [] });
  const outcomes = results.map(({ id, outcome }) => `${id.split('/')[1]} ${outcome}`);
  expect(outcomes.filter((each) => each === '11 crash').length).toBeGreaterThan(20);
  expect(new Set(outcomes)).toEqual(new Set(['11 crash', '13 error']));
});

test('the signal of a run that is over keeps none of it in memory', async () => {
  const { signal } = new AbortController();
  await runTrials(dead, [], { signal, onResult: () => {} });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('crashes at invalid models say nothing about the rest of the run', async () => {
  const selected = select({ seed: 1, ids: ['ReduceSum/*/*/invalid-*'], opsets: [], dtypes: [] });
  const results = await outcomesOf(dead, { ...selected, cells: [] });
  expect(results.length).toBeGreaterThan(20);
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['crash']));
});

test.concurrent('fewer crashes than that are a finding like any other', async () => {
  const cwd = folder();
  const ended = await run(['ReduceSum/13/float32/axes-absent/0'], cwd, { FAKE_WAY: 'segfault', FAKE_CASE: '*' });
  expect(ended.code).toBe(1);
  const report = reportIn(cwd);
  expect(report.complete).toBe(true);
  expect(report.totals.crash).toBe(report.planned);
});

test.concurrent('a backend that throws at every case is alive, is asked to the end, and has answered nothing', async () => {
  const cwd = folder();
  const ended = await run(['ReduceSum/13/float32/axes-*'], cwd, { FAKE_WAY: 'throws', FAKE_CASE: '*' });
  expect(ended.code).toBe(4);
  expect(ended.stdout).toContain('NOTHING ANSWERED');
  expect(reportIn(cwd).complete).toBe(true);
});

test.concurrent('a backend that supports nothing has not been judged', async () => {
  const cwd = folder();
  const ended = await run(['ReduceSum/13/float32/axes-order'], cwd, { FAKE_WAY: 'unsupported', FAKE_CASE: '*' });
  expect(ended.code).toBe(3);
  expect(ended.stdout).toContain('NOTHING JUDGED');
});
