import { describe, expect, it } from 'vitest';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import { NotJudged } from '../../../oracles/spec/bad-input.ts';
import { tensorOf, values } from '../call.ts';

/** The result of data with scales for blocks along the only dimension, at version 21. */
const ofBlocks = (name: string, inputs: readonly Tensor[], block: number) =>
  values(name, { axis: 0, block_size: block }, inputs, { opset: 21 });

const scales = (...xs: number[]) => tensorOf('float32', xs);
const bytes = (...xs: number[]) => tensorOf('int8', xs.map(BigInt));

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
  ] as const)('%j is not judged: %s', (sizes, block, _) =>
    expect(() => ofBlocks('DequantizeLinear', [bytes(1, 2, 3), scales(...sizes)], block)).toThrow(NotJudged),
  );
});
