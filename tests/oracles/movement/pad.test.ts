// biome-ignore-all format: matrices stay on a line
import { describe, expect, it } from 'vitest';
import { NotJudged } from '../../../oracles/spec/bad-input.ts';
import { type Nested, values } from '../call.ts';

/** The result of padding in a mode. */
const padded = (mode: string, data: Nested, pads: readonly bigint[], opset = 13) =>
  values('Pad', { mode }, [data, pads], { opset });

const nine = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];

describe('Pad', () => {
  it('reflects as the example of the text does', () =>
    expect(padded('reflect', [[1, 2], [3, 4], [5, 6]], [0n, 2n, 0n, 0n])).toEqual([[1, 2, 1, 2], [3, 4, 3, 4], [5, 6, 5, 6]]));

  it('reflects from edge to edge, as numpy does', () =>
    expect(padded('reflect', [1, 2, 3], [5n, 0n])).toEqual([2, 1, 2, 3, 2, 1, 2, 3]));

  it.each([
    ['edge', [[3, 3, 4, 5], [6, 6, 7, 8]]],
    ['reflect', [[4, 3, 4, 5], [7, 6, 7, 8]]],
  ])('removes of one dimension and repeats of another: %s', (mode, right) =>
    expect(padded(mode, nine, [-1n, 1n, 0n, 0n])).toEqual(right));

  it('wraps next to a dimension that is cut', () =>
    expect(padded('wrap', nine, [1n, -1n, 0n, 0n], 19)).toEqual([[7, 8], [1, 2], [4, 5], [7, 8]]));

  it.each(['edge', 'reflect', 'wrap'])('is not judged where both is of one dimension: %s', (mode) =>
    expect(() => padded(mode, nine, [-1n, 0n, 1n, 0n], 25)).toThrow(NotJudged));

  it('is not judged where one element is reflected', () =>
    expect(() => padded('reflect', [1], [1n, 0n])).toThrow(NotJudged));
});
