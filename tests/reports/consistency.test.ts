import { describe, expect, test } from 'vitest';
import { severalChoices } from '../../oracles/judge/explanations/explanation.ts';
import { observeOneOf } from '../../oracles/judge/possible-choices.ts';
import { parseReport, writeReport, writeResult } from '../../reports/schema/json.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { verdict } from '../../reports/view/verdict.ts';
import { renderMarkdown } from './render.ts';
import { aggregate, operator, planAll, renderFull, resultsOf } from './samples.ts';

const entries = ['SumA', 'SumB'].flatMap((name) => operator(name, [[1, 1, 12]]));
const plan = planAll(entries, ['int32', 'int64'], 6);

type Chosen = (cell: { operator: string; dtype: string; clause: string }, n: number) => string | undefined;
const made = (choose: Chosen, policy = 'integer-overflow') =>
  resultsOf(plan, (cell, n) => {
    const choice = cell.clause === 'integer-overflow' ? choose(cell, n) : undefined;
    return choice === undefined ? {} : { observations: [{ policy, choice }] };
  });
const report = (results: readonly CaseResult[]) => aggregate(plan, results, entries);

const mixed = report(
  made(({ operator, dtype }, n) => (operator === 'SumA' && dtype === 'int32' && n > 3 ? 'wrap' : 'saturate')),
);

test('one choice here and another there is a finding that no case shows alone', () => {
  expect(mixed.totals).toMatchObject({ fail: 0, pass: mixed.planned });
  expect(mixed.failedClauses).toEqual([]);
  expect(mixed.findings).toHaveLength(1);
  expect(mixed.findings[0]).toMatchObject({
    outcome: 'fail',
    problem: 'inconsistency',
    message:
      'integer-overflow depends on the case: wrap in SumA/1/int32/integer-overflow/4, saturate in SumA/1/int32/integer-overflow/0',
    cases: 2,
    of: 6,
    where: [{ operator: 'SumA', version: 1, dtypes: ['int32'], cases: 2 }],
    clauses: ['integer-overflow'],
    level: 'unspecified',
    smallest: { id: 'SumA/1/int32/integer-overflow/4', outcome: 'pass' },
    other: { id: 'SumA/1/int32/integer-overflow/0' },
  });
  expect(mixed.findings[0]!.replay).toMatch(/integer-overflow\/4 SumA\/1\/int32\/integer-overflow\/0'$/);
});

test('it decides the verdict, and both cases are shown', () => {
  expect(verdict(mixed)).toEqual({
    kind: 'not-conformant',
    finding: 'none of 48 judged cases is wrong; 1 finding, which is inconsistent where ONNX leaves a choice.',
    next: 'Start with finding 1; its replay command runs just that case.',
  });
  for (const text of [renderFull(mixed), renderMarkdown(mixed)]) {
    expect(text).toContain('NOT CONFORMANT');
    expect(text).toContain('integer-overflow varies: wrap / saturate, in 2 cases');
    expect(text).toMatch(/against\W+SumA\/1\/int32\/integer-overflow\/0/);
  }
  expect(parseReport(writeReport(mixed))).toEqual(JSON.parse(JSON.stringify(mixed)));
});

test('every operator version and dtype chooses for itself', () => {
  const own = report(made(({ operator, dtype }) => (operator === 'SumA' || dtype === 'int32' ? 'wrap' : 'saturate')));
  expect(verdict(own).kind).toBe('conformant');
});

test('one policy is one finding, wherever it differs', () => {
  const everywhere = report(made((_, n) => (n === 0 ? 'wrap' : 'saturate')));
  expect(everywhere.findings).toHaveLength(1);
  expect(everywhere.findings[0]).toMatchObject({ cases: 4, of: 24 });
  expect(everywhere.findings[0]!.where).toHaveLength(2);
});

test.each(['zero-sign', 'intermediate-range', 'a policy of another release'])('%s may vary', (policy) => {
  expect(report(made((_, n) => `${n}`, policy)).findings).toEqual([]);
});

test('a wrong answer is not a measure, one below the required tier is', () => {
  const failing = (problem: 'value' | 'policy' | 'tier') => {
    const results = made((_, n) => (n === 0 ? 'wrap' : 'saturate'));
    return report(
      results.map((r) => (r.observations?.[0]?.choice === 'wrap' ? { ...r, outcome: 'fail', problem } : r)),
    );
  };
  expect(new Set(failing('value').findings.map((finding) => finding.problem))).toEqual(new Set(['value']));
  expect(failing('policy').findings.map((finding) => finding.problem)).toEqual(['policy']);
  expect(failing('tier').findings.map((finding) => finding.problem)).toEqual(['inconsistency', 'tier']);
});

test('an answer that contradicts itself is reported once', () => {
  const message = 'integer-overflow depends on the position: wrap at [0], saturate at [1]';
  const both = ['wrap', 'saturate'].map((choice) => ({ policy: 'integer-overflow', choice }));
  const explanations = [severalChoices('integer-overflow')];
  const results = made((_, n) => (n === 0 ? 'wrap' : 'saturate')).map((result) =>
    /overflow\/5$/.test(result.id)
      ? ({ ...result, outcome: 'fail', problem: 'inconsistency', message, explanations, observations: both } as const)
      : result,
  );
  const found = report(results);
  expect(found.findings).toHaveLength(1);
  expect(found.findings[0]).toMatchObject({ id: 'choice-integer-overflow', cases: 4 });
  expect(found.findings[0]).not.toHaveProperty('other');
  expect(found.failedClauses.map(({ clause }) => clause)).toEqual(['integer-overflow', 'integer-overflow']);
  expect(found.policies[0]).toMatchObject({ contradictions: 1, choices: { saturate: 5, wrap: 2 } });
  expect(renderFull(found)).toContain('depends on the position (SumA, SumB: int32 int64)');
});

describe('choices that an answer leaves possible', () => {
  const some = (...choices: string[]) => observeOneOf('integer-rounding', choices);
  const seen = (perCase: readonly ReturnType<typeof some>[]) =>
    report(
      resultsOf(plan, ({ operator, dtype, clause }, n) =>
        operator === 'SumA' && dtype === 'int32' && clause === 'integer-overflow'
          ? { observations: [perCase[n]!] }
          : {},
      ),
    );
  const down = some('truncate', 'floor');
  const policiesOf = (...perCase: ReturnType<typeof some>[]) => seen(perCase).policies.map(({ choices }) => choices);

  test('are not a contradiction as long as one explains all cases, which is what is shown', () => {
    const all = seen([down, down, some('floor', 'nearest-even'), some('floor'), down, down]);
    expect(all.findings).toEqual([]);
    expect(all.policies).toMatchObject([{ policy: 'integer-rounding', choices: { floor: 6 } }]);
    expect(policiesOf(down, down, down, down, down, down)).toEqual([{ 'truncate or floor': 6 }]);
  });

  test('contradict what none of them explains', () => {
    const [finding, ...others] = seen([some('nearest-even'), down, down, down, down, some('truncate')]).findings;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ problem: 'inconsistency', cases: 1, of: 6 });
    expect(finding!.message).toBe(
      'integer-rounding depends on the case: truncate or floor in SumA/1/int32/integer-overflow/1, nearest-even in SumA/1/int32/integer-overflow/0',
    );
    expect(finding!.other!.id).toBe('SumA/1/int32/integer-overflow/1');
    expect(policiesOf(some('nearest-even'), down, down, down, down, down)).toEqual([
      { 'nearest-even': 1, 'truncate or floor': 5 },
    ]);
  });

  test('contradict each other where no two of them do', () => {
    const up = some('truncate', 'nearest-even');
    const odd = some('floor', 'nearest-even');
    const [finding] = seen([up, down, odd, down, down, down]).findings;
    expect(finding!.message).toMatch(
      /^integer-rounding depends on the case: (truncate or floor|truncate or nearest) in .*, floor or nearest-even in \S*2$/,
    );
    expect(finding!.message!.split(' in ')).toHaveLength(4);
  });

  test('are kept in the results', () => {
    const { smallest } = seen([some('nearest-even'), down, down, down, down, down]).findings[0]!;
    expect(JSON.parse(writeResult({ ...smallest, observations: [down] })).observations).toEqual([down]);
  });
});
