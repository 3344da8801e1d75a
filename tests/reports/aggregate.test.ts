import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Aggregator } from '../../reports/aggregate/aggregate.ts';
import { recorded } from '../../reports/schema/counts.ts';
import { writeReport } from '../../reports/schema/json.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { aggregate, catalogue, frame, operator, planAll, realistic, resultsOf } from './samples.ts';

const small = operator('Sum', [[13, 13, 28]]);
const smallPlan = planAll(small, ['float32', 'int32'], 2);
const [firstCell] = smallPlan;

test('the report does not depend on the order of arrival', () => {
  const { plan, results } = realistic();
  const inPlanOrder = writeReport(aggregate(plan, results));
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ noNaN: true })), (keys) => {
      const shuffled = results.map((result) => ({ result, key: keys.next().value })).sort((a, b) => a.key - b.key);
      const report = aggregate(
        plan.toReversed(),
        shuffled.map(({ result }) => result),
      );
      expect(writeReport(report)).toBe(inPlanOrder);
    }),
    { numRuns: 4 },
  );
});

test('every result is counted once in totals, matrix and cells', () => {
  const { plan, results } = realistic();
  const report = aggregate(plan, results);
  const sum = (all: readonly { counts: CaseCounts }[]) => all.reduce((n, { counts }) => n + recorded(counts), 0);
  expect(report.complete).toBe(true);
  expect([report.planned, recorded(report.totals), sum(report.matrix), sum(report.cells)]).toEqual(
    Array(4).fill(results.length),
  );
});
type CaseCounts = Parameters<typeof recorded>[0];

test('cells are listed in the order of the catalogue, those without a result too', () => {
  const report = aggregate(smallPlan.toReversed(), [], small);
  expect(report.complete).toBe(false);
  expect(report.cells.map((cell) => `${cell.dtype}/${cell.clause} ${cell.cases}`)).toEqual([
    'float32/keepdims-0 2',
    'float32/noop-with-empty-axes 2',
    'float32/integer-overflow 2',
    'int32/keepdims-0 2',
    'int32/noop-with-empty-axes 2',
    'int32/integer-overflow 2',
  ]);
});

test('a version of which nothing is planned is absent', () => {
  const plan = planAll(catalogue, ['float32'], 1).filter((cell) => cell.version === 18);
  expect(aggregate(plan, []).matrix.map((cell) => cell.version)).toEqual([18, 18, 18, 18]);
});

test('a result that was not planned is refused', () => {
  const [result] = resultsOf([firstCell!]);
  expect(() => aggregate(smallPlan, [{ ...result!, version: 1 }], small)).toThrow('no cell was planned');
});

test('a result too many is refused', () => {
  const results = resultsOf([{ ...firstCell!, cases: 3 }]);
  expect(() => aggregate(smallPlan, results, small)).toThrow('has its 2 planned results already');
});

test('a plan beyond the catalogue is refused', () => {
  expect(() => aggregate([{ ...firstCell!, clause: 'nonsense' }], [], small)).toThrow(
    'Sum/13/float32/nonsense: planned, but the catalogue has no such cell',
  );
});

test('a failed clause counts judged cases over all dtypes and names those that fail', () => {
  const results = resultsOf(smallPlan, ({ dtype, clause }, n) => {
    if (clause !== 'keepdims-0') return {};
    return { outcome: dtype === 'int32' ? 'crash' : n === 0 ? 'unsupported' : 'pass' };
  });
  const [failed, ...others] = aggregate(smallPlan, results, small).failedClauses;
  expect(others).toEqual([]);
  expect(failed).toMatchObject({ clause: 'keepdims-0', dtypes: ['int32'], failed: 2, cases: 3, level: 'specified' });
  expect(failed!.replay).toContain('Sum/13/int32/keepdims-0/0');
});

test.each(['fail', 'error', 'crash', 'timeout'] as const)('the outcome %s breaks a clause', (outcome) => {
  const results = resultsOf([firstCell!], () => ({ outcome }));
  expect(aggregate(smallPlan, results, small).failedClauses).toHaveLength(1);
});

test('the smallest case has the fewest elements, then the lowest id', () => {
  const sizes = [5, 3, 3];
  const cell = { ...firstCell!, cases: 3 };
  const results = resultsOf([cell], (_, n) => ({ outcome: 'fail', size: sizes[n]! }));
  expect(aggregate([cell], results.toReversed(), small).failedClauses[0]!.smallest.id).toMatch(/\/1$/);
});

test('observed choices are counted by policy, operator and dtype', () => {
  const results = resultsOf(smallPlan, (_, n) => ({
    observations: [{ policy: 'nan', choice: n === 0 ? 'propagate' : 'ignore' }],
  }));
  const versions = { ignore: [13], propagate: [13] };
  expect(aggregate(smallPlan, results, small).policies).toEqual([
    { policy: 'nan', operator: 'Sum', dtype: 'float32', choices: { ignore: 3, propagate: 3 }, versions },
    { policy: 'nan', operator: 'Sum', dtype: 'int32', choices: { ignore: 3, propagate: 3 }, versions },
  ]);
});

test('accuracy keeps the worst tier of the passes, their worst error with its case, and what proves nothing', () => {
  const cell = { ...firstCell!, cases: 3 };
  const said: Partial<CaseResult>[] = [
    { tier: 'faithful', errorOverBound: 0.5 },
    { tier: 'native', errorOverBound: 0.25, vacuous: 4 },
    { outcome: 'fail', problem: 'tier', tier: 'native', errorOverBound: 0.75, vacuous: 1 },
  ];
  expect(
    aggregate(
      [cell],
      resultsOf([cell], (_, n) => said[n]!),
      small,
    ).accuracy,
  ).toEqual([
    {
      operator: 'Sum',
      dtype: 'float32',
      worstTier: 'native',
      worstErrorOverBound: 0.5,
      worstCase: 'Sum/13/float32/keepdims-0/0',
      tiers: { faithful: 1, native: 1 },
      errors: { mixed: { ulps: 0, worstErrorOverBound: 0.5 } },
      failed: 1,
      vacuousElements: 4,
    },
  ]);
});

test('what a model of another dtype gets wrong in a session is reported for that dtype', () => {
  const plan = planAll(small, ['float32', 'float64'], 8);
  const report = aggregate(
    plan,
    resultsOf(plan, ({ operator, version, dtype }, n) =>
      dtype === 'float32' && n < 6
        ? { outcome: 'fail', problem: 'value', atFault: { operator, version, dtype: 'float64' } }
        : {},
    ),
    small,
  );
  const failedIn = report.accuracy.filter(({ failed }) => failed > 0).map(({ dtype }) => dtype);
  expect(failedIn).toEqual(['float64']);
  expect(report.failedClauses.flatMap(({ dtypes }) => dtypes)).not.toContain('float32');
  expect(report.findings.flatMap(({ where }) => where.flatMap(({ dtypes }) => dtypes))).not.toContain('float32');
});

test('an infinite error is left out of a failure, which stays visible, and refused in a pass', () => {
  const infinite = (outcome: 'fail' | 'pass') =>
    aggregate(
      smallPlan,
      resultsOf([{ ...firstCell!, cases: 1 }], () => ({ outcome, errorOverBound: Infinity })),
      small,
    );
  expect(() => infinite('pass')).toThrow('passes with errorOverBound Infinity');
  const report = infinite('fail');
  expect(report.accuracy[0]).toMatchObject({ failed: 1, worstErrorOverBound: 0 });
  expect(report.accuracy[0]).not.toHaveProperty('worstTier');
  expect(report.failedClauses[0]!.smallest).not.toHaveProperty('errorOverBound');
});

test('a report is a snapshot: later results do not change it', () => {
  const aggregator = new Aggregator({ catalogue: small, plan: smallPlan, replay: ({ id }) => id });
  const before = aggregator.report(frame);
  const text = writeReport(before);
  for (const result of resultsOf(smallPlan)) aggregator.add(result);
  expect(writeReport(before)).toBe(text);
});
