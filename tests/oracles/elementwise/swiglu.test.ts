import { expect, it } from 'vitest';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

const swiGLU = findOperator('SwiGLU')!;
const best = (dtype: 'float32' | 'bfloat16', a: number, b: number) => {
  const inputs = [tensorOf(dtype, [a]), tensorOf(dtype, [b])];
  const [output] = swiGLU.expect(versionAt(swiGLU, 28), { attributes: {}, inputs });
  return Number(referenceTensor(output!).data[0]);
};

it('a product that lies below a tie by less than any number of bits tells is rounded down', () => {
  const least = 2 ** -149;
  expect(best('float32', 2 ** 22 + 0.5, least)).toBe(2 ** 22 * least);
  expect(best('float32', 2 ** 22 + 1.5, least)).toBe((2 ** 22 + 1) * least);
  expect(best('float32', 2 ** 22 + 1.5, -least)).toBe(-(2 ** 22 + 1) * least);
});

it('of numbers far below 0 nothing is left, with its sign', () => {
  expect(best('float32', -1000, 3)).toBe(-0);
  expect(best('float32', -1000, -3)).toBe(0);
});
