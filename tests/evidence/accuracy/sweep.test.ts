import { describe, expect, test } from 'vitest';
import {
  binsOfSign,
  describeErrors,
  dtypesOf,
  functions,
  measureOf,
  sweepOf,
} from '../../../evidence/accuracy/sweep.ts';
import { elementsOf, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { findOperator } from '../../../oracles/operators.ts';

const numbersIn = (sweep: ReturnType<typeof sweepOf>) => elementsOf(sweep.inputs).map(Number);

test('functions have one float and no attribute', () => {
  const names = functions.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Exp', 'Mish', 'Sqrt']));
  for (const name of ['Add', 'Elu', 'IsNaN', 'Det', 'Max', 'Not']) expect(names).not.toContain(name);
  expect(dtypesOf(findOperator('Exp')!)).toEqual(['float16', 'bfloat16', 'float32', 'float64']);
});

test('a sweep in float16 has every finite value, in ascending order', () => {
  const sweep = sweepOf('float16');
  const all = numbersIn(sweep);
  expect(all).toHaveLength(2 * 0x7c00);
  expect(sweep.starts).toHaveLength(2 * binsOfSign);
  expect(all[0]).toBe(-65504);
  expect(all.at(-1)).toBe(65504);
  expect(all.every((x, i) => i === 0 || x > all[i - 1]! || x === 0)).toBe(true);
});

test.each([
  ['float32', 2 ** -149],
  ['float64', 2 ** -1074],
] as const)('a sweep in %s reaches from the least numbers to nearly the largest', (dtype, least) => {
  const sweep = sweepOf(dtype);
  const all = numbersIn(sweep);
  expect(all.every(Number.isFinite)).toBe(true);
  expect(all).toHaveLength(2 * binsOfSign * 2000);
  const positive = all.filter((x) => x > 0);
  expect(positive[0]! / least).toBeLessThan(2 ** 52);
  expect(all.some((x) => x >= 1 && x < 2)).toBe(true);
});

describe('errors of answers', () => {
  const inputs = tensorOfScalars('float32', [4], (i) => [-1, 0, 4, 9][i]!);
  const measure = measureOf(findOperator('Sqrt')!, { inputs, starts: [0, 1, 2] });
  const answer = (...values: readonly number[]) => measure(tensorOfScalars('float32', [4], (i) => values[i]!));

  test('right answers have none', () => {
    expect(answer(Number.NaN, 0, 2, 3)).toEqual({});
    expect(describeErrors({})).toBe('correctly rounded');
  });

  test('the largest of each bin is in units of the exact value', () => {
    const errors = answer(Number.NaN, 0, 2 + 2 ** -22, 3 - 2 ** -21);
    expect(errors).toEqual({ bins: [0, 0, 2], worst: { input: 9, got: 3 - 2 ** -21, exact: 3, ulps: 2 } });
    expect(describeErrors(errors)).toBe('at most 2 ulp, at 9');
  });

  test('no number of units describes NaN for a number, or a number for NaN or zero', () => {
    expect(answer(1, 1e-30, Number.NaN, 3)).toEqual({
      bins: [null, null, null],
      wrong: { input: -1, got: 1, exact: 'NaN' },
    });
  });
});
