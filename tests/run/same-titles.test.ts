import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { titleOf } from '../../reports/view/symptom.ts';
import { cli, folder, harnessFake, reportIn } from '../cli/cli.ts';

const cache = process.env.XDG_CACHE_HOME;
beforeAll(() => {
  process.env.XDG_CACHE_HOME = folder();
});
afterAll(() => {
  process.env.XDG_CACHE_HOME = cache;
});

const cwd = folder();

/** Returns the titles of Gather in a run, with the number of its known cases. */
async function titlesIn(bugs: string, ids: readonly string[], ...options: readonly string[]) {
  writeFileSync(join(cwd, 'bugs.txt'), bugs);
  const out = ['--out', 'out'];
  await cli(['run', ...ids, '--suite', 'quick', '-b', harnessFake('negative-index.mjs'), ...out, ...options], cwd);
  const own = reportIn(cwd).findings.filter(({ where }) => where[0]!.operator === 'Gather');
  return own.map((finding) => [titleOf(finding), finding.known ?? 0] as const);
}

test('titles depend on the outcomes of their operator alone', { timeout: 120_000 }, async () => {
  const first = await titlesIn('', ['Gather', 'Neg']);
  expect(first).toEqual([[expect.stringMatching(/^Gather .*where indices has negative entries: wrong values$/), 0]]);
  // the store has the answers of Gather now
  expect(await titlesIn('neg', ['Gather', 'Neg'], '--workers', '2')).toEqual(first);

  const results = join(cwd, 'out', 'results.jsonl');
  const text = readFileSync(results, 'utf8');
  for (const name of ['report.json', 'report.md', 'report.html']) rmSync(join(cwd, 'out', name));
  writeFileSync(results, text.slice(0, text.length / 2));
  expect(await titlesIn('neg', ['Gather', 'Neg'], '--resume')).toEqual(first);

  const title = first[0]![0];
  expect(await titlesIn('', ['Gather'], '--update-expectations')).toEqual([[title, expect.any(Number)]]);
  const { cases } = reportIn(cwd).findings[0]!;

  // one of its cases is new: the same title, and a finding of its own
  const file = join(cwd, 'onnx-conformance.expectations.yaml');
  const fewer = readFileSync(file, 'utf8').replace(/\n *- Gather\/13\/int64\/indices-negative/, '');
  expect(fewer).not.toBe(readFileSync(file, 'utf8'));
  writeFileSync(file, fewer);
  expect(await titlesIn('', ['Gather'])).toEqual([
    [title, 0],
    [title, cases - 1],
  ]);
});
