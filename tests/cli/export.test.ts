import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adding, cli, complaint, folder, resultsIn } from './cli.ts';
import { writeVector } from './vector-folder.ts';

const id = 'ReduceSum/13/float32/keepdims-zero/0';

test.concurrent('an exported case says what it holds', async () => {
  const { code, stdout, stderr } = await cli(['export', id, '--out', 'a/b']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.replace(/\[(?:-?[\d.e-]+, ){3,}-?[\d.e-]+\]/g, '[…]').split('\n')).toMatchInlineSnapshot(`
    [
      "ReduceSum/13/float32/keepdims-zero/0  opset 13, data float32[3,4] grid, axes int64[1] (0) constant; keepdims=0",
      "Clause keepdims-zero (specified): keepdims=0 removes the reduced dimensions.",
      "Node ReduceSum, model of opset 13",
      "Attributes",
      "  keepdims = 0 (INT)",
      "Inputs",
      "  data: float32[3,4] = […]",
      "  axes (initializer): int64[1] = [0]",
      "Expected (the true values, rounded once)",
      "  reduced: float32[4] = […]",
      "Written",
      "  a/b/model.onnx",
      "  a/b/test_data_set_0/input_0.pb",
      "  a/b/test_data_set_0/output_0.pb",
      "",
    ]
  `);
});

test.concurrent('exported cases are judged like any vector', async () => {
  const cwd = folder();
  const ids = [
    id,
    'ReduceSum/13/bfloat16/definition/1',
    'ReduceSum/13/int64/axes-listed/2',
    'ReduceL2/18/float16/nan/0',
    'ReduceMean/1/float64/empty-set/0',
    'ReduceSumSquare/18/uint32/integer-overflow/0',
  ];
  const ended = await Promise.all(ids.map((each, i) => cli(['export', each, '--out', `vectors/${i}`], cwd)));
  expect(ended.map(({ stderr }) => stderr)).toEqual(ids.map(() => ''));
  expect(await cli(['run', '--vectors', 'vectors', '-b', 'reference'], cwd)).toMatchObject({ code: 0, stderr: '' });
  expect(resultsIn(cwd).map((result) => [result.id, result.operator])).toEqual(
    ids.map((each, i) => [`${i}/test_data_set_0`, each.split('/')[0]]),
  );
  // one folder by itself, and written over an earlier export
  expect((await cli(['export', `${ids[1]}@15`, '--seed', '7', '--out', 'vectors/0'], cwd)).code).toBe(0);
  expect((await cli(['run', '--vectors', 'vectors/0', '-b', 'reference'], cwd)).code).toBe(0);
  expect(resultsIn(cwd)).toMatchObject([{ opset: 15, dtype: 'bfloat16' }]);
});

test.concurrent('an exported session has a data set for each run of each model', async () => {
  const cwd = folder();
  const several = await cli(['export', 'ReduceSum/13/float32/sessions-interleaved/0', '--out', 'a/b'], cwd);
  expect({ code: several.code, stderr: several.stderr }).toEqual({ code: 0, stderr: '' });
  expect(several.stdout).toMatch(/^Step 2 of 5, first run of model 2, with .*\nNode ReduceSum, model of opset /m);
  const session = 'A session: the files hold its 5 runs; state between them shows only with';
  expect(several.stdout).toContain(`\n${session} 'run ReduceSum/13/float32/sessions-interleaved/0'\n`);
  expect(several.stdout).toMatch(/^ {2}a\/b\/model_2\/test_data_set_1\/output_0\.pb$/m);
  expect((await cli(['export', 'ReduceSum/13/float32/session-shapes/0', '--out', 'a/c'], cwd)).code).toBe(0);
  expect(await cli(['run', '--vectors', 'a', '-b', adding], cwd)).toMatchObject({ code: 0, stderr: '' });
  const sets = (vector: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${vector}/test_data_set_${i}`);
  expect(resultsIn(cwd).map((result) => result.id)).toEqual([
    ...sets('b/model_1', 3),
    ...sets('b/model_2', 2),
    ...sets('c', 4),
  ]);
  // data sets of an earlier export do not stay, and exports of one model and of several do not mix
  expect((await cli(['export', id, '--out', 'a/c'], cwd)).code).toBe(0);
  expect(readdirSync(join(cwd, 'a/c'))).toEqual(['model.onnx', 'test_data_set_0']);
  expect(complaint(await cli(['export', id, '--out', 'a/b'], cwd))).toBe(
    '--out a/b holds model_1 of another export; name another folder',
  );
});

const mistakes: readonly (readonly [string, RegExp | string])[] = [
  [`${id}`, '--out is missing; name the folder to write (see --help)'],
  [
    'ReduceSum/13/float32/keepdims-zero --out a',
    /^export takes the id of one case, but 'ReduceSum\/13\/float32\/keepdims-zero' matches 7: ReduceSum\/13\/float32\/keepdims-zero\/0, .*, …$/,
  ],
  [`${id} --opset 12 --out a`, '--opset 12: ReduceSum-13 is in force at opsets 13 to 28'],
  [`${id}@12 --out a`, /^'.*@12' asks for opset 12: ReduceSum-13 is in force at opsets 13 to 28$/],
  [`${id}@99 --out a`, /^opset 99 of '.*' does not exist/],
  [`${id}@15 --opset 14 --out a`, /^'.*@15' asks for another opset than --opset 14; leave one of them out$/],
  [`${id} --opset x --out a`, "--opset takes one number such as 13, not 'x' (see --help)"],
  [`${id} --out file`, /^--out file cannot be written \(it is a file, not a folder\); name a folder/],
  [`${id} --out file/a`, /^--out file\/a cannot be written \(a folder above it is a file\); name a folder/],
  [`${id} --out foreign`, '--out foreign holds a vector that is not an earlier export; name another folder'],
];

test.concurrent.each(mistakes)('export %s', async (line, message) => {
  const cwd = folder();
  writeFileSync(join(cwd, 'file'), '');
  mkdirSync(join(cwd, 'foreign'));
  writeVector(cwd, 'foreign', { 'model.onnx': Buffer.from('of somebody else') });
  const ended = await cli(['export', ...line.split(' ')], cwd);
  expect(complaint(ended)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  expect(ended.code).toBe(2);
});
