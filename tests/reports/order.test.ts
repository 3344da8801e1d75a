import { expect, test } from 'vitest';
import type { PlannedCell } from '../../reports/aggregate/catalogue.ts';
import { renderMarkdown } from './render.ts';
import { aggregate, catalogue, operator, planAll, renderFull, resultsOf } from './samples.ts';

const entries = operator('Sum', [
  [1, 1, 12],
  [13, 13, 28],
]);
const plan = planAll(entries, ['float16', 'float32'], 4);
const judged = (judge: Parameters<typeof resultsOf>[1]) => aggregate(plan, resultsOf(plan, judge), entries);

test('crashes and hangs come first, then what breaks more, where the specification is clear', () => {
  const outcomes = ['error', 'timeout', 'fail', 'crash'] as const;
  const report = judged(({ clause, dtype }, n) => ({
    outcome: clause === 'noop-with-empty-axes' && n === 1 ? 'pass' : outcomes[n]!,
    message: dtype,
  }));
  expect(report.findings.map(({ outcome, level }) => `${outcome} ${level}`)).toEqual([
    'crash specified',
    'timeout specified',
    'fail specified',
    'error specified',
  ]);
});

test('of equals a wrong answer comes before an error, which is loud; a demand comes last', () => {
  const short = { outcome: 'fail', problem: 'tier', tier: 'native', message: 'reaches only tier native' } as const;
  const report = judged(({ clause }, n) => {
    if (clause === 'keepdims-0' && n < 2) return { outcome: n === 0 ? 'error' : 'fail', message: 'a' };
    return clause === 'noop-with-empty-axes' && n > 0 ? short : {};
  });
  expect(report.findings.map(({ outcome, problem, cases }) => [outcome, problem, cases])).toEqual([
    ['fail', 'value', 4],
    ['error', undefined, 4],
    ['fail', 'tier', 6],
  ]);
});

test('a wrong shape that breaks one clause is reported with the words of the clause', () => {
  const report = judged(({ clause }) => (clause === 'keepdims-0' ? { outcome: 'fail', problem: 'shape' } : {}));
  const text = 'With keepdims = 0 the reduced dimensions are absent from the output.';
  expect(renderMarkdown(report)).toContain(`\n\n> \`keepdims-0\`: ${text}  \n`);
  expect(renderFull(report, { columns: 120 })).toContain(`\n      keepdims-0: ${text}\n`);
});

test('a case without elements is the smallest only among such', () => {
  const smallestOf = (sizes: readonly number[]) =>
    judged((_, n) => ({ outcome: 'error', message: 'a', size: sizes[n]! })).findings[0]!.smallest.size;
  expect(smallestOf([0, 7, 3, 0])).toBe(3);
  expect(smallestOf([0, 0, 0, 0])).toBe(0);
});

test('dtypes are in the order of their table, whichever was met first', () => {
  const seen = ({ operator }: PlannedCell) => (operator === 'ReduceMean' ? 'int32' : 'int8');
  const cells = planAll(catalogue, ['int8', 'int32'], 1);
  const found = resultsOf(cells, (cell) =>
    seen(cell) === cell.dtype && cell.operator !== 'ReduceSum' ? { outcome: 'unsupported', message: 'no' } : {},
  );
  expect(renderMarkdown(aggregate(cells, found))).toContain('cases of int8 int32, opsets');
});

test('a second model of sessions is reported where it may be what is not supported', () => {
  const cells = planAll(entries, ['float32'], 3);
  const reported = (ofSession: (n: number) => boolean) => {
    const results = resultsOf(cells, (_, n) => ({
      outcome: 'unsupported',
      message: 'no',
      ...(ofSession(n) && { hasSecondModel: true }),
    }));
    return renderMarkdown(aggregate(cells, results, entries)).includes('all with a second model in the session');
  };
  expect([reported(() => true), reported((n) => n > 0)]).toEqual([true, false]);
});

test('a second model that is not supported is named, next to the operator and dtype of the case', () => {
  const cells = planAll(entries, ['float32', 'float64'], 3);
  const results = resultsOf(cells, ({ operator, version, dtype }, n) => {
    if (dtype === 'float64') return { outcome: 'unsupported', message: 'dtype float64' };
    if (n > 0) return {};
    const atFault = { operator, version, dtype: 'float64' as const };
    return { outcome: 'unsupported', message: 'dtype float64', hasSecondModel: true, atFault };
  });
  const { unsupported } = aggregate(cells, results, entries);
  expect(unsupported.map(({ common, where }) => [common, where.flatMap(({ dtypes }) => dtypes)])).toEqual([
    [[], expect.arrayContaining(['float64'])],
    [['the second model is float64'], expect.arrayContaining(['float32'])],
  ]);
  const text = renderMarkdown(aggregate(cells, results, entries));
  const cases = cells.filter(({ dtype }) => dtype === 'float32').length;
  expect(text).toMatch(new RegExp(`\\| ${cases} cases of float32, opsets? [^|]*, the second model is float64 \\|`));
});
