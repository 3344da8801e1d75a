import { describe, expect, it } from 'vitest';
import { NotJudged } from '../../../oracles/spec/bad-input.ts';
import { tensorOf, values } from '../call.ts';

const integer = (x: number) => tensorOf('int64', [BigInt(x)], []);
const edge = (x: number) => tensorOf('float32', [x], []);
const matrix = (bands: number, length: number, rate: number, lower: number, upper: number, attributes = {}) =>
  values('MelWeightMatrix', attributes, [
    ...[bands, length, rate].map(integer),
    ...[lower, upper].map(edge),
  ]) as number[][];

describe('MelWeightMatrix', () => {
  // edges at 0, 426.9, 1114 and 2221 Hz by hand: bins ⌊17 · f / 8000⌋ are 0, 0, 2 and 4
  const expected = [
    [1, 0],
    [0.5, 0.5],
    [0, 1],
    [0, 0.5],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ];

  it('has triangles at equal steps of the mel scale', () => {
    expect(matrix(2, 16, 8000, 0, 4000)).toEqual(expected);
  });

  it('truncates to integers', () => {
    expect(matrix(2, 16, 8000, 0, 4000, { output_datatype: 6 })).toEqual(
      expected.map((row) => row.map((x) => BigInt(Math.trunc(x)))),
    );
  });

  it('is not judged where its text has no sense, or a rounding decides', () => {
    expect(() => matrix(2, 16, 8000, 2000, 1000)).toThrow(NotJudged);
    expect(() => matrix(2, 16, 8000, 0, 5000)).toThrow(NotJudged);
    expect(() => matrix(-1, 16, 8000, 0, 4000)).toThrow(NotJudged);
    // 17 · 4000 / 8000 · 2 is an integer
    expect(() => matrix(2, 16, 8000, 1e-6, 4000)).toThrow('near the border');
  });
});
