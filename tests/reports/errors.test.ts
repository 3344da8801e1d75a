import { expect, test } from 'vitest';
import type { CaseResult, Report } from '../../reports/schema.ts';
import { comparison } from '../../reports/view/comparison.ts';
import { describeError } from '../../reports/view/errors.ts';
import {
  renderComparison,
  renderComparisonHtml,
  renderComparisonMarkdown,
  renderHtml,
  renderMarkdown,
} from './render.ts';
import { aggregate, operator, planAll, renderFull, resultsOf } from './samples.ts';

const functions = ['Exp', 'Tanh', 'Abs', 'ReduceSum'].flatMap((name) => operator(name, [[13, 13, 28]]));
const plan = planAll(functions, ['float32', 'float64'], 4);

/** A report of three kinds of data, in turn: `says` tells of each case what is not `exact`. */
function runtime(name: string, says: (operator: string, kind: string, n: number) => Partial<CaseResult>): Report {
  const results = resultsOf(plan, ({ operator: own, dtype }, n) => {
    const dataClass = ['mixed', 'small', 'special', 'mixed'][n]!;
    return { dataClass, tier: 'exact', ...(dtype === 'float32' && says(own, dataClass, n)) };
  });
  return { ...aggregate(plan, results, functions), backend: { name, version: '1.0' } };
}

const good = runtime('good', (own, kind, n) =>
  own === 'Abs' || kind !== 'mixed'
    ? {}
    : { tier: 'faithful', errorOverBound: 0.25, ulps: 0.75 + n / 8, absoluteError: 3e-8 },
);
const coarse = runtime('coarse', (own, kind) => {
  if (own === 'ReduceSum') return { ulps: 1e6 };
  if (own !== 'Tanh') return {};
  return kind === 'special' ? { outcome: 'fail', problem: 'value', ulps: 4e7, absoluteError: 1.5e-7 } : { ulps: 2.06 };
});
const silent = runtime('silent', () => ({ outcome: 'unsupported', message: 'no' }));

test('the worst errors are kept by kind of data, with their case, also those of failed cases', () => {
  const errorsOf = (report: Report) => report.accuracy.find((own) => own.operator === 'Tanh')!.errors;
  expect(errorsOf(good)).toEqual({
    mixed: {
      ulps: 1.125,
      absoluteError: 3e-8,
      worstCase: 'Tanh/13/float32/integer-overflow/3',
      worstErrorOverBound: 0.25,
    },
    small: { ulps: 0 },
    special: { ulps: 0 },
  });
  expect(errorsOf(coarse)!.special).toEqual({
    ulps: 4e7,
    absoluteError: 1.5e-7,
    worstCase: 'Tanh/13/float32/integer-overflow/2',
    failed: 3,
  });
});

test('a function has a row where some answer is not exact; sums have none', () => {
  const { errors } = comparison([good, coarse, silent]);
  expect(errors.map((row) => [row.operator, row.dtype])).toEqual([
    ['Exp', 'float32'],
    ['Tanh', 'float32'],
  ]);
  const [, tanh] = errors;
  expect(tanh!.usual.map((one) => one?.ulps)).toEqual([1.125, 2.06, undefined]);
  expect(tanh!.others.map((one) => one?.ulps)).toEqual([0, 4e7, undefined]);
  expect(tanh!.kinds.map(({ kind }) => kind)).toEqual(['mixed', 'small', 'special']);
});

test.each([
  [{ ulps: 0 }, '0.5'],
  [{ ulps: 0, absoluteError: 2e-9, worstCase: 'X' }, '(2.0e-9)'],
  [{ ulps: 0.5625, absoluteError: 2e-9, worstCase: 'X' }, '0.56'],
  [{ ulps: 0.5004, absoluteError: 2e-9, worstCase: 'X' }, '0.51'],
  [{ ulps: 29, absoluteError: 2e-9, worstCase: 'X' }, '29'],
  [{ ulps: 2577.2, absoluteError: 7.53e-8, worstCase: 'X' }, '2.6e3 (7.5e-8)'],
  [{ ulps: 4.2e7, worstCase: 'X' }, '4.2e7'],
  [{ ulps: 4.2e7, worstCase: 'X', failed: 2 }, '4.2e7 ✗'],
])('%j in words', (errors, words) => {
  expect(describeError(errors)).toBe(words);
});

test('every page of a comparison has the table', () => {
  const compared = comparison([good, coarse, silent]);
  expect(renderComparison(compared)).toMatch(/Tanh +1\.1 \/ 0\.5 +2\.1 \/ 4\.0e7 \(1\.5e-7\) ✗\n/);
  expect(renderComparisonMarkdown(compared)).toContain('| Tanh | 1.1 / 0.5 | 2.1 / 4.0e7 (1.5e-7) ✗ | |');
  expect(renderComparisonHtml(compared)).toContain('<td>2.1 / 4.0e7 (1.5e-7) ✗</td>');
  expect(renderComparison(comparison([silent, silent]))).not.toContain('Accuracy of functions');
});

test('so has the report of a run', () => {
  expect(renderFull(good)).toMatch(/Tanh +1\.1 \/ 0\.5\n/);
  expect(renderMarkdown(good)).toContain(
    '| Tanh | float32 | mixed | 1.1 | 0.25 | | `Tanh/13/float32/integer-overflow/3` |',
  );
  expect(renderHtml(good)).toContain(
    '<td>1.1</td><td>0.25</td><td></td><td><code>Tanh/13/float32/integer-overflow/3</code></td>',
  );
});
