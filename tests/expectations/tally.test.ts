import { expect, test } from 'vitest';
import { expectationNotes } from '../../reports/view/expectations.ts';
import { verdict } from '../../reports/view/verdict.ts';
import { judge, result } from './judged.ts';

const known = (...entries: string[]) => `known:\n${entries.map((entry) => `  - { ${entry}, reason: why }\n`).join('')}`;
const special = 'Neg/13/float32/special-values';
const states = (file: string, ...given: Parameters<typeof judge>[1][]) =>
  judge(file, given.flat()).expectations.entries.map(({ state }) => state);

test('what an entry expects is known, in the result, the cell, the finding and the verdict', () => {
  const { report, marked } = judge(known(`id: ${special}, outcome: fail`), [
    result(`${special}/0`, 'fail'),
    result(`${special}/1`, 'pass'),
    result('Neg/13/float32/size-zero/0', 'pass'),
  ]);
  expect(marked.map((one) => one.known)).toEqual(['why', undefined, undefined]);
  expect(report.findings.map((finding) => finding.known)).toEqual([1]);
  expect(report.cells.find(({ clause }) => clause === 'special-values')?.known).toBe(1);
  expect(verdict(report).kind).toBe('known-failures');
});

test('another clause, version, dtype, outcome or problem is new, and found first', () => {
  const file = known(`id: ${special}, outcome: fail, problem: value`);
  const old = result(`${special}/0`, 'fail');
  const news = [
    result('Neg/13/float32/size-zero/0', 'fail'),
    result('Neg/6/float32/special-values/0', 'fail'),
    result('Neg/13/float64/special-values/0', 'fail'),
    result(`${special}/1`, 'crash', { message: 'gone' }),
    result(`${special}/1`, 'fail', { problem: 'shape' }),
  ];
  for (const one of news) {
    const { report, expectations } = judge(file, [old, one]);
    expect(expectations.unexpected.cases, one.id).toBe(1);
    expect(verdict(report).kind).toBe('not-conformant');
    expect(report.findings[0]!.smallest.id).toBe(one.id);
  }
});

test('an entry that all pass, that is broader, broken otherwise, not supported, or names nothing is reported', () => {
  const of = (...outcomes: Parameters<typeof result>[1][]) => outcomes.map((one, i) => result(`${special}/${i}`, one));
  const file = known(`id: ${special}, outcome: fail`);
  expect(states(file, of('fail', 'pass'))).toEqual(['met']);
  expect(states(file, of('pass', 'unsupported'))).toEqual(['passes']);
  expect(states(file, of('unsupported'))).toEqual(['unsupported']);
  expect(states(file, of('error'))).toEqual(['differs']);
  expect(states(file, [result('Abs/13/float32/size-zero/0', 'pass')])).toEqual(['not-run']);
  expect(states(known('id: Neg/13/float32/no-such-clause, outcome: fail'), of('pass'))).toEqual(['unmatched']);
  const broad = judge(known('id: Neg/*/float32/special-values, outcome: fail'), [
    ...of('fail'),
    result('Neg/6/float32/special-values/0', 'pass'),
  ]);
  expect(broad.expectations.entries).toMatchObject([
    { state: 'broader', passing: { cells: 1, first: ['Neg/6/float32/special-values'] } },
  ]);
  expect(verdict(broad.report).kind).toBe('known-failures');
});

test('a slip among several ids is reported, with what may be meant', () => {
  const file = known(`id: [${special}, Neg/13/float32/special-valves], outcome: fail`);
  const { report, update } = judge(file, [result(`${special}/0`, 'fail')], { ids: ['Neg'] });
  const [note] = expectationNotes(report.expectations!);
  expect(note!.text).toMatch(/^'Neg.*special-valves' names nothing in the suite: .*special-values/);
  expect(update().text).not.toContain('valves');
});

test('an outcome that depends on chance is met by a pass and by a failure', () => {
  const file = known(`id: ${special}, outcome: [pass, crash]`);
  expect(states(file, [result(`${special}/0`, 'crash')])).toEqual(['met']);
  expect(states(file, [result(`${special}/0`, 'pass')])).toEqual(['met']);
  expect(states(file, [result(`${special}/0`, 'fail')])).toEqual(['differs']);
});

test('entries may overlap, and hold for opsets, tiers and choices', () => {
  const overlapping = known(`id: ${special}, outcome: fail`, `id: ${special}/0, outcome: fail`);
  expect(states(overlapping, [result(`${special}/0`, 'fail')])).toEqual(['met', 'met']);
  const at = (entry: string, one: Partial<ReturnType<typeof result>>) =>
    judge(known(`id: ${special}, outcome: fail, ${entry}`), [result(`${special}/0`, 'fail', one)]).expectations.known
      .cases;
  expect([13, 14, 17].map((opset) => at('opsets: 14-17', { opset }))).toEqual([0, 1, 1]);
  expect([13, 20].map((opset) => at('opsets: [13, 18-20]', { opset }))).toEqual([1, 1]);
  expect((['wide', 'native'] as const).map((tier) => at('tier: wide', { problem: 'tier', tier }))).toEqual([1, 0]);
  const chose = (choice: string) => ({
    problem: 'policy' as const,
    observations: [{ policy: 'integer-overflow', choice }],
  });
  const entry = 'policy: integer-overflow=wrap';
  expect([at(entry, chose('wrap')), at(entry, chose('saturate')), at(entry, { problem: 'value' })]).toEqual([1, 0, 0]);
});

test('a choice that differs from case to case can be expected', () => {
  const seen = (id: string, choice: string) =>
    result(id, 'pass', { level: 'unspecified', observations: [{ policy: 'nan-index', choice }] });
  const results = [seen('ArgMax/13/float32/nan/0', 'first-nan'), seen('ArgMax/13/float32/nan/1', 'ignored')];
  const varies = (id: string) => judge(known(`id: ${id}, outcome: varies, policy: nan-index`), results);
  expect(judge('', results).expectations.unexpected.choices).toBe(1);
  expect(verdict(judge('', results).report).kind).toBe('not-conformant');
  const expected = varies('ArgMax/13/float32');
  expect(expected.expectations).toMatchObject({ known: { choices: 1 }, unexpected: { choices: 0 } });
  expect(expected.report.findings).toMatchObject([{ id: 'varies-nan-index', known: 1 }]);
  expect(verdict(expected.report).kind).toBe('known-failures');
  expect(varies('ArgMin/13/float32').expectations).toMatchObject({
    unexpected: { choices: 1 },
    entries: [{ state: 'not-run' }],
  });
});

const runs = 'runs:\n  - { suite: quick, seed: 1, operators: { Neg: { judged: 2, broken: 1, unsupported: 0 } } }\n';

test('fewer judged, more unsupported, or more broken within a known clause shut the gate', () => {
  const file = known(`id: ${special}, outcome: fail`) + runs;
  const gate = (...outcomes: Parameters<typeof result>[1][]) => {
    const { report } = judge(
      file,
      outcomes.map((one, i) => result(`${special}/${i}`, one)),
    );
    return [verdict(report).kind, ...report.expectations!.shortfalls.map(({ figure }) => figure)];
  };
  expect(gate('fail', 'pass')).toEqual(['known-failures']);
  expect(gate('fail', 'pass', 'pass')).toEqual(['known-failures']);
  expect(gate('fail')).toEqual(['not-as-expected', 'judged']);
  expect(gate('fail', 'pass', 'unsupported')).toEqual(['not-as-expected', 'unsupported']);
  expect(gate('fail', 'fail')).toEqual(['not-as-expected', 'broken']);
});

test('a run of another part, size or seed says nothing of what the file was made from', () => {
  const file = known(`id: ${special}, outcome: fail`) + runs;
  const passes = [result(`${special}/0`, 'pass'), result(`${special}/1`, 'pass')];
  const reported = (options: Parameters<typeof judge>[2]) => {
    const { entries, figures, shortfalls } = judge(file, passes, options).expectations;
    return [entries[0]!.state, figures, shortfalls.length];
  };
  expect(reported({})).toEqual(['passes', 'held', 0]);
  expect(reported({ seed: 2 })).toEqual(['not-run', 'held', 0]);
  expect(reported({ ids: [`${special}/0`] })).toEqual(['not-run', 'parts', 0]);
  expect(reported({ dtypes: ['float32'] })).toEqual(['not-run', 'less', 0]);
  expect(reported({ dtypes: ['float32'], ids: ['Neg'] })).toEqual(['not-run', 'look', 0]);
  expect(reported({ ids: ['Neg'] })[1]).toBe('held');
  expect(reported({ ids: ['Abs'] })[1]).toBe('partial');
  expect(reported({ suite: 'full' })).toEqual(['passes', 'none', 0]);
  const less = judge(file, [result(`${special}/0`, 'fail')], { opsets: [13] }).report;
  expect(verdict(less)).toMatchObject({ kind: 'not-as-expected', finding: expect.stringContaining('select what was') });
});
