import { expect, test } from 'vitest';
import { factsOf } from '../../reports/facts.ts';
import { renderMarkdown } from '../../reports/markdown.ts';
import { renderTerminal } from '../../reports/terminal.ts';
import { aggregate, operator, planAll, resultsOf } from './samples.ts';

test.each([
  [
    'opset 13, data float32[2,3] axes=[-1] at run time keepdims=0, mixed',
    ['keepdims=0', 'the last dimension reduced', 'axes at run time', 'a negative axis', 'mixed data'],
    [2, 3],
  ],
  [
    'opset 18, data int8[4,5] no axes noop_with_empty_axes=1, grid',
    ['noop_with_empty_axes=1', 'no axes', 'grid data'],
    [2, 1],
  ],
  ['opset 18, data int8[4,5] axes=[] constant, grid', ['axes constant', 'axes=[]', 'grid data'], [2, 20]],
  ['opset 1, data bool[] no axes, grid', ['no axes', 'grid data'], [0, 1]],
  ['opset 1, data bool[2,0,3] axes=[0,1], grid', ['the last dimension kept', 'grid data'], [3, 0]],
  [
    'opset 12, data int8[4,5,2] axis=1 keepdims=0, grid',
    ['axis=1', 'keepdims=0', 'the last dimension kept', 'grid data'],
    [3, 5],
  ],
  [
    'opset 9, data int8[4,5] axis=-2, grid',
    ['axis=-2', 'the last dimension kept', 'a negative axis', 'grid data'],
    [2, 4],
  ],
  ['opset 9, data int8[4,5] axis=0 by default, grid', ['axis=0', 'the last dimension kept', 'grid data'], [2, 4]],
  ['something else', ['grid data'], []],
])('the facts of %s', (summary, words, measures) => {
  const dataClass = summary.endsWith('mixed') ? 'mixed' : 'grid';
  const facts = factsOf({ summary, dataClass });
  expect(facts.words).toEqual(words);
  expect(facts.measures.map(([, value]) => value)).toEqual(measures);
});

const entries = operator('Sum', [[13, 13, 28]]);
const plan = planAll(entries, ['float16', 'float32', 'int32'], 8);

/** Rank 1 to 4, keepdims 0 and 1, rows of 2 elements. */
const summaryOf = (dtype: string, n: number) =>
  `opset ${13 + n}, data ${dtype}[${Array(1 + (n % 4)).fill(2)}] axes=[0] keepdims=${n < 4 ? 0 : 1}, mixed`;
const report = (fails: (dtype: string, n: number) => boolean, only?: string) =>
  aggregate(
    plan,
    resultsOf(plan, ({ dtype, clause }, n) => ({
      opset: 13 + n,
      summary: summaryOf(dtype, n),
      ...((only ?? clause) === clause && fails(dtype, n) && { outcome: 'fail', problem: 'value' }),
    })),
    entries,
  );

test('what is common to all broken cases is told where others differ', () => {
  const half = report((dtype, n) => dtype === 'float16' && n < 4 && n % 4 > 0);
  expect(half.findings[0]!.common).toEqual([
    'float16',
    'opsets 14–16',
    'keepdims=0',
    'the last dimension kept',
    'rank ≥ 2',
  ]);
  expect(renderTerminal(half)).toContain(
    'common to all: opsets 14–16, keepdims=0, the last dimension kept, rank ≥ 2\n',
  );
  expect(renderMarkdown(half)).toContain(
    '\n\nCommon to all: float16, opsets 14–16, keepdims=0, the last dimension kept, rank ≥ 2.\n\n',
  );
  expect(report((dtype) => dtype !== 'int32').findings[0]!.common).toEqual(['float16 or float32']);
});

test('nothing is common where all cases break, or two', () => {
  const everywhere = report(() => true);
  expect(everywhere.findings.map(({ common }) => common)).toEqual([[], [], []]);
  expect(renderTerminal(everywhere)).not.toContain('common to all');
  expect(report((dtype, n) => dtype === 'int32' && n > 5, 'keepdims-0').findings[0]!.common).toEqual([]);
});
