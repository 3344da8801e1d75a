import { describe, expect, it } from 'vitest';
import type { Accepted } from '../../../oracles/judge/acceptance.ts';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { row } from '../call.ts';

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
const maxInt = 2 ** 31 - 1;
const minInt = -(2 ** 31);
const max64 = 2n ** 63n - 1n;

/** `policy: choice` of every observation, or `undefined` for a rejected answer */
function seen(name: string, dtype: DType, xs: readonly (number | bigint)[], got: NumericScalar, opset?: number) {
  const verdict = row(name, dtype, xs, opset).judge(got);
  const { accepted, observations } = verdict as Accepted;
  return accepted ? observations.map(({ policy, choice }) => `${policy}: ${choice}`) : undefined;
}

type Row = [string, DType, readonly (number | bigint)[], NumericScalar, string[] | undefined];
const wide = 'intermediate-range: finite';
const over = 'intermediate-range: overflows';

describe('integers', () => {
  it.each<Row>([
    ['ReduceSum', 'int32', [maxInt, 1], minInt, ['integer-overflow: wrap']],
    ['ReduceSum', 'int32', [maxInt, 1], maxInt, ['integer-overflow: saturate']],
    ['ReduceSum', 'int32', [maxInt, 1], 0, undefined],
    ['ReduceSum', 'int32', [minInt, -1], maxInt, ['integer-overflow: wrap']],
    ['ReduceSum', 'int32', [minInt, -1], minInt, ['integer-overflow: saturate']],
    ['ReduceSum', 'int64', [max64, 2n], -max64, ['integer-overflow: wrap']],
    ['ReduceSum', 'int64', [max64, 2n], max64, ['integer-overflow: saturate']],
    ['ReduceSum', 'uint32', [2 ** 32 - 1, 2], 1, ['integer-overflow: wrap']],
    ['ReduceSum', 'uint64', [2n ** 64n - 1n, 2n], 2n ** 64n - 1n, ['integer-overflow: saturate']],
    ['ReduceSum', 'int32', [maxInt, 1, -1], maxInt, []],
    ['ReduceL1', 'int32', [minInt], minInt, ['integer-overflow: wrap']],
    ['ReduceL1', 'int32', [minInt], maxInt, ['integer-overflow: saturate']],
    ['ReduceL1', 'int32', [minInt], 0, undefined],
    ['ReduceSumSquare', 'int32', [65536, 1], 1, ['integer-overflow: wrap']],
    ['ReduceSumSquare', 'int32', [65536, 1], maxInt, ['integer-overflow: saturate']],
    ['ReduceSumSquare', 'int32', [46340], 46340 ** 2, []],
    ['ReduceMean', 'int32', [-1, -2], -1, []],
    ['ReduceMean', 'int32', [-1, -2], -3, undefined],
    ['ReduceMean', 'int32', [-7, 2], -3, ['integer-rounding: floor or nearest-away']],
    ['ReduceMean', 'int32', [-9, 0, 0, 0], -3, ['integer-rounding: floor']],
    ['ReduceMean', 'int32', [2, 3], 3, ['integer-rounding: nearest-away or nearest-up']],
    ['ReduceMean', 'int32', [-3, -4], -3, ['integer-rounding: truncate or nearest-up']],
    ['ReduceMean', 'int32', [3, 4], 4, ['integer-rounding: nearest']],
    ['ReduceMean', 'int32', [2, 3], 4, undefined],
    ['ReduceMean', 'int32', [-5, 1, -4], -3, []], // -8/3: floor and nearest agree
    ['ReduceMean', 'int32', [1, 1, -3], 0, []],
    ['ReduceMean', 'int32', [1, 1, 3], 2, ['integer-rounding: nearest']],
    ['ReduceMean', 'int64', [2n ** 53n + 1n], 2n ** 53n, ['integer-arithmetic: float64']],
    ['ReduceL2', 'int32', [1, 1], 1, []],
    ['ReduceL2', 'int32', [2, 2], 3, ['integer-rounding: nearest']],
    ['ReduceL2', 'int32', [2, 2], 2, []],
    ['ReduceL2', 'int64', [2 ** 24 + 1], 2 ** 24, ['integer-arithmetic: float32']],
  ])('%s of %s %s: %s', (name, dtype, xs, got, expected) => {
    const observed = seen(name, dtype, xs, got);
    // choices that several candidates share may be listed besides
    if (expected === undefined || expected.length === 0 || observed === undefined) {
      expect(observed === undefined).toBe(expected === undefined);
    } else expect(observed).toEqual(expect.arrayContaining(expected));
  });
});

it('truncation is observed where nothing else gives the answer', () => {
  expect(seen('ReduceMean', 'int32', [-7, 0, 0, 0], -1n)).toEqual(['integer-rounding: truncate']);
});

// terms that a double does not hold are rounded before they are added
it('an integer mean may be taken over terms in float64', () => {
  const xs = [0n, 38578832873547540n, 3n];
  const mean = xs.map(Number).reduce((sum, x) => sum + x) / 3;
  expect(seen('ReduceMean', 'int64', xs, BigInt(mean))).toEqual(['integer-arithmetic: float64']);
});

describe('ranges of intermediate results', () => {
  it.each<Row>([
    ['ReduceL2', 'float16', [300, 400], 500, [wide]],
    ['ReduceL2', 'float16', [300, 400], inf, [over]],
    ['ReduceL2', 'float16', [300, 400], nan, undefined],
    ['ReduceL2', 'float16', [300, 400], -inf, undefined],
    ['ReduceL2', 'float16', [300, 400], 510, undefined],
    ['ReduceL2', 'float16', [1e-4, 1e-4], 0, []],
    ['ReduceL2', 'float32', [3e20, 4e20], inf, [over]],
    ['ReduceSum', 'float16', [60000, 60000, -60000], 60000, [wide]],
    ['ReduceSum', 'float16', [60000, 60000, -60000], inf, [over]],
    ['ReduceSum', 'float16', [60000, 60000, -60000], -inf, undefined],
    ['ReduceSum', 'float16', [60000, 60000, -60000], nan, undefined],
    ['ReduceSum', 'float16', [6e4, 6e4, -6e4, -6e4], nan, [over]],
    ['ReduceMean', 'float16', [60000, 60000], 60000, [wide]],
    ['ReduceMean', 'float16', [60000, 60000], inf, [over]],
    ['ReduceSum', 'float16', [30000, 30000], inf, undefined],
    ['ReduceMean', 'float16', [30000, 30000], 30000, []],
    ['ReduceL1', 'float32', [1, 2, 3], 6, []],
  ])('%s of %s %s: %s', (name, dtype, xs, got, expected) => {
    expect(seen(name, dtype, xs, got)).toEqual(expected);
  });
});

it.each([
  [-0, ['zero-sign: -0']],
  [0, ['zero-sign: 0']],
])('the sum of negative zeros may be %s', (got, expected) => {
  expect(seen('ReduceSum', 'float32', [-0, -0], got)).toEqual(expected);
  expect(seen('ReduceMean', 'float64', [-0], got)).toEqual(expected);
});

describe('the root in float32', () => {
  const body = Math.fround(Math.SQRT2);
  it.each([
    ['float64', 18, ['l2-intermediate: float32']],
    ['float64', 28, ['l2-intermediate: float32']],
    ['float64', 13, undefined],
    ['float64', 1, undefined],
  ] as const)('%s at opset %i', (dtype, opset, expected) => {
    expect(seen('ReduceL2', dtype, [1, 1], body, opset)).toEqual(expected);
    const other = expected ? ['l2-intermediate: float64'] : [];
    expect(seen('ReduceL2', dtype, [1, 1], Math.SQRT2, opset)).toEqual(other);
    expect(seen('ReduceL2', dtype, [3, 4], 5, opset)).toEqual([]); // the same in either type
    expect(seen('ReduceL2', dtype, [3e30, 4e30], inf, opset)).toEqual(expected);
    expect(seen('ReduceL2', dtype, [3e-30, 4e-30], 0, opset)).toEqual(expected);
  });

  it('belongs to no other operator', () => {
    expect(seen('ReduceMean', 'float64', [1, 1, 2], Math.fround(4 / 3))).toBeUndefined();
  });
});

it.each(['float16', 'bfloat16', 'float32', 'float64', 'int32', 'uint64'] as const)('the mean of no %s', (dtype) => {
  const acceptance = row('ReduceMean', dtype, []);
  const isFloat = dtype.includes('float');
  const answers = isFloat ? [nan, 0, inf, 7] : [0n, 7n, -1n];
  for (const answer of answers) {
    const verdict = acceptance.judge(answer) as Accepted;
    expect(verdict.accepted && verdict.tier === undefined).toBe(true);
    const own = isFloat ? 'empty-mean' : 'empty-set-of-integers';
    expect(verdict.observations.map(({ policy }) => policy)).toEqual([own]);
  }
  expect(acceptance.isExactInAnyOrder).toBe(false);
});

describe('what the result overflows and what is on the way', () => {
  it.each<Row>([
    // the mean fits, its sum does not
    ['ReduceMean', 'int32', [maxInt, maxInt], maxInt, ['integer-intermediate: widen']],
    ['ReduceMean', 'int32', [maxInt, maxInt], -1, ['integer-intermediate: wrap']],
    // a wrapped sum of squares is negative: its root is what the machine makes of it, the true value perhaps
    ['ReduceL2', 'int32', [46341, 0], 46341, []],
    ['ReduceL2', 'int32', [46341, 0], minInt, ['integer-intermediate: wrap']],
    // any order may clamp on the way
    ['ReduceSum', 'int32', [maxInt, 1, -1], maxInt - 1, ['integer-intermediate: saturate']],
    // beyond the type it is the result that tells
    [
      'ReduceSum',
      'int32',
      [maxInt, 1],
      maxInt,
      ['integer-intermediate: saturate or widen', 'integer-overflow: saturate'],
    ],
    ['ReduceSum', 'int32', [maxInt, 1], minInt, ['integer-intermediate: wrap or widen', 'integer-overflow: wrap']],
  ])('%s of %s %s: %s', (name, dtype, xs, got, expected) => {
    const open = seen(name, dtype, xs, got)?.filter((text) => /overflow|intermediate/.test(text));
    expect(open).toEqual(expected);
  });
});
