import { describe, expect, it } from 'vitest';
import type { FloatDType } from '../../../oracles/numerics/dtype.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

/** Whether an operator accepts an answer for one element, of one input or of each. */
function accepts(name: string, dtype: FloatDType, x: number | readonly number[], answer: number): boolean {
  const operator = findOperator(name)!;
  const call = { attributes: {}, inputs: [x].flat().map((one) => tensorOf(dtype, [one])) };
  return operator.expect(versionAt(operator, newestOpset), call)[0]!.accept(0).judge(answer).accepted;
}

const ulpsFrom = (value: number, ulps: number, ulp: number) => Math.fround(value) + ulps * ulp;
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

describe('what is published of whole operators', () => {
  it.each([
    // [operator, x, value, unit in its last place, units that are admitted, units that are not]
    ['Sigmoid', -0.25, sigmoid(-0.25), 2 ** -25, 33, 36],
    ['Softplus', 0.25, Math.log1p(Math.exp(0.25)), 2 ** -24, 17, 20],
    ['Softsign', 0.75, 0.75 / 1.75, 2 ** -25, 2, 5],
    ['Elu', -0.75, Math.expm1(-0.75), 2 ** -24, 17, 20],
  ] as const)('%s, in the types of which it speaks', (name, x, value, ulp, few, many) => {
    expect(accepts(name, 'float32', x, ulpsFrom(value, few, ulp))).toBe(true);
    expect(accepts(name, 'float32', x, ulpsFrom(value, many, ulp))).toBe(false);
    // sixteen units of float64: more than the formula gives, and nobody admits
    expect(accepts(name, 'float64', x, value + 16 * ulp * 2 ** -29)).toBe(false);
  });

  it('Tanh of almost subnormal numbers loses digits, but not in float64', () => {
    expect(accepts('Tanh', 'float32', 1.1754943508222875e-38, 1.1754982744579876e-38)).toBe(true);
    expect(accepts('Tanh', 'float32', 0.5, Math.fround(Math.tanh(0.5)) + 6 * 2 ** -24)).toBe(false);
    expect(accepts('Tanh', 'float64', 0.001, Math.tanh(0.001) + 1e-14)).toBe(false);
  });
});

it('Exp has that of a power of 2 whose exponent is rounded, never below 0 and not in float64', () => {
  const [x, ulp] = [20, 2 ** (28 - 23)];
  expect(accepts('Exp', 'float32', x, ulpsFrom(Math.exp(x), 42, ulp))).toBe(true);
  expect(accepts('Exp', 'float32', x, ulpsFrom(Math.exp(x), 45, ulp))).toBe(false);
  expect(accepts('Exp', 'float32', -103, -(2 ** -149))).toBe(false);
  expect(accepts('Exp', 'float64', x, Math.exp(x) + 5 * ulp * 2 ** -29)).toBe(false);
});

it.each([
  // [operator, type, x that overflows, its largest number]
  ['Exp', 'bfloat16', 1000, 3.3895313892515355e38],
  ['Exp', 'float16', 90, 65504],
  ['Exp', 'float32', 1e30, 3.4028234663852886e38],
  ['Sinh', 'bfloat16', 1000, 3.3895313892515355e38],
  ['Cosh', 'float16', -13, 65504],
] as const)('%s in %s of %d overflows: the largest number is not an answer', (name, dtype, x, largest) => {
  expect(accepts(name, dtype, x, Number.POSITIVE_INFINITY)).toBe(true);
  expect(accepts(name, dtype, x, largest)).toBe(false);
});

it.each([
  // [operator, type, x, an end of its range, away from it, units that are admitted]
  ['Cosh', 'float16', 2 ** -13, 1, -(2 ** -10), 2],
  ['Cosh', 'float32', 2 ** -13, 1, -(2 ** -23), 4],
  ['Sin', 'float32', Math.PI / 2, 1, 2 ** -23, 4],
  ['Cos', 'float64', 2 ** -30, 1, 2 ** -52, 2],
  ['Tanh', 'float32', 20, 1, 2 ** -23, 5],
  ['Tanh', 'float16', -20, -1, -(2 ** -10), 2],
  ['Erf', 'float32', -9, -1, -(2 ** -23), 16],
  ['Sigmoid', 'float32', 40, 1, 2 ** -23, 34],
] as const)(
  '%s in %s may leave the range of the function by units of its accuracy',
  (name, dtype, x, end, ulp, units) => {
    expect(accepts(name, dtype, x, end + (units - 1) * ulp)).toBe(true);
    expect(accepts(name, dtype, x, end + (units + 1) * ulp)).toBe(false);
  },
);

it.each(['Exp', 'Sigmoid', 'Softplus'])('%s is never below 0', (name) => {
  expect(accepts(name, 'float32', -103, -(2 ** -149))).toBe(false);
  expect(accepts(name, 'float32', -1000, -(2 ** -149))).toBe(false);
});

it('an error in units of the largest number does not grow with what is beyond it', () => {
  // 65758 and 23 units of 32
  expect(accepts('Exp', 'float16', 11.09375, 65024)).toBe(true);
  expect(accepts('Exp', 'float16', 11.09375, 64992)).toBe(false);
  // 0.25^-64 is 2^128, which 16 units of 2^104 keep from all but the largest numbers
  expect(accepts('Pow', 'float32', [0.25, -64], 2 ** 128 - 18 * 2 ** 104)).toBe(false);
});

it('Exp with an exponent that is rounded leaves something of the value, and zero alone of what is far below the least number', () => {
  expect(accepts('Exp', 'bfloat16', 70, 1.25 * 2 ** 100)).toBe(true);
  expect(accepts('Exp', 'bfloat16', 70, 2 ** 100)).toBe(false);
  expect(accepts('Exp', 'bfloat16', -1000, 2 ** -133)).toBe(true);
  expect(accepts('Exp', 'bfloat16', -1000, 2 ** -125)).toBe(false);
});

it('Swish has the error of Sigmoid besides that of its own formula, times x', () => {
  const [x, ulp] = [-5, 2 ** -31];
  expect(accepts('Swish', 'float32', x, Math.fround(x * ulpsFrom(sigmoid(x), 33, ulp)))).toBe(true);
  expect(accepts('Swish', 'float32', x, Math.fround(x * ulpsFrom(sigmoid(x), 1000, ulp)))).toBe(false);
  expect(accepts('Swish', 'float32', -20, -0)).toBe(true);
  expect(accepts('Swish', 'float32', -20, -1e-4)).toBe(false);
});

it('Pow is exactly 1 of 1 and by 0, as IEEE 754 has it, and has its ulps elsewhere, next to 1 too', () => {
  for (const [x, y] of [
    [1, 3.7],
    [1, -1e30],
    [1, 2 ** -140],
    [1, Number.NaN],
    [3.7, 0],
    [-3.7, -0],
    [Number.NaN, 0],
    [-1, Number.POSITIVE_INFINITY],
    [-1, Number.NEGATIVE_INFINITY],
  ] as const) {
    expect(accepts('Pow', 'float32', [x, y], 1)).toBe(true);
    expect(accepts('Pow', 'float32', [x, y], 1 + 2 ** -23)).toBe(false);
  }
  // or where the exponent is flushed
  expect(accepts('Pow', 'float32', [1, 2 ** -140], 1 - 2 ** -24)).toBe(false);
  expect(accepts('Pow', 'float32', [1.5, 2.5], ulpsFrom(1.5 ** 2.5, 15, 2 ** -22))).toBe(true);
  expect(accepts('Pow', 'float32', [1 + 2 ** -23, 2 ** -10], 1 + 16 * 2 ** -23)).toBe(true);
});

it('Pow as a power of 2 whose exponent is rounded has no accuracy of its own: it passes where the exponent is small', () => {
  const powerOf2 = (x: number, y: number) => Math.fround(2 ** Math.fround(y * Math.fround(Math.log2(x))));
  expect(accepts('Pow', 'float32', [1.5, 4], powerOf2(1.5, 4))).toBe(true);
  expect(accepts('Pow', 'float32', [1.25, 350], powerOf2(1.25, 350))).toBe(false);
});
