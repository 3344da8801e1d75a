import { create } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tensor } from '../../../oracles/numerics/tensor.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { SparseTensorProtoSchema } from '../../../vectors/onnx/proto/onnx_pb.ts';
import { readSparseTensor, sparseFields } from '../../../vectors/onnx/sparse-tensor.ts';
import { tensorFields } from '../../../vectors/onnx/tensor-proto.ts';

const read = (fields: ReturnType<typeof sparseFields>) =>
  readSparseTensor(create(SparseTensorProtoSchema, fields), 'a sparse tensor');
const int64 = (dims: readonly number[], data: readonly number[]) =>
  tensorFields(tensor('int64', dims, BigInt64Array.from(data, BigInt)));

test('what is written is read again, bit for bit', () => {
  const elements = fc.array(fc.constantFrom(0, -0, 1.5, Number.NaN, Number.NEGATIVE_INFINITY), {
    minLength: 6,
    maxLength: 6,
  });
  fc.assert(
    fc.property(elements, fc.boolean(), (data, byAxis) => {
      const dense = tensor('float32', [2, 3], Float32Array.from(data));
      expect(read(sparseFields(dense, 'C', byAxis))).toEqual({ name: 'C', tensor: dense });
    }),
  );
});

const values = tensorFields(tensor('float32', [2], Float32Array.of(5, 7)), 'C');

test('indices are flat, or one an axis', () => {
  const dense = tensor('float32', [2, 3], Float32Array.of(0, 5, 0, 0, 0, 7));
  const dims = [2n, 3n];
  expect(read({ values, dims, indices: int64([2], [1, 5]) }).tensor).toEqual(dense);
  expect(read({ values, dims, indices: int64([2, 2], [0, 1, 1, 2]) }).tensor).toEqual(dense);
});

test.each([
  ['index 1 is beyond its shape', int64([2], [1, 6])],
  ['index 0 is beyond its shape', int64([2, 2], [0, 3, 1, 2])],
  ['index 0 is beyond its shape', int64([2], [-1, 2])],
  ['index 1 is not above the one before it', int64([2], [1, 1])],
  ['its indices do not fit its values', int64([1], [1])],
  ['its indices do not fit its values', int64([1, 2, 1], [1, 2])],
  ['its indices do not fit its values', int64([2, 3], [0, 0, 0, 1, 1, 1])],
])('%s', (message, indices) => {
  expect(() => read({ values, dims: [2n, 3n], indices })).toThrow(BadInput);
  expect(() => read({ values, dims: [2n, 3n], indices })).toThrow(`a sparse tensor 'C': ${message}`);
});

test('a few bytes do not fill the memory', () => {
  const huge = { values, indices: int64([2], [1, 5]), dims: [2n ** 40n] };
  expect(() => read(huge)).toThrow('1099511627776 elements; at most 67108864 are read');
});
