import { expect, test } from 'vitest';
import { renderMarkdown } from '../../reports/markdown.ts';
import { figureParts, opsetRange, opsetTable } from '../../reports/matrix.ts';
import { aggregate, four, operator, planAll, resultsOf } from './samples.ts';

const entries = [
  ...operator('Old', [
    [1, 1, 10],
    [11, 11, 12],
    [13, 13, 28],
  ]),
  ...operator('Mean', four),
  ...operator('New', [[20, 20, 28]]),
];
const plan = planAll(entries, ['float32'], 1);
const table = opsetTable(aggregate(plan, resultsOf(plan), entries));

test('columns begin wherever any operator gets a new version', () => {
  expect(table.columns.map(opsetRange)).toEqual(['1–10', '11–12', '13–17', '18–19', '20–28']);
});

test('a version that spans several columns is the same figure in each', () => {
  const [old, , young] = table.rows;
  expect(old!.figures[2]).toBe(old!.figures[4]);
  expect(old!.figures[1]).not.toBe(old!.figures[2]);
  expect(young!.figures.map((figure) => figure !== undefined)).toEqual([false, false, false, false, true]);
});

test('a gap that no operator covers is no column', () => {
  const gap = operator('Gap', [
    [1, 1, 3],
    [9, 9, 9],
  ]);
  const cells = planAll(gap, ['float32'], 1);
  expect(opsetTable(aggregate(cells, [], gap)).columns.map(opsetRange)).toEqual(['1–3', '9']);
});

test('of a selection of opsets no other is named', () => {
  const report = aggregate(plan, resultsOf(plan), entries);
  const columns = (opsets: number[]) =>
    opsetTable({ ...report, options: { ...report.options, opsets } }).columns.map(opsetRange);
  expect(columns([15])).toEqual(['15']);
  expect(columns([20, 9, 7, 15])).toEqual(['7–9', '15', '20']);
});

test('in Markdown the cases of a version that spans columns are told once', () => {
  expect(renderMarkdown(aggregate(plan, resultsOf(plan), entries))).toMatch(
    /\| Old +\| 2\/2 +\| 2\/2 +\| 3\/3 +\| same +\| same +\|/,
  );
});

test.each([
  [{ pass: 412, fail: 2, crash: 1, unsupported: 90 }, 505, '412/415 3✗ 90–'],
  [{ pass: 5 }, 5, '5/5'],
  [{ pass: 5 }, 6, '5/5 …'],
  [{ unsupported: 7 }, 7, '7–'],
  [{ timeout: 7 }, 7, '0/7 7✗'],
  [{}, 7, '…'],
  [{}, 0, 'EMPTY'],
])('the figure of %o of %i planned', (counts, planned, text) => {
  const all = { pass: 0, fail: 0, unsupported: 0, error: 0, crash: 0, timeout: 0, ...counts };
  const parts = figureParts({ counts: all, planned });
  expect(Object.values(parts).filter(Boolean).join(' ')).toBe(text);
});
