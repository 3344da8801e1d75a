import { expect, test } from 'vitest';
import type { Catalogue, PlannedCell } from '../../reports/aggregate/catalogue.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { verdict } from '../../reports/view/verdict.ts';
import { renderMarkdown } from './render.ts';
import { aggregate, planAll, renderFull, resultsOf } from './samples.ts';

const basic = ['definition', 'axes', 'rank', 'length'] as const;
const clauseOf = (id: string) => ({ id, level: 'specified' as const, text: `All about ${id}.`, source: 'the text' });
const entryOf = (operator: string, more: readonly string[]): Catalogue[number] => {
  return { operator, version: 1, firstOpset: 1, lastOpset: 28, clauses: [...basic, ...more].map(clauseOf) };
};
/** Six operators; the first has a clause that no other has, the second and third one that only they have. */
const entries = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, i) =>
  entryOf(name, ['reuse', ...(i === 0 ? ['rounding'] : []), ...(i === 1 || i === 2 ? ['exact'] : [])]),
);
const plan = planAll(entries, ['float16', 'float32', 'int32', 'int64'], 4);

type Judge = (cell: PlannedCell, n: number) => false | Partial<CaseResult>;
const resultsWith = (wrong: Judge) =>
  resultsOf(plan, (cell, n) => {
    const fault = wrong(cell, n);
    return fault ? { outcome: 'fail', problem: 'value', ...fault } : {};
  });
const reportOn = (wrong: Judge) => aggregate(plan, resultsWith(wrong), entries);
const findingsOf = (wrong: Judge) =>
  reportOn(wrong).findings.map(({ where, clauses }) => `${where.map(({ operator }) => operator)}: ${clauses}`);

const isInteger = ({ dtype }: PlannedCell) => dtype.startsWith('int');
const isBasic = ({ clause }: PlannedCell) => (basic as readonly string[]).includes(clause);

/** A is wrong for integers, now in the one dtype, now in the other, in single cases. */
const unlucky: Judge = ({ operator, dtype, clause }, n) =>
  operator === 'A' &&
  ((dtype === 'int32' && ['definition', 'axes'].includes(clause) && n > 1) ||
    (dtype === 'int64' && ['rank', 'length', 'rounding'].includes(clause) && n === 3)) && { message: 'wrong' };

test('an operator that breaks what others keep is one finding, with all it breaks', () => {
  const report = reportOn(unlucky);
  expect(report.findings).toHaveLength(1);
  expect(report.findings[0]).toMatchObject({
    problem: 'value',
    cases: 7,
    of: 20,
    where: [{ operator: 'A', version: 1, dtypes: ['int32', 'int64'], cases: 7 }],
    clauses: ['definition', 'axes', 'rank', 'length', 'rounding'],
    smallest: { id: 'A/1/int32/axes/2' },
  });
  expect(report.findings[0]).not.toHaveProperty('message');
  expect(report.failedClauses.map(({ clause, failed, findings }) => [clause, failed, findings])).toEqual([
    ['definition', 2, [1]],
    ['axes', 2, [1]],
    ['rank', 1, [1]],
    ['length', 1, [1]],
    ['rounding', 1, [1]],
  ]);
  expect(verdict(report).finding).toMatch(
    /^7 of \d+ judged cases are wrong \(1\.3 %\); 1 finding, which breaks ONNX's text\.$/,
  );
  expect(aggregate(plan, resultsWith(unlucky).toReversed(), entries)).toEqual(report);
});

test('it says what is wrong, and which clauses it breaks', () => {
  const report = reportOn(unlucky);
  const breaks = 'definition, axes, rank, length, rounding\n';
  const terminal = renderFull(report);
  expect(terminal).toContain('  1 ✗ wrong values in integers: axes, in 7 of 20 cases · ');
  expect(terminal).toContain(`      breaks         ${breaks}`);
  const markdown = renderMarkdown(report);
  expect(markdown).toContain('1. wrong values in integers: axes, in 7 of 20 cases\n');
  expect(markdown).toContain('\n- breaks: [`definition`](#clause-definition), [`axes`](#clause-axes), ');
  const half = reportOn((cell) => cell.operator === 'B' && cell.dtype === 'float16' && {});
  expect(renderFull(half)).toContain('wrong values in float16: definition, in 24 of 24 cases · ');
});

test('two operators, each with a fault of its own, are two findings, also where they break the same clauses', () => {
  expect(
    findingsOf(
      (cell, n) => unlucky(cell, n) || (cell.operator === 'B' && !isInteger(cell) && isBasic(cell) && n > 0 && {}),
    ),
  ).toEqual(['B: definition,axes,rank,length', 'A: definition,axes,rank,length,rounding']);
});

const byClause = basic.map((clause) => expect.stringMatching(new RegExp(`: ${clause}$`)));

test('a clause that many operators break is told as a clause', () => {
  const findings = findingsOf((cell, n) => isInteger(cell) && isBasic(cell) && cell.operator < 'E' && n === 0 && {});
  expect(findings).toEqual(expect.arrayContaining(byClause));
  expect(findings).toHaveLength(4);
});

test('so is what nothing else keeps, and what is broken in two clauses only', () => {
  const own = planAll([entries[0]!], ['int32', 'int64'], 4);
  const results = resultsOf(own, () => ({ outcome: 'fail', problem: 'value' }));
  expect(aggregate(own, results, [entries[0]!]).findings.map(({ clauses }) => clauses)).toHaveLength(6);
  const few = findingsOf(({ operator, clause }) => operator === 'A' && ['axes', 'rank'].includes(clause) && {});
  expect(few).toEqual(['A: axes', 'A: rank']);
});

test('another fault of the same operator stays apart where its dtypes tell', () => {
  const wide = (cell: PlannedCell) => cell.operator === 'B' && isInteger(cell) && isBasic(cell);
  const int64 = ({ operator, clause, dtype }: PlannedCell) =>
    operator === 'B' && clause === 'exact' && dtype === 'int64';
  const both: Judge = (cell, n) => (wide(cell) && n > 0 && {}) || (int64(cell) && n > 0 && {});
  expect(findingsOf(both)).toEqual(['B: definition,axes,rank,length', 'B: exact']);
  // a single case in one dtype may be chance
  const chance: Judge = (cell, n) => (wide(cell) && n > 0 && {}) || (int64(cell) && n === 3 && {});
  expect(findingsOf(chance)).toEqual(['B: definition,axes,rank,length,exact']);
});

const state = { id: 'state', text: 'right without the runs before it' };

test('a session belongs to it whose run is wrong alone, and no other', () => {
  const session =
    (alone: 'right' | 'wrong'): Judge =>
    (cell, n) =>
      unlucky(cell, n) ||
      (n === 2 &&
        cell.operator === 'A' &&
        cell.dtype === 'int64' &&
        cell.clause === 'reuse' && { alone, ...(alone === 'right' && { explanations: [state] }) });
  const all = 'A: definition,axes,rank,length';
  expect(findingsOf(session('wrong'))).toEqual([`${all},reuse,rounding`]);
  expect(findingsOf(session('right'))).toEqual([`${all},rounding`, 'A: reuse']);
  expect(renderMarkdown(reportOn(session('right')))).toContain('asked again without the runs before it, it is right');
});

test('a session that breaks what is stricter is not told under it', () => {
  const lenient: Judge = (cell, n) => {
    const wrong = unlucky(cell, n);
    return wrong && { ...wrong, breaks: 'implied' };
  };
  const session = (breaks: 'implied' | 'specified'): Judge => {
    return (cell, n) =>
      lenient(cell, n) ||
      (n === 2 &&
        cell.operator === 'A' &&
        cell.dtype === 'int64' &&
        cell.clause === 'reuse' && { alone: 'wrong', breaks });
  };
  const all = 'A: definition,axes,rank,length';
  expect(findingsOf(session('implied'))).toEqual([`${all},reuse,rounding`]);
  expect(findingsOf(session('specified'))).toEqual(['A: reuse', `${all},rounding`]);
});

test('a clause of calls belongs to what is computed wrongly of the same operator and dtypes', () => {
  const calls = [entryOf('A', ['output-type']), entryOf('B', ['output-type'])];
  const cells = planAll(calls, ['float32', 'int32'], 2);
  const found = (wrong: (cell: PlannedCell) => boolean) =>
    aggregate(
      cells,
      resultsOf(cells, (cell) => (wrong(cell) ? { outcome: 'fail', problem: 'value' } : {})),
      calls,
    ).findings.map(({ clauses, smallest }) => `${clauses}: ${smallest.clause}`);
  const breaks = (dtype: string) => (cell: PlannedCell) =>
    cell.operator === 'A' &&
    ((cell.clause === 'definition' && cell.dtype === 'float32') ||
      (cell.clause === 'output-type' && cell.dtype === dtype));
  expect(found(breaks('float32'))).toEqual(['definition,output-type: definition']);
  expect(found(breaks('int32'))).toHaveLength(2);
});

test('sessions by themselves do not prove it', () => {
  const alone = { alone: 'wrong' as const };
  const findings = findingsOf((cell) => cell.operator === 'A' && isInteger(cell) && isBasic(cell) && alone);
  expect(findings).toEqual(['A: axes', 'A: definition', 'A: length', 'A: rank']);
});
