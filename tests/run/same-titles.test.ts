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

/** Returns the titles of Gather in a run. */
async function titlesIn(bugs: string, ids: readonly string[], ...options: readonly string[]) {
  writeFileSync(join(cwd, 'bugs.txt'), bugs);
  const out = ['--out', 'out'];
  await cli(['run', ...ids, '--suite', 'quick', '-b', harnessFake('negative-index.mjs'), ...out, ...options], cwd);
  const own = reportIn(cwd).findings.filter(({ where }) => where[0]!.operator === 'Gather');
  return own.map(titleOf);
}

test('titles depend on the outcomes of their operator alone', { timeout: 120_000 }, async () => {
  const first = await titlesIn('', ['Gather/13/float32', 'Neg/13/float32']);
  expect(first).toEqual([expect.stringMatching(/^Gather .*where indices has negative entries: wrong values/)]);
  // the store has the answers of Gather now
  expect(await titlesIn('neg', ['Gather/13/float32', 'Neg/13/float32'], '--workers', '2')).toEqual(first);

  // known failures are asked about as new ones are
  const gate = ['--expectations', 'known.yaml'];
  expect(await titlesIn('', ['Gather/13/float32', 'Neg/13/float32'], ...gate, '--update-expectations')).toEqual(first);
  expect(await titlesIn('', ['Gather/13/float32', 'Neg/13/float32'], ...gate)).toEqual(first);

  const results = join(cwd, 'out', 'results.jsonl');
  const text = readFileSync(results, 'utf8');
  for (const name of ['report.json', 'report.md', 'report.html']) rmSync(join(cwd, 'out', name));
  writeFileSync(results, text.slice(0, text.length / 2));
  expect(await titlesIn('neg', ['Gather/13/float32', 'Neg/13/float32'], '--resume')).toEqual(first);
});
