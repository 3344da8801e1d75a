import { expect, test } from 'vitest';
import { parseReport, writeReport } from '../../reports/json.ts';
import { renderMarkdown } from '../../reports/markdown.ts';
import { renderTerminal } from '../../reports/terminal.ts';
import { aggregate, operator, planAll, resultsOf } from './samples.ts';

const entries = operator('Sum', [[13, 13, 28]]);
const plan = planAll(entries, ['float32'], 6).filter(({ clause }) => clause === 'noop-with-empty-axes');
const history = 'this is what an earlier release said: the output equals the input';

test.each(['value', 'shape'] as const)('a wrong %s that has a history is a finding of its own', (problem) => {
  const results = resultsOf(plan, (_, n) => ({ outcome: 'fail', problem, ...(n > 3 && { history }) }));
  const report = aggregate(plan, results, entries);
  expect(report.findings.map(({ cases, smallest }) => [cases, smallest.history])).toEqual([
    [4, undefined],
    [2, history],
  ]);
  expect(parseReport(writeReport(report))).toEqual(JSON.parse(JSON.stringify(report)));
  for (const text of [renderTerminal(report), renderMarkdown(report)]) {
    expect(text.match(/this is what an earlier release said/g)).toHaveLength(1);
  }
});
