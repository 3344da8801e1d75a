import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leavesBelow } from '../../vectors/export/tree.ts';
import { isExhaustive } from '../sample.ts';
import { adding, cli, complaint, folder, reportIn, resultsIn } from './cli.ts';

const clauses = isExhaustive ? '*' : '{axes-*,keepdims-*,rank-zero,invalid-a*}';
const part = [`ReduceSum/13/float32/${clauses}`, '--suite', 'small'];
const read = (dir: string, path: string) => readFileSync(join(dir, path));
const jsonIn = (dir: string, path: string) => JSON.parse(read(dir, path).toString());

test.concurrent('a pack has an ordinary vector for each case, which run --vectors judges', async () => {
  const cwd = folder();
  expect(await cli(['vectors', 'export', 'pack', ...part], cwd)).toMatchObject({ code: 0, stderr: '' });
  const pack = join(cwd, 'pack');
  const files = leavesBelow(pack).map(({ path }) => path);
  const { cases, invalid, digest } = jsonIn(pack, 'pack.json');
  const ids = files.filter((path) => /^cases\/.*\/\d+\/case\.json$/.test(path)).map((path) => path.slice(6, -10));
  expect(ids).toHaveLength(cases);
  expect(files.filter((path) => /^invalid\/.*\/\d+\/case\.json$/.test(path))).toHaveLength(invalid);
  for (const id of ids) {
    const about = jsonIn(pack, `cases/${id}/case.json`);
    expect(about).toMatchObject({
      format: 2,
      id,
      operator: 'ReduceSum',
      version: 13,
      clauses: [{ id: id.split('/')[3] }],
    });
  }
  // as the page says that a shell computes it
  const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');
  const own = files.filter((path) => path !== 'pack.json');
  expect(sha256(own.map((path) => `${sha256(read(pack, path))}  ${path}\n`).join(''))).toBe(digest);

  expect(await cli(['run', '--vectors', 'pack/cases', '-b', adding], cwd)).toMatchObject({ code: 0, stderr: '' });
  const judged = resultsIn(cwd).map(({ id }) => id.replace('/test_data_set_0', ''));
  expect(judged.filter((id) => !id.endsWith('/control')).sort()).toEqual(ids.sort());
  expect(reportIn(cwd).notKnown).toBeUndefined();
});

test.concurrent('the same bytes again, in a folder and in an archive', async () => {
  const cwd = folder();
  const few = ['ReduceSum/13/float32/{rank-zero,invalid-attribute}', '--suite', 'small', '--tar'];
  const once = await Promise.all(['one', 'two'].map((dir) => cli(['vectors', 'export', dir, ...few], cwd)));
  expect(once.map(({ code }) => code)).toEqual([0, 0]);
  expect(read(cwd, 'one.tar').equals(read(cwd, 'two.tar'))).toBe(true);
});

test.concurrent('what ranges of elements do not judge is left out, and counted', async () => {
  const cwd = folder();
  const args = [
    '--suite',
    'small',
    'TopK/24/float32/{ties,unsorted}',
    'Cast/28/float64-string/to-string',
    'Dropout/22/float32',
    'Softmax/13/float16/definition/0',
  ];
  const { code, stdout } = await cli(['vectors', 'export', 'pack', ...args], cwd);
  expect(code).toBe(0);
  const { cases, invalid, sessionsLeftOut, withoutRangesLeftOut } = jsonIn(join(cwd, 'pack'), 'pack.json');
  expect(stdout).toMatch(
    `${cases} cases and ${invalid} invalid models (left out: ${sessionsLeftOut} sessions and ${withoutRangesLeftOut} cases that ranges do not judge)`,
  );
  const folders = leavesBelow(join(cwd, 'pack/cases')).filter(({ path }) => /\/\d+\/case\.json$/.test(path));
  expect(folders).toHaveLength(cases);
  const clauses = folders.map(({ path }) => path.split('/').slice(0, -2).join('/'));
  expect(clauses).not.toContain('TopK/24/float32/unsorted');
  expect(clauses).not.toContain('Cast/28/float64-string/to-string');
  expect(clauses).toContain('TopK/24/float32/ties');
  // whose elements share a sum, and are judged one by one
  expect(clauses).toContain('Softmax/13/float16/definition');
  expect(withoutRangesLeftOut).toBeGreaterThan(1);
});

test.concurrent('what stands in the way is named', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'file'), '');
  const complain = async (...args: string[]) => complaint(await cli(['vectors', 'export', ...args], cwd));
  expect(await complain('pack', 'ReduceSum')).toMatch(/add --suite full/);
  expect(await complain('pack', '--suite', 'full', 'ReduceSun')).toMatch(/ReduceSum/);
  expect(await complain('file', ...part)).toMatch(/cannot be written/);
});
