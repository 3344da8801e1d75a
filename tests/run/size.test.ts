import { expect, test } from 'vitest';
import { sizeOf } from '../../src/run/trial/description.ts';
import { tensorOf } from '../oracles/call.ts';

test('a case whose data have no elements is not a small case, however its axes are given', () => {
  const axes = tensorOf('int64', [1n], [1]);
  expect(sizeOf([tensorOf('float32', [], [2, 0]), axes])).toBe(0);
  expect(sizeOf([tensorOf('float32', [1, 2], [2, 1]), axes])).toBe(3);
  expect(sizeOf([tensorOf('float32', [1, 2], [2, 1]), tensorOf('int64', [], [0])])).toBe(2);
});
