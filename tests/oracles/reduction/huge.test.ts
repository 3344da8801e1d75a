import { expect, it } from 'vitest';
import { slicesOf } from '../../../oracles/operators/reduction/slices.ts';
import { NotJudged } from '../../../oracles/spec/bad-input.ts';

it('does not judge outputs that no memory holds', () => {
  expect(() => slicesOf([2 ** 20, 0, 2 ** 20], [false, true, false], true)).toThrow(NotJudged);
  expect(slicesOf([4, 0, 4], [false, true, false], true).starts.length).toBe(16);
});
