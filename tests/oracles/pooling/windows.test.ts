import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementsOfWindows } from '../../../oracles/arrays/windows.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { values } from '../call.ts';

type Attributes = Parameters<typeof values>[1];

/** The result of a pool over one dimension. */
const pooled = (name: string, data: readonly number[], attributes: Attributes) => values(name, attributes, [[[data]]]);

const upToFour = fc.integer({ min: 1, max: 4 });
const shape = fc.record({ size: upToFour, stride: upToFour, dilation: upToFour });

describe('windows', () => {
  it.each(['SAME_UPPER', 'SAME_LOWER'])(
    'begin at the first element where %s would pad by less than nothing',
    (side) => {
      const attributes = { kernel_shape: [1], strides: [4], auto_pad: side };
      for (const name of ['MaxPool', 'AveragePool', 'LpPool']) {
        expect(pooled(name, [1, 2, 3, 4, 5, 6, 7, 8], attributes)).toEqual([[[1, 5]]]);
      }
    },
  );

  it.each(['MaxPool', 'AveragePool', 'LpPool'])('that are longer than the data by one are none: %s', (name) =>
    expect(pooled(name, [1, 2, 3], { kernel_shape: [4] })).toEqual([[[]]]),
  );

  it('take no longer for all the padding that they hold', () => {
    const same = { kernel_shape: [2 ** 31 - 1], auto_pad: 'SAME_UPPER' };
    expect(pooled('MaxPool', [1, 3, 2], same)).toEqual([[[3, 3, 3]]]);
    expect(pooled('AveragePool', [1, 3, 2], same)).toEqual([[[2, 2, 2]]]);
  });

  it('have the elements that lie on the dimension, at their places', () => {
    const few = { min: 0, max: 6 };
    fc.assert(
      fc.property(
        fc.record({ length: fc.integer({ min: 1, max: 6 }), begin: fc.integer(few), end: fc.integer(few) }),
        shape,
        (data, of) => {
          const { length, begin, end } = data;
          fc.pre(length + begin + end > (of.size - 1) * of.dilation);
          const windows = elementsOfWindows([length], [{ ...of, begin, end, ceil: false }]);
          for (let window = 0; window < windows.counts[0]!; window++) {
            const places = Array.from({ length: of.size }, (_, place) => ({
              index: window * of.stride - begin + place * of.dilation,
              place,
            }));
            expect(windows.of(window)).toEqual(places.filter(({ index }) => index >= 0 && index < length));
          }
        },
      ),
    );
  });

  it('that are longer by more leave no shape', () =>
    expect(() => pooled('MaxPool', [1, 2, 3], { kernel_shape: [5] })).toThrow(BadInput));

  it('that strides pass over are none by the text, and one by shape inference', () =>
    expect(() => pooled('MaxPool', [1, 2, 3], { kernel_shape: [4], strides: [2] })).toThrow(NotJudged));

  it('of a convolution have to fit', () =>
    expect(() => values('Conv', {}, [[[[1, 2]]], [[[1, 1, 1]]]])).toThrow(BadInput));
});
