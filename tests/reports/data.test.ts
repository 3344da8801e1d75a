import { expect, test } from 'vitest';
import { Aggregator } from '../../reports/aggregate/aggregate.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { verdict } from '../../reports/view/verdict.ts';
import { renderMarkdown } from './render.ts';
import { frame, operator, planAll, renderFull, resultsOf } from './samples.ts';

const entries = operator('Sum', [[13, 13, 28]]);
const plan = planAll(entries, ['float32', 'int32'], 3);
const kinds = ['nan', 'mixed', 'grid'];
const all = resultsOf(plan, ({ dtype }, n) => ({ dataClass: dtype === 'float32' ? kinds[n]! : 'grid' }));

function report(results: readonly CaseResult[] = all, required = ['grid', 'nan']) {
  const aggregator = new Aggregator({
    catalogue: entries,
    plan,
    replay: ({ id }) => id,
    requiredData: (name, dtype, clauses) => {
      expect(name).toBe('Sum');
      expect(clauses).toEqual(['keepdims-0', 'noop-with-empty-axes', 'integer-overflow']);
      return dtype === 'int32' ? ['grid'] : required;
    },
  });
  for (const result of results) aggregator.add(result);
  return aggregator.report(frame);
}

test('cases are counted by operator, dtype and kind of data', () => {
  expect(report().data).toEqual([
    { operator: 'Sum', dtype: 'float32', classes: { grid: 3, mixed: 3, nan: 3 }, missing: [] },
    { operator: 'Sum', dtype: 'int32', classes: { grid: 9 }, missing: [] },
  ]);
  expect(renderMarkdown(report())).toContain('- float: grid 3, mixed 3, nan 3\n- integer: grid 9\n');
  expect(verdict(report()).kind).toBe('conformant');
});

test('a kind that the suite owes and lacks is a fault of the suite, even if all else passes', () => {
  const lacking = report(all, ['grid', 'subnormal', 'zeros']);
  expect(verdict(lacking)).toMatchObject({
    kind: 'suite-error',
    finding: 'the suite has no data of the kind subnormal, zeros for Sum float32.',
  });
  expect(renderFull(lacking)).toContain('SUITE ERROR: the suite has no data of the kind subnormal');
  expect(renderMarkdown(lacking)).toContain('- missing: Sum float32: subnormal, zeros\n');
});

test('an interrupted run says nothing of what is missing', () => {
  const [first] = report(all.slice(0, 4), ['subnormal']).data;
  expect(first).toEqual({ operator: 'Sum', dtype: 'float32', classes: { grid: 1, mixed: 1, nan: 2 } });
});
