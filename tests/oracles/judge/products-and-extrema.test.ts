import { describe, expect, it } from 'vitest';
import type { Accepted } from '../../../oracles/judge/acceptance.ts';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { row } from '../call.ts';

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;

/** An answer to a row, with the tier and the choice that it shows; `undefined`: it is wrong. */
type Row = [DType, readonly (number | bigint)[], NumericScalar, string | undefined];
const f32: DType = 'float32';
const f64: DType = 'float64';

function verdictOn(name: string, [dtype, xs, got]: Row): string | undefined {
  const verdict = row(name, dtype, xs, 20).judge(got);
  const { accepted, tier = 'any', observations } = verdict as Accepted;
  return accepted ? [tier, ...observations.map(({ policy, choice }) => `${policy}: ${choice}`)].join(', ') : undefined;
}

const judged = (name: string, rows: readonly Row[]) =>
  it.each(rows)(`${name} of %s %s: %s is %s`, (...given) => {
    expect(verdictOn(name, given)).toBe(given[3]);
  });

describe('extrema', () => {
  judged('ReduceMax', [
    [f32, [1, nan, 3], nan, 'exact, nan-in-extremum: propagates'],
    [f32, [1, nan, 3], 3, 'exact, nan-in-extremum: ignored'],
    [f32, [1, nan, 3], 1, undefined],
    [f32, [nan, nan], nan, 'exact'],
    [f32, [nan, -inf], -inf, 'exact, nan-in-extremum: ignored'],
    [f32, [-inf, -3e38], -inf, undefined],
    [f32, [-0, 0], -0, 'exact, zero-sign: -0'],
    [f32, [-0, -1], 0, 'exact, zero-sign: 0'],
    [f32, [0, 0], 0, 'exact'],
    [f32, [0, 0], -0, undefined],
    [f64, [1, 1 + 2 ** -52], 1, undefined],
    ['int64', [2n ** 62n, 2n ** 62n + 1n], 2n ** 62n + 1n, 'exact'],
    ['int64', [2n ** 62n, 2n ** 62n + 1n], 2n ** 62n, undefined],
    ['uint32', [5, 2 ** 31], 5, undefined],
    ['int8', [-128, -127], -127, 'exact'],
    ['bool', [0, 1, 0], 1, 'exact'],
    ['bool', [0, 0], 1, undefined],
  ]);
  judged('ReduceMin', [
    [f32, [0, -0], 0, 'exact, zero-sign: 0'],
    [f32, [nan, 2], 2, 'exact, nan-in-extremum: ignored'],
    [f32, [nan, inf], inf, 'exact, nan-in-extremum: ignored'],
    ['uint64', [2n ** 64n - 1n, 2n ** 64n - 2n], 2n ** 64n - 2n, 'exact'],
    ['bool', [1, 1], 0, undefined],
  ]);
});

describe('products', () => {
  judged('ReduceProd', [
    [f32, [3, 5, -7], -105, 'exact'],
    [f32, [3, 5, -7], 105, undefined],
    [f32, [-1, 0], -0, 'exact, zero-sign: -0'],
    [f32, [1e38, 10, 1e-30], inf, 'native, intermediate-range: overflows'],
    [f32, [1e38, 10, 1e-30], -inf, undefined],
    [f32, [1e38, 100, 0], nan, 'native, intermediate-range: overflows'],
    [f32, [1e38, 2, 0], nan, undefined],
    [f32, [-1, 0], 0, 'exact, zero-sign: 0'],
    [f32, [3, 0], -0, undefined],
    [f32, [inf, 0], nan, 'exact'],
    [f32, [inf, -2], -inf, 'exact'],
    [f32, [1e-30, 1e-30, 1e30, 1e30], 0, 'native, intermediate-range: finite'],
    [f64, [0.1, 0.2, 0.3], 0.1 * 0.2 * 0.3, 'faithful'],
    ['int32', [65536, 65536], 0, 'exact, integer-intermediate: wrap or widen, integer-overflow: wrap'],
    [
      'int32',
      [65536, 65536],
      2 ** 31 - 1,
      'exact, integer-intermediate: saturate or widen, integer-overflow: saturate',
    ],
    ['int32', [65536, 65536], 1, undefined],
    ['int64', [3037000499n, 3037000499n], 3037000499n ** 2n, 'exact'],
    ['int64', [3037000499n, 3037000499n], 3037000499n ** 2n - 1n, undefined],
  ]);
});

describe('logarithms', () => {
  judged('ReduceLogSum', [
    [f32, [1], 0, 'exact'],
    [f32, [0.5, 0.5], 2 ** -24, undefined],
    // the sum may be rounded to 1, whose logarithm is +0
    ['bfloat16', [1, -(2 ** -9)], 0, 'native'],
    [f32, [1, -1], -inf, 'exact'],
    [f32, [1, -2], nan, 'exact'],
    [f32, [1, -2], 0, undefined],
    [f32, [2, 4], Math.log2(6), undefined],
    ['int32', [1, 2, 4], 1, 'exact, integer-rounding: truncate or floor'],
    ['int32', [1, 2, 4], 3, undefined],
  ]);
  judged('ReduceLogSumExp', [
    [f32, [1000, 1000], Math.fround(1000 + Math.LN2), 'exact, log-sum-exp-shift: shifted'],
    [f32, [1000, 1000], inf, 'native, log-sum-exp-shift: not-shifted'],
    [f32, [1000, 1000], -inf, undefined],
    [f64, [-1000, -1000], -inf, 'native, log-sum-exp-shift: not-shifted'],
    [f32, [50, 50], inf, undefined],
    [f32, [-inf, -inf], -inf, 'exact'],
    [f32, [-inf, -inf], nan, undefined],
    [f32, [inf, -inf], inf, 'exact'],
    [f32, [-inf, 2], 2, 'exact'],
    [f32, [0, nan], nan, 'exact'],
    [f64, [0, -800], 0, 'exact'],
    [f64, [1e308, -1e308], 1e308, 'exact, log-sum-exp-shift: shifted'],
    ['int32', [1, 2, 4], 4, 'exact'],
    ['int32', [1, 2, 4], 5, undefined],
  ]);
});
