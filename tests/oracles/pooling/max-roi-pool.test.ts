import { describe, expect, it } from 'vitest';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { tensorOf, values } from '../call.ts';

/** Elements that tell their place: 10 times the row, and the column. */
const image = Array.from({ length: 4 }, (_, y) => Array.from({ length: 5 }, (_, x) => 10 * y + x));
const pooled = (region: readonly number[], pooled_shape: readonly number[], spatial_scale = 1) =>
  (values('MaxRoiPool', { pooled_shape, spatial_scale }, [[[image]], [[0, ...region]]]) as number[][][][])[0]![0];

describe('MaxRoiPool', () => {
  it('takes the maximum of each cell, the last corner included', () => {
    expect(pooled([1, 0, 4, 3], [1, 1])).toEqual([[34]]);
    expect(pooled([1, 0, 4, 3], [2, 2])).toEqual([
      [12, 14],
      [32, 34],
    ]);
    expect(pooled([2, 1, 2, 1], [1, 1])).toEqual([[12]]);
  });

  it('gives an element that lies in two cells to both', () =>
    // rows 0 to 2 as 0 to 1 and 1 to 2
    expect(pooled([0, 0, 2, 2], [2, 2])).toEqual([
      [11, 12],
      [21, 22],
    ]));

  it('multiplies corners by spatial_scale, and rounds them', () => {
    expect(pooled([2, 2, 6, 4], [1, 1], 0.5)).toEqual([[23]]);
    expect(pooled([0.75, 0.25, 3.25, 1.75], [1, 1])).toEqual([[23]]);
  });

  it('leaves out what is outside: a cell of nothing else is 0', () => {
    expect(pooled([-2, -2, 1, 1], [2, 2])).toEqual([
      [0, 0],
      [0, 11],
    ]);
    expect(pooled([7, 7, 9, 9], [1, 1])).toEqual([[0]]);
  });

  it('has one element of a region whose corners are exchanged', () =>
    expect(pooled([3, 2, 1, 1], [1, 1])).toEqual([[23]]));

  it('takes each region from its image', () =>
    expect(
      values('MaxRoiPool', { pooled_shape: [1, 1] }, [
        [[[[1]]], [[[2]]]],
        [
          [1, 0, 0, 0, 0],
          [0, 0, 0, 0, 0],
        ],
      ]),
    ).toEqual([[[[2]]], [[[1]]]]));

  it('admits either element where a corner is halfway between two, and either end of a cell that is rounded', () => {
    const operator = findOperator('MaxRoiPool')!;
    const accepted = (region: readonly number[], cells: number, cell = 0) => {
      const inputs = [tensorOf('float32', [0, 1, 2, 3, 4, 5, 6, 7], [1, 1, 1, 8]), tensorOf('float32', region, [1, 5])];
      const attributes = { pooled_shape: { type: 'INTS', value: [1, cells] } } as const;
      const [output] = operator.expect(versionAt(operator, newestOpset), { attributes, inputs });
      return [0, 1, 2, 3, 4, 5, 6, 7].filter((x) => output!.accept(cell).judge(x).accepted);
    };
    expect(accepted([0, 0, 0, 2.5, 0], 1)).toEqual([2, 3]);
    expect(accepted([0, 0, 0, 2.25, 0], 1)).toEqual([2]);
    // three cells of six elements are exact; of five the last one ends at three times 5/3
    expect(accepted([0, 0, 0, 5, 0], 3, 2)).toEqual([5]);
    expect(accepted([0, 0, 0, 4, 0], 3, 2)).toEqual([4, 5]);
  });

  it('refuses images that are not there, and regions of other numbers', () => {
    const node = (region: number[]) => values('MaxRoiPool', { pooled_shape: [1, 1] }, [[[image]], [region]]);
    expect(() => node([1, 0, 0, 1, 1])).toThrow(BadInput);
    expect(() => node([0.5, 0, 0, 1, 1])).toThrow(BadInput);
    expect(() => node([0, 0, 1, 1])).toThrow(BadInput);
    expect(() => node([0, 0, 0, Number.NaN, 1])).toThrow(NotJudged);
  });
});
