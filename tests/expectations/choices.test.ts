import { expect, test } from 'vitest';
import { select } from '../../generators/suite/cases.ts';
import { renderTerminal } from '../../reports/print/report.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { judge, result } from './judged.ts';

const file = `known:
  - { id: ArgMax/13/float32, outcome: varies, policy: nan-index, reason: why }
`;
const seen = (id: string, ...choices: string[]) =>
  choices.map((choice, n) =>
    result(`${id}/nan/${n}`, 'pass', { level: 'unspecified', observations: [{ policy: 'nan-index', choice }] }),
  );
const of = (outcome: CaseResult['outcome']) => [0, 1].map((n) => result(`ArgMax/13/float32/nan/${n}`, outcome));
const state = (...given: Parameters<typeof judge>) => judge(...given).expectations.entries[0]!.state;

test('a choice that varies no more is removed: one choice throughout, none, a failure, or nothing that is judged', () => {
  const mended: readonly (readonly [string, readonly CaseResult[]])[] = [
    ['passes', seen('ArgMax/13/float32', 'ignored', 'ignored')],
    ['passes', of('pass')],
    ['passes', of('fail')],
    ['unsupported', of('unsupported')],
  ];
  for (const [expected, results] of mended) {
    expect(state(file, results)).toBe(expected);
    const { text, removed } = judge(file, results).update();
    expect(removed).toBe(1);
    expect(judge(text, results).expectations.unexpected.choices).toBe(0);
  }
  const varying = seen('ArgMax/13/float32', 'ignored', 'propagates');
  expect(state(file, varying)).toBe('met');
  expect(judge(file, varying).update().removed).toBe(0);
});

test('of several places those that vary no more are removed', () => {
  const both = file.replace('ArgMax/13/float32', '[ArgMax/13/float32, ArgMin/13/float32]');
  const results = [...of('pass'), ...seen('ArgMin/13/float32', 'ignored', 'propagates')];
  expect(state(both, results)).toBe('broader');
  expect(judge(both, results).update().text).toMatch(/id: ArgMin\/13\/float32,/);
});

test('a run of an operator by its name tells as much as one of all, a part of it does not', () => {
  const whole = { seed: 1, ids: ['ArgMax'], opsets: [], dtypes: [], suite: 'quick' as const };
  const { cells, cases } = select(whole);
  const results = cells.flatMap(cases).map(({ id }) => result(id, 'pass'));
  expect(state(file, results, { ids: ['ArgMax'] })).toBe('passes');
  const part = results.filter(({ id }) => id.startsWith('ArgMax/13/float32/nan/'));
  expect(state(file, part, { ids: ['ArgMax/13/float32/nan'] })).toBe('not-run');
  expect(judge(file, part, { ids: ['ArgMax/13/float32/nan'] }).update().removed).toBe(0);
});

test.each(['Neg/13/float32/special-valves', '[Neg/13/float32/special-values, Neg/13/float32/special-valves]'])(
  'a slip in %s is reported with the verdict alone, too',
  (id) => {
    const failing = [result('Neg/13/float32/special-values/0', 'fail')];
    const { report } = judge(`known:\n  - { id: ${id}, outcome: fail, reason: why }\n`, failing);
    const quiet = renderTerminal(report, { extent: 'verdict' }).replace(/\s+/g, ' ');
    expect(quiet).toMatch(/known\.yaml, line 2: .*special-valves'? names nothing in the suite/);
  },
);
