import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Outcome } from '../../reports/schema.ts';
import { isAlive } from '../backends/session.ts';
import { cliProcess, folder, harnessFake, reportIn, resultsIn } from '../cli/cli.ts';

const clauses = ['keepdims-zero', 'axes-listed', 'axes-negative', 'axes-absent'].map(
  (clause) => `ReduceSum/13/float32/${clause}`,
);
/** Cases at which the backend does its worst. */
const marked = clauses.flatMap((clause) => [1, 4].map((number) => `${clause}/${number}`));

/** Runs a few cases; gives the results, and the processes that there were. */
async function run(ways: readonly string[], meanwhile?: (cwd: string) => Promise<void>) {
  const cwd = folder();
  const pids = join(cwd, 'pids');
  const args = ['run', ...clauses, '--backend', harnessFake('misbehaving.mjs')];
  const bounds = ['--timeout', '3', '--memory-limit', '200MiB'];
  const chosen = JSON.stringify(Object.fromEntries(ways.map((way, i) => [marked[i]!, way])));
  // processes of their own wait side by side
  const ending = cliProcess([...args, ...bounds], cwd, { FAKE_WAYS: chosen, FAKE_PIDS: pids });
  await meanwhile?.(cwd);
  const ended = await ending;
  const started = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
  return { ...ended, results: resultsIn(cwd), report: reportIn(cwd), started };
}

type Expected = readonly [way: string, outcome: Outcome, message?: RegExp];
/** What is tried in one run. */
const ways: readonly Expected[] = [
  ['never', 'timeout', /^no answer within 3000 ms$/],
  ['half a frame', 'timeout', /^no answer within 3000 ms$/],
  ['half a payload, and dies', 'crash', /^the process exited with code 0 in the middle of an answer$/],
  ['ten gibibytes', 'crash', /^it held more memory than 200 MiB and was killed \(--memory-limit\)$/],
  ['a megabyte of stderr, and dies', 'crash', /^the process exited with code 1; stderr: …#{1900,1990} the last words$/],
  ['a megabyte of stderr', 'pass'],
  ['a frame of 4 GiB', 'error', /^protocol: a payload of 4294967296 bytes; at most 1073741824 are taken$/],
];

test.concurrent('the neighbours of the worst cases pass, and no process is left', async () => {
  const { code, stderr, results, report, started } = await run(ways.map(([way]) => way));
  const own = marked.slice(0, ways.length);
  const others = results.filter(({ id }) => !own.includes(id));
  expect(others.length).toBeGreaterThan(12);
  expect(others.filter((other) => other.outcome !== 'pass')).toEqual([]);
  for (const [i, [way, outcome, message]] of ways.entries()) {
    const result = results.find(({ id }) => id === own[i])!;
    expect(result.outcome, way).toBe(outcome);
    if (message) expect(result.message).toMatch(message);
  }
  expect({ code, stderr, complete: report.complete }).toEqual({ code: 1, stderr: '', complete: true });
  // each in company, perhaps after a suspect that is innocent, and alone
  const lost = ways.filter(([, outcome]) => outcome !== 'pass').length;
  expect(report.incidents.count).toBeLessThanOrEqual(3 * lost);
  expect(started.length).toBe(report.incidents.count + 1);
  expect(started.filter(isAlive)).toEqual([]);
});

test.concurrent('a backend that somebody else kills in the middle of a case is started again; no case is blamed, and the run fails', async () => {
  const { code, results, report, started } = await run(['waits once'], async (cwd) => {
    const waits = join(cwd, 'waits');
    // a file that is made is empty for a moment, and 0 would be the group of the tests
    while (!existsSync(waits) || readFileSync(waits, 'utf8') === '') await sleep(20);
    // the answers before it arrive meanwhile, also on a busy machine
    await sleep(500);
    process.kill(Number(readFileSync(waits, 'utf8')), 'SIGKILL');
  });
  expect(code).toBe(1);
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['pass']));
  const reason = 'the process was killed by SIGKILL';
  const unrepeated = { count: 1, first: [`${marked[0]}: ${reason}`] };
  expect(report.incidents).toEqual({ count: 1, first: [reason], unrepeated });
  expect(started.length).toBe(2);
  expect(started.filter(isAlive)).toEqual([]);
});
