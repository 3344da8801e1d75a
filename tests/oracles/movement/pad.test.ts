import { describe, expect, it } from 'vitest';
import { NotJudged } from '../../../oracles/bad-input.ts';
import { findOperator } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

const operator = findOperator('Pad')!;

/** The shape that comes of padding in a mode, and its elements. */
function padded(mode: string, data: readonly number[], dims: readonly number[], pads: readonly number[], since = 13) {
  const version = operator.versions.find((one) => one.since === since)!;
  const inputs = [tensorOf('float32', data, dims), tensorOf('int64', pads.map(BigInt))];
  const [output] = operator.expect(version, { attributes: { mode: { type: 'STRING', value: mode } }, inputs });
  const count = output!.dims.reduce((product, size) => product * size, 1);
  return [output!.dims, Array.from({ length: count }, (_, i) => output!.accept(i).best)];
}

const nine = [0, 1, 2, 3, 4, 5, 6, 7, 8];

describe('Pad', () => {
  it('reflects as the example of the text does', () => {
    const data = [1, 2, 3, 4, 5, 6];
    expect(padded('reflect', data, [3, 2], [0, 2, 0, 0])).toEqual([
      [3, 4],
      [1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 5, 6],
    ]);
  });

  it('reflects from edge to edge, as numpy does', () =>
    expect(padded('reflect', [1, 2, 3], [3], [5, 0])).toEqual([[8], [2, 1, 2, 3, 2, 1, 2, 3]]));

  it.each([
    ['edge', [3, 3, 4, 5, 6, 6, 7, 8]],
    ['reflect', [4, 3, 4, 5, 7, 6, 7, 8]],
  ])('removes of one dimension and repeats of another: %s', (mode, right) =>
    expect(padded(mode, nine, [3, 3], [-1, 1, 0, 0])).toEqual([[2, 4], right]),
  );

  it('wraps beside a dimension that is cut', () =>
    expect(padded('wrap', nine, [3, 3], [1, -1, 0, 0], 19)).toEqual([
      [4, 2],
      [7, 8, 1, 2, 4, 5, 7, 8],
    ]));

  it.each(['edge', 'reflect', 'wrap'])('is not judged where both is of one dimension: %s', (mode) =>
    expect(() => padded(mode, nine, [3, 3], [-1, 0, 1, 0], 25)).toThrow(NotJudged),
  );

  it('is not judged where one element is reflected', () =>
    expect(() => padded('reflect', [1], [1], [1, 0])).toThrow(NotJudged));
});
