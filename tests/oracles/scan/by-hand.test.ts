import { describe, expect, it } from 'vitest';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { tensorOf, values } from '../call.ts';

const scalar = (x: bigint) => tensorOf('int64', [x], []);
// biome-ignore format: matrices
const matrix = [
  [1, 2, 3],
  [10, 20, 30],
];

describe.each([
  [
    'CumSum',
    0,
    {
      down: [
        [1, 2, 3],
        [11, 22, 33],
      ],
      right: [
        [1, 3, 6],
        [10, 30, 60],
      ],
    },
  ],
  [
    'CumProd',
    1,
    {
      down: [
        [1, 2, 3],
        [10, 40, 90],
      ],
      right: [
        [1, 2, 6],
        [10, 200, 6000],
      ],
    },
  ],
] as const)('%s', (name, ofNothing, { down, right }) => {
  const opset = 26;
  const along = (axis: bigint) => values(name, {}, [matrix, scalar(axis)], { opset });

  it('goes along the axis that is given', () => {
    expect(along(0n)).toEqual(down);
    expect(along(1n)).toEqual(right);
  });

  it('counts a negative axis from the last dimension', () => {
    expect(along(-2n)).toEqual(down);
    expect(along(-1n)).toEqual(right);
  });

  it('refuses an axis that there is not', () => expect(() => along(2n)).toThrow(BadInput));

  it.each([
    [{}, { CumSum: [2, 5, 9, 14], CumProd: [2, 6, 24, 120] }],
    [{ exclusive: 1 }, { CumSum: [0, 2, 5, 9], CumProd: [1, 2, 6, 24] }],
    [{ reverse: 1 }, { CumSum: [14, 12, 9, 5], CumProd: [120, 60, 20, 5] }],
    [
      { exclusive: 1, reverse: 1 },
      { CumSum: [12, 9, 5, 0], CumProd: [60, 20, 5, 1] },
    ],
  ])('takes the elements up to each one, with %j', (attributes, results) =>
    expect(values(name, attributes, [[2, 3, 4, 5], scalar(0n)], { opset })).toEqual(results[name]),
  );

  it('has nothing before a single element', () =>
    expect(values(name, { exclusive: 1 }, [[7n], scalar(0n)], { opset })).toEqual([BigInt(ofNothing)]));

  it('is empty where there are no elements', () =>
    expect(values(name, {}, [tensorOf('float32', []), scalar(0n)], { opset })).toEqual([]));

  it('shows an infinity or NaN from its place on', () =>
    expect(values(name, {}, [[1, Infinity, 2, Number.NaN, 3], scalar(0n)], { opset })).toEqual([
      1,
      Infinity,
      Infinity,
      Number.NaN,
      Number.NaN,
    ]));
});

describe('Range', () => {
  it.each([
    ['rises from start to before limit', [1n, 10n, 3n], [1n, 4n, 7n]],
    ['takes one more where limit is not reached', [1n, 11n, 3n], [1n, 4n, 7n, 10n]],
    ['falls where delta is negative', [5n, 0n, -2n], [5n, 3n, 1n]],
    ['is empty where limit is start', [4n, 4n, 1n], []],
    ['is empty where limit lies on the other side', [4n, 0n, 1n], []],
  ])('%s', (_, ends, numbers) => expect(values('Range', {}, ends.map(scalar))).toEqual(numbers));

  it('takes steps that are fractions', () => expect(values('Range', {}, [-0.5, 1, 0.5])).toEqual([-0.5, 0, 0.5]));

  it('refuses a step of 0', () => expect(() => values('Range', {}, [0n, 1n, 0n].map(scalar))).toThrow(BadInput));
});
