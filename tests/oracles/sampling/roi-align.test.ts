import { describe, expect, it } from 'vitest';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { tensorOf, values } from '../call.ts';

type Settings = Parameters<typeof values>[1];

/** Rows of elements that rise by 1 to the right, and by 10 downwards: an interpolated one says where it was taken. */
const image = Array.from({ length: 5 }, (_, y) => Array.from({ length: 6 }, (_, x) => 10 * y + x));
const aligned = (region: readonly number[], attributes: Settings = {}, data: number[][] = image, opset = 22) =>
  (values('RoiAlign', attributes, [[[data]], [region], [0n]], { opset }) as number[][][][])[0]![0];

const still = { coordinate_transformation_mode: 'output_half_pixel' };

describe('RoiAlign', () => {
  it('moves coordinates by half an element, from version 16 on and by default', () => {
    // the middle of x from 1 to 5 and y from 0 to 4 is 3 and 2, less a half
    const whole = { sampling_ratio: 1 };
    expect(aligned([1, 0, 5, 4], whole)).toEqual([[17.5]]);
    expect(aligned([1, 0, 5, 4], { ...whole, ...still })).toEqual([[23]]);
    expect(aligned([1, 0, 5, 4], whole, image, 10)).toEqual([[23]]);
  });

  it('divides a region into cells, height by width', () => {
    const cells = { output_height: 2, output_width: 1, sampling_ratio: 1, ...still };
    expect(aligned([1, 0, 5, 4], cells)).toEqual([[13], [33]]);
    expect(aligned([1, 0, 5, 4], { ...cells, output_height: 1, output_width: 4 })).toEqual([[21.5, 22.5, 23.5, 24.5]]);
  });

  it('multiplies regions by spatial_scale', () =>
    expect(aligned([2, 0, 10, 8], { spatial_scale: 0.5, sampling_ratio: 1, ...still })).toEqual([[23]]));

  it('takes as many samples as sampling_ratio has, or as a cell is long, rounded up', () => {
    // a single 1, which but one sample is near to
    const spike = image.map((row, y) => row.map((_, x) => (x === 1 && y === 0 ? 1 : 0)));
    // at 1, 3 and 5
    expect(aligned([0, 0, 6, 0], { sampling_ratio: 3, coordinate_transformation_mode: 'half_pixel' }, spike)).toEqual(
      [[1 / 6]].map(([x]) => [Math.fround(x!)]),
    );
    // x at 0.5 and 1.5, y at 0.5: a quarter each
    expect(aligned([0, 0, 2, 1], { sampling_ratio: 0, ...still }, spike)).toEqual([[0.25]]);
    // x at 0.375 and 1.125, as 1.5 is rounded up
    expect(aligned([0, 0, 1.5, 1], { ...still }, spike)).toEqual([[(0.375 / 2 + 0.875 / 2) / 2]]);
  });

  it('samples the border up to an element outside, and nothing beyond', () => {
    const one = { sampling_ratio: 1, ...still };
    const at = (x: number) => aligned([x - 0.5, 0.5, x + 0.5, 1.5], one);
    expect([-1.25, -1, -0.5, 0, 5, 5.5, 6, 6.25].map((x) => at(x)![0]![0])).toEqual([0, 10, 10, 10, 15, 15, 15, 0]);
    // samples that are 0 count: at -1.5, -0.5, 0.5 and 1.5
    expect(aligned([-2, 0.5, 2, 1.5], { sampling_ratio: 0, ...still })).toEqual([[(0 + 10 + 10.5 + 11.5) / 4]]);
  });

  it('takes the greatest of samples, or of their weighted elements', () => {
    const operator = findOperator('RoiAlign')!;
    const attributes = {
      mode: { type: 'STRING', value: 'max' },
      sampling_ratio: { type: 'INT', value: 1 },
      coordinate_transformation_mode: { type: 'STRING', value: 'output_half_pixel' },
    } as const satisfies Attributes;
    const inputs = [
      tensorOf('float32', [4, 8, 2, 6], [1, 1, 2, 2]),
      tensorOf('float32', [0, 0, 1, 1], [1, 4]),
      tensorOf('int64', [0n]),
    ];
    const [output] = operator.expect(versionAt(operator, 22), { attributes, inputs });
    // in the middle of all four: their mean, or a quarter of the greatest; the greatest itself is none
    const accepted = [5, 2, 8, 4, 6].filter((x) => output!.accept(0).judge(x).accepted);
    expect(accepted).toEqual([5, 2]);
  });

  it('turns a region round whose ends are exchanged', () => {
    const moved = { output_width: 2, sampling_ratio: 1, coordinate_transformation_mode: 'half_pixel' };
    expect(aligned([1, 1, 5, 2], moved)).toEqual([[11.5, 13.5]]);
    expect(aligned([5, 1, 1, 2], moved)).toEqual([[13.5, 11.5]]);
  });

  it('lengthens short regions to one element where coordinates are not moved, or leaves them', () => {
    const operator = findOperator('RoiAlign')!;
    const accepted = (opset: number) => {
      const inputs = [
        tensorOf('float32', image.flat(), [1, 1, 5, 6]),
        tensorOf('float32', [2, 1, 2.5, 2], [1, 4]),
        tensorOf('int64', [0n]),
      ];
      const [output] = operator.expect(versionAt(operator, opset), { attributes: {}, inputs });
      return [16.75, 17, 17.25, 17.5, 11.75].filter((x) => output!.accept(0).judge(x).accepted);
    };
    // x at 2.5, or at 2.25; y at 1.5
    expect(accepted(10)).toEqual([17.25, 17.5]);
    // moved: x at 1.75, y at 1
    expect(accepted(22)).toEqual([11.75]);
  });

  it('takes each region from its image', () =>
    expect(
      values('RoiAlign', { sampling_ratio: 1, ...still }, [
        [[[[1]]], [[[2]]]],
        [
          [0, 0, 1, 1],
          [0, 0, 1, 1],
        ],
        [1n, 0n],
      ]),
    ).toEqual([[[[2]]], [[[1]]]]));

  it('does not judge what depends on a rounding, and what has no meaning', () => {
    expect(() => aligned([0, 0, 0.3, 4], { spatial_scale: 10, output_width: 3 })).toThrow(NotJudged);
    expect(() => aligned([4, 0, 1, 4])).toThrow(NotJudged);
    expect(() => aligned([0, 0, Number.NaN, 4])).toThrow(NotJudged);
    expect(() => aligned([0, 0, 1, 4], {}, [[Number.NaN, 1]])).toThrow(NotJudged);
  });

  it('refuses images that are not there, and regions of other numbers', () => {
    expect(() => values('RoiAlign', {}, [[[[[1]]]], [[0, 0, 1, 1]], [1n]])).toThrow(BadInput);
    expect(() => values('RoiAlign', {}, [[[[[1]]]], [[0, 0, 1, 1]], [-1n]])).toThrow(BadInput);
    expect(() => values('RoiAlign', {}, [[[[[1]]]], [[0, 0, 0, 1, 1]], [0n]])).toThrow(BadInput);
  });
});
