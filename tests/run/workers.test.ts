import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, folder, harnessFake, outIn, reportIn } from '../cli/cli.ts';

const ids = ['ReduceSum/13/float32/keepdims-*', 'ReduceSum/13/float32/invalid-axes-out-of-range'];

const ways = { 1: 'one bit off', 3: 'segfault' };
const marked = Object.entries(ways).map(([number, way]) => [`ReduceSum/13/float32/keepdims-zero/${number}`, way]);

async function run(workers: number) {
  const cwd = folder();
  const args = ['run', ...ids, '--backend', harnessFake('misbehaving.mjs'), '--workers', `${workers}`];
  const { code } = await cli(args, cwd, { FAKE_WAYS: JSON.stringify(Object.fromEntries(marked)) });
  const read = (file: string) => readFileSync(join(outIn(cwd), file), 'utf8');
  const { times, incidents, ...report } = reportIn(cwd);
  return { code, results: read('results.jsonl'), report, times, incidents };
}

test('three workers find what one finds, in its order', async () => {
  const [one, three] = [await run(1), await run(3)];
  expect(three.results).toBe(one.results);
  expect(three.report).toEqual(one.report);
  expect([one.times.workers, three.times.workers]).toEqual([1, 3]);
  expect(one.report.totals).toMatchObject({ fail: 1, crash: 1 });
  for (const { code, incidents } of [one, three]) {
    expect(code).toBe(1);
    expect(incidents.count).toBeGreaterThan(0);
  }
});
