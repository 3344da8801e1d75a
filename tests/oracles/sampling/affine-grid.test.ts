import { expect, it } from 'vitest';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { values } from '../call.ts';

/** x' = x + 2y + 1, y' = 3y. */
const theta = [
  [
    [1, 2, 1],
    [0, 3, 0],
  ],
];
const grid = (attributes: Parameters<typeof values>[1], ...size: bigint[]) =>
  values('AffineGrid', attributes, [theta, size]);

it('maps the middle of each element, x before y', () => {
  // x is ±1/2, y is ±1/2
  expect(grid({}, 1n, 1n, 2n, 2n)).toEqual([
    [
      [
        [-0.5, -1.5],
        [0.5, -1.5],
      ],
      [
        [1.5, 1.5],
        [2.5, 1.5],
      ],
    ],
  ]);
});

it('has -1 and 1 in the middle of the first and the last element of aligned corners', () => {
  expect(grid({ align_corners: 1 }, 1n, 1n, 2n, 3n)).toEqual([
    [
      [
        [-2, -3],
        [-1, -3],
        [0, -3],
      ],
      [
        [2, 3],
        [3, 3],
        [4, 3],
      ],
    ],
  ]);
});

it('refuses matrices of other instances, and says nothing of a single element between -1 and 1', () => {
  expect(() => grid({}, 2n, 1n, 2n, 2n)).toThrow(BadInput);
  expect(() => grid({}, 1n, 1n, 2n, 2n, 2n)).toThrow(BadInput);
  expect(() => grid({ align_corners: 1 }, 1n, 1n, 1n, 2n)).toThrow(NotJudged);
});
