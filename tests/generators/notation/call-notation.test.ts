import { expect, test } from 'vitest';
import type { Cell } from '../../../generators/cases/case.ts';
import type { PlanContext } from '../../../generators/cases/proposal.ts';
import {
  breaking,
  each,
  filled,
  type NamedCall,
  plansFrom,
  varied,
} from '../../../generators/notation/call-notation.ts';
import { findOperator } from '../../../oracles/operators.ts';

const draw = () => ({});

/** What a call of an operator in names becomes at a version. */
function planned(operator: string, since: number, call: NamedCall) {
  const version = findOperator(operator)!.versions.find((one) => one.since === since)!;
  const plans = plansFrom(() => 'small', { samples: [call], sizes: [], plans: {}, draw });
  const [plan] = plans.samples({ version } as Pick<Cell, 'version'> as PlanContext);
  return plan!;
}

test('a name is an input or an attribute, as the version has it', () => {
  const call = { data: '1x3', axes: [0] };
  expect(planned('Squeeze', 11, call)).toEqual({
    inputs: [{ dims: [1, 3], kind: 'small' }],
    attributes: { axes: { type: 'INTS', value: [0] } },
  });
  const axes = { dims: [1], numbers: [0], form: 'initializer', dtype: 'int64' };
  expect(planned('Squeeze', 13, call)).toEqual({ inputs: [{ dims: [1, 3], kind: 'small' }, axes], attributes: {} });
  expect(planned('TopK', 1, { X: '4', K: [2] }).attributes).toEqual({ k: { type: 'INT', value: 2 } });
});

test('shapes are written with x, the kind of data behind them', () => {
  expect(planned('Concat', 13, { inputs: '2x3 2x10 wide', axis: 1 }).inputs).toEqual([
    { dims: [2, 3], kind: 'wide' },
    { dims: [2, 10], kind: 'wide' },
  ]);
  expect(planned('Shape', 13, { data: 'scalar' }).inputs).toEqual([{ dims: [], kind: 'small' }]);
  expect(planned('Shape', 13, { data: filled('2x0', []) }).inputs).toEqual([{ dims: [2, 0], numbers: [] }]);
});

test('what is left out stays so, and ends the inputs where nothing follows', () => {
  const call = { data: '4', starts: [1], ends: [3], axes: undefined };
  expect(planned('Slice', 13, call).inputs).toHaveLength(3);
  expect(planned('Slice', 13, { ...call, steps: [1] }).inputs).toMatchObject({ 3: undefined, 4: { numbers: [1] } });
});

test.each([
  [{ data: '2x3', stride: 1 }, "no input or attribute is named 'stride'; use one of data, end, start"],
  [{ data: '2,3' }, "'2,3' is not a shape or a kind of data; shapes are such as '2x3'"],
  [{ data: '2x3', strat: 1 }, "no input or attribute is named 'strat'; did you mean start?"],
  [{ data: '2x3 distnct' }, "'distnct' is not a shape or a kind of data; did you mean distinct?"],
])('a slip is an error: %j', (call, message) => {
  expect(() => planned('Shape', 15, call)).toThrow(message);
});

test('combinations go through the last name first, and each call in each', () => {
  expect(each({ a: '1 2', b: [3, 4] })).toEqual([
    { a: '1', b: 3 },
    { a: '1', b: 4 },
    { a: '2', b: 3 },
    { a: '2', b: 4 },
  ]);
  expect(each({ a: [1] }, { b: 2, a: 5 }, { c: 3 })).toEqual([
    { a: 1, b: 2 },
    { a: 1, c: 3 },
  ]);
});

test('sessions are the first sample, grown, and the first two where their shapes are alike', () => {
  const samples = varied({ data: '2x3' }, 'perm', [1, 0], undefined);
  const context = { version: findOperator('Transpose')!.versions[0] } as PlanContext;
  const { sizes, pairs } = plansFrom(() => 'small', { samples, plans: {}, draw });
  expect(sizes(context).map((calls) => calls.map(({ inputs }) => inputs[0]!.dims))).toEqual([
    [
      [2, 3],
      [3, 4],
      [6, 7],
    ],
  ]);
  expect(pairs!(context)).toMatchObject([{ calls: [{ attributes: { perm: {} } }, { attributes: {} }] }]);
  expect(plansFrom(() => 'small', { samples: each({ data: '2x3 4' }), plans: {}, draw }).pairs!(context)).toEqual([]);
});

test('a value breaks a valid call', () => {
  expect(breaking({ A: '2x3', B: '3x2' }, 'B', '4x2')).toEqual([
    { valid: { A: '2x3', B: '3x2' }, broken: [{ A: '2x3', B: '4x2' }] },
  ]);
});
