import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Case } from '../../generators/suite/cases.ts';
import { Aggregator } from '../../reports/aggregate/aggregate.ts';
import type { Finding } from '../../reports/schema.ts';
import { isSameFolder, mergeShards } from '../../src/run/folder/merge.ts';
import { createRunFolder, readStoredResults, storedFiles } from '../../src/run/folder/run-folder.ts';
import { casesOfShard } from '../../src/run/shard.ts';
import { folder } from '../folder.ts';
import { aggregate, catalogue, realistic } from '../reports/samples.ts';
import { selection, storedIn, storedRun } from './in-process.ts';

const dir = folder();
const of = 3;
const parts = [1, 2, 3].map((number) => join(dir, `${number}`));
const whole = join(dir, 'whole');
await storedRun(whole);
const shards = await Promise.all(parts.map((out, i) => storedRun(out, { shard: { number: i + 1, of } })));

await storedRun(join(dir, 'other'), { shard: { number: 3, of }, selection: { ...selection, seed: 2 } });

test('shards merged are what one run would have written, but for its times and further cases', async () => {
  const { report, results } = mergeShards([parts[2]!, parts[0]!, parts[1]!]);
  const files = createRunFolder(join(dir, 'merged'));
  files.replace(results);
  await files.finish(report);
  expect(report.findings.length).toBeGreaterThan(1);
  const merged = join(dir, 'merged');
  expect(storedIn(merged)['results.jsonl']).toEqual(storedIn(whole)['results.jsonl']);
  expect(withoutConditions(merged)).toEqual(withoutConditions(whole));
});

/** A stored report without its times, and without what further cases tell, which shards do not ask. */
function withoutConditions(out: string) {
  const { findings, times: _, ...report } = JSON.parse(readFileSync(join(out, storedFiles.json), 'utf8'));
  const known = ({ conditions: __, alternatives: ___, share: ____, symptom: _____, ...rest }: Finding) => rest;
  return { ...report, findings: findings.map(known) };
}

test('the smallest case of each finding is among those that shards ask again', () => {
  const { plan, results: all } = realistic();
  const full = aggregate(plan, all);
  const asked = [0, 1, 2].flatMap((rest) => {
    const aggregator = new Aggregator({ catalogue, plan, replay: () => '' });
    for (const result of all.filter((_, i) => i % of === rest)) aggregator.add(result);
    return aggregator.smallest.map(({ id }) => id);
  });
  const broken = full.findings.filter(({ smallest }) => smallest.outcome !== 'pass');
  expect(broken.length).toBeGreaterThan(2);
  expect(asked).toEqual(expect.arrayContaining(broken.map(({ smallest }) => smallest.id)));
});

test('a shard says that it is one, and of no hole in the suite', () => {
  for (const { report, results } of shards) {
    expect(results).toBe(report.planned + report.invalid!.planned);
    expect(report.cells.filter(({ cases }) => cases === 0)).toEqual([]);
    expect(report.data.filter(({ missing }) => missing)).toEqual([]);
  }
  expect(storedIn(parts[1]!)['report.md']).toContain('**SHARD 2 OF 3: NOT CONFORMANT**');
});

test('what was expected of shards is forgotten: all of it is judged again', () => {
  const file = join(parts[0]!, storedFiles.results);
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, before.replaceAll('{"id":', '{"known":"once","id":'));
  expect([...readStoredResults(parts[0]!)].some(({ known }) => known === 'once')).toBe(true);
  expect(mergeShards(parts).results.filter(({ known }) => known !== undefined)).toEqual([]);
  writeFileSync(file, before);
});

test.each([
  ['a shard is missing', () => parts.slice(1), 'shard 1 of 3 is missing'],
  ['one is named twice', () => [...parts, parts[0]!], 'is named twice'],
  ['one is a whole run', () => [...parts, whole], 'holds a whole run, not a shard'],
  ['one has another seed', () => [parts[0]!, parts[1]!, join(dir, 'other')], 'options.seed is 1, and here 2'],
])('no run is made where %s', (_, dirs, message) => {
  expect(() => mergeShards(dirs())).toThrow(message);
});

test('a link to a folder is the folder', () => {
  symlinkSync(parts[0]!, join(dir, 'link'));
  expect(isSameFolder(join(dir, 'link'), parts[0]!)).toBe(true);
  expect(isSameFolder(join(dir, 'link'), parts[1]!)).toBe(false);
  expect(() => mergeShards([...parts, join(dir, 'link')])).toThrow('is named twice');
});

test('the most expensive cases are shared out', () => {
  const sizes = [1, 16e6, 1, 16e6, 16e6, 1, 1, 1, 16e6, 40e3];
  const clause = { id: 'any' };
  const all = sizes.map((elements) => ({ cell: { clause }, facts: { measures: { elements } } }) as unknown as Case);
  const dealt = [1, 2, 3, 4].map((number) => [...casesOfShard(all, { number, of: 4 })]);
  expect(new Set(dealt.flat()).size).toBe(all.length);
  expect(dealt.map((own) => own.filter(({ facts }) => facts.measures.elements === 16e6).length)).toEqual([1, 1, 1, 1]);
});
