import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verdict } from '../../reports/view/verdict.ts';
import { parseLaunch } from '../../src/options/launch.ts';
import { readFormer } from '../../src/run/folder/resume.ts';
import { programOf } from '../../src/run/program.ts';
import { planRun } from '../../src/run/suite-run.ts';
import { folder } from '../folder.ts';
import { selection, storedIn, storedRun } from './in-process.ts';

const dir = folder();
const whole = join(dir, 'whole');
const { report, results: all } = await storedRun(whole);

test('a run that was interrupted, and then killed, is what it would have been, but for its times', async () => {
  const out = join(dir, 'cut');
  await storedRun(out, { until: 7 });
  await storedRun(out, { resume: true, until: 5 });
  // as it is where the process was killed
  rmSync(join(out, 'report.json'));
  appendFileSync(join(out, 'results.jsonl'), '{"id":"ReduceSum/13/fl');
  expect((await storedRun(out, { resume: true })).results).toBe(all - 12);
  expect(storedIn(out)).toEqual(storedIn(whole));
  // there is nothing left to run
  expect((await storedRun(out, { resume: true })).results).toBe(0);
  expect(storedIn(out)).toEqual(storedIn(whole));
});

test('a run is begun where none is, and not gone on with where another is', async () => {
  const out = join(dir, 'new');
  expect((await storedRun(out, { resume: true, until: 3 })).results).toBe(3);
  const other = { resume: true, selection: { ...selection, seed: 2 } };
  await expect(storedRun(out, other)).rejects.toThrow(
    /--resume: .*new holds another run: there options\.seed is 1, and here 2/,
  );
});

const line = (edit: (first: string) => string) => (text: string) => text + edit(`${text.split('\n')[0]}\n`);

test.each([
  [
    'a result that is there twice',
    'results.jsonl',
    line(String),
    /results\.jsonl line \d+: ReduceSum\S+ is there twice/,
  ],
  [
    'a result of another run',
    'results.jsonl',
    line((first) => first.replace('ReduceSum/13', 'ReduceSum/1')),
    /results\.jsonl line \d+: ReduceSum\S+ is not a case of this run/,
  ],
  ['a line that is none', 'results.jsonl', line(() => 'x\n'), /results\.jsonl line \d+ is not JSON: .*/],
  ['a state that is cut short', 'run.json', (text: string) => text.slice(0, 40), /run\.json is not JSON: .*/],
])('%s is refused with its place and the remedy, and nothing is deleted', async (name, file, edit, message) => {
  const out = join(dir, name);
  cpSync(whole, out, { recursive: true });
  writeFileSync(join(out, file), edit(readFileSync(join(out, file), 'utf8')));
  const refused = new RegExp(`^--resume: \\S.*${message.source}; leave out --resume to start again$`);
  await expect(storedRun(out, { resume: true })).rejects.toThrow(refused);
  expect(existsSync(join(out, 'report.json'))).toBe(true);
});

test('an adapter that was edited since is noticed', async () => {
  const [out, adapter] = [join(dir, 'edited'), join(dir, 'adapter.mjs')];
  writeFileSync(adapter, 'export default 1;');
  const launching = parseLaunch({
    ...{ backend: adapter, provider: undefined, backendOption: {}, env: {}, cwd: undefined, config: undefined },
    ...{ timeout: 10, startTimeout: 30, memoryLimit: undefined, verbose: false },
  });
  const planned = planRun({ launching, selection, requirements: { requireTier: 'native' } });
  cpSync(whole, out, { recursive: true });
  const state = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'));
  const { launch } = launching;
  writeFileSync(join(out, 'run.json'), JSON.stringify({ ...state, launch, program: programOf(launching.command) }));
  expect(readFormer(out, planned)?.results).toHaveLength(all);
  writeFileSync(adapter, 'export default 2;');
  expect(() => readFormer(out, planned)).toThrow(
    /^--resume: the program of .*adapter\.mjs has changed since; leave out/,
  );
});

test('what was expected of results of before is forgotten', async () => {
  const out = join(dir, 'known');
  cpSync(whole, out, { recursive: true });
  const results = join(out, 'results.jsonl');
  const text = readFileSync(results, 'utf8');
  writeFileSync(results, text.replaceAll('{"id":', '{"known":"once","id":').slice(0, -1));
  const { report: early } = await storedRun(out, { resume: true, maxFailures: 1 });
  // known ones of before count: the last case is not run any more
  expect(early.complete).toBe(false);
  await storedRun(out, { resume: true });
  expect(storedIn(out)).toEqual(storedIn(whole));
});

test('a run ends when enough cases have failed, and can be gone on with', async () => {
  const out = join(dir, 'enough');
  const { report: early } = await storedRun(out, { maxFailures: 2 });
  expect(early.totals.fail + early.totals.error).toBe(2);
  expect(early.complete).toBe(false);
  const { kind, finding } = verdict(early);
  expect(kind).toBe('not-conformant');
  expect(finding).toMatch(/only \d+ of \d+ cases ran: --max-failures 2 ended the run/);
  expect(storedIn(out)['report.md']).toContain('ENDED BY --max-failures after');
  const { report: later } = await storedRun(out, { resume: true });
  expect(later.totals).toEqual(report.totals);
});
