import { expect, test } from 'vitest';
import type { PlannedCell } from '../../reports/aggregate/catalogue.ts';
import type { ChangeKind, ResultPair } from '../../reports/aggregate/changes.ts';
import type { CaseResult, Report } from '../../reports/schema.ts';
import { difference } from '../../reports/view/difference.ts';
import { renderDifference, renderDifferenceMarkdown } from './render.ts';
import { aggregate, catalogue, planAll, realistic, resultsOf } from './samples.ts';

type Judge = (cell: PlannedCell, n: number) => Partial<CaseResult>;
const plan = planAll(catalogue, ['float32', 'int64'], 6);
const of = (judge: Judge, cells = plan) => {
  const results = resultsOf(cells, judge);
  return { report: aggregate(cells, results), results };
};
const passing: Judge = () => ({ tier: 'faithful', errorOverBound: 0.1 });
const pairsOf = (before: readonly CaseResult[], after: readonly CaseResult[]): ResultPair[] => {
  const ids = new Set([...after, ...before].map(({ id }) => id));
  const find = (all: readonly CaseResult[]) => new Map(all.map((result) => [result.id, result]));
  const [was, is] = [find(before), find(after)];
  return [...ids].map((id) => ({ before: was.get(id), after: is.get(id) }));
};
type Run = ReturnType<typeof of>;
const between = (before: Run, after: Run, report: Partial<Report> = {}) =>
  difference(before.report, { ...after.report, ...report }, pairsOf(before.results, after.results));
const said = ({ counts }: { counts: Readonly<Record<ChangeKind, number>> }) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

const wrong = {
  outcome: 'fail',
  problem: 'value',
  failure: { output: 0, index: [], got: '3', exact: '9', allowed: 'exactly 9' },
} as const;
const crash = { outcome: 'crash', message: 'exit code 139 (SIGSEGV)' } as const;
const unsupported = { outcome: 'unsupported', message: 'no kernel' } as const;
/** One case of float32 of the first operator is judged so, all others pass. */
const one = (judged: Partial<CaseResult>): Run =>
  of(({ operator, dtype, clause, version }, n) =>
    operator === 'ReduceSum' && version === 13 && dtype === 'float32' && clause === 'keepdims-0' && n === 2
      ? judged
      : passing({} as never, n),
  );
const right = one({ tier: 'faithful' });

test.each<[string, Partial<CaseResult>, Partial<CaseResult>, Record<string, number>, boolean]>([
  ['a failure', { tier: 'faithful' }, wrong, { 'newly failing': 1 }, true],
  ['a failure of what was unsupported', unsupported, wrong, { 'newly failing': 1 }, true],
  ['a crash of what failed', wrong, crash, { 'newly crashing': 1 }, true],
  ['a loss of support', { tier: 'exact' }, unsupported, { 'newly unsupported': 1 }, true],
  ['a looser tier', { tier: 'exact' }, { tier: 'native' }, { 'in a looser tier': 1 }, true],
  ['an error in place of a wrong value', wrong, { outcome: 'error', message: 'no' }, { 'fails otherwise': 1 }, false],
  ['a failure that is now unsupported', wrong, unsupported, { 'failed, now unsupported': 1 }, false],
  ['a fix', crash, { tier: 'exact' }, { 'newly passing': 1 }, false],
  ['a gain of support', unsupported, { tier: 'exact' }, { 'newly supported': 1 }, false],
  ['a tighter tier', { tier: 'native' }, { tier: 'wide' }, { 'in a tighter tier': 1 }, false],
  ['nothing', wrong, wrong, {}, false],
  ['nothing, where one has no tier', { tier: 'native' }, {}, {}, false],
])('sees %s', (_, before, after, counts, worse) => {
  const found = between(one(before), one(after));
  expect(said(found)).toEqual(counts);
  expect(found.worse).toBe(worse);
  expect(found.changed.map(({ cases, where }) => [cases, where])).toEqual(
    Object.keys(counts).map(() => [1, [{ operator: 'ReduceSum', version: 13, dtypes: ['float32'], cases: 1 }]]),
  );
});

test('cases that fail are reported by finding, with those of that finding that failed before', () => {
  const { plan: cells, results } = realistic();
  const usual = { report: aggregate(cells, results), results };
  const without = (kept: (result: CaseResult) => boolean) => {
    const own = results.map((result) =>
      result.outcome === 'fail' && !kept(result) ? { ...result, outcome: 'pass' as const, failure: undefined } : result,
    ) as CaseResult[];
    return { report: aggregate(cells, own), results: own };
  };
  const found = between(
    without(({ operator, dtype }) => operator === 'ReduceL1' && dtype === 'float16'),
    usual,
  );
  const failing = found.changed.filter(({ change }) => change === 'newly failing');
  expect(failing.length).toBeGreaterThan(0);
  expect(failing.every(({ finding }) => finding !== undefined)).toBe(true);
  const ids = failing.map(({ finding }) => finding!.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(failing.map(({ inBoth }) => inBoth)).toContain(true);
  const back = between(
    usual,
    without(() => false),
  );
  expect(back.changed.filter(({ change }) => change === 'newly passing').map(({ inBoth }) => inBoth)).not.toContain(
    true,
  );
  expect(back.worse).toBe(false);
});

test('cases that only one run has make nothing worse, unless the later run was interrupted', () => {
  const fewer = of(passing, planAll(catalogue, ['float32'], 6));
  const gone = between(right, fewer);
  expect(gone.went.cases).toBe(right.results.length - fewer.results.length);
  expect(gone.worse).toBe(false);
  expect(between(right, fewer, { complete: false }).worse).toBe(true);
  const came = between(
    fewer,
    of(() => crash),
  );
  expect(came.came.broken).toBe(came.came.cases);
});

test('invalid models count only where they are to count', () => {
  const invalid = (outcome: CaseResult['outcome']): CaseResult => ({
    ...{ id: 'ReduceSum/13/float32/invalid-axis/0', operator: 'ReduceSum', version: 13, dtype: 'float32' },
    ...{ clause: 'invalid-axis', level: 'specified', dataClass: 'grid', isInvalid: true },
    ...{ opset: 13, summary: 'axes=[7]', size: 2, outcome },
  });
  const taken: ResultPair = { before: invalid('rejected'), after: invalid('accepted') };
  const apart = difference(right.report, right.report, [taken]);
  expect([said(apart), apart.worse]).toEqual([{ 'no longer rejected': 1 }, false]);
  expect(renderDifference(apart)).toContain('1 invalid model no longer rejected');
  const gated = { ...right.report, options: { ...right.report.options, gateInvalid: true } };
  expect(difference(right.report, gated, [taken]).worse).toBe(true);
});

test('times are reported only where both are known, the work was the same and the difference is clear', () => {
  const taking = (backendSeconds: number | undefined, more: Partial<Report> = {}): Report => ({
    ...right.report,
    times: { ...right.report.times, ...(backendSeconds !== undefined && { backendSeconds }) },
    ...more,
  });
  const seconds = (before: Report, after: Report) => difference(before, after, []).seconds;
  expect(seconds(taking(10), taking(30))).toEqual({ before: 10, after: 30 });
  expect(difference(taking(10), taking(30), []).worse).toBe(false);
  expect(seconds(taking(10), taking(14))).toBeUndefined();
  expect(seconds(taking(1), taking(5))).toBeUndefined();
  expect(seconds(taking(undefined), taking(30))).toBeUndefined();
  expect(seconds(taking(10, { planned: 1 }), taking(30))).toBeUndefined();
});

test('another choice where the text leaves one is reported', () => {
  const choosing = (choice: string) => one({ observations: [{ policy: 'integer-overflow', choice }] });
  const { choices, worse } = between(choosing('wrap'), choosing('saturate'));
  expect(choices.map(({ policy, rows }) => [policy, rows[0]!.seen.map((seen) => seen!.choices)])).toEqual([
    ['integer-overflow', [['wrap'], ['saturate']]],
  ]);
  expect(worse).toBe(false);
});

test.each([80, 120])('fits into %d columns, and short is short', (columns) => {
  const everything = between(
    of(passing),
    of(({ operator }, n) => (n < 3 ? wrong : operator === 'ReduceL1' ? crash : unsupported)),
    {
      options: { ...right.report.options, seed: 7 },
    },
  );
  const short = renderDifference(everything, { columns }).split('\n');
  expect(Math.max(...short.map((line) => line.length))).toBeLessThanOrEqual(columns);
  expect(short.length).toBeLessThan(40);
  expect(short.slice(0, 6).join('\n')).toMatch(
    /^WORSE: \d+ newly failing[\s\S]*\nnot equal\s+seed: 42 before, 7 after: the same id is another model/,
  );
});

test('Markdown is fit for a comment whatever happened', () => {
  const { report, results } = of(passing);
  const after = results.map((result, n) => ({
    ...result,
    outcome: 'unsupported' as const,
    message: `${'x|'.repeat(400)} ${n}`,
  }));
  const text = renderDifferenceMarkdown(difference(report, report, pairsOf(results, after)));
  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/\n\d+ more cases that changed: /);
  expect(renderDifferenceMarkdown(between(right, right))).toContain('# Conformance\n\n**NO CHANGE**: ');
});
