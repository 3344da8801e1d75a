import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dtypes, formatOf } from '../../../oracles/numerics/dtype.ts';
import { allocate, bitsAt, bytesOf, elementCount, tensor, tensorFromBytes } from '../../../oracles/numerics/tensor.ts';

describe.each(dtypes)('%s', (dtype) => {
  const width = formatOf(dtype).bits / 8;

  it('keeps every bit, NaN payloads too, wherever the bytes lie', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: width, maxLength: 6 * width }), fc.nat(7), (bytes, offset) => {
        const length = Math.trunc(bytes.length / width);
        const whole = bytes.subarray(0, length * width);
        const shifted = new Uint8Array(whole.length + offset);
        shifted.set(whole, offset);
        const t = tensorFromBytes(dtype, [length], shifted.subarray(offset));
        expect(bytesOf(t)).toEqual(whole);
        for (let i = 0; i < length; i++) {
          const hex = Buffer.from(whole.subarray(i * width, (i + 1) * width).toReversed()).toString('hex');
          expect(bitsAt(t, i)).toBe(BigInt(`0x${hex}`));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('refuses what does not fill the shape', () => {
    expect(() => tensor(dtype, [2, 3], allocate(dtype, 5))).toThrow('5 elements do not fill a tensor of shape [2,3]');
    expect(() => tensorFromBytes(dtype, [2], new Uint8Array(2 * width + 1))).toThrow(RangeError);
    expect(tensor(dtype, [], allocate(dtype, 1)).dims).toEqual([]);
    expect(tensor(dtype, [3, 0], allocate(dtype, 0)).data.length).toBe(0);
  });
});

it.each([
  [[], 1],
  [[3], 3],
  [[2, 0, 5], 0],
  [[2, 3, 4], 24],
])('%j has %i elements', (dims, count) => expect(elementCount(dims)).toBe(count));

it('a view into a larger buffer has its own bits', () => {
  const whole = Float32Array.of(1, -0, Number.NaN);
  const part = tensor('float32', [2], whole.subarray(1));
  expect([bitsAt(part, 0), bytesOf(part).length]).toEqual([0x8000_0000n, 8]);
});
