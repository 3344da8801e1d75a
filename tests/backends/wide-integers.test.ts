import { expect, test } from 'vitest';
import { tensor } from '../../oracles/numerics/tensor.ts';
import { hasWideIntegers } from '../../src/backends/hosts/wide-integers.ts';

test.each([
  [[0n, -(2n ** 31n), 2n ** 31n - 1n], false],
  [[2n ** 31n], true],
  [[-(2n ** 31n) - 1n], true],
  // the ends of a slice that is open: 32 bits hold what they mean
  [[2n ** 63n - 1n, -(2n ** 63n)], false],
  [[2n ** 63n - 2n], true],
])('constants %s are beyond 32 bits: %s', (numbers, expected) => {
  const initializers = [{ name: 'x', tensor: tensor('int64', [numbers.length], BigInt64Array.from(numbers)) }];
  expect(hasWideIntegers({ initializers, nodes: [] })).toBe(expected);
});
