import { expect, test } from 'vitest';
import { renderHtml, renderMarkdown } from './render.ts';
import { aggregate, operator, planAll, renderFull, resultsOf } from './samples.ts';

const entries = [...operator('SumA', [[13, 13, 28]]), ...operator('SumB', [[13, 13, 28]])];
const plan = planAll(entries, ['float32', 'int32'], 3);

/** A report of cases of which some have elements that would pass whatever they were. */
const reportOn = (count: (operator: string, n: number) => number) =>
  aggregate(
    plan,
    resultsOf(plan, (cell, n) => {
      const vacuous = cell.clause === 'keepdims-0' ? count(cell.operator, n) : 0;
      return vacuous > 0 ? { vacuous } : {};
    }),
    entries,
  );

test('what would pass whatever it was is counted by operator and clause', () => {
  const report = reportOn((name, n) => (name === 'SumB' ? 5 : n === 0 ? 1 : 0));
  const [terminal, markdown, html] = [renderFull(report), renderMarkdown(report), renderHtml(report)];
  for (const text of [terminal, markdown, html]) {
    expect(text.replace(/\s+/g, ' ')).toContain('elements would pass whatever they were');
  }
  const of = (name: string) => report.cells.filter((cell) => cell.operator === name).map(({ vacuous }) => vacuous ?? 0);
  const sum = (name: string) => of(name).reduce((all, own) => all + own, 0);
  expect(sum('SumB')).toBe(30);
  expect(terminal.replace(/\s+/g, ' ')).toContain(`SumB keepdims-0 30 SumA keepdims-0 ${sum('SumA')}`);
  expect(markdown).toContain('| SumB | keepdims-0 | 30 |');
});

test('nothing is said where there is nothing of the kind', () => {
  const report = reportOn(() => 0);
  expect(report.cells.every((cell) => !('vacuous' in cell))).toBe(true);
  expect(renderFull(report) + renderMarkdown(report) + renderHtml(report)).not.toContain('What proves nothing');
});
