import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verdict } from '../../reports/words/verdict.ts';
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
