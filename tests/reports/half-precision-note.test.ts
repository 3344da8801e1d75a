import { expect, test } from 'vitest';
import type { CaseResult } from '../../reports/schema.ts';
import { verdict } from '../../reports/view/verdict.ts';
import { renderMarkdown } from './render.ts';
import { aggregate, operator, planAll, renderFull, resultsOf } from './samples.ts';

const entries = operator('SumA', [[13, 13, 28]]);
const plan = planAll(entries, ['float16', 'bfloat16', 'float32'], 4);
const reportOn = (tierOf: (dtype: string, n: number) => Partial<CaseResult>) =>
  aggregate(
    plan,
    resultsOf(plan, ({ dtype }, n) => tierOf(dtype, n)),
    entries,
  );
const native = { tier: 'native', errorOverBound: 0.9 } as const;

test('the headline says where 16 bits are not better than native, and how to demand more', () => {
  const report = reportOn((dtype, n) =>
    dtype === 'float16' && n === 0 ? { ...native, vacuous: 2 } : { tier: 'wide' },
  );
  const { kind, finding, next } = verdict(report);
  expect(kind).toBe('conformant');
  expect(finding).toMatch(
    /; float16 reached only tier native in \d+ of \d+ cases, where \d+ elements prove nothing\.$/,
  );
  expect(next).toBe('`run … --require wide` demands a wider accumulator.');
  for (const text of [renderFull(report), renderMarkdown(report)]) {
    expect(text.replace(/\s+/g, ' ')).toContain(
      '16-bit accumulator no wider than the type (tier native): SumA: float16',
    );
  }
});

test('it is silent of wider floats, of better tiers, and where more was required', () => {
  expect(verdict(reportOn((dtype) => (dtype === 'float32' ? native : { tier: 'wide' }))).next).toBe('');
  const report = reportOn(() => native);
  expect(verdict(report).next).not.toBe('');
  expect(verdict({ ...report, options: { ...report.options, requireTier: 'wide' } }).next).toBe('');
});
