import { expect, it } from 'vitest';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { findOperator, newestOpset, versionAt } from '../../oracles/operators.ts';
import type { Attributes } from '../../oracles/spec/declaration.ts';
import { tensorOf } from './call.ts';

const accepts = (name: string, inputs: readonly Tensor[], attributes: Attributes, index: number) => {
  const operator = findOperator(name)!;
  const [output] = operator.expect(versionAt(operator, newestOpset), { attributes, inputs });
  return (got: number) => output!.accept(index).judge(got).accepted;
};

it('what Conv multiplies with padding is a zero of either sign', () => {
  const one = (x: number) => tensorOf('float32', [x], [1, 1, 1]);
  const pads = { pads: { type: 'INTS', value: [0, 1] } } as const;
  expect([0, -0, 1].map(accepts('Conv', [one(0), one(-1)], pads, 1))).toEqual([true, true, false]);
  expect([0, -0].map(accepts('Conv', [one(1), one(0)], {}, 0))).toEqual([true, false]);
});
