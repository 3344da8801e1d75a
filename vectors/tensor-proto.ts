import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { BadInput } from '../oracles/bad-input.ts';
import { type DType, dtypeOfCode, formatOf, integerRange } from '../oracles/numerics/dtype.ts';
import { allocate, bytesOf, type Tensor, tensor, tensorFromBytes } from '../oracles/numerics/tensor.ts';
import { type TensorProto, TensorProtoSchema } from './proto/onnx_pb.ts';
import { parseMessage } from './proto/parse.ts';
import { checkBools, checkedDims, shapeText } from './shape.ts';

/** A tensor and the name that its file gives it, '' for none. */
export interface NamedTensor {
  readonly name: string;
  readonly tensor: Tensor;
}

/** A type that ONNX has and this suite has not. It is no reason to doubt the file. */
export class ForeignType extends BadInput {}

type TypedField = 'floatData' | 'int32Data' | 'int64Data' | 'doubleData' | 'uint64Data';

/** Which typed field carries which dtype when raw_data is not used; source: comments of TensorProto in onnx.proto. */
const typedField: Record<DType, TypedField> = {
  float16: 'int32Data',
  bfloat16: 'int32Data',
  float32: 'floatData',
  float64: 'doubleData',
  int8: 'int32Data',
  uint8: 'int32Data',
  int16: 'int32Data',
  uint16: 'int32Data',
  int32: 'int32Data',
  uint32: 'uint64Data',
  int64: 'int64Data',
  uint64: 'uint64Data',
  bool: 'int32Data',
};

/** `TensorProto.DataType` codes that exist but are no dtype of this suite. */
const foreignTypes: Record<number, string> = {
  8: 'STRING',
  14: 'COMPLEX64',
  15: 'COMPLEX128',
  17: 'FLOAT8E4M3FN',
  18: 'FLOAT8E4M3FNUZ',
  19: 'FLOAT8E5M2',
  20: 'FLOAT8E5M2FNUZ',
  21: 'UINT4',
  22: 'INT4',
  23: 'FLOAT4E2M1',
  24: 'FLOAT8E8M0',
  25: 'UINT2',
  26: 'INT2',
};

/**
 * The dtype of a `TensorProto.DataType` code.
 * @throws ForeignType if the suite has no such dtype
 */
export function readDType(code: number, origin: string): DType {
  const dtype = dtypeOfCode(code);
  if (dtype !== undefined) return dtype;
  const name = foreignTypes[code];
  throw new ForeignType(`${origin}: element type ${code}${name ? ` (${name})` : ''} is not supported`);
}

/** A tensor as the fields of a TensorProto: dims, data_type, name (unless ''), raw_data (also when there are no elements). */
export function tensorFields(t: Tensor, name = ''): MessageInitShape<typeof TensorProtoSchema> {
  const fields = { dims: t.dims.map(BigInt), dataType: formatOf(t.dtype).code, rawData: bytesOf(t) };
  return name === '' ? fields : { ...fields, name };
}

/** The bytes of a tensor as a `.pb` file, field for field as the official vectors are written. Bits are kept as they are. */
export function encodeTensor(t: Tensor, name = ''): Uint8Array {
  return toBinary(TensorProtoSchema, create(TensorProtoSchema, tensorFields(t, name)));
}

/**
 * The tensor in a `.pb` file, whichever field holds its elements. Bits are kept as they are, NaN payloads included.
 * @param origin what messages name as the culprit, usually the path of the file
 * @throws BadInput for bytes that are no TensorProto, an element type that the suite does not know, more or fewer
 * elements than the shape says, elements in a field of another type or in two fields, external data and segments
 */
export function decodeTensor(bytes: Uint8Array, origin = 'TensorProto'): NamedTensor {
  return readTensor(parseMessage(TensorProtoSchema, bytes, origin), origin);
}

/** As {@link decodeTensor}, for a TensorProto inside another message. */
export function readTensor(proto: TensorProto, origin: string): NamedTensor {
  if (proto.segment) throw new BadInput(`${origin}: a segment of a tensor, or no TensorProto at all`);
  if (proto.dataLocation === 1 || proto.externalData.length > 0) {
    throw new BadInput(`${origin}: the elements are external data, which is not read`);
  }
  const dtype = readDType(proto.dataType, origin);
  const { dims, count } = checkedDims(proto.dims, origin);
  return { name: proto.name, tensor: readElements(proto, dtype, dims, count, origin) };
}

function readElements(proto: TensorProto, dtype: DType, dims: number[], count: number, origin: string): Tensor {
  const shape = `${dtype}${shapeText(dims)}`;
  const field = storageField(proto, dtype, origin);
  if (field === 'rawData') {
    const expected = count * (formatOf(dtype).bits / 8);
    if (proto.rawData.length !== expected) {
      throw new BadInput(`${origin}: ${proto.rawData.length} bytes of raw_data where ${shape} needs ${expected}`);
    }
    if (dtype === 'bool') checkBools(proto.rawData, origin);
    return tensorFromBytes(dtype, dims, proto.rawData);
  }
  const values = proto[field];
  if (values.length !== count) {
    throw new BadInput(`${origin}: ${values.length} elements where ${shape} needs ${count}`);
  }
  return tensor(dtype, dims, fromTyped(dtype, values, origin));
}

/** The one field that holds the elements; where none does, the one in which zero elements are found. */
function storageField(proto: TensorProto, dtype: DType, origin: string): TypedField | 'rawData' {
  const expected = typedField[dtype];
  const filled = [...new Set(Object.values(typedField))].filter((field) => proto[field].length > 0);
  if (proto.stringData.length > 0 || filled.some((field) => field !== expected)) {
    throw new BadInput(`${origin}: elements in a field that is not for ${dtype}`);
  }
  if (filled.length > 0 && proto.rawData.length > 0) {
    throw new BadInput(`${origin}: elements both in raw_data and in a typed field`);
  }
  return filled[0] ?? (proto.rawData.length > 0 ? 'rawData' : expected);
}

function fromTyped(dtype: DType, values: readonly (number | bigint)[], origin: string): Tensor['data'] {
  const data = allocate(dtype, values.length);
  const bits = bitView(data);
  const range = valueRange(dtype);
  for (const [index, value] of values.entries()) {
    if (value < range.min || value > range.max) {
      throw new BadInput(`${origin}: element ${index} is ${value}, which is no ${dtype}`);
    }
    // a uint32 arrives as a bigint, everything else in the type of its storage
    bits[index] = bits instanceof BigUint64Array ? BigInt(value) : Number(value);
  }
  return data;
}

/** The same memory as unsigned integers, so that storing a bit pattern never goes through a float. */
function bitView(data: Tensor['data']): Uint8Array | Uint16Array | Uint32Array | BigUint64Array {
  const length = data.length;
  switch (data.BYTES_PER_ELEMENT) {
    case 1:
      return new Uint8Array(data.buffer, data.byteOffset, length);
    case 2:
      return new Uint16Array(data.buffer, data.byteOffset, length);
    case 4:
      return new Uint32Array(data.buffer, data.byteOffset, length);
    default:
      return new BigUint64Array(data.buffer, data.byteOffset, length);
  }
}

/** What an element of a typed field may be: a value of an integer type, or the bit pattern of a float. */
function valueRange(dtype: DType): { readonly min: bigint; readonly max: bigint } {
  const format = formatOf(dtype);
  switch (format.kind) {
    case 'integer':
      return integerRange(format);
    case 'bool':
      return { min: 0n, max: 1n };
    default:
      return { min: 0n, max: (1n << BigInt(format.bits)) - 1n };
  }
}
