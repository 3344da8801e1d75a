import { expect, test } from 'vitest';
import { select } from '../../generators/suite/cases.ts';
import { isOfAnswer } from '../../reports/schema/predicates.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { callInProcess } from '../../src/backends/in-process.ts';
import { runTrials } from '../../src/run/run.ts';
import { caseTrial } from '../../src/run/trial/case-trial.ts';
import { cli, folder, harnessFake, resultsIn } from '../cli/cli.ts';
import { isExhaustive } from '../sample.ts';

const clauses = [
  'session-reuse',
  'session-shapes',
  'sessions-interleaved',
  'sessions-after-refusal',
  'inputs-unchanged',
  'outputs-disjoint',
];
const dtypes = isExhaustive ? '{float32,int64}' : 'float32';
const ids = clauses.map((clause) => `ReduceSum/13/${dtypes}/${clause}`);

const wrong = (step: string, more = '') => new RegExp(`^step ${step}: ${more}`);

/** What a runtime keeps that it must not, the clauses that say so, and the words in which one of them does. */
const ways: readonly (readonly [way: string, broken: readonly string[], message: RegExp])[] = [
  [
    'axes missing in the key of a plan',
    ['sessions-interleaved', 'session-shapes', 'sessions-after-refusal'],
    wrong('2 of 5, first run of model 2, with other axes', '4 of 4 elements wrong'),
  ],
  [
    'keepdims missing in the key of a plan',
    ['sessions-interleaved', 'sessions-after-refusal'],
    wrong(
      '2 of 5, first run of model 2, with keepdims (0 instead of 1|1 instead of 0)',
      'output 0 has shape \\[[\\d,]+\\] instead of \\[[\\d,]+\\]$',
    ),
  ],
  ['the first shape stays', ['session-shapes'], wrong('2 of 4, second run of model 1, with other shapes')],
  [
    'outputs share a buffer',
    clauses,
    wrong(
      '1 of 3, first run of model 1',
      'later runs changed its output reduced: at .* it is now the output of step 3',
    ),
  ],
  [
    'an unchanged input is given back',
    clauses,
    wrong(
      '1 of 3, first run of model 1',
      'later runs changed .* it is now the output of step 3 and the input of step 3$',
    ),
  ],
  [
    'works in place',
    clauses,
    wrong('1 of 2, first run of model 1', 'the run wrote into its input data: at \\[.*\\] it was -.* and is .*$'),
  ],
  [
    'adds to the last result',
    clauses,
    wrong('2 of 4, second run of model 1, with the same data', '3 of 3 elements wrong'),
  ],
  ['the newest session runs', ['sessions-interleaved'], wrong('3 of 5, second run of model 1, with other data')],
  [
    'an input that was seen is not read again',
    clauses,
    wrong('3 of 4, third run of model 1, with other data', 'the answer of step 1 again: 3 of 3 elements wrong'),
  ],
];

const { stateful } = await import(harnessFake('stateful.mjs'));

/** The result of the cases on a backend in this process. */
async function run(way: string) {
  const backend = callInProcess({ spec: way, adapter: stateful(way) });
  const { cells, cases } = select({ seed: 1, ids, opsets: [], dtypes: [] });
  const results: CaseResult[] = [];
  // one after the other, as in a process of their own
  for (const one of cells.flatMap(cases)) {
    const trial = caseTrial(one, { requireTier: 'native' });
    await runTrials(backend, [trial], { onResult: (result) => results.push(result as CaseResult) });
  }
  return results;
}

const runs = new Map<string, ReturnType<typeof run>>();

/** What became of all of them; each way is run once for all tests. */
function resultsOf(way: string): ReturnType<typeof run> {
  if (!runs.has(way)) runs.set(way, run(way));
  return runs.get(way)!;
}

test.concurrent('a backend that keeps nothing passes', async () => {
  const results = await resultsOf('nothing kept');
  expect(new Set(results.map(({ clause }) => clause))).toEqual(new Set(clauses));
  expect(results.filter(({ outcome, tier }) => outcome !== 'pass' || tier !== 'exact')).toEqual([]);
});

test.concurrent.each(ways)('%s: is caught and named', async (way, broken, message) => {
  const results = await resultsOf(way);
  const failed = results.filter(({ outcome }) => outcome !== 'pass');
  expect(failed.map(({ outcome }) => outcome)).toEqual(failed.map(() => 'fail'));
  expect(failed.map((result) => result.message)).toContainEqual(expect.stringMatching(message));
  expect(broken).toEqual(expect.arrayContaining(failed.map(({ clause }) => clause)));
});

test.concurrent.each([
  ['adds to the last result', 'right'],
  ['negative sums lose their sign', 'wrong'],
])('%s: without the runs before it, a later run is %s', async (way, alone) => {
  const results = await resultsOf(way);
  const failed = results.filter(({ outcome }) => outcome === 'fail');
  expect(new Set(failed.filter(({ problem }) => isOfAnswer(problem)).map((result) => result.alone))).toEqual(
    new Set([alone]),
  );
  expect(failed.filter(({ message }) => !message!.startsWith('step 1 '))).not.toEqual([]);
  const others = results.filter(({ problem }) => !isOfAnswer(problem));
  expect(others.filter((result) => 'alone' in result)).toEqual([]);
});

test.concurrent('a run that throws is named, and stands for its case alone', async () => {
  const results = await resultsOf('the third run throws');
  const short = results.filter(({ clause }) => clause === 'inputs-unchanged');
  expect(short.map(({ outcome }) => outcome)).toEqual(short.map(() => 'pass'));
  const { outcome, message } = results.find(({ clause }) => clause === 'session-reuse')!;
  expect({ outcome, message }).toEqual({
    outcome: 'error',
    message: 'step 3 of 4, third run of model 1, with other data: no more arenas',
  });
});

test.concurrent('what a refusal leaves behind is found in the runs after it', async () => {
  const results = await resultsOf('the next run returns an error of the one before');
  const failed = results.filter(({ outcome }) => outcome !== 'pass');
  expect(failed.length).toBeGreaterThan(2);
  for (const { clause, outcome, message } of failed) {
    expect({ clause, outcome, message }).toEqual({
      clause: 'sessions-after-refusal',
      outcome: 'error',
      message: 'axes out of range',
    });
  }
});

test.concurrent('a session that kills the process has crashed', async () => {
  const cwd = folder();
  const args = ['run', 'ReduceSum/13/int64/session-reuse/0', '--backend', harnessFake('stateful.mjs')];
  await cli(args, cwd, { FAKE_WAY: 'the second run crashes' });
  expect(resultsIn(cwd).map(({ outcome }) => outcome)).toEqual(['crash']);
});

test.concurrent('a backend without sessions leaves these cases open', async () => {
  const cwd = folder();
  const args = ['run', ids[0]!, '--backend', harnessFake('misbehaving.mjs')];
  expect((await cli(args, cwd)).code).toBe(3);
  expect(resultsIn(cwd)).toContainEqual(
    expect.objectContaining({ outcome: 'unsupported', message: 'the backend does not announce the method "session"' }),
  );
});
