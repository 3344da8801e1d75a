import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { select } from '../../generators/suite/cases.ts';
import { adding, addingAll, cli, folder, harnessFake, outIn, reportIn, resultsIn, unbroken } from './cli.ts';
import { writeVector } from './vector-folder.ts';

test.concurrent('a conformant backend: 0, and three files', async () => {
  const cwd = folder();
  const ended = await cli(['run', 'ReduceSum/13/float32/{axes,keepdims}-*', '-b', adding], cwd);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const report = reportIn(cwd);
  expect(report.complete).toBe(true);
  expect(report.totals.pass).toBe(report.planned);
  expect(resultsIn(cwd).length).toBe(report.planned);
  expect(readFileSync(join(outIn(cwd), 'report.md'), 'utf8')).toMatch(/^# /);
  expect(ended.stdout).toContain(`CONFORMANT  all ${report.planned} judged cases pass.`);
  expect(unbroken(ended.stdout)).toMatch(
    /\nMore\n {2}all {6}npx onnx-conformance report (out\/selection\/ReduceSum\S+) --full\n {2}page {5}\1\/report\.html\n$/,
  );
});

const fake = harnessFake('misbehaving.mjs');
const wrong = { FAKE_WAY: 'nan', FAKE_CASE: '*' };

test.concurrent('a backend that is not: 1, or 0 with --report-only, in 80 columns', async () => {
  const ids = 'ReduceSum/13/float32/axes-{order,negative}';
  const [gate, report] = await Promise.all([
    cli(['run', ids, '-b', fake], folder(), wrong),
    cli(['run', ids, '-b', fake, '--report-only', '--by-dtype'], folder(), wrong),
  ]);
  expect([gate.code, report.code]).toEqual([1, 0]);
  for (const { stdout, stderr } of [gate, report]) {
    expect(stdout).toContain('NOT CONFORMANT');
    expect(stderr).toBe('');
    // a command has to stay whole, and so has a path
    const long = stdout
      .split('\n')
      .filter((line) => line.length > 80 && !/npx onnx-conformance|\/report\.html$/.test(line));
    expect(long).toEqual([]);
  }
});

test.concurrent('--require: a backend that is faithful is not exact', async () => {
  const ask = (tier: string) => {
    const cwd = folder();
    // rows of three and more: a single addition has a single right rounding, whatever the tier
    const ids = [0, 1, 2, 3].map((i) => `ReduceSum/13/float32/accuracy/${i}`);
    const args = ['run', ...ids, '-b', harnessFake('faithful.mjs'), '--require', tier];
    return cli(args, cwd).then(({ code }) => ({ code, messages: new Set(resultsIn(cwd).map((r) => r.message)) }));
  };
  const [exact, faithful] = await Promise.all([ask('exact'), ask('faithful')]);
  expect(faithful.code).toBe(0);
  expect(exact.code).toBe(1);
  expect(exact.messages).toContain('reaches only tier faithful where exact is required');
});

test.concurrent('--opset runs the versions in force, with models that import it', async () => {
  const cwd = folder();
  await cli(['run', 'ReduceSum/*/*/{axes,keepdims}-*', '--opset', '15', '--dtype', 'int64', '-b', addingAll], cwd);
  const results = resultsIn(cwd);
  expect(results.length).toBeGreaterThan(20);
  expect(new Set(results.map(({ opset, version, dtype }) => `${version} at ${opset}, ${dtype}`))).toEqual(
    new Set(['13 at 15, int64']),
  );
  expect(reportIn(cwd).options).toMatchObject({ opsets: [15], dtypes: ['int64'] });
});

test('an id names one model, whatever else is selected', () => {
  const chosen = (ids: string[], opsets: number[] = []) => {
    const { cells, cases } = select({ seed: 1, ids, opsets, dtypes: ['float32'] });
    return cells.flatMap((cell) => cases(cell));
  };
  const models = new Map<string, unknown>();
  for (const each of [[], [13], [14, 15, 16]].flatMap((opsets) => chosen(['ReduceSum/13/*/axes-l*'], opsets))) {
    const model = [each.opset, each.proposal];
    expect(models.get(each.id) ?? model).toEqual(model);
    models.set(each.id, model);
  }
  expect([...models.keys()].filter((id) => /^[^@]+@1[3-6]$/.test(id)).length).toBeGreaterThan(10);
  const rewritten = chosen(['ReduceSum/13/float32/keepdims-zero/0@15', 'ReduceSum/13/float32/keepdims-zero/0@13']);
  expect(rewritten.map(({ id, opset }) => [id, opset])).toEqual([
    ['ReduceSum/13/float32/keepdims-zero/0@15', 15],
    ['ReduceSum/13/float32/keepdims-zero/0', 13],
  ]);
  expect(chosen(['ReduceSum/**@15']).every(({ cell, opset }) => cell.version.since === 13 && opset === 15)).toBe(true);
});

const idsOf = (...ids: string[]) => {
  const { cells, cases } = select({ seed: 1, ids, opsets: [], dtypes: [] });
  return cells.flatMap(cases).map(({ id }) => id);
};
/** All ids of the clauses that the patterns name. */
const allIds = idsOf('Reduce*/*/*/keepdims-zero', 'Reduce*/*/*/rank-zero');

/** Ids and what all of the results, and only those, have in common. */
const patterns: readonly (readonly [string, RegExp])[] = [
  ['ReduceSum/13/float32/keepdims-zero/3', /^ReduceSum\/13\/float32\/keepdims-zero\/3$/],
  ['ReduceSum/13/float32/keepdims-zero', /^ReduceSum\/13\/float32\/keepdims-zero\/\d+$/],
  ['ReduceSum/13/float32/keepdims-zero/', /^ReduceSum\/13\/float32\/keepdims-zero\/\d+$/],
  ['ReduceSum/*/float32/keepdims-zero', /^ReduceSum\/(1|11|13)\/float32\/keepdims-zero\/\d+$/],
  ['Reduce*/13/*/keepdims-zero/0', /^Reduce\w+\/13\/\w+\/keepdims-zero\/0$/],
  ['Reduce*/**/float64/rank-zero', /^Reduce\w+\/\d+\/float64\/rank-zero\/\d+$/],
];

test.each(patterns)('%s', (id, meant) => {
  expect(idsOf(id)).toEqual(allIds.filter((each) => meant.test(each)));
});

test.concurrent('what a pattern selects is run, in its order', async () => {
  const cwd = folder();
  const id = 'ReduceSum/*/float32/keepdims-zero';
  expect((await cli(['run', id, '-b', adding], cwd)).code).toBe(0);
  expect(resultsIn(cwd).map((result) => result.id)).toEqual(idsOf(id));
});

test.concurrent('a part of the suite, and files, leave the report of the whole alone', async () => {
  const cwd = folder();
  writeVector(cwd, 'files');
  mkdirSync(join(cwd, 'out'));
  writeFileSync(join(cwd, 'out/report.json'), 'of the whole suite');
  await Promise.all([
    cli(['run', 'ReduceSum/13/float32/rank-zero', '-b', adding], cwd),
    cli(['run', 'ReduceSum/13/float32/rank-zero', '-b', adding, '--out', 'mine'], cwd),
    cli(['run', '--vectors', 'files', '-b', adding], cwd),
  ]);
  expect(readFileSync(join(cwd, 'out/report.json'), 'utf8')).toBe('of the whole suite');
  const written = ['out/selection/ReduceSum.13.float32.rank-zero', 'mine', 'out/files/files'].map((out) =>
    existsSync(join(cwd, out, 'report.json')),
  );
  expect(written).toEqual([true, true, true]);
});

test.concurrent('--verbose passes on what an adapter logs', async () => {
  const cwd = folder();
  const adapter = `export default { name: 'talks', version: '1', runTensors() { console.log('asked'); console.error('\\u001b[1mto stderr'); throw new Error('no'); } };`;
  writeFileSync(join(cwd, 'talks.mjs'), `console.log('loaded');\n${adapter}`);
  const ids = 'ReduceSum/13/float32/keepdims-one';
  const run = (...more: string[]) => cli(['run', ids, '-b', './talks.mjs', ...more], cwd);
  const [quiet, verbose] = [await run(), await run('--verbose')];
  expect(quiet).toMatchObject({ code: 1, stderr: '' });
  const said = 'asked\n\x1b[1mto stderr\n';
  // at the end a fresh process is asked the smallest case of the finding again
  expect(verbose.stderr).toBe(`loaded\n${said.repeat(5)}loaded\n${said}`);
  expect(verbose).toMatchObject({ code: 1, stdout: expect.stringContaining('NOT CONFORMANT') });
});
