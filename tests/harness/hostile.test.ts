import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Outcome } from '../../reports/schema.ts';
import { isAlive } from '../backends/session.ts';
import { cliProcess, folder, harnessFake, reportIn, resultsIn } from '../cli/cli.ts';

const marked = 'ReduceSum/13/float32/keepdims-zero/3';

/** Runs a few cases, at one of which the backend does the worst; gives the results, and the processes that there were. */
async function run(FAKE_WAY: string, meanwhile?: (cwd: string) => Promise<void>) {
  const cwd = folder();
  const pids = join(cwd, 'pids');
  const args = ['run', 'ReduceSum/13/float32/keepdims-zero', '--backend', harnessFake('misbehaving.mjs')];
  const bounds = ['--timeout', '3', '--memory-limit', '400MiB'];
  const ending = cliProcess([...args, ...bounds], cwd, { FAKE_WAY, FAKE_CASE: marked, FAKE_PIDS: pids });
  await meanwhile?.(cwd);
  const ended = await ending;
  const started = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
  return { ...ended, results: resultsIn(cwd), report: reportIn(cwd), started };
}

type Expected = readonly [way: string, outcome: Outcome, message: RegExp | undefined];
const ways: readonly Expected[] = [
  ['loop', 'timeout', /^no answer within 3000 ms$/],
  ['ten gibibytes', 'crash', /^it held more memory than 400 MiB and was killed \(--memory-limit\)$/],
  ['a megabyte of stderr', 'pass', undefined],
  ['a megabyte of stderr, and dies', 'crash', /^the process exited with code 1; stderr: …#{1900,1990} the last words$/],
  ['half a frame', 'timeout', /^no answer within 3000 ms$/],
  ['half a payload, and dies', 'crash', /^the process exited with code 0 in the middle of an answer$/],
  ['a frame of 4 GiB', 'error', /^protocol: a payload of 4294967296 bytes; at most 1073741824 are taken$/],
];

test.concurrent.each(ways)('%s: %s, the neighbours pass, and no process is left', async (way, outcome, message) => {
  const { code, stderr, results, report, started } = await run(way);
  const others = results.filter(({ id }) => id !== marked);
  expect(others.length).toBeGreaterThan(3);
  expect(others.filter((other) => other.outcome !== 'pass')).toEqual([]);
  const result = results.find(({ id }) => id === marked)!;
  expect(result.outcome).toBe(outcome);
  if (message) expect(result.message).toMatch(message);
  expect({ code, stderr, complete: report.complete }).toEqual({
    code: outcome === 'pass' ? 0 : 1,
    stderr: '',
    complete: true,
  });
  // in company, perhaps after a suspect that is innocent, and alone
  expect(report.incidents.count).toBeLessThanOrEqual(outcome === 'pass' ? 0 : 3);
  expect(started.length).toBe(report.incidents.count + 1);
  expect(started.filter(isAlive)).toEqual([]);
});

test.concurrent('a backend that somebody else kills in the middle of a case is started again, and nobody is blamed', async () => {
  const { code, results, report, started } = await run('waits once', async (cwd) => {
    while (!existsSync(join(cwd, 'waits'))) await sleep(20);
    process.kill(Number(readFileSync(join(cwd, 'waits'), 'utf8')), 'SIGKILL');
  });
  expect(code).toBe(0);
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['pass']));
  expect(report.incidents).toEqual({ count: 1, first: ['the process was killed by SIGKILL'] });
  expect(started.length).toBe(2);
  expect(started.filter(isAlive)).toEqual([]);
});
