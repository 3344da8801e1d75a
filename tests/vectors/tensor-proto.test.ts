import { clearField, create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BadInput } from '../../oracles/bad-input.ts';
import { dtypes } from '../../oracles/numerics/dtype.ts';
import { bitsAt, type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import { TensorProtoSchema } from '../../vectors/proto/onnx_pb.ts';
import { decodeTensor, encodeTensor, tensorFields } from '../../vectors/tensor-proto.ts';
import { anyTensor, damaged, identity, survives } from './arbitrary.ts';

type Fields = MessageInitShape<typeof TensorProtoSchema>;

const file = (fields: Fields) => toBinary(TensorProtoSchema, create(TensorProtoSchema, fields));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The elements in the typed field of their dtype. */
function typedFields(t: Tensor): Fields {
  const bits = Array.from({ length: t.data.length }, (_, index) => bitsAt(t, index));
  switch (t.dtype) {
    case 'float32':
      return { floatData: bits.map(Number) };
    case 'float64':
      return { doubleData: bits };
    case 'int64':
      return { int64Data: [...(t.data as BigInt64Array)] };
    case 'uint64':
    case 'uint32':
      return { uint64Data: bits };
    default:
      return { int32Data: Array.from(t.data as ArrayLike<number>) };
  }
}

function typedFile(t: Tensor): Uint8Array {
  const message = create(TensorProtoSchema, tensorFields(t, 'x'));
  clearField(message, TensorProtoSchema.field.rawData);
  return toBinary(TensorProtoSchema, Object.assign(message, typedFields(t)));
}

describe('a TensorProto', () => {
  it('has dims, data_type, name and raw_data, in this order', () => {
    const t = tensor('float32', [1, 2], Float32Array.of(1, -2));
    expect(hex(encodeTensor(t, 'x'))).toBe('08010802' + '1001' + '420178' + '4a080000803f000000c0');
  });

  it('has raw_data also when empty, no dims at rank 0, and no name unless given one', () => {
    expect(hex(encodeTensor(tensor('int64', [0], new BigInt64Array(0))))).toBe('080010074a00');
    expect(hex(encodeTensor(tensor('bool', [], Uint8Array.of(1))))).toBe('10094a0101');
  });

  it.each(dtypes)('%s survives raw_data, bit for bit', (dtype) => {
    fc.assert(
      fc.property(anyTensor(fc.constant(dtype)), fc.string(), (t, name) => {
        const decoded = decodeTensor(encodeTensor(t, name));
        expect(identity(decoded.tensor)).toEqual(identity(t));
        expect(decoded.name).toBe(name);
      }),
    );
  });

  it.each(dtypes)('%s survives its typed field, bit for bit', (dtype) => {
    fc.assert(
      fc.property(anyTensor(fc.constant(dtype)), (t) => {
        expect(identity(decodeTensor(typedFile(t)).tensor)).toEqual(identity(t));
      }),
    );
  });

  it('reads float_data and dims in the forms that other writers choose', () => {
    // packed dims [2], data_type 1, one packed and one unpacked float
    const bytes = Buffer.from('0a0102100122040000803f2500000040', 'hex');
    expect([...decodeTensor(bytes).tensor.data]).toEqual([1, 2]);
    // an int8 of -1 as ten bytes of varint
    expect([...decodeTensor(Buffer.from('100328ffffffffffffffffff01', 'hex')).tensor.data]).toEqual([-1]);
  });

  it('keeps a view apart from its buffer', () => {
    const whole = encodeTensor(tensor('float64', [2], Float64Array.of(1, 2)), 'odd');
    const shifted = new Uint8Array(whole.length + 3).subarray(3);
    shifted.set(whole);
    const decoded = decodeTensor(shifted).tensor;
    shifted.fill(0);
    expect([...decoded.data]).toEqual([1, 2]);
  });
});

describe('bad bytes', () => {
  const raw = new Uint8Array(4);
  it.each<[string, Fields, string]>([
    ['no type', { dims: [1n], rawData: raw }, 'element type 0 is not supported'],
    ['strings', { dataType: 8, stringData: [raw] }, 'element type 8 (STRING)'],
    ['complex', { dataType: 14, floatData: [0, 0] }, 'element type 14 (COMPLEX64)'],
    ['an unknown type', { dataType: 999 }, 'element type 999'],
    ['a missing element', { dims: [2n], dataType: 1, rawData: raw }, '4 bytes of raw_data where float32[2] needs 8'],
    ['no element', { dims: [2n], dataType: 1 }, '0 elements where float32[2] needs 2'],
    ['one element too many', { dims: [], dataType: 6, int32Data: [1, 2] }, '2 elements where int32[] needs 1'],
    ['a negative dim', { dims: [-1n], dataType: 1 }, 'negative dimension in shape [-1]'],
    ['a huge claim', { dims: [2n ** 40n], dataType: 1, rawData: raw }, '4 bytes of raw_data'],
    ['a claim beyond counting', { dims: [2n ** 40n, 2n ** 40n, 0n], dataType: 1 }, 'too large'],
    ['another type’s field', { dataType: 1, int64Data: [1n] }, 'a field that is not for float32'],
    ['two fields', { dataType: 1, floatData: [1], rawData: raw }, 'both in raw_data and in a typed field'],
    ['an int8 of 128', { dataType: 3, int32Data: [128] }, 'element 0 is 128, which is no int8'],
    ['a uint32 of 2^32', { dataType: 12, uint64Data: [2n ** 32n] }, 'which is no uint32'],
    ['a bool of 2', { dataType: 9, rawData: Uint8Array.of(2) }, 'bool element 0 is 2'],
    ['external data', { dataType: 1, externalData: [{ key: 'location', value: 'x' }] }, 'external data'],
    ['an external location', { dataType: 1, dataLocation: 1 }, 'external data'],
    ['a segment', { dataType: 1, segment: { begin: 0n, end: 1n }, rawData: raw }, 'a segment'],
  ])('%s', (_, fields, message) => {
    const read = () => decodeTensor(file(fields), 'input_0.pb');
    expect(read).toThrow(BadInput);
    expect(read).toThrow('input_0.pb: ');
    expect(read).toThrow(message);
  });

  it('neither decode into something else nor throw anything but BadInput', () => {
    const valid = anyTensor().chain((t) => fc.constantFrom(encodeTensor(t, 'x'), typedFile(t)));
    fc.assert(
      fc.property(damaged(valid), (bytes) => survives(decodeTensor, bytes)),
      { numRuns: 2000 },
    );
  });

  it('no stack overflow for groups without end', () => {
    survives(decodeTensor, new Uint8Array(1_000_000).fill(0x7b));
  });
});
