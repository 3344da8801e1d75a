import { expect, it } from 'vitest';
import { acceptAnything } from '../../../oracles/judge/acceptance.ts';

it.each([
  [Number.NaN, 'NaN'],
  [0, '0'],
  [-0, '0'],
  [7, 'other'],
  [0n, '0'],
  [7n, 'other'],
])('where everything stands, %s is recorded', (got, choice) => {
  const acceptance = acceptAnything('empty-mean', 7);
  expect(acceptance.judge(got)).toEqual({
    accepted: true,
    errorOverBound: 0,
    vacuous: true,
    observations: [{ policy: 'empty-mean', choice }],
  });
  expect(acceptance).toMatchObject({ best: 7, isExactInAnyOrder: false, breakpoints: [7] });
});
