import { clearField, create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DType, dtypes, formatOf } from '../../../oracles/numerics/dtype.ts';
import { bitsAt, bytesOf, elementCount, elementsOf, type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { TensorProtoSchema } from '../../../vectors/onnx/proto/onnx_pb.ts';
import { decodeTensor, encodeTensor, tensorFields } from '../../../vectors/onnx/tensor-proto.ts';
import { tensorOf } from '../../oracles/call.ts';
import { anyTensor, damaged, identity, survives } from '../arbitrary.ts';

type Fields = MessageInitShape<typeof TensorProtoSchema>;

const file = (fields: Fields) => toBinary(TensorProtoSchema, create(TensorProtoSchema, fields));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** The elements in the typed field of their dtype. */
function typedFields(t: Tensor): Fields {
  const { field, bits: width, parts } = formatOf(t.dtype);
  if (field === 'stringData') return { stringData: (t.data as string[]).map((text) => Buffer.from(text)) };
  // two or four elements in one entry
  if (width === 4 || width === 2) return { int32Data: [...bytesOf(t)] };
  const bits = Array.from({ length: elementCount(t.dims) }, (_, index) => bitsAt(t, index)).flatMap((pattern) =>
    parts === 1 ? [pattern] : [BigInt.asUintN(width / 2, pattern), pattern >> BigInt(width / 2)],
  );
  switch (field) {
    case 'floatData':
      return { floatData: bits.map(Number) };
    case 'doubleData':
    case 'uint64Data':
      return { [field]: bits };
    case 'int64Data':
      return { int64Data: [...(t.data as BigInt64Array)] };
    default:
      return { int32Data: Array.from(t.data as ArrayLike<number>) };
  }
}

function typedFile(t: Tensor): Uint8Array {
  const message = create(TensorProtoSchema, tensorFields(t, 'x'));
  clearField(message, TensorProtoSchema.field.rawData);
  message.stringData = [];
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

  // derived by hand from the comments in onnx.proto; the first element is in the lowest bits
  it.each<[DType, (number | bigint)[], string]>([
    ['int4', [1, -2, 7], 'e107'],
    ['uint4', [1, 15, 8, 2, 3], 'f12803'],
    ['int2', [1, -2, -1, 0, 1], '3901'],
    ['uint2', [0, 1, 2, 3, 3], 'e403'],
    ['float4e2m1', [0.5, -6, 1], 'f102'],
    ['float6e2m3', [1 / 8, 7.5, -7.5, 1, -0], 'c1f72320'],
    ['float8e4m3fn', [1, -448], '38fe'],
    ['float8e5m2', [1, -57344], '3cfb'],
    ['float8e8m0', [1, 2], '7f80'],
    ['bool', [1, 0], '0100'],
  ])('%s: %j is %s in raw_data', (dtype, values, bytes) => {
    const t = tensorOf(dtype, values);
    expect(hex(bytesOf(t))).toBe(bytes);
    expect(elementsOf(decodeTensor(encodeTensor(t)).tensor)).toEqual(elementsOf(t));
  });

  it('has strings in string_data, and no raw_data', () => {
    expect(hex(encodeTensor(tensor('string', [2], ['', 'é']), 'x'))).toBe('08021008' + '3200' + '3202c3a9' + '420178');
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
    ['strings in raw_data', { dataType: 8, rawData: raw }, 'a field that is not for string'],
    ['a string of other bytes', { dataType: 8, stringData: [Uint8Array.of(0xff)] }, 'string element 0 is not UTF-8'],
    [
      'half a complex number',
      { dataType: 14, floatData: [0] },
      'float_data is too short: 0.5 elements, where complex64[] takes 1',
    ],
    [
      'an entry of nine bits',
      { dims: [2n], dataType: 22, int32Data: [256] },
      'element 0 is 256, which is not of type uint8',
    ],
    [
      'a nibble too few',
      { dims: [3n], dataType: 21, int32Data: [1] },
      'int32_data is too short: 1 entries, where uint4[3] takes 2',
    ],
    ['a float6 of seven bits', { dataType: 27, int32Data: [64] }, 'element 0 is 64, which is not of type float6e2m3'],
    ['an unknown type', { dataType: 999 }, 'element type 999'],
    [
      'a missing element',
      { dims: [2n], dataType: 1, rawData: raw },
      'raw_data is too short: 4 bytes, where float32[2] takes 8',
    ],
    ['no element', { dims: [2n], dataType: 1 }, 'float_data is too short: 0 elements, where float32[2] takes 2'],
    [
      'one element too many',
      { dims: [], dataType: 6, int32Data: [1, 2] },
      'int32_data is too long: 2 elements, where int32[] takes 1',
    ],
    ['a negative dim', { dims: [-1n], dataType: 1 }, 'negative dimension in shape [-1]'],
    ['a huge claim', { dims: [2n ** 40n], dataType: 1, rawData: raw }, 'raw_data is too short: 4 bytes'],
    ['a claim beyond counting', { dims: [2n ** 40n, 2n ** 40n, 0n], dataType: 1 }, 'too large'],
    ['another type’s field', { dataType: 1, int64Data: [1n] }, 'a field that is not for float32'],
    ['two fields', { dataType: 1, floatData: [1], rawData: raw }, 'both in raw_data and in a typed field'],
    ['an int8 of 128', { dataType: 3, int32Data: [128] }, 'element 0 is 128, which is not of type int8'],
    ['a uint32 of 2^32', { dataType: 12, uint64Data: [2n ** 32n] }, 'which is not of type uint32'],
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
