import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dtypes, formatOf } from '../../../oracles/numerics/dtype.ts';
import {
  allocate,
  bitsAt,
  bytesOf,
  elementCount,
  elementsOf,
  inLargerBuffer,
  isSameAt,
  numbersOf,
  overwrite,
  scalarsOf,
  tensor,
  tensorFromBytes,
  tensorOfScalars,
} from '../../../oracles/numerics/tensor.ts';

const ofBytes = dtypes.filter((dtype) => dtype !== 'string');

describe.each(ofBytes)('%s', (dtype) => {
  const { bits } = formatOf(dtype);

  it('keeps every bit, NaN payloads too, wherever the bytes lie', () => {
    const length = fc.integer({ min: 1, max: 6 });
    const patterns = length.chain((n) =>
      fc.array(fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }), { minLength: n }),
    );
    fc.assert(
      fc.property(patterns, fc.nat(7), (elements, offset) => {
        const all = elements.reduceRight((sum, element) => (sum << BigInt(bits)) | element, 0n);
        const size = Math.ceil((elements.length * bits) / 8);
        const whole = Uint8Array.from({ length: size }, (_, k) => Number((all >> BigInt(8 * k)) & 0xffn));
        const shifted = new Uint8Array(size + offset);
        shifted.set(whole, offset);
        const t = tensorFromBytes(dtype, [elements.length], shifted.subarray(offset));
        expect(bytesOf(t)).toEqual(whole);
        expect(elements.map((_, i) => bitsAt(t, i))).toEqual(elements);
      }),
      { numRuns: 30 },
    );
  });

  it('gives back what is put in', () => {
    const size = Math.ceil((7 * bits) / 8);
    const isTruth = dtype === 'bool';
    fc.assert(
      fc.property(fc.uint8Array({ minLength: size, maxLength: size, max: isTruth ? 1 : 255 }), (bytes) => {
        const t = tensorFromBytes(dtype, [7], bytes);
        const again = tensorOfScalars(dtype, [7], scalarsOf(t));
        expect(elementsOf(again)).toEqual(elementsOf(t));
      }),
      { numRuns: 30 },
    );
  });

  it('refuses what does not fill the shape', () => {
    expect(() => tensor(dtype, [2, 3], allocate(dtype, 5))).toThrow('5 elements do not fill a tensor of shape [2,3]');
    expect(() => tensorFromBytes(dtype, [8], new Uint8Array(bits + 1))).toThrow(RangeError);
    expect(tensor(dtype, [], allocate(dtype, 1)).dims).toEqual([]);
    expect(tensor(dtype, [3, 0], allocate(dtype, 0)).data.length).toBe(0);
  });

  it('lies in the middle of a larger buffer, and is overwritten there', () => {
    const t = tensorFromBytes(dtype, [3], new Uint8Array(Math.ceil((3 * bits) / 8)).fill(1));
    const view = inLargerBuffer(t);
    expect(bytesOf(view)).toEqual(bytesOf(t));
    overwrite(view, tensor(dtype, [3], allocate(dtype, 3)));
    expect([0, 1, 2].map((i) => bitsAt(view, i))).toEqual([0n, 0n, 0n]);
  });
});

it('strings have elements, and no bytes', () => {
  const t = tensor('string', [2], ['', 'größe']);
  const copy = inLargerBuffer(t);
  overwrite(t, tensor('string', [2], ['x', 'y']));
  expect([elementsOf(t), elementsOf(copy)]).toEqual([
    ['x', 'y'],
    ['', 'größe'],
  ]);
  expect([0, 1].map((i) => isSameAt(t, copy, i))).toEqual([false, false]);
  expect(() => bytesOf(t)).toThrow(RangeError);
  expect(() => bitsAt(t, 0)).toThrow(RangeError);
  expect(() => numbersOf(t)).toThrow(RangeError);
});

it('complex numbers are pairs', () => {
  const t = tensor('complex64', [2], Float32Array.of(1, -0, 2.5, Number.NaN));
  expect(elementsOf(t)).toEqual([
    { re: 1, im: -0 },
    { re: 2.5, im: Number.NaN },
  ]);
  expect(bitsAt(t, 0)).toBe(0x8000_0000_3f80_0000n);
  expect(() => numbersOf(t)).toThrow(RangeError);
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
