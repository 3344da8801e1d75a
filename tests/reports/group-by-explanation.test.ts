import { expect, test } from 'vitest';
import type { PlannedCell } from '../../reports/aggregate/catalogue.ts';
import { parseReport, writeReport } from '../../reports/schema/json.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { renderMarkdown } from './render.ts';
import { aggregate, operator, planAll, renderFull, resultsOf } from './samples.ts';

const entries = [...operator('SumA', [[13, 13, 28]]), ...operator('SumB', [[13, 13, 28]])];
const plan = planAll(entries, ['float32', 'int64'], 6);
const symptom = (id: string) => ({ id, text: `the symptom ${id}` });

type Judge = (cell: PlannedCell, n: number) => readonly string[] | false;
const resultsWith = (symptoms: Judge, more: Partial<CaseResult> = {}) =>
  resultsOf(plan, (cell, n) => {
    const ids = symptoms(cell, n);
    if (!ids) return {};
    const explanations = ids.length > 0 && { explanations: ids.map(symptom) };
    return { outcome: 'fail', problem: 'value', ...explanations, ...more };
  });
const reportOn = (symptoms: Judge, more?: Partial<CaseResult>) => aggregate(plan, resultsWith(symptoms, more), entries);
const idsOf = (symptoms: Judge) => reportOn(symptoms).findings.map(({ id, cases }) => [id, cases]);

test('one symptom is one finding, whatever the clause, the operator and the dtype', () => {
  const report = reportOn((_, n) => n === 0 && ['through-float64']);
  expect(report.findings).toHaveLength(1);
  expect(report.findings[0]).toMatchObject({ id: 'through-float64', explanation: symptom('through-float64') });
  expect(report.findings[0]!.clauses.length).toBeGreaterThan(1);
  expect(parseReport(writeReport(report))).toEqual(JSON.parse(JSON.stringify(report)));
  for (const text of [renderFull(report), renderMarkdown(report)]) {
    expect(text).toContain('the symptom through-float64, in ');
    expect(text).toMatch(/id:? +`?through-float64/i);
  }
});

test('of several that fit it is the one that fits most cases of the operator and dtype', () => {
  const rare: Judge = (_, n) => n < 3 && (n === 0 ? ['zero', 'flushed'] : ['flushed']);
  expect(idsOf(rare).map(([id]) => id)).toEqual(['flushed']);
  expect(aggregate(plan, resultsWith(rare).toReversed(), entries)).toEqual(reportOn(rare));
  // elsewhere the same value may have another cause
  const apart: Judge = (cell, n) => (cell.operator === 'SumA' ? n < 2 && ['zero'] : rare(cell, n));
  expect(idsOf(apart).map(([id]) => id)).toEqual(['flushed', 'zero']);
});

test('of equals it is that which fits most elsewhere, then the more specific', () => {
  expect(idsOf((_, n) => n === 0 && ['specific', 'general']).map(([id]) => id)).toEqual(['specific']);
  const elsewhere: Judge = ({ operator }, n) => n === 0 && (operator === 'SumA' ? ['one', 'both'] : ['both']);
  expect(idsOf(elsewhere).map(([id]) => id)).toEqual(['both']);
});

test('what nothing explains is apart, but for few cases where most are explained', () => {
  const half: Judge = ({ clause }, n) => clause === 'keepdims-0' && (n < 3 ? ['zero'] : []);
  expect(idsOf(half).map(([id]) => id)).toEqual(['zero', 'clause-keepdims-0']);
  const most: Judge = ({ clause }, n) => clause === 'keepdims-0' && (n < 4 ? ['zero'] : n < 5 && []);
  expect(idsOf(most)).toEqual([['zero', 20]]);
});

const chance = (negative: (n: number) => boolean) => {
  const results = resultsOf(plan, ({ operator, dtype, clause }, n) => {
    const facts = { words: n < 4 ? ['a negative axis'] : [], measures: {} };
    if (operator !== 'SumA' || dtype !== 'float32') return { facts };
    if (n < 3) return { facts, outcome: 'fail', problem: 'shape' };
    if (clause !== 'keepdims-0' || !negative(n)) return { facts };
    return { facts, outcome: 'fail', problem: 'value', explanations: [symptom('identity')] };
  });
  return aggregate(plan, results, entries);
};

test('an explanation of few cases names no finding where they have what names a larger one', () => {
  const report = chance((n) => n === 3);
  expect(report.findings.map(({ id, cases }) => [id, cases])).toEqual([['shape', 10]]);
  for (const text of [renderFull(report), renderMarkdown(report)]) {
    expect(text).toContain('with a negative axis: wrong shape, in 10 of ');
  }
  expect(chance((n) => n === 4).findings.map(({ id, cases }) => [id, cases])).toEqual([
    ['shape', 9],
    ['identity', 1],
  ]);
});

test('what no other case has is always there', () => {
  const report = chance(() => false);
  const [finding] = report.findings;
  const always = { ...report, findings: [{ ...finding!, always: ['a negative axis'] }] };
  expect(renderFull(always)).toContain('with a negative axis: wrong shape, in 9 of ');
});

test('ids follow from the symptom, not from how often and where it was seen', () => {
  const all = reportOn((_, n) => n < 4 && (n < 2 ? ['zero'] : ['through-float32'])).findings;
  const less = reportOn(
    ({ dtype, operator }, n) => dtype === 'int64' && operator === 'SumB' && n === 2 && ['through-float32'],
  ).findings;
  expect(less.map(({ id }) => id)).toEqual(['through-float32']);
  expect(all.map(({ id }) => id).sort()).toEqual(['through-float32', 'zero']);
  const errors = (message: string, dtype: string) => {
    const results = resultsOf(plan, (cell) => (cell.dtype === dtype ? { outcome: 'error', message } : {}));
    return aggregate(plan, results, entries).findings.map(({ id }) => id);
  };
  expect(errors('no kernel for float32 of 3', 'float32')).toEqual(errors('no kernel for int64 of 7', 'int64'));
  expect(errors('no kernel', 'int64')).not.toEqual(errors('out of memory', 'int64'));
});

test('the result of the rerun is shown, whether it came to the same or not', () => {
  const report = reportOn((_, n) => n === 0 && ['zero']);
  const looked = (outcome: 'fail' | 'pass') => ({
    ...report,
    findings: report.findings.map((finding) => ({ ...finding, again: { outcome } })),
  });
  for (const render of [renderFull, renderMarkdown]) {
    expect(render(looked('fail')).replace(/\s+/g, ' ')).toMatch(/rerun:? *`?the same in a fresh process/);
    expect(render(looked('pass')).replace(/\s+/g, ' ')).toMatch(
      /rerun:? *`?pass in a fresh process: something is left over/,
    );
  }
});
