// biome-ignore-all format: matrices stay on a line
import { describe, expect, it } from 'vitest';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { allValues, tensorOf } from '../call.ts';

describe('TopK', () => {
  const top = (k: bigint, x: number[] | number[][], attributes: Record<string, number> = {}) =>
    allValues('TopK', attributes, [x, [k]]);
  const matrix = [
    [3, 1, 2],
    [4, 6, 5],
  ];

  it.each([
    ['the largest, and where they stood', 2n, [3, 9, 1, 7], {}, [[9, 7], [1n, 3n]]],
    ['the smallest with largest=0', 2n, [3, 9, 1, 7], { largest: 0 }, [[1, 3], [2n, 0n]]],
    ['all of them in order', 3n, [3, 9, 1], {}, [[9, 3, 1], [1n, 0n, 2n]]],
    ['of equal ones the first first', 2n, [5, 8, 5, 8, 8], {}, [[8, 8], [1n, 3n]]],
    ['of equal ones the first first, of the smallest too', 2n, [8, 5, 8, 5, 5], { largest: 0 }, [[5, 5], [1n, 3n]]],
    ['infinities at the ends', 3n, [-Infinity, 0, Infinity], {}, [[Infinity, 0, -Infinity], [2n, 1n, 0n]]],
    ['a row of each row', 1n, matrix, {}, [[[3], [6]], [[0n], [1n]]]],
    ['a column of each column', 1n, matrix, { axis: 0 }, [[[4, 6, 5]], [[1n, 1n, 1n]]]],
    ['the same with a negative axis', 1n, matrix, { axis: -2 }, [[[4, 6, 5]], [[1n, 1n, 1n]]]],
  ])('takes %s', (_, k, x, attributes, found) => expect(top(k, x, attributes)).toEqual(found));

  it('has k as an attribute in version 1', () =>
    expect(allValues('TopK', { k: 2 }, [[3, 9, 1, 7]], { opset: 9 })).toEqual([[9, 7], [1n, 3n]]));

  it.each([0n, 4n])('refuses %d of three', (k) => expect(() => top(k, [1, 2, 3])).toThrow(BadInput));
});

describe('Unique', () => {
  const unique = (x: Parameters<typeof allValues>[2][number], attributes: Record<string, number> = {}) =>
    allValues('Unique', attributes, [x], { outputs: 4 });

  it('has values in order, where each first stood, where each element went, and counts', () =>
    expect(unique([2, 1, 1, 3, 4, 3])).toEqual([
      [1, 2, 3, 4],
      [1n, 0n, 3n, 4n],
      [1n, 0n, 0n, 2n, 3n, 2n],
      [2n, 1n, 2n, 1n],
    ]));

  it('has values as they first come with sorted=0', () =>
    expect(unique([2, 1, 1, 3, 4, 3], { sorted: 0 })).toEqual([
      [2, 1, 3, 4],
      [0n, 1n, 3n, 4n],
      [0n, 1n, 1n, 2n, 3n, 2n],
      [1n, 2n, 2n, 1n],
    ]));

  it('takes the elements of a matrix row by row without axis', () =>
    expect(
      unique([[5, 6], [6, 5]]),
    ).toEqual([[5, 6], [0n, 1n], [0n, 1n, 1n, 0n], [2n, 2n]]));

  it('compares rows with axis=0', () =>
    expect(
      unique(
        [[2, 0], [1, 9], [2, 0]],
        { axis: 0 },
      ),
    ).toEqual([[[1, 9], [2, 0]], [1n, 0n], [1n, 0n, 1n], [1n, 2n]]));

  it('compares columns with axis=-1', () =>
    expect(
      unique(
        [[2, 1, 2], [0, 9, 0]],
        { axis: -1 },
      ),
    ).toEqual([[[1, 2], [9, 0]], [1n, 0n], [1n, 0n, 1n], [1n, 2n]]));

  it('orders rows that begin alike by what follows', () =>
    expect(
      unique(
        [[1, 3], [1, 2]],
        { axis: 0 },
      ),
    ).toEqual([[[1, 2], [1, 3]], [1n, 0n], [1n, 0n], [1n, 1n]]));

  it('orders strings by their code points', () =>
    expect(unique(['b', 'a', 'B', 'b'])).toEqual([['B', 'a', 'b'], [2n, 1n, 0n], [2n, 1n, 0n, 2n], [1n, 1n, 2n]]));

  it('finds nothing where nothing is', () => expect(unique(tensorOf('float32', []))).toEqual([[], [], [], []]));
});
