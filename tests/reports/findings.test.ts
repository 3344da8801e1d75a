import { expect, test } from 'vitest';
import { spans } from '../../reports/aggregate/opsets.ts';
import { smallerCase } from '../../reports/aggregate/smallest.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { verdict } from '../../reports/view/verdict.ts';
import { renderMarkdown } from './render.ts';
import { aggregate, catalogue, operator, planAll, renderFull, resultsOf } from './samples.ts';

const entries = operator('Sum', [
  [1, 1, 12],
  [13, 13, 28],
]);
const plan = planAll(entries, ['float16', 'float32'], 4);
const judged = (judge: Parameters<typeof resultsOf>[1]) => aggregate(plan, resultsOf(plan, judge), entries);

/** An error on every float16 model of version 1 in opsets 1 to 3, the shapes in its message different each time. */
const oldHalfResults = resultsOf(plan, ({ version, dtype }, n) => ({
  ...(version === 1 && { opset: n + 1 }),
  ...(version === 1 && dtype === 'float16' && n < 3 && { outcome: 'error', message: `no cast of [${n}]` }),
}));
const oldHalf = aggregate(plan, oldHalfResults, entries);

test('one message is one finding, whatever the clause', () => {
  const [finding, ...others] = oldHalf.findings;
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    outcome: 'error',
    message: 'no cast of [#]',
    cases: 6,
    of: 6,
    where: [{ operator: 'Sum', version: 1, dtypes: ['float16'], cases: 6 }],
    opsets: [{ first: 1, last: 3 }],
    clauses: ['keepdims-0', 'integer-overflow'],
    level: 'specified',
  });
  expect(finding!.replay).toContain(finding!.smallest.id);
});

test('a finding does not depend on which case came first', () => {
  expect(aggregate(plan, oldHalfResults.toReversed(), entries)).toEqual(oldHalf);
});

test('a clause that is broken only through it is not reported again in the terminal, but nowhere lost', () => {
  expect(oldHalf.failedClauses.map(({ clause, failed, findings }) => [clause, failed, findings])).toEqual([
    ['keepdims-0', 3, [1]],
    ['integer-overflow', 3, [1]],
  ]);
  expect(renderFull(oldHalf).match(/^ {2}\d ✗ /gm)).toHaveLength(1);
  expect(renderMarkdown(oldHalf).match(/\[1\]\(#finding-[^)]+\)/g)).toHaveLength(2);
});

test('a message that is the same in all cases is kept word for word', () => {
  const report = judged((_, n) => (n === 0 ? { outcome: 'error', message: 'no kernel for Sum(13)' } : {}));
  expect(report.findings.map(({ message, cases, of }) => [message, cases, of])).toEqual([
    ['no kernel for Sum(13)', 10, 40],
  ]);
});

test('wrong answers are gathered by operator, not by clause or message', () => {
  const report = judged((_, n) => (n < 2 ? { outcome: 'fail', message: `element ${n} is wrong` } : {}));
  expect(report.findings.map(({ clauses, level, cases, of }) => [clauses, level, cases, of])).toEqual([
    [['keepdims-0', 'integer-overflow', 'noop-with-empty-axes'], 'specified', 20, 40],
  ]);
  expect(report.findings[0]).not.toHaveProperty('message');
});

/** Cases 0 to 3 of each cell: a wrong dtype, a wrong shape, a wrong value, a pass; in float16 a tier that is too low. */
const mixed = judged(({ dtype }, n) => {
  if (n === 3) return dtype === 'float32' ? {} : short(n);
  const [problem, message] = (
    [
      ['dtype', `output 0 has dtype float64 instead of ${dtype}`],
      ['shape', n % 2 ? 'output 0 has shape [] instead of [1]' : 'output 0 has shape [2] instead of [2,1]'],
      ['value', '1 of 2 elements wrong'],
    ] as const
  )[n]!;
  return { outcome: 'fail', problem, message };
});

function short(n: number): Partial<CaseResult> {
  const tier = n === 3 ? 'native' : 'wide';
  const message = `reaches only tier ${tier} where exact is required`;
  return { outcome: 'fail', problem: 'tier', tier, errorOverBound: 0.5, message };
}

test('a wrong shape or value of one operator is one finding, which shows what hides most; a wrong dtype is another', () => {
  expect(
    mixed.findings.map(({ problem, clauses, cases, of, message }) => [problem, clauses, cases, of, message]),
  ).toEqual([
    ['shape', ['keepdims-0', 'integer-overflow', 'noop-with-empty-axes'], 20, 40, undefined],
    [
      'dtype',
      ['keepdims-0', 'integer-overflow', 'noop-with-empty-axes'],
      10,
      40,
      'output # has dtype <dtype> instead of <dtype>',
    ],
    [
      'tier',
      ['keepdims-0', 'integer-overflow', 'noop-with-empty-axes'],
      5,
      20,
      'reaches only tier native where exact is required',
    ],
  ]);
  const text = renderFull(mixed);
  expect(text).toContain('  2 ✗ Sum: dtype float64 instead of float16, in 10 cases · ');
  expect(text).toContain('  3 ✗ Sum: reaches only tier native where exact is required, in 5');
  expect(verdict(mixed).finding).toBe(
    "30 of 40 judged cases are wrong (75 %) and 5 are below the required tier native; 3 findings: 2 break ONNX's text and 1 misses only what you require.",
  );
});

test('a tier that is too low breaks no clause, and the loosest one is named', () => {
  const report = judged(({ dtype }, n) => (dtype === 'float16' && n > 1 ? short(n) : {}));
  expect(report.failedClauses).toEqual([]);
  expect(report.findings).toHaveLength(1);
  expect(report.findings[0]!.message).toBe('reaches only tier native where exact is required');
  expect(report.findings[0]!.smallest).toMatchObject({ tier: 'wide' });
  expect(verdict(report)).toMatchObject({
    kind: 'not-conformant',
    finding:
      'none of 40 judged cases is wrong and 10 are below the required tier native; 1 finding, which misses only what you require.',
  });
  expect(renderMarkdown(report)).toContain('reaches only tier native where exact is required, in 10 cases');
});

test('every broken case is in exactly one finding', () => {
  const kinds = ['fail', 'error', 'crash', 'timeout'] as const;
  const report = judged(({ dtype }, n) => ({ outcome: kinds[n]!, message: `${dtype === 'float16' ? 'a' : 'b'} ${n}` }));
  expect(report.findings.reduce((sum, { cases }) => sum + cases, 0)).toBe(plan.length * 4);
  expect(new Set(report.failedClauses.flatMap(({ findings }) => findings)).size).toBe(report.findings.length);
});

test('an opset that was not tried does not interrupt a span', () => {
  expect(spans([1, 2, 5, 9], [1, 2, 3, 5, 6, 9, 12])).toEqual([
    { first: 1, last: 2 },
    { first: 5, last: 5 },
    { first: 9, last: 9 },
  ]);
  expect(spans(new Set([5, 1, 9]), [1, 5, 9, 10])).toEqual([{ first: 1, last: 9 }]);
  expect(spans([1, 13], [1, 13])).toEqual([
    { first: 1, last: 1 },
    { first: 13, last: 13 },
  ]);
  expect(spans([], [1])).toEqual([]);
});

const everything = planAll(catalogue, ['bfloat16', 'float32', 'uint32'], 1);

test('reasons for being unsupported are gathered like findings, the most frequent first', () => {
  const report = aggregate(
    everything,
    resultsOf(everything, ({ operator, version, dtype }): Partial<CaseResult> => {
      if (dtype === 'bfloat16') return { outcome: 'unsupported', message: 'no bfloat16 tensors' };
      if (version !== 18) return {};
      return { outcome: 'unsupported', message: `no kernel for ${operator}(${version})` };
    }),
  );
  expect(report.findings).toEqual([]);
  expect(report.unsupported.map(({ message, cases, of }) => [message, cases, of])).toEqual([
    ['no bfloat16 tensors', 47, 47],
    ['no kernel for <operator>(#)', 24, 24],
  ]);
  expect(renderFull(report)).toContain(
    [
      '  – no bfloat16 tensors',
      '    all 47 cases of bfloat16, opsets 1–18, all 5 operators',
      `    ${report.unsupported[0]!.example}`,
      '  – no kernel for <operator>(#)',
      '    all 24 cases of float32 uint32, opset 18, ReduceMean, ReduceL1, ReduceL2,',
      '    ReduceSumSquare',
      `    ${report.unsupported[1]!.example}`,
      '',
    ].join('\n'),
  );
});

test('many reasons are counted in the terminal and listed in Markdown', () => {
  const words = 'a b c d e f g h i j'.split(' ');
  const ten = planAll(operator('Sum', [[1, 1, 12]]), ['float32'], 10);
  const message = (n: number) => `${words[n]} ${'very long '.repeat(30)}`;
  const results = resultsOf(ten, (_, n) => ({ outcome: 'unsupported', message: message(n) }));
  const report = aggregate(ten, results, entries);
  expect(renderFull(report)).toContain('  … and 6 more: see report.md\n');
  // three lines each, the last of them cut
  expect(renderFull(report).match(/^ {2}– .*\n {4}.*\n {4}.*…$/gm)).toHaveLength(4);
  for (const word of words) expect(renderMarkdown(report)).toContain(`\`${word} very long`);
});

test('the smallest case is of the operator itself, even if a graph with it breaks a stricter level', () => {
  const [one] = resultsOf(plan) as [CaseResult];
  const own: CaseResult = { ...one, breaks: 'implied' };
  const graph: CaseResult = { ...own, size: 1, breaks: 'specified', atFault: { ...own, dtype: 'float64' } };
  const stricter: CaseResult = { ...own, size: 99, breaks: 'specified' };
  expect(smallerCase(graph, own)).toBe(own);
  expect(smallerCase(own, stricter)).toBe(stricter);
});
