import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sampled } from '../sample.ts';
import { backendFake, folder, harnessFake, main, outIn, plainEnv, reportIn, resultsIn } from './cli.ts';

/** Starts a run that comes to a case that never ends, and ends it there; gives the exit code. */
async function interrupt(cwd: string, end: (pid: number) => Promise<void> | void, ...more: string[]) {
  const env = { ...plainEnv, FAKE_WAY: 'never', FAKE_CASE: 'ReduceSum/13/float32/axes-listed/5' };
  const args = ['run', 'ReduceSum/13/float32/axes-listed', '-b', harnessFake('misbehaving.mjs'), '--timeout', '500'];
  // a group of its own, as a terminal makes one
  const options = { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'], detached: true };
  const child = spawn(process.execPath, [main, ...args, ...more], options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const results = () => join(outIn(cwd), 'results.jsonl');
  while (!existsSync(results()) || !readFileSync(results(), 'utf8').includes('axes-listed/4"')) await sleep(50);
  await end(child.pid!);
  return { code: await closed, output };
}

/** The process that a process has started. */
function childOf(pid: number): number {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return all.map((line) => line.trim().split(/\s+/).map(Number)).find(([, parent]) => parent === pid)![0]!;
}

const stopping = 'onnx-conformance: stopping; the report covers what has been run\n';

const signals: readonly [string, (pid: number) => Promise<void> | void, ...string[]][] = [
  // which forgives failures, not an interrupted run
  ['SIGTERM', (pid) => void process.kill(pid, 'SIGTERM'), '--report-only'],
  ['Ctrl-C of a terminal', (pid) => void process.kill(-pid, 'SIGINT')],
  ['SIGINT for the process that works', (pid) => void process.kill(childOf(pid), 'SIGINT')],
];

test.concurrent.each(sampled(signals, 1))('%s ends a run with a report of what was done', async (_, end, ...more) => {
  const cwd = folder();
  const { code, output } = await interrupt(cwd, end, ...more);
  expect(code).toBe(3);
  expect(output).toContain(stopping);
  expect(output).not.toContain('onnx-conformance: stopped');
  expect(output).toMatch(/INCOMPLETE {2}no failure in 5 judged cases, but only 5 of \d+ cases ran\./);
  const report = reportIn(cwd);
  expect(report).toMatchObject({ complete: false, totals: { pass: 5 }, incidents: { count: 0, first: [] } });
  expect(report.planned).toBeGreaterThan(5);
  expect(resultsIn(cwd).map(({ outcome }) => outcome)).toEqual(Array(5).fill('pass'));
});

test.concurrent('a signal that comes again late, as npm passes it on on a busy machine, is the same', async () => {
  const cwd = folder();
  const busy = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);';
  // after the listener of the run
  const text = `setTimeout(() => process.once('SIGINT', () => { ${busy} }), 100).unref(); export default {};`;
  writeFileSync(join(cwd, 'onnx-conformance.config.mjs'), text);
  const { code, output } = await interrupt(cwd, async (pid) => {
    process.kill(-pid, 'SIGINT');
    await sleep(700);
    process.kill(-pid, 'SIGINT');
  });
  expect([code, output]).toEqual([3, expect.stringContaining('INCOMPLETE')]);
  expect(reportIn(cwd)).toMatchObject({ complete: false, totals: { pass: 5 } });
});

test.concurrent('a process that reads no signal when it is interrupted is killed, and the report is written all the same', async () => {
  const cwd = folder();
  writeFileSync(
    join(cwd, 'onnx-conformance.config.mjs'),
    "process.on('SIGINT', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)); export default {};",
  );
  const { code, output } = await interrupt(cwd, (pid) => void process.kill(-pid, 'SIGINT'));
  expect(code).toBe(3);
  expect(output).toContain('onnx-conformance: stopped; what was written until then is kept\n');
  expect(output).toMatch(/INCOMPLETE {2}no failure in 5 judged cases, but only 5 of \d+ cases ran\./);
  expect(reportIn(cwd)).toMatchObject({ complete: false, totals: { pass: 5 } });
  // it goes on from there
  expect(readdirSync(outIn(cwd))).toEqual(['report.html', 'report.json', 'report.md', 'results.jsonl', 'run.json']);
});

test.concurrent('an interrupt while the backend starts ends the program at once', async () => {
  const cwd = folder();
  const silent = `stdio:"${process.execPath}" "${backendFake('unstartable.mjs')}" silent`;
  const child = spawn(process.execPath, [main, 'run', 'ReduceSum/13/float32', '-b', silent], { cwd, stdio: 'ignore' });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  while (!existsSync(join(cwd, 'out/selection/ReduceSum.13.float32/lock'))) await sleep(50);
  await sleep(100);
  child.kill('SIGINT');
  expect(await closed).toBe(3);
});

test.concurrent('an interrupt while failures are looked at again ends with 3, and keeps the report', async () => {
  const cwd = folder();
  const FAKE_MARK = join(cwd, 'started');
  const env = { ...plainEnv, FAKE_MARK, FAKE_WAY: 'one bit off', FAKE_CASE: '*' };
  const args = ['run', 'ReduceSum/13/float32/axes-listed', '-b', harnessFake('after-restart.mjs')];
  const child = spawn(process.execPath, [main, ...args], { cwd, env, stdio: 'ignore' });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  while (!existsSync(`${FAKE_MARK}-again`)) await sleep(50);
  child.kill('SIGINT');
  expect(await closed).toBe(3);
  expect(reportIn(cwd).findings.map(({ again }) => again)).toEqual([undefined]);
});
