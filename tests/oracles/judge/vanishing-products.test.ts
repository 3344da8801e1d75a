import { expect, test } from 'vitest';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { findOperator } from '../../../oracles/operators.ts';

test('the sum of one product that underflows below zero is -0, or the +0 that it is added to', () => {
  const operator = findOperator('MatMul')!;
  const sum = (x: number, y: number) => {
    const inputs = [x, y].map((value) => tensorOfScalars('float32', [1, 1], () => value));
    const [output] = operator.expect(operator.versions.at(-1)!, { attributes: {}, inputs });
    return [-0, 0].map((got) => output!.accept(0).judge(got).accepted);
  };
  expect(sum(2 ** -90, -(2 ** -90))).toEqual([true, true]);
  expect(sum(2 ** -90, 2 ** -90)).toEqual([false, true]);
  expect(sum(2 ** -74, -(2 ** -75))).toEqual([false, false]);
});
