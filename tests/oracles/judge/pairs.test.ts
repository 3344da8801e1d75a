import { expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import type { Tier } from '../../../oracles/judge/tier.ts';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import { reduce, tensorOf } from '../call.ts';

const { POSITIVE_INFINITY: inf, MAX_VALUE: max64, MIN_VALUE: min64, NaN: nan } = Number;
const max32 = (2 - 2 ** -23) * 2 ** 127;
const min32 = 2 ** -149;
const big = 2n ** 53n;
type Values = readonly (number | bigint)[];

type Row = [operator: string, DType, row: Values, answer: number | bigint, Tier | false];

/** operator, dtype, the reduced row, the answer, and the tier that it reaches or `false` */
it.each<Row>([
  // NaN and infinities are classes, never distances
  ['ReduceSum', 'float32', [nan, 1], nan, 'exact'],
  ['ReduceSum', 'float32', [nan, 1], 1, false],
  ['ReduceSum', 'float32', [nan, 1], inf, false],
  ['ReduceSum', 'float32', [1, 2], nan, false],
  ['ReduceMean', 'float64', [0, 0], nan, false],
  ['ReduceL1', 'float16', [1, -1], nan, false],
  ['ReduceL2', 'bfloat16', [1, nan], 1, false],
  ['ReduceSum', 'float32', [inf, 1], inf, 'exact'],
  ['ReduceSum', 'float32', [inf, 1], -inf, false],
  ['ReduceSum', 'float32', [-inf, 1], inf, false],
  ['ReduceSum', 'float32', [inf, 1], max32, false],
  ['ReduceSum', 'float32', [inf, 1], nan, false],
  ['ReduceSum', 'float64', [inf, -inf], nan, 'exact'],
  ['ReduceSum', 'float64', [inf, -inf], 0, false],
  ['ReduceSum', 'float64', [inf, -inf], inf, false],
  ['ReduceL1', 'float64', [inf, -inf], inf, 'exact'],
  ['ReduceL1', 'float64', [inf, -inf], nan, false],
  ['ReduceL1', 'float32', [-inf, 1], -inf, false],
  ['ReduceSumSquare', 'float16', [-inf, 1], inf, 'exact'],
  ['ReduceSumSquare', 'float16', [-inf, 1], -inf, false],
  ['ReduceMean', 'bfloat16', [-inf, 1], -inf, 'exact'],
  ['ReduceL2', 'float32', [-inf, 1], inf, 'exact'],
  ['ReduceL2', 'float32', [-inf, 1], nan, false],
  // the largest finite number is not infinity
  ['ReduceSum', 'float32', [max32, 0], max32, 'exact'],
  ['ReduceSum', 'float32', [max32, 0], inf, false],
  ['ReduceSum', 'float32', [max32, max32], inf, 'exact'],
  ['ReduceSum', 'float32', [max32, max32], max32, false],
  ['ReduceSum', 'float64', [max64, -max64], 0, 'exact'],
  ['ReduceSum', 'float64', [max64, max64], max64, false],
  ['ReduceL1', 'float64', [-max64], inf, false],
  ['ReduceSumSquare', 'float16', [300], inf, 'exact'],
  ['ReduceSumSquare', 'float16', [300], 65504, false],
  ['ReduceSumSquare', 'float16', [255], inf, false],
  ['ReduceMean', 'float64', [max64, max64], max64, 'exact'],
  ['ReduceL2', 'float32', [1, 1], inf, false],
  // zeros
  ['ReduceSum', 'float32', [1, -1], 0, 'exact'],
  ['ReduceSum', 'float32', [1, -1], -0, false],
  ['ReduceSum', 'float32', [0, 0], -0, false],
  ['ReduceSum', 'float32', [0, -0], -0, false],
  ['ReduceSum', 'float32', [-0, -0], -0, 'exact'],
  ['ReduceSum', 'float32', [-0, -0], 0, 'exact'],
  ['ReduceL1', 'float32', [-0], -0, false],
  ['ReduceSumSquare', 'float64', [-0], -0, false],
  ['ReduceL2', 'float16', [-0, -0], -0, false],
  // subnormals are numbers, on both sides of zero
  ['ReduceSum', 'float32', [min32], min32, 'exact'],
  ['ReduceSum', 'float32', [min32], 0, false],
  ['ReduceSum', 'float32', [min32], -min32, false],
  ['ReduceSum', 'float64', [min64, min64], min64, false],
  ['ReduceSum', 'float16', [2 ** -24, 2 ** -24], 2 ** -23, 'exact'],
  ['ReduceSum', 'float16', [2 ** -24, 2 ** -24], 0, false],
  ['ReduceL1', 'bfloat16', [-(2 ** -133)], 2 ** -133, 'exact'],
  ['ReduceL1', 'bfloat16', [-(2 ** -133)], -(2 ** -133), false],
  // one unit in the last place, on a grid and off it
  ['ReduceSum', 'float32', [1, 2, 3], 6, 'exact'],
  ['ReduceSum', 'float32', [1, 2, 3], 6 + 2 ** -21, false],
  ['ReduceSum', 'float32', [1, 2, 3], 6 - 2 ** -21, false],
  ['ReduceSum', 'float64', [1, 2, 3], 6 + 2 ** -50, false],
  ['ReduceSum', 'bfloat16', [1, 2, 3], 6 + 2 ** -5, false],
  ['ReduceL2', 'float32', [3, 4], 5, 'exact'],
  ['ReduceL2', 'float32', [3, 4], 5 + 2 ** -21, 'native'], // as a norm of two, the last bit of which is open
  ['ReduceL2', 'float32', [3, 4], 5 + 2 ** -18, false],
  ['ReduceL2', 'float32', [0, -5, 0], 5 + 2 ** -21, false],
  ['ReduceMean', 'float32', [12, 24, 48, 60], 36 + 2 ** -18, false],
  ['ReduceMean', 'float32', [1, 2, 4, 5], 3 + 2 ** -22, 'native'],
  ['ReduceMean', 'float32', [1, 1, 2], Math.fround(4 / 3), 'exact'],
  ['ReduceMean', 'float32', [1, 1, 2], Math.fround(4 / 3) - 2 ** -23, 'faithful'],
  ['ReduceMean', 'float32', [1, 1, 2], Math.fround(4 / 3) + 2 ** -20, false],
  ['ReduceSum', 'float32', [2 ** 24, 1, 1], 2 ** 24 + 2, 'exact'],
  ['ReduceSum', 'float32', [2 ** 24, 1, 1], 2 ** 24, 'native'],
  ['ReduceSum', 'float32', [2 ** 24, 1, 1], 2 ** 24 + 8, false],
  ['ReduceL1', 'float32', [2 ** 24, -1, -1], 2 ** 24 - 8, false],
  ['ReduceSum', 'float16', [2048, 1, 1], 2048, 'native'],
  ['ReduceSum', 'float32', [1e8, 1, -1e8], 0, 'native'],
  ['ReduceSum', 'float32', [1e8, 1, -1e8], 100, false],
  ['ReduceSumSquare', 'float32', [1, 2], -5, false],
  ['ReduceL2', 'float64', [1, 1], Math.fround(Math.SQRT2), 'native'],
  // a midpoint, missed by hundreds of bits
  ['ReduceMean', 'float64', [3 * 2 ** 353, 3 * 2 ** 300, 1], (2 ** 53 + 2) * 2 ** 300, 'exact'],
  ['ReduceMean', 'float64', [3 * 2 ** 353, 3 * 2 ** 300, -1], 2 ** 353, 'exact'],
  ['ReduceL2', 'float64', [2 ** 353, 2 ** 327, 2 ** 300, 1], (2 ** 53 + 2) * 2 ** 300, 'exact'],
  // integers
  ['ReduceSum', 'int32', [1, 2], 3, 'exact'],
  ['ReduceSum', 'int32', [1, 2], 4, false],
  ['ReduceSum', 'int32', [1, 2], -3, false],
  ['ReduceSum', 'int64', [big, 1], big + 1n, 'exact'],
  ['ReduceSum', 'int64', [big, 1], big, false],
  ['ReduceL1', 'int64', [-big, -1], big + 2n, false],
  ['ReduceSumSquare', 'int64', [2n ** 31n + 1n], 2n ** 62n + 2n ** 32n + 1n, 'exact'],
  ['ReduceSumSquare', 'int64', [2n ** 31n + 1n], 2n ** 62n + 2n ** 32n, false],
  ['ReduceSum', 'uint64', [2n ** 64n - 1n, 0], 2n ** 64n - 1n, 'exact'],
  ['ReduceSum', 'uint64', [2n ** 64n - 1n, 0], 2n ** 64n - 2n, false],
  ['ReduceSum', 'uint32', [2 ** 31, 1], 2 ** 31 + 1, 'exact'],
  ['ReduceMean', 'int32', [4, 6], 6, false],
  ['ReduceL2', 'int32', [3, 4], 6, false],
])('%s of %s %s: %s is %s', judges);

/** Wrong answers that pass today: each row states what should be. */
it.each<Row>([
  // -0 cannot come out of a sum unless all terms are -0, nor out of squares
  ['ReduceSum', 'float32', [1e8, 1, -1e8, -1], -0, false],
  ['ReduceSumSquare', 'float32', [1e-30], -0, false],
  ['ReduceMean', 'float32', [2 ** -148, -(2 ** -148)], -0, false],
  // no order of these terms overflows, or overflows to this side
  ['ReduceSum', 'float64', [max64, -max64], nan, false],
  ['ReduceMean', 'float64', [max64, max64], nan, false],
  ['ReduceMean', 'float64', [max64, max64], -inf, false],
  // a single addition has one result; the bound (n-1)·u·Σ|x| excludes both neighbours
  ['ReduceSum', 'float32', [1, 2 ** -30], 1 + 2 ** -23, false],
  ['ReduceSum', 'float32', [1, 2 ** -30], 1 - 2 ** -24, false],
  // accepted under a policy, but not exact
  ['ReduceL2', 'int64', [2 ** 24 + 1], 2 ** 24, 'native'],
])('%s of %s %s: %s should be %s', judges);

function judges(name: string, dtype: DType, row: Values, answer: number | bigint, tier: Tier | false): void {
  const expected = [reduce(name, tensorOf(dtype, row), { keepdims: 0 })];
  const verdict = compare(expected, [tensorOf(dtype, [answer], [])]);
  expect(verdict.accepted ? verdict.tier : false).toBe(tier);
  expect(verdict.accepted).toBe(verdict.message === undefined);
}
