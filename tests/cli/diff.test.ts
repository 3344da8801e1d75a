import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeReport, writeResult } from '../../reports/schema/json.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { aggregate, catalogue, planAll, resultsOf } from '../reports/samples.ts';
import { cli, complaint, folder } from './cli.ts';

const plan = planAll(catalogue, ['float32'], 3);
const passing = resultsOf(plan, () => ({ tier: 'exact' }));
const cwd = folder();

/** A stored run of these results. */
function store(name: string, results: readonly CaseResult[]): void {
  mkdirSync(join(cwd, name));
  writeFileSync(join(cwd, name, 'results.jsonl'), results.map(writeResult).join(''));
  writeFileSync(join(cwd, name, 'report.json'), writeReport(aggregate(plan, results)));
}

store('before', passing);
store(
  'after',
  passing.slice(1).map((result, i) => (i === 5 ? { ...result, outcome: 'error', message: 'Größe ≠ 2' } : result)),
);
store(
  'other',
  resultsOf(planAll(catalogue, ['int32'], 1)).map((result) => ({ ...result, dtype: 'float32' as const })),
);

test('diff says what changed, and its exit code whether something got worse', async () => {
  const worse = await cli(['diff', 'before', 'after'], cwd);
  expect([worse.code, worse.stderr]).toEqual([1, '']);
  expect(worse.stdout).toMatch(/^WORSE: 1 newly failing$/m);
  expect(worse.stdout).toMatch(/^went +1 case: ReduceSum-1: float32$/m);
  expect(worse.stdout).toMatch(/refused:\s+Größe ≠ 2/);
  const better = await cli(['diff', 'after', 'before', '--format', 'json'], cwd);
  expect(better.code).toBe(0);
  expect(JSON.parse(better.stdout)).toMatchObject({ worse: false, counts: { 'newly passing': 1 }, came: { cases: 1 } });
  const same = await cli(['diff', 'before', 'before', '--format', 'markdown'], cwd);
  expect([same.code, same.stdout.split('\n')[0]]).toEqual([0, '# Conformance']);
});

test('compare shows the same folders side by side', async () => {
  const { code, stdout } = await cli(['compare', 'before', 'after', '--format', 'json'], cwd);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).runtimes.map((one: { name: string }) => one.name)).toHaveLength(2);
});

test('what cannot be compared is bad input', async () => {
  const refused = async (...args: string[]) => {
    const ended = await cli(['diff', ...args], cwd);
    expect([ended.code, ended.stdout]).toEqual([2, '']);
    return complaint(ended);
  };
  expect(await refused('before', 'other')).toMatch(/^before and other have no case in common: nothing can be compared/);
  expect(await refused('before', 'nowhere')).toMatch(/^nowhere does not exist; name a folder/);
  writeFileSync(join(cwd, 'other', 'results.jsonl'), 'hello\n');
  expect(await refused('before', 'other')).toMatch(/results\.jsonl is not a list of results: it has the line hello$/);
});
