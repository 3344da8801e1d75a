import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderJUnit } from '../../reports/print/junit.ts';
import { renderTerminal } from '../../reports/print/report.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { verdict } from '../../reports/view/verdict.ts';
import { renderHtml, renderMarkdown } from '../reports/render.ts';
import { judge, result } from './judged.ts';

const special = 'Neg/13/float32/special-values';
const before = 'Neg/6/float32/special-values';

/** Four cases of a cell, the first of which fail, and their worst error where there is one. */
const cases = (cell: string, failing: number, ulps?: number): CaseResult[] =>
  [0, 1, 2, 3].map((n) =>
    n < failing
      ? result(`${cell}/${n}`, 'fail', { ...(ulps !== undefined && n === 0 && { ulps }) })
      : result(`${cell}/${n}`, 'pass'),
  );
/** The file that a run writes. */
const noted = (results: readonly CaseResult[]) => judge('', results).update().text;
const figuresOf = (text: string, results: readonly CaseResult[], options: Parameters<typeof judge>[2] = {}) => {
  const { report, expectations } = judge(text, results, options);
  const [worse, better] = [expectations.shortfalls, expectations.better ?? []].map((all) =>
    all.map(({ figure, cell, expected, seen }) => [figure, cell, expected, seen]),
  );
  return { kind: verdict(report).kind, worse, better };
};

test('a known clause got worse where more cases fail, or its error is more than twice what was known', () => {
  const figures = fc.record({ failing: fc.integer({ min: 1, max: 4 }), ulps: fc.integer({ min: 1, max: 900 }) });
  fc.assert(
    fc.property(figures, figures, (old, now) => {
      const { kind, worse, better } = figuresOf(
        noted(cases(special, old.failing, old.ulps)),
        cases(special, now.failing, now.ulps),
      );
      const isWorse = now.failing > old.failing || now.ulps > 2 * old.ulps;
      expect(kind).toBe(isWorse ? 'not-as-expected' : 'known-failures');
      expect(worse!.length > 0).toBe(isWorse);
      expect(better!.length > 0).toBe(now.failing < old.failing || 2 * now.ulps < old.ulps);
    }),
    { numRuns: 60 },
  );
});

test('the greatest error is written as a number that is read again', () => {
  const found = cases(special, 1, Number.MAX_VALUE);
  expect(figuresOf(noted(found), found).kind).toBe('known-failures');
});

test('one that gets worse is not hidden by one that is mended, nor by a larger error elsewhere', () => {
  const file = noted([...cases(before, 2, 1e6), ...cases(special, 1, 3)]);
  const now = [...cases(before, 0), ...cases(special, 3, 100)];
  expect(figuresOf(file, now).worse).toEqual([
    ['broken', '13/float32/special-values', 1, 3],
    ['ulps', '13/float32/special-values', 3, 100],
  ]);
  // where nothing was measured, every element was rounded correctly
  expect(figuresOf(noted(cases(special, 1)), cases(special, 1, 7)).worse).toEqual([
    ['ulps', '13/float32/special-values', 0.5, 7],
  ]);
  // an entry that covers a cell which passed does not hide its first failure
  const broad = file.replace(/id: .*special-values"?/, 'id: Neg/*/*/special-values');
  expect(figuresOf(broad, [...now, ...cases('Neg/13/float64/special-values', 1)]).worse).toContainEqual([
    'broken',
    '13/float64/special-values',
    0,
    1,
  ]);
});

test('runs with other cases are not compared: another suite, seed, dtype, or a part', () => {
  const file = noted(cases(special, 1, 3));
  const worse = cases(special, 4, 100);
  for (const options of [
    { seed: 2 },
    { suite: 'full' as const },
    { dtypes: ['float32' as const], ids: ['Neg'] },
    { ids: [special] },
  ]) {
    expect(figuresOf(file, worse, options), JSON.stringify(options)).toMatchObject({ worse: [], better: [] });
  }
  expect(figuresOf(file, worse, { ids: ['Neg'] }).worse).toHaveLength(2);
});

test('every format reports it, and --update-expectations notes it', () => {
  const { report, update } = judge(noted(cases(special, 1, 3)), cases(special, 3, 100));
  const said = `${special}: got worse: 3 cases are broken, not 1; the worst error is 100 ulp, not 3`;
  const formats = [
    renderTerminal(report, { columns: 200 }),
    renderMarkdown(report),
    renderHtml(report),
    renderJUnit(report),
  ];
  for (const text of formats) expect(text).toContain(said);
  const clause = /<testcase classname="Neg-13\.float32" name="special-values">\s*<failure message="got worse: 3 cases/;
  expect(renderJUnit(report)).toMatch(clause);
  const { text } = update();
  expect(figuresOf(text, cases(special, 3, 100))).toEqual({ kind: 'known-failures', worse: [], better: [] });
  const mended = judge(text, cases(special, 1, 3));
  expect(renderTerminal(mended.report, { columns: 200 })).toContain(
    '– Neg/13/float32/special-values: got better: 1 case',
  );
  expect(mended.update().text).toContain('13/float32/special-values: { cases: 1, ulps: 3 }');
});

test('a file with sums compares these, until it is written anew', () => {
  const text = noted(cases(special, 1, 3));
  const old = text.replace(/Neg:\n.*\n.*\n.*\n/, 'Neg: { judged: 4, broken: 1 }\n');
  expect(old).not.toBe(text);
  expect(figuresOf(old, cases(special, 1, 100)).kind).toBe('known-failures');
  expect(figuresOf(old, cases(special, 2)).worse).toEqual([['broken', undefined, 1, 2]]);
  expect(judge(old, cases(special, 1, 3)).update().text).toBe(text);
});
