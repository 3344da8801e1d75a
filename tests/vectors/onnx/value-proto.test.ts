import { create, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { optionalOf, sequenceOf, typeOf, type Value } from '../../../oracles/numerics/value.ts';
import { formatType } from '../../../oracles/numerics/value-type.ts';
import { OptionalProtoSchema, SequenceProtoSchema } from '../../../vectors/onnx/proto/onnx_pb.ts';
import { decodeBytes, decodeValue, encodeValue, namedBytes } from '../../../vectors/onnx/value-proto.ts';

const one = tensor('float32', [2], new Float32Array([1, Number.NaN]));
const other = tensor('float32', [], new Float32Array([-0]));
const words = tensor('string', [2], ['', 'é']);
const both = sequenceOf('float32', [one, other]);
const none = sequenceOf<Tensor>('int8', []);

const values: readonly Value[] = [
  one,
  both,
  none,
  sequenceOf('string', [words]),
  optionalOf(typeOf(one), one),
  optionalOf(typeOf(both), both),
  optionalOf(typeOf(none), none),
  optionalOf<Tensor>(typeOf(one), undefined),
  optionalOf<Tensor>(typeOf(both), undefined),
];

it.each(values.map((value) => [formatType(typeOf(value)), value] as const))(
  '%s is read as it was written',
  (_, value) => {
    expect(decodeValue(encodeValue(value, 'x'), typeOf(value), 'x.pb')).toEqual({ name: 'x', value });
    expect(decodeBytes(namedBytes('x', value))).toEqual(value);
  },
);

it('bytes are those of onnx-data.proto', () => {
  const hex = (value: Value) => Buffer.from(encodeValue(value)).toString('hex');
  // elem_type 1, and tensor_values with dims, data_type and raw_data
  expect(hex(sequenceOf('float32', [other]))).toBe('10011a081001' + '4a0400000080');
  expect(hex(optionalOf<Tensor>(typeOf(one), undefined))).toBe('1000');
  // elem_type 3, and sequence_value
  expect(hex(optionalOf(typeOf(none), none))).toBe('1003' + '2a021001');
});

describe('what does not fit is refused', () => {
  it('tensors of two types', () => {
    const mixed = sequenceOf('float32', [one, words] as Tensor[]);
    expect(() => decodeValue(encodeValue(mixed), typeOf(both), 'x.pb')).toThrow(
      'x.pb: a sequence of float32 with a tensor of string',
    );
  });

  it('an optional of another kind, and one that announces what is not there', () => {
    expect(() => decodeValue(encodeValue(optionalOf(typeOf(one), one)), typeOf(values[5]!), 'x.pb')).toThrow(
      'x.pb: the optional has not the type that is declared',
    );
    const hollow = toBinary(OptionalProtoSchema, create(OptionalProtoSchema, { elemType: 1 }));
    expect(() => decodeValue(hollow, typeOf(values[4]!), 'x.pb')).toThrow('an optional of type 1 without a value');
  });

  it('bytes of nothing of the kind', () => {
    expect(() => decodeValue(new Uint8Array([26, 9]), typeOf(both), 'x.pb')).toThrow('x.pb: ');
    const foreign = toBinary(SequenceProtoSchema, create(SequenceProtoSchema, { elemType: 4 }));
    expect(() => decodeValue(foreign, typeOf(both), 'x.pb')).toThrow('x.pb: a sequence of elem_type 4, or no sequence');
  });
});
