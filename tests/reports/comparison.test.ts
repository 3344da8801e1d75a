import { expect, test } from 'vitest';
import type { PlannedCell } from '../../reports/aggregate/catalogue.ts';
import type { CaseResult, Report } from '../../reports/schema.ts';
import { describeFigure } from '../../reports/view/compared.ts';
import { comparison } from '../../reports/view/comparison.ts';
import { renderComparison, renderComparisonHtml, renderComparisonMarkdown } from './render.ts';
import { aggregate, catalogue, operator, planAll, realistic, resultsOf } from './samples.ts';

const { plan, results } = realistic();
const usual = aggregate(plan, results);
const runtime = (name: string, judge: (cell: PlannedCell, n: number) => Partial<CaseResult>): Report => {
  const own = planAll(catalogue, ['float32', 'int32', 'int64'], 4);
  return { ...aggregate(own, resultsOf(own, judge)), backend: { name, version: '1.0' } };
};
const overflow = (choiceOf: (cell: PlannedCell) => string | undefined) => (cell: PlannedCell) => {
  const choice = cell.clause === 'integer-overflow' && cell.dtype !== 'float32' ? choiceOf(cell) : undefined;
  return { tier: 'exact' as const, ...(choice && { observations: [{ policy: 'integer-overflow', choice }] }) };
};
const wraps = runtime(
  'wraps',
  overflow(() => 'wrap'),
);
const mixed = runtime(
  'mixed',
  overflow(({ dtype }) => (dtype === 'int64' ? 'saturate' : 'wrap')),
);
const narrow = runtime(
  'narrow',
  overflow(({ dtype }) => (dtype === 'int64' ? undefined : 'wrap')),
);

test('an open point is one row where all do the same, whatever else a runtime was not seen to do', () => {
  const [policy, ...others] = comparison([wraps, narrow]).policies;
  expect(others).toEqual([]);
  expect(policy).toMatchObject({ policy: 'integer-overflow', differs: false });
  expect(policy!.open).toContain('leaves the range');
  expect(policy!.rows.map(({ scopes, seen }) => [scopes, seen.map((one) => one?.choices)])).toEqual([
    [
      [
        {
          operators: ['ReduceL1', 'ReduceL2', 'ReduceMean', 'ReduceSum', 'ReduceSumSquare'],
          dtypes: ['int32', 'int64'],
        },
      ],
      [['wrap'], ['wrap']],
    ],
  ]);
});

test('an open point is split where a runtime does otherwise in other dtypes', () => {
  const [policy] = comparison([wraps, mixed, narrow]).policies;
  expect(policy!.differs).toBe(true);
  const rows = policy!.rows.map(({ scopes, seen, differs }) => [
    scopes[0]!.dtypes,
    seen.map((one) => one?.choices.join() ?? null),
    differs,
  ]);
  expect(rows).toEqual([
    [['int32'], ['wrap', 'wrap', 'wrap'], false],
    [['int64'], ['wrap', 'saturate', null], true],
  ]);
});

test('points at which runtimes differ come first', () => {
  const both = (choice: string) => {
    const own = planAll(catalogue, ['int32'], 1);
    const observations = [
      { policy: 'integer-overflow', choice: 'wrap' },
      { policy: 'axes-duplicate', choice },
    ];
    return aggregate(
      own,
      resultsOf(own, () => ({ observations })),
    );
  };
  expect(comparison([both('accepted'), both('rejected')]).policies.map(({ policy }) => policy)).toEqual([
    'axes-duplicate',
    'integer-overflow',
  ]);
});

test('runtimes differ only where no one choice explains what they do', () => {
  const choosing = (choice: string) =>
    runtime(
      choice,
      overflow(() => choice),
    );
  const differ = (...choices: string[]) => comparison(choices.map(choosing)).policies[0]!.differs;
  expect(differ('wrap or saturate', 'wrap')).toBe(false);
  expect(differ('wrap', 'saturate')).toBe(true);
  expect(differ('wrap or saturate', 'wrap', 'saturate')).toBe(true);
});

test('a finding of several runtimes is reported once, before those of one', () => {
  const { findings } = comparison([wraps, usual, usual]);
  const spread = findings.map(({ seen }) => seen.map((one) => one !== null));
  expect(spread[0]).toEqual([false, true, true]);
  expect(findings.map(({ id }) => id)).toEqual([...new Set(usual.findings.map(({ id }) => id))]);
  expect(findings[0]!.seen[1]).toMatchObject({ number: 1, cases: usual.findings[0]!.cases });
});

test('versions share a band as long as no runtime goes from passing to breaking or to unsupported', () => {
  const broken = runtime('broken', ({ version, dtype }) =>
    version >= 13 && dtype === 'int32' ? { outcome: 'crash', message: 'gone' } : {},
  );
  const [sum] = comparison([wraps, broken]).operators;
  expect(sum).toMatchObject({ operator: 'ReduceSum' });
  expect(sum!.bands.map(({ versions, opsets }) => [versions, opsets])).toEqual([
    [[1, 11], { first: 1, last: 12 }],
    [[13], { first: 13, last: 28 }],
  ]);
  expect(sum!.bands.map(({ counts }) => counts.map(describeFigure))).toEqual([
    ['✓', '✓'],
    ['✓', '66.6 %'],
  ]);
  const none = { pass: 0, fail: 0, unsupported: 3, error: 0, crash: 0, timeout: 0 };
  expect([none, { ...none, pass: 1 }, { ...none, unsupported: 0 }, null].map(describeFigure)).toEqual([
    '–',
    '✓*',
    '',
    '',
  ]);
});

test('an operator that a run did not have has no figure there', () => {
  const few = planAll(operator('Sum', [[13, 13, 28]]), ['float32'], 2);
  const other = aggregate(few, resultsOf(few), operator('Sum', [[13, 13, 28]]));
  const found = comparison([wraps, other]).operators.find((one) => one.operator === 'Sum');
  expect(found!.counts).toEqual([null, expect.objectContaining({ pass: 6 })]);
});

test('how near each runtime comes to its bounds is reported for operators in which some runtime rounds', () => {
  const rounding = runtime('rounding', ({ operator, dtype }, n) => {
    if (operator !== 'ReduceSum' || dtype !== 'float32') return { tier: 'exact' };
    return n === 0 ? { outcome: 'fail', problem: 'value' } : { tier: 'native', errorOverBound: 0.35 };
  });
  const compared = comparison([wraps, rounding]);
  const [{ operator, dtype, seen }, ...others] = compared.bounds as [(typeof compared.bounds)[0]];
  expect([operator, dtype, others]).toEqual(['ReduceSum', 'float32', []]);
  expect(seen.map((one) => one?.worstErrorOverBound)).toEqual([0, 0.35]);
  expect(renderComparison(compared)).toMatch(
    /Errors and bounds .*float32: 1 operator\n +operator +A +B\n +ReduceSum +exact +native 0\.35 \(\d+✗\)/s,
  );
  for (const text of [renderComparisonMarkdown(compared), renderComparisonHtml(compared)]) {
    expect(text).toMatch(/native 0\.35 \(\d+✗\)/);
  }
});

test('no two runtimes have one name, and what differs between runs is said', () => {
  const newer = { ...wraps, backend: { name: 'wraps', version: '2.0' } };
  const seeded = { ...wraps, options: { ...wraps.options, seed: 7 } };
  const { runtimes, unequal } = comparison([wraps, newer, seeded, mixed]);
  expect(runtimes.map(({ name }) => name)).toEqual(['wraps 1.0 (1)', 'wraps 2.0', 'wraps 1.0 (3)', 'mixed']);
  expect(unequal).toEqual([{ what: 'seed', values: ['42', '42', '7', '42'] }]);
});

test.each([80, 120])('fits into %d columns, with everything or in short', (columns) => {
  const compared = comparison([
    wraps,
    mixed,
    narrow,
    usual,
    { ...usual, backend: { name: 'a-long-name', version: '9' } },
  ]);
  for (const full of [false, true]) {
    const lines = renderComparison(compared, { columns, full }).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines.join('\n')).toMatch(/A {2}wraps 1\.0 +100 % +0 of \d+/);
    expect(lines.join('\n')).toMatch(/A.*: wrap/);
  }
});

test('Markdown has a column for each runtime and a table for each open point', () => {
  const text = renderComparisonMarkdown(comparison([wraps, mixed]));
  expect(text).toContain('| where | wraps | mixed |');
  expect(text).toMatch(/### `integer-overflow`: .*\n\| .*int\d+.* \| wrap \| (wrap|saturate) \|/s);
  expect(text).toContain('differ at 1 of 1 point.');
});
