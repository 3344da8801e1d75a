import { describe, expect, it } from 'vitest';
import { BadInput, NotJudged } from '../../../oracles/bad-input.ts';
import type { Attributes } from '../../../oracles/declaration.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

/** The shape of a pool over one dimension, and its elements. */
function pooled(name: string, data: readonly number[], attributes: Attributes) {
  const operator = findOperator(name)!;
  const inputs = [tensorOf('float32', data, [1, 1, data.length])];
  const [output] = operator.expect(versionAt(operator, newestOpset), { attributes, inputs });
  return [output!.dims, Array.from({ length: output!.dims[2]! }, (_, i) => output!.accept(i).best)];
}

const ints = (value: number) => ({ type: 'INTS', value: [value] }) as const;
const text = (value: string) => ({ type: 'STRING', value }) as const;

describe('windows', () => {
  it.each(['SAME_UPPER', 'SAME_LOWER'])(
    'begin at the first element where %s would pad by less than nothing',
    (side) => {
      const attributes = { kernel_shape: ints(1), strides: ints(4), auto_pad: text(side) };
      for (const name of ['MaxPool', 'AveragePool', 'LpPool']) {
        expect(pooled(name, [1, 2, 3, 4, 5, 6, 7, 8], attributes)).toEqual([
          [1, 1, 2],
          [1, 5],
        ]);
      }
    },
  );

  it.each(['MaxPool', 'AveragePool', 'LpPool'])('that are longer than the data by one are none: %s', (name) =>
    expect(pooled(name, [1, 2, 3], { kernel_shape: ints(4) })).toEqual([[1, 1, 0], []]),
  );

  it('that are longer by more leave no shape', () =>
    expect(() => pooled('MaxPool', [1, 2, 3], { kernel_shape: ints(5) })).toThrow(BadInput));

  it('that strides pass over are none by the text, and one by shape inference', () =>
    expect(() => pooled('MaxPool', [1, 2, 3], { kernel_shape: ints(4), strides: ints(2) })).toThrow(NotJudged));

  it('of a convolution have to fit', () => {
    const operator = findOperator('Conv')!;
    const inputs = [tensorOf('float32', [1, 2], [1, 1, 2]), tensorOf('float32', [1, 1, 1], [1, 1, 3])];
    expect(() => operator.expect(versionAt(operator, newestOpset), { attributes: {}, inputs })).toThrow(BadInput);
  });
});
