import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { type FloatName, tensorOf } from '../call.ts';

/** Whether an answer of Softmax to one row stands. */
function stands(dtype: FloatName, xs: readonly number[], answer: readonly number[]): boolean {
  const operator = findOperator('Softmax')!;
  const row = (values: readonly number[]) => tensorOf(dtype, values, [1, xs.length]);
  const expected = operator.expect(versionAt(operator, newestOpset), { attributes: {}, inputs: [row(xs)] });
  return compare(expected, [row(answer)]).accepted;
}

/** e^(x - max - ln Σ), each step rounded to the type. */
function byLogarithm(dtype: FloatName, xs: readonly number[]): readonly number[] {
  const format = formatOf(dtype);
  const round = (x: number) => (format.kind === 'float' ? roundDouble(x, format) : x);
  const most = Math.max(...xs);
  const distances = xs.map((x) => round(x - most));
  const total = round(Math.log(distances.reduce((sum, d) => round(sum + round(Math.exp(d))), 0)));
  return distances.map((d) => round(Math.exp(round(d - total))));
}

const sharesOf = (xs: readonly number[]): readonly number[] => {
  const powers = xs.map((x) => Math.exp(x - Math.max(...xs)));
  const total = powers.reduce((sum, power) => sum + power);
  return powers.map((power) => power / total);
};

const quarters = fc.uniqueArray(
  fc.integer({ min: -64, max: 64 }).map((x) => x / 4),
  { minLength: 2, maxLength: 5 },
);

it('exponentials of logarithms stand in rows of different numbers', () => {
  fc.assert(
    fc.property(fc.constantFrom<FloatName>('float64', 'float32', 'bfloat16'), quarters, (dtype, xs) => {
      expect(stands(dtype, xs, byLogarithm(dtype, xs))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it('a share of a number far below the maximum has lost last bits', () => {
  const row = [15.25, -15.5];
  const [first] = sharesOf(row) as [number];
  expect([4.4202281036409847e-14, 4.42e-14].map((y) => stands('float64', row, [first, y]))).toEqual([true, false]);
});

it('no share may miss by several times what roundings of its logarithm come to', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.constantFrom(1, -1), (quarter, sign) => {
      const xs = [0, -quarter / 4];
      const [first, second] = sharesOf(xs) as [number, number];
      const miss = 1 + sign * 2 ** -53 * (4 * Math.abs(xs[1]!) + 40);
      expect([second, second * miss].map((y) => stands('float64', xs, [first, y]))).toEqual([true, false]);
    }),
    { numRuns: 40 },
  );
});

it('of infinite numbers comes NaN alone', () => {
  const answers = [Number.NaN, 0.5, 1];
  expect(answers.map((y) => stands('float32', [Infinity, Infinity], [y, y]))).toEqual([true, false, false]);
});
