import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { type DType, dtypeOfCode, dtypes, formatOf, integerRange } from '../../oracles/numerics/dtype.ts';
import {
  allocate,
  bitView,
  byteLength,
  bytesOf,
  type Tensor,
  tensor,
  tensorFromBytes,
} from '../../oracles/numerics/tensor.ts';
import type { TypedArray } from '../../oracles/numerics/trait.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { NamedTensor } from '../../oracles/spec/declaration.ts';
import { type TensorProto, TensorProtoSchema } from './proto/onnx_pb.ts';
import { parseMessage } from './proto/parse.ts';
import { checkBools, checkedDims, shapeText } from './shape.ts';

export type { NamedTensor };

/** Returns whether the data of a tensor are in an external file. */
export const isExternal = ({ dataLocation, externalData }: TensorProto): boolean =>
  dataLocation === 1 || externalData.length > 0;

/** A type that the suite does not know: a newer one, or one without tensors. The file may still be valid. */
export class ForeignType extends BadInput {}

/**
 * Returns the dtype of a `TensorProto.DataType` code.
 * @throws ForeignType if the suite has no such dtype
 */
export function readDType(code: number, origin: string): DType {
  const dtype = dtypeOfCode(code);
  if (dtype === undefined) throw new ForeignType(`${origin}: element type ${code} is not supported`);
  return dtype;
}

/** Returns the fields of a TensorProto: dims, data_type, name (unless ''), raw_data (also without elements); string_data for strings. */
export function tensorFields(t: Tensor, name = ''): MessageInitShape<typeof TensorProtoSchema> {
  const { code } = formatOf(t.dtype);
  const elements = isStrings(t) ? { stringData: t.data.map(utf8) } : { rawData: bytesOf(t) };
  return { dims: t.dims.map(BigInt), dataType: code, ...elements, ...(name !== '' && { name }) };
}

const isStrings = (t: Tensor): t is Tensor<'string'> => t.dtype === 'string';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Encodes a tensor as a `.pb` file, field for field as in the official vectors. Bits are unchanged. */
export function encodeTensor(t: Tensor, name = ''): Uint8Array {
  return toBinary(TensorProtoSchema, create(TensorProtoSchema, tensorFields(t, name)));
}

/**
 * Decodes the tensor in a `.pb` file, with its elements in any field. Bits are unchanged, NaN payloads included.
 * @param origin the source for messages, usually the path of the file
 * @throws BadInput for bytes that are not a TensorProto, an unknown element type, more or fewer elements than the shape
 * requires, elements in a field of another type or in two fields, external data and segments
 */
export function decodeTensor(bytes: Uint8Array, origin = 'TensorProto'): NamedTensor {
  return readTensor(parseMessage(TensorProtoSchema, bytes, origin), origin);
}

/** As {@link decodeTensor}, for a TensorProto inside another message. */
export function readTensor(proto: TensorProto, origin: string): NamedTensor {
  if (proto.segment) throw new BadInput(`${origin}: a segment of a tensor, or no TensorProto at all`);
  if (isExternal(proto)) {
    throw new BadInput(`${origin}: the elements are external data, which is read only next to a model.onnx`);
  }
  const dtype = readDType(proto.dataType, origin);
  const { dims, count } = checkedDims(proto.dims, origin);
  return { name: proto.name, tensor: readElements(proto, dtype, dims, count, origin) };
}

function readElements(proto: TensorProto, dtype: DType, dims: number[], count: number, origin: string): Tensor {
  const shape = `${dtype}${shapeText(dims)}`;
  const { field, bits, parts } = formatOf(dtype);
  if (holdsRawData(proto, dtype, origin)) {
    const expected = byteLength(dtype, count);
    if (proto.rawData.length !== expected) {
      throw new BadInput(`${origin}: ${wrongLength('raw_data', proto.rawData.length, 'bytes', expected, shape)}`);
    }
    if (dtype === 'bool') checkBools(proto.rawData, origin);
    return tensorFromBytes(dtype, dims, proto.rawData);
  }
  const values = proto[field];
  // entries of int32_data with several elements are the bytes of raw_data
  const isPacked = bits === 4 || bits === 2;
  const expected = isPacked ? byteLength(dtype, count) : count * parts;
  if (values.length !== expected) {
    const [found, needed] = isPacked ? [values.length, expected] : [values.length / parts, count];
    const name = field.replace('Data', '_data');
    throw new BadInput(`${origin}: ${wrongLength(name, found, isPacked ? 'entries' : 'elements', needed, shape)}`);
  }
  if (field === 'stringData')
    return tensor(
      'string',
      dims,
      proto.stringData.map((text, i) => readText(text, i, origin)),
    );
  if (isPacked) return tensorFromBytes(dtype, dims, fromTyped('uint8', proto.int32Data, origin) as Uint8Array);
  return tensor(dtype, dims, fromTyped(dtype, values as readonly (number | bigint)[], origin));
}

/** "raw_data is too short: 4 bytes, where float32[2] takes 8": says something without its numbers, as findings have it. */
const wrongLength = (field: string, found: number, unit: string, needed: number, shape: string): string =>
  `${field} is too ${found < needed ? 'short' : 'long'}: ${found} ${unit}, where ${shape} takes ${needed}`;

const typedFields = [...new Set(dtypes.map((dtype) => formatOf(dtype).field))];

/**
 * Returns whether raw_data contains the elements; false if the typed field of the dtype does, or if there are none.
 * @throws BadInput if they are in another field, or in two
 */
function holdsRawData(proto: TensorProto, dtype: DType, origin: string): boolean {
  const own = formatOf(dtype).field;
  const isRaw = proto.rawData.length > 0;
  if (typedFields.some((field) => field !== own && proto[field].length > 0) || (isRaw && own === 'stringData')) {
    throw new BadInput(`${origin}: elements in a field that is not for ${dtype}`);
  }
  if (isRaw && proto[own].length > 0) {
    throw new BadInput(`${origin}: elements both in raw_data and in a typed field`);
  }
  return isRaw;
}

function readText(bytes: Uint8Array, index: number, origin: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BadInput(`${origin}: string element ${index} is not UTF-8`);
  }
}

function fromTyped(dtype: DType, values: readonly (number | bigint)[], origin: string): TypedArray {
  const { parts } = formatOf(dtype);
  const data = allocate(dtype, values.length / parts) as TypedArray;
  const entries = bitView(data);
  const range = valueRange(dtype);
  for (const [index, value] of values.entries()) {
    if (value < range.min || value > range.max) {
      throw new BadInput(`${origin}: element ${index} is ${value}, which is not of type ${dtype}`);
    }
    // a uint32 arrives as a bigint, everything else in the type of its storage
    entries[index] = entries instanceof BigUint64Array ? BigInt(value) : Number(value);
  }
  return data;
}

/** The entry of a typed field: a value of an integer type, or the bit pattern of a float or of a part of a complex number. */
function valueRange(dtype: DType): { readonly min: bigint; readonly max: bigint } {
  const format = formatOf(dtype);
  switch (format.kind) {
    case 'integer':
      return integerRange(format);
    case 'bool':
      return { min: 0n, max: 1n };
    default:
      return { min: 0n, max: (1n << BigInt(format.bits / format.parts)) - 1n };
  }
}
