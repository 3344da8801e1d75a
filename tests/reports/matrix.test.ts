import { expect, test } from 'vitest';
import { opsetRange } from '../../reports/aggregate/opsets.ts';
import { figureParts, opsetTable } from '../../reports/view/matrix.ts';
import { renderMarkdown } from './render.ts';
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

/** Each version has 2 or 3 cases; from the second on they import a later opset. */
const results = resultsOf(plan).map((result, i) => {
  const late = result.operator === 'Old' && result.version === 13 && !result.id.includes('keepdims');
  return late ? { ...result, opset: 28 - (i % 2), outcome: 'unsupported' as const } : result;
});

test('a version that spans several columns has in each the cases that import an opset of it', () => {
  const { rows } = opsetTable(aggregate(plan, results, entries));
  expect(rows[0]!.figures.map((figure) => Object.values(figureParts(figure!)).join(' ').trim())).toEqual([
    '2/2',
    '2/2',
    '1/1',
    'none',
    '2–',
  ]);
  expect(rows[2]!.figures.map((figure) => figure !== undefined)).toEqual([false, false, false, false, true]);
});

test('which opset the cases without a result import nobody knows', () => {
  const { rows } = opsetTable(aggregate(plan, results.slice(0, -1), entries));
  expect(rows[1]!.figures.map((figure) => figure!.note)).toEqual(['', '', '', '', 'none']);
  expect(rows[2]!.figures.at(-1)!.note).toBe('…');
});

test('a gap that no operator covers is not a column', () => {
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

test('Markdown tells the same and explains it', () => {
  const text = renderMarkdown(aggregate(plan, results, entries));
  expect(text).toMatch(/\| Old +\| 2\/2 +\| 2\/2 +\| 1\/1 +\| none +\| 2– +\|/);
  expect(text).toContain('none: no case of these opsets');
});

test.each([
  [{ pass: 412, fail: 2, crash: 1, unsupported: 90 }, '', '412/415 3✗ 90–'],
  [{ pass: 5 }, '', '5/5'],
  [{ pass: 5 }, '…', '5/5 …'],
  [{ unsupported: 7 }, '', '7–'],
  [{ timeout: 7 }, '', '0/7 7✗'],
  [{}, '…', '…'],
  [{}, 'EMPTY', 'EMPTY'],
] as const)('the figure of %o with the note %j', (counts, note, text) => {
  const all = { pass: 0, fail: 0, unsupported: 0, error: 0, crash: 0, timeout: 0, ...counts };
  const parts = figureParts({ counts: all, note });
  expect(Object.values(parts).filter(Boolean).join(' ')).toBe(text);
});
