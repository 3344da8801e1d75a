// biome-ignore-all format: matrices stay on a line
import { describe, expect, it } from 'vitest';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { type Nested, values } from '../call.ts';

const rotated = (attributes: Record<string, number>, ...inputs: readonly Nested[]) =>
  values('RotaryEmbedding', attributes, inputs);

// one batch, one head, two positions with four features
const x = [[[[1, 2, 3, 4], [5, 6, 7, 8]]]];
// pairs are turned by a quarter, and not at all
const cos = [[[0, 1], [1, 0]]];
const sin = [[[1, 0], [0, 1]]];

describe('RotaryEmbedding', () => {
  it('turns pairs that are made of halves', () =>
    expect(rotated({}, x, cos, sin)).toEqual([[[[-3, 2, 1, 4], [5, -8, 7, 6]]]]));

  it('turns pairs of neighbours with interleaved', () =>
    expect(rotated({ interleaved: 1 }, x, cos, sin)).toEqual([[[[-2, 1, 3, 4], [5, 6, -8, 7]]]]));

  it('multiplies by cosine and sine, and adds', () =>
    // 1·10 - 2·100, 1·100 + 2·10
    expect(rotated({}, [[[[1, 2]]]], [[[10]]], [[[100]]])).toEqual([[[[-190, 120]]]]));

  it('leaves what is beyond rotary_embedding_dim as it is', () =>
    expect(rotated({ rotary_embedding_dim: 2 }, x, [[[0], [0]]], [[[1], [-1]]])).toEqual([
      [[[-2, 1, 3, 4], [6, -5, 7, 8]]],
    ]));

  it('has the row of each position that position_ids name', () =>
    expect(rotated({}, [[[[1, 2], [3, 4]]]], [[7], [0], [1]], [[8], [1], [0]], [[2n, 1n]])).toEqual([
      [[[1, 2], [-4, 3]]],
    ]));

  it('has heads side by side in three dimensions, and before positions in four', () => {
    // one batch, two positions, two heads: position 1 is turned
    const angles = [[[1], [0]]];
    const quarter = [[[0], [1]]];
    expect(rotated({ num_heads: 2 }, [[[1, 2, 3, 4], [5, 6, 7, 8]]], angles, quarter)).toEqual([
      [[1, 2, 3, 4], [-6, 5, -8, 7]],
    ]);
    expect(rotated({}, [[[[1, 2], [5, 6]], [[3, 4], [7, 8]]]], angles, quarter)).toEqual([
      [[[1, 2], [-6, 5]], [[3, 4], [-8, 7]]],
    ]);
  });

  it.each([
    ['an odd head', {}, [[[[1, 2, 3]]]], [[[1]]], [[[1]]]],
    ['an odd number of features', { rotary_embedding_dim: 1 }, [[[[1, 2]]]], [[[1]]], [[[1]]]],
    ['more features than there are', { rotary_embedding_dim: 4 }, [[[[1, 2]]]], [[[1, 1]]], [[[1, 1]]]],
    ['no number of heads', {}, [[[1, 2]]], [[[1]]], [[[1]]]],
    ['a position beyond the caches', {}, [[[[1, 2]]]], [[1]], [[1]], [[1n]]],
    ['a wider cache', { rotary_embedding_dim: 2 }, [[[[1, 2, 3, 4]]]], [[[1, 1]]], [[[1, 1]]]],
  ] as const)('refuses %s', (_, attributes, ...inputs) =>
    expect(() => rotated(attributes, ...(inputs as readonly Nested[]))).toThrow(BadInput));

  it('is not judged at negative positions', () =>
    expect(() => rotated({}, [[[[1, 2]]]], [[1]], [[1]], [[-1n]])).toThrow(NotJudged));
});
