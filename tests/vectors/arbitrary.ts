import fc from 'fast-check';
import { type DType, dtypes } from '../../oracles/numerics/dtype.ts';
import {
  byteLength,
  bytesOf,
  elementCount,
  type Tensor,
  tensor,
  tensorFromBytes,
} from '../../oracles/numerics/tensor.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';

/** Shapes from rank 0 to 4, zero-size dimensions included. */
export const anyDims: fc.Arbitrary<number[]> = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 });

/** Tensors of every dtype with every bit pattern that the dtype has: NaN payloads, subnormals, -0, 2^63. */
export function anyTensor(dtype: fc.Arbitrary<DType> = fc.constantFrom(...dtypes)): fc.Arbitrary<Tensor> {
  return fc.tuple(dtype, anyDims).chain(([type, dims]): fc.Arbitrary<Tensor> => {
    const count = elementCount(dims);
    if (type === 'string') {
      return fc
        .array(fc.string({ unit: 'grapheme' }), { minLength: count, maxLength: count })
        .map((texts) => tensor('string', dims, texts));
    }
    const length = byteLength(type, count);
    const max = type === 'bool' ? 1 : 255;
    return fc
      .uint8Array({ minLength: length, maxLength: length, max })
      .map((bytes) => tensorFromBytes(type, dims, bytes));
  });
}

/** What identity of tensors means in this suite: dtype, shape and bits. */
export function identity(t: Tensor) {
  const bits = t.dtype === 'string' ? t.data : Buffer.from(bytesOf(t)).toString('hex');
  return { dtype: t.dtype, dims: [...t.dims], bits };
}

/** A valid file after an accident: cut off, bits flipped, bytes put in or left out; or no file at all. */
export function damaged(file: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const position = fc.double({ min: 0, max: 1, noNaN: true });
  const at = (bytes: Uint8Array, where: number) => Math.floor(where * bytes.length);
  return fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.tuple(file, position).map(([bytes, where]) => bytes.slice(0, at(bytes, where))),
    fc
      .tuple(file, fc.array(fc.tuple(position, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 }))
      .map(([bytes, flips]) => {
        const copy = new Uint8Array(bytes);
        for (const [where, mask] of flips) copy[at(copy, where)]! ^= mask;
        return copy;
      }),
    fc
      .tuple(file, position, fc.uint8Array({ maxLength: 12 }), fc.nat({ max: 8 }))
      .map(([bytes, where, extra, cut]) =>
        Buffer.concat([bytes.slice(0, at(bytes, where)), extra, bytes.slice(at(bytes, where) + cut)]),
      ),
  );
}

/** Runs a reader on bytes that may be anything: it returns, or it throws BadInput with one line that names the file. */
export function survives(read: (bytes: Uint8Array, origin: string) => unknown, bytes: Uint8Array): void {
  try {
    read(bytes, 'the-file');
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    if (!error.message.startsWith('the-file') || /[\n\r]/.test(error.message)) {
      throw new Error(`not one line about the file: ${JSON.stringify(error.message)}`);
    }
    if (error.message.length > 400) throw new Error(`a message of ${error.message.length} characters`);
  }
}
