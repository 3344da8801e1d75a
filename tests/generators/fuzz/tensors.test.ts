import { expect, it } from 'vitest';
import { withIntegers } from '../../../generators/fuzz/tensors.ts';
import { elementsOf, tensor } from '../../../oracles/numerics/tensor.ts';

it('numbers that a type does not hold are wrapped', () => {
  const four = tensor('uint4', [4], Uint8Array.of(1, 2, 3, 4));
  expect(elementsOf(withIntegers(four, [16, -1, 15, 0]))).toEqual([0n, 15n, 15n, 0n]);
});
