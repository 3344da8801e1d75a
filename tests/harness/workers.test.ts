import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, folder, harnessFake, outIn, reportIn } from '../cli/cli.ts';

const ids = ['ReduceSum/13/float32/keepdims-*', 'ReduceSum/13/float32/illegal-axes-out-of-range'];

async function run(workers: number, FAKE_WAY: string) {
  const cwd = folder();
  const args = ['run', ...ids, '--backend', harnessFake('misbehaving.mjs'), '--workers', `${workers}`];
  const { code } = await cli(args, cwd, { FAKE_WAY, FAKE_CASE: 'ReduceSum/13/float32/keepdims-zero*' });
  const read = (file: string) => readFileSync(join(outIn(cwd), file), 'utf8');
  const { times, incidents, ...report } = reportIn(cwd);
  return { code, results: read('results.jsonl'), illegal: read('illegal.jsonl'), report, times, incidents };
}

test.each(['one bit off', 'segfault'])('%s: three workers find what one finds, in its order', async (way) => {
  const [one, three] = [await run(1, way), await run(3, way)];
  expect(three.results).toBe(one.results);
  expect(three.illegal).toBe(one.illegal);
  expect(three.report).toEqual(one.report);
  expect([one.times.workers, three.times.workers]).toEqual([1, 3]);
  expect(one.report.totals.fail + one.report.totals.crash).toBeGreaterThan(1);
  expect(three.incidents.count > 0).toBe(way === 'segfault');
});
