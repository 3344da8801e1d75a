import { describe, expect, it } from 'vitest';
import { NotJudged } from '../../../oracles/bad-input.ts';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import { findOperator } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

/** What comes of data with scales for blocks along the only dimension, at version 21. */
function ofBlocks(name: string, inputs: readonly Tensor[], block: number): readonly unknown[] {
  const operator = findOperator(name)!;
  const version = operator.versions.find(({ since }) => since === 21)!;
  const attributes = { axis: { type: 'INT', value: 0 }, block_size: { type: 'INT', value: block } } as const;
  const [output] = operator.expect(version, { attributes, inputs });
  return Array.from({ length: output!.dims[0]! }, (_, i) => output!.accept(i).best);
}

const scales = (...values: number[]) => tensorOf('float32', values);
const bytes = (...values: number[]) => tensorOf('int8', values.map(BigInt));

describe('blocks of a list', () => {
  it('are dequantized', () => {
    const inputs = [bytes(10, 20, 30, 40, 50, 60, 70, 80), scales(0.5, 2), bytes(0, 10)];
    expect(ofBlocks('DequantizeLinear', inputs, 4)).toEqual([5, 10, 15, 20, 80, 100, 120, 140]);
  });

  it('are quantized', () => {
    const inputs = [tensorOf('float32', [0, 1, 2, 3, 4, 5, 6, 7]), scales(0.5, 2), bytes(0, 10)];
    expect(ofBlocks('QuantizeLinear', inputs, 4)).toEqual([0n, 2n, 4n, 6n, 12n, 12n, 13n, 14n]);
  });

  it('may be shorter at the end', () =>
    expect(ofBlocks('DequantizeLinear', [bytes(1, 2, 3, 4, 5), scales(1, 10)], 3)).toEqual([1, 2, 3, 40, 50]));

  it.each([
    [[1], 4, 'one block'],
    [[1, 2, 3], 0, 'a scale for each place'],
  ] as const)('%j is not judged: %s', (values, block, _) =>
    expect(() => ofBlocks('DequantizeLinear', [bytes(1, 2, 3), scales(...values)], block)).toThrow(NotJudged),
  );
});
