import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { backendFake, folder, harnessFake, main, outIn, plainEnv, reportIn, resultsIn } from './cli.ts';

/** Starts a run that comes to a case that never ends, sends a signal there, and gives the exit code. */
async function interrupt(cwd: string, signal: NodeJS.Signals, ...more: string[]) {
  const env = { ...plainEnv, FAKE_WAY: 'never', FAKE_CASE: 'ReduceSum/13/float32/axes-listed/5' };
  const args = [
    'run',
    'ReduceSum/13/float32/axes-listed',
    '-b',
    harnessFake('misbehaving.mjs'),
    '--timeout',
    '500',
    ...more,
  ];
  const child = spawn(process.execPath, [main, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const results = () => join(outIn(cwd), 'results.jsonl');
  while (!existsSync(results()) || !readFileSync(results(), 'utf8').includes('axes-listed/4"')) await sleep(50);
  child.kill(signal);
  return { code: await closed, output };
}

test.concurrent.each([
  ['SIGINT'],
  // which forgives failures, not an interrupted run
  ['SIGTERM', '--report-only'],
] as const)('%s %s ends a run with a report of what was done', async (signal, ...more) => {
  const cwd = folder();
  const { code, output } = await interrupt(cwd, signal, ...more);
  expect(code).toBe(3);
  expect(output).toContain('onnx-conformance: stopping; the report covers what has been run\n');
  expect(output).toMatch(/INCOMPLETE {2}no failure in 5 judged cases, but only 5 of \d+ cases ran\./);
  const report = reportIn(cwd);
  expect(report).toMatchObject({ complete: false, totals: { pass: 5 }, incidents: { count: 0, first: [] } });
  expect(report.planned).toBeGreaterThan(5);
  expect(resultsIn(cwd).map(({ outcome }) => outcome)).toEqual(Array(5).fill('pass'));
});

test.concurrent('a signal that comes twice at once is one', async () => {
  const cwd = folder();
  const adapter = `export default { name: 'slow', version: '1', prepare: () => new Promise(() => {}) };`;
  writeFileSync(join(cwd, 'slow.mjs'), adapter);
  const child = spawn(process.execPath, [main, 'run', 'Abs/13/float32', '-b', './slow.mjs'], { cwd, env: plainEnv });
  let [said, shown] = ['', ''];
  child.stdout.on('data', (text) => (shown += text));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve) =>
    child.stderr.on('data', (text) => {
      said += text;
      if (/running \d+ case/.test(said)) resolve();
    }),
  );
  child.kill('SIGINT');
  await sleep(100);
  child.kill('SIGINT');
  expect(await closed).toBe(3);
  expect(said).toContain('stopping; the report covers what has been run');
  expect(shown).toContain('INCOMPLETE');
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
