// biome-ignore-all format: matrices stay on a line
import { describe, expect, it } from 'vitest';
import { tensorOf, values } from '../call.ts';

const { fround, LN2 } = Math;
/** eˣ is 3 of it, and 1 of 0: shares of 3/4 and 1/4, which float32 has, the error of the logarithm being less than half a step */
const ln3 = fround(Math.log(3));
const cube = [[[0, ln3]], [[0, 0]]];

describe('Softmax', () => {
  it('is the share that each exponential has of their sum', () =>
    expect(values('Softmax', {}, [[0, ln3]])).toEqual([0.25, 0.75]));

  it('does not change where all elements are moved', () =>
    expect(values('Softmax', {}, [[1000, 1000, 1000, 1000]])).toEqual([0.25, 0.25, 0.25, 0.25]));

  it('goes along the last dimension where no axis is given', () =>
    expect(values('Softmax', {}, [cube])).toEqual([[[0.25, 0.75]], [[0.5, 0.5]]]));

  it.each([0, -3])('goes along the dimension that axis names: %d', (axis) =>
    expect(values('Softmax', { axis }, [[[[0, 0]], [[ln3, 0]]]])).toEqual([[[0.25, 0.5]], [[0.75, 0.5]]]),
  );

  it('takes all dimensions from axis on together before version 13', () =>
    expect(values('Softmax', { axis: 1 }, [[[[5, 5], [5, 5]]]], { opset: 11 })).toEqual([[[0.25, 0.25], [0.25, 0.25]]]));

  it('gives -∞ no share', () => expect(values('Softmax', {}, [[7, -Infinity, 7]])).toEqual([0.5, 0, 0.5]));

  it('makes NaN of a line in which it stands, and of no other', () =>
    expect(
      values('Softmax', {}, [[[Number.NaN, 1], [2, 2]]]),
    ).toEqual([[Number.NaN, Number.NaN], [0.5, 0.5]]));

  it('is empty where there are no elements', () =>
    expect(values('Softmax', {}, [tensorOf('float32', [], [2, 0])])).toEqual([[], []]));
});

describe('LogSoftmax', () => {
  it('is the logarithm of the share', () =>
    expect(values('LogSoftmax', {}, [[3, 3, -Infinity]])).toEqual([fround(-LN2), fround(-LN2), -Infinity]));

  it('is finite where the share would be 0, and below 0 where it would be 1', () =>
    expect(values('LogSoftmax', {}, [[0, -1000]])).toEqual([-0, -1000]));

  it.each([0, -2])('goes along the dimension that axis names: %d', (axis) =>
    expect(
      values('LogSoftmax', { axis }, [[[0, 1], [0, -Infinity]]]),
    ).toEqual([[fround(-LN2), 0], [fround(-LN2), -Infinity]]),
  );
});

describe('Hardmax', () => {
  it.each([
    ['the maximum', {}, [1, 3, 2], [0, 1, 0]],
    ['the first of equal maxima', {}, [2, 5, 5], [0, 1, 0]],
    ['the first where all are -∞', {}, [-Infinity, -Infinity], [1, 0]],
    ['one element of each row', {}, [[1, 2], [4, 3]], [[0, 1], [1, 0]]],
    ['one element of each column with axis=0', { axis: 0 }, [[1, 9], [4, 3]], [[0, 1], [1, 0]]],
    ['the same with a negative axis', { axis: -2 }, [[1, 9], [4, 3]], [[0, 1], [1, 0]]],
  ])('marks %s', (_, attributes, x, marks) => expect(values('Hardmax', attributes, [x])).toEqual(marks));

  it('marks one of all dimensions from axis on before version 13', () =>
    expect(
      values(
        'Hardmax',
        { axis: 1 },
        [[[[1, 2], [4, 3]]]],
        { opset: 11 },
      ),
    ).toEqual([[[0, 0], [1, 0]]]));
});
