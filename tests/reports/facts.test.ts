import { expect, test } from 'vitest';
import { renderMarkdown } from './render.ts';
import { aggregate, operator, planAll, renderFull, resultsOf } from './samples.ts';

const entries = operator('Sum', [[13, 13, 28]]);
const plan = planAll(entries, ['float16', 'float32', 'int32'], 8);

/** Rank 1 to 4, keepdims 0 and 1, rows of 2 elements. */
const factsOf = (n: number) => ({
  words: [`keepdims=${n < 4 ? 0 : 1}`, `the last dimension ${n % 4 === 0 ? 'reduced' : 'kept'}`],
  measures: { rank: 1 + (n % 4), 'row length': 2 },
});
const report = (fails: (dtype: string, n: number) => boolean, only?: string) =>
  aggregate(
    plan,
    resultsOf(plan, ({ dtype, clause }, n) => ({
      opset: 13 + n,
      facts: factsOf(n),
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
  expect(renderFull(half, { columns: 120 })).toContain(
    'common to all  opsets 14–16, keepdims=0, the last dimension kept, rank ≥ 2\n',
  );
  expect(renderMarkdown(half)).toContain(
    '\n- common to all: opsets 14–16, keepdims=0, the last dimension kept, rank ≥ 2\n',
  );
  expect(report((dtype) => dtype !== 'int32').findings[0]!.common).toEqual(['float16 or float32']);
});

test('nothing is common where all cases break, or two', () => {
  const everywhere = report(() => true);
  expect(everywhere.findings.map(({ common }) => common)).toEqual([[]]);
  expect(renderFull(everywhere)).not.toContain('common to all');
  expect(report((dtype, n) => dtype === 'int32' && n > 5, 'keepdims-0').findings[0]!.common).toEqual([]);
});
