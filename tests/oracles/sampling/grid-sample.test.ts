import { describe, expect, it } from 'vitest';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { tensorOf, values } from '../call.ts';

const image = [[[[1, 2, 3, 4]]]];
/** Samples of one row at locations along it. */
const sampled = (attributes: Parameters<typeof values>[1], ...along: number[]) =>
  (values('GridSample', attributes, [image, [[along.map((x) => [x, 0])]]]) as number[][][][])[0]![0]![0];

describe('GridSample', () => {
  it('has -1 and 1 at the outer ends, or in the middle of the first and the last element', () => {
    const nearest = { mode: 'nearest', padding_mode: 'border' };
    expect(sampled(nearest, -1, -0.75, -0.25, 0.25, 0.75, 1)).toEqual([1, 1, 2, 3, 4, 4]);
    expect(sampled({ align_corners: 1 }, -1, 0, 1)).toEqual([1, 2.5, 4]);
    expect(sampled({ align_corners: 1 }, -0.5, 0.5)).toEqual([1.75, 3.25]);
  });

  it('takes the even one of two elements', () => {
    // 0 is between the elements 1 and 2, 0.5 between 2 and 3
    expect(sampled({ mode: 'nearest' }, -0.5, 0, 0.5)).toEqual([1, 3, 3]);
  });

  it('pads with zeros, with the border, or by reflection', () => {
    expect(sampled({}, -1, -1.5, 1)).toEqual([0.5, 0, 2]);
    expect(sampled({ padding_mode: 'border' }, -1, -1.5, 3)).toEqual([1, 1, 4]);
    // reflected about -0.5: -1.5 becomes 0.5
    expect(sampled({ padding_mode: 'reflection' }, -1.5, 1.5, -5)).toEqual([1.5, 3.5, 1]);
    expect(sampled({ padding_mode: 'reflection', align_corners: 1 }, -1.5, 3)).toEqual([1.75, 1]);
  });

  it('takes cubic means with a coefficient of -0.75', () => {
    // (-3·1 + 19·2 + 19·3 - 3·4) / 32
    expect(sampled({ mode: 'cubic' }, 0)).toEqual([2.5]);
    // at 0.5 the element at -1 is 0
    expect(sampled({ mode: 'cubic' }, -0.5)).toEqual([(19 * 1 + 19 * 2 - 3 * 3) / 32]);
  });

  it('has the innermost dimension first', () => {
    const rows = [
      [1, 2],
      [3, 4],
      [5, 6],
    ];
    const at = [[[[0.5, -0.625]]]];
    expect(values('GridSample', { mode: 'nearest' }, [[[rows]], at])).toEqual([[[[2]]]]);
  });

  it('is at 0 for the least numbers of float64, which sums with 1 lose', () => {
    const X = { ...tensorOf('float64', [1, 2, 3]), dims: [1, 1, 3] };
    const grid = { ...tensorOf('float64', [5e-324, -5e-324]), dims: [1, 2, 1] };
    const operator = findOperator('GridSample')!;
    for (const mode of ['linear', 'cubic', 'nearest']) {
      const call = { attributes: { mode: { type: 'STRING', value: mode } } as const, inputs: [X, grid] };
      const [output] = operator.expect(versionAt(operator, 20), call);
      expect([0, 1].map((i) => output!.accept(i).best)).toEqual([2, 2]);
    }
  });

  it('truncates what it interpolates between integers', () => {
    const X = tensorOf('int32', [0n, 3n, -5n, 4n]);
    const grid = tensorOf('float32', [-0.5, 0, 0.5]);
    const call = {
      attributes: {},
      inputs: [
        { ...X, dims: [1, 1, 4] },
        { ...grid, dims: [1, 3, 1] },
      ],
    };
    const operator = findOperator('GridSample')!;
    const [output] = operator.expect(versionAt(operator, 20), call);
    // 1.5, -1, -0.5
    expect([0, 1, 2].map((i) => output!.accept(i).best)).toEqual([1n, -1n, 0n]);
  });

  it('admits both neighbours where rounding may move a coordinate across the border, and anything at NaN', () => {
    const operator = findOperator('GridSample')!;
    const accepted = (length: number, location: number) => {
      const X = {
        ...tensorOf(
          'float32',
          Array.from({ length }, (_, i) => i),
        ),
        dims: [1, 1, length],
      };
      const grid = { ...tensorOf('float32', [location]), dims: [1, 1, 1] };
      const attributes = { mode: { type: 'STRING', value: 'nearest' } } as const;
      const [output] = operator.expect(versionAt(operator, 20), { attributes, inputs: [X, grid] });
      return [...Array(length).keys(), 99].filter((x) => output!.accept(0).judge(x).accepted);
    };
    // (0.2 + 1)·5/2 - 1/2 is 2.5 but for the rounding of 0.2
    expect(accepted(5, Math.fround(0.2))).toEqual([2, 3]);
    expect(accepted(5, 0.25)).toEqual([3]);
    expect(accepted(3, Number.NaN)).toEqual([0, 1, 2, 99]);
  });

  it('refuses a grid of other instances or dimensions', () => {
    expect(() => values('GridSample', {}, [image, [[[[0, 0, 0]]]]])).toThrow(BadInput);
    expect(() => values('GridSample', {}, [image, [[[[0, 0]]], [[[0, 0]]]]])).toThrow(BadInput);
    expect(() => values('GridSample', {}, [[[[[1, Number.NaN]]]], [[[[0, 0]]]]])).toThrow(NotJudged);
  });
});
