import { existsSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { editorSchema } from '../../reports/schema/editor-schema.ts';
import { updateExpectations, writeUpdated } from '../../src/expectations/update.ts';
import { judge, result } from './judged.ts';

const special = (version: number, outcome: Parameters<typeof result>[1]) =>
  result(`Neg/${version}/float32/special-values/0`, outcome);

const file = `# ours
known:
  # the old kernel
  - id: Neg/{1,6,13}/float32/special-values
    outcome: fail
    reason: a zero loses its sign # since 2024
    issue: https://example.org/1
  - { id: Abs/13/float32/size-zero, outcome: error, reason: crashes once }
  - { id: Sigmoid/13/float32/size-zero, outcome: error, reason: another part }
`;
const results = [
  special(1, 'pass'),
  special(6, 'fail'),
  special(13, 'fail'),
  result('Abs/13/float32/size-zero/0', 'pass'),
  result('Floor/13/float32/size-zero/0', 'error', { message: 'empty' }),
  result('Ceil/13/float32/size-zero/0', 'error', { message: 'empty' }),
];

test('what is new is added, what passes goes, what is too broad names less; comments and order stay', () => {
  const { text, ...counts } = judge(file, results).update();
  expect(counts).toEqual({ added: 1, removed: 1, narrowed: 1, widened: 0 });
  expect(text).toBe(`# ours
known:
  # the old kernel
  - id: Neg/{6,13}/float32/special-values
    outcome: fail
    reason: a zero loses its sign # since 2024
    issue: https://example.org/1
  - { id: Sigmoid/13/float32/size-zero, outcome: error, reason: another part }
  - id: "{Ceil,Floor}/13/float32/size-zero"
    outcome: error
    reason: "TODO: Ceil, Floor, size zero: refused: empty"
runs:
  - suite: quick
    seed: 1
    operators:
      Abs: { judged: 1 }
      Ceil:
        judged: 1
        broken:
          13/float32/size-zero: { cases: 1 }
      Floor:
        judged: 1
        broken:
          13/float32/size-zero: { cases: 1 }
      Neg:
        judged: 3
        broken:
          6/float32/special-values: { cases: 1 }
          13/float32/special-values: { cases: 1 }
`);
  const again = judge(text, results);
  expect(again.expectations.unexpected.cases).toBe(0);
  expect(again.expectations.entries.map(({ state }) => state)).toEqual(['met', 'not-run', 'met']);
  expect(again.update().text).toBe(text);
});

test('a failure that varies is noted with a pass, as a new entry and in one from an earlier run', () => {
  const at = 'Neg/13/float32/special-values';
  const varies = [result(`${at}/0`, 'fail', { ulps: 3 })];
  const run = judge('', varies);
  const [finding] = run.report.findings;
  const again = { outcome: 'pass', after: at } as const;
  const unsteady = { ...run.report, findings: [{ ...finding!, again }] };
  const outcomes = /outcome:\s+- fail\s+- pass\s+problem: value/;
  const { text, added } = updateExpectations(run.read, run.tally, unsteady);
  expect([added, outcomes.test(text)]).toEqual([1, true]);
  const earlier = judge(run.update().text, varies);
  const widened = updateExpectations(earlier.read, earlier.tally, {
    ...earlier.report,
    findings: unsteady.findings,
  });
  expect([widened.widened, outcomes.test(widened.text)]).toEqual([1, true]);
  for (const next of [[result(`${at}/0`, 'pass')], [result(`${at}/0`, 'fail', { ulps: 3e9 })]]) {
    const { expectations } = judge(text, next);
    expect(expectations.unexpected.cases).toBe(0);
    expect(expectations.entries.map(({ state }) => state)).toEqual(['met']);
    expect(expectations.shortfalls).toEqual([]);
  }
});

test('a failure that varies between outcomes keeps one entry, which admits all of them', () => {
  const at = 'Neg/13/float32/special-values';
  const file = `known:
  - id: ${at}
    outcome: [fail, pass]
    problem: value
    reason: unwritten memory
`;
  const refused = [result(`${at}/0`, 'error', { message: 'no memory' })];
  expect(judge(file, refused).expectations.unexpected.cases).toBe(1);
  const { text, ...counts } = judge(file, refused).update();
  expect(counts).toEqual({ added: 0, removed: 0, narrowed: 0, widened: 1 });
  for (const outcome of ['error', 'fail', 'pass'] as const) {
    const next = judge(text, [result(`${at}/0`, outcome)]);
    expect(next.expectations.unexpected.cases).toBe(0);
    expect(next.update()).toMatchObject({ added: 0, removed: 0, narrowed: 0, widened: 0 });
  }
});

test('what is written is taken again: findings in the same cells make one entry, and so do narrowed ones', () => {
  const at = 'Neg/13/float32/special-values';
  const two = [
    result(`${at}/0`, 'error', { message: 'no memory' }),
    result(`${at}/1`, 'error', { message: 'a wholly different thing' }),
  ];
  const { text, added } = judge('', two).update();
  expect(added).toBe(1);
  expect(judge(text, two).expectations.unexpected.cases).toBe(0);
  const overlapping = `known:
  - { id: 'Neg/{6,13}/float32/special-values', outcome: fail, reason: a }
  - { id: Neg/6/float32/special-values, outcome: fail, reason: b }
`;
  const narrowed = judge(overlapping, [special(6, 'fail'), special(13, 'pass')]).update();
  expect(narrowed).toMatchObject({ removed: 1, narrowed: 1 });
  expect(judge(narrowed.text, []).expectations.entries).toHaveLength(1);
});

test('what was not run stays: an entry of which a part was run, and one of which other dtypes were', () => {
  const both = `known:
  - { id: [Abs/13/float32/special-values, Sigmoid/13/float32/size-zero], outcome: fail, problem: value, reason: why }
`;
  const crash = [result('Abs/13/float32/special-values/0', 'crash', { message: 'gone' })];
  for (const ids of [['Abs'], ['Abs/13/float32/special-values/0']]) {
    expect(judge(both, crash, { ids }).update()).toMatchObject({ added: 1, removed: 0 });
  }
  const varying = `known:
  - { id: [ArgMax/13/float32, ArgMax/13/float64], outcome: varies, policy: nan-index, reason: why }
`;
  const seen = (dtype: string, n: number, choice: string) =>
    result(`ArgMax/13/${dtype}/nan/${n}`, 'pass', {
      level: 'unspecified',
      observations: [{ policy: 'nan-index', choice }],
    });
  const constant = [seen('float32', 0, 'ignored'), seen('float32', 1, 'ignored')];
  expect(judge(varying, constant, { dtypes: ['float32'] }).update()).toMatchObject({ removed: 0, narrowed: 0 });
});

test('a run that ended early, and a shard, write nothing', () => {
  const { read, tally, report } = judge(file, results);
  const inconclusive = [
    { ...report, complete: false },
    { ...report, options: { ...report.options, shard: { number: 1, of: 2 } } },
  ];
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  for (const one of inconclusive) expect(writeUpdated(read, tally, one)).toBeUndefined();
  expect(said.mock.calls.map(([line]) => String(line).split(': ')[2])).toEqual([
    'the run ended early; run it to its end\n',
    'a shard is a part of a run; merge the shards with --update-expectations\n',
  ]);
  said.mockRestore();
  expect(existsSync(read.expected.file)).toBe(false);
});

test('line ends and JSON stay as they are', () => {
  const windows = judge(file.replaceAll('\n', '\r\n'), results).update().text;
  expect(windows.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const json = judge('{ "known": [] }', results, {}, 'known.json').update().text;
  expect(JSON.parse(json)).toMatchObject({ known: [{ outcome: 'fail' }, { outcome: 'error' }], runs: [{}] });
});

test('the schema for editors is that of the reader (npm run schema)', () => {
  const page = new URL('../../docs/expectations.schema.json', import.meta.url);
  expect(readFileSync(page, 'utf8')).toBe(editorSchema());
});
