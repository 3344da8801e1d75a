import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import {
  isSequence,
  isTensor,
  optionalOf,
  type SequenceOf,
  sequenceOf,
  typeOf,
  type Value,
} from '../../oracles/numerics/value.ts';
import type { ValueType } from '../../oracles/numerics/value-type.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { OptionalProtoSchema, type SequenceProto, SequenceProtoSchema } from './proto/onnx_pb.ts';
import { parseMessage } from './proto/parse.ts';
import { decodeTensor, encodeTensor, readTensor, tensorFields } from './tensor-proto.ts';

/** The `elem_type` of the content of a message. */
const codes = { none: 0, tensor: 1, sequence: 3 } as const;

/** A value and its name in a file, '' if it has none. */
export interface NamedValue {
  readonly name: string;
  readonly value: Value;
}

/** A value encoded as a TensorProto, a SequenceProto or an OptionalProto. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** present unless the value is a tensor */
  readonly type?: ValueType;
}

/** Encodes a value as a TensorProto, a SequenceProto or an OptionalProto. */
export function encodeValue(value: Value, name = ''): Uint8Array {
  if (isTensor(value)) return encodeTensor(value, name);
  const named = name !== '' && { name };
  if (isSequence(value)) {
    return toBinary(SequenceProtoSchema, create(SequenceProtoSchema, { ...named, ...sequenceFields(value) }));
  }
  return toBinary(OptionalProtoSchema, create(OptionalProtoSchema, { ...named, ...contentFields(value.content) }));
}

const sequenceFields = ({ elements }: SequenceOf<Tensor>): MessageInitShape<typeof SequenceProtoSchema> => ({
  elemType: codes.tensor,
  tensorValues: elements.map((one) => tensorFields(one)),
});

function contentFields(content: Tensor | SequenceOf<Tensor> | undefined): MessageInitShape<typeof OptionalProtoSchema> {
  if (!content) return { elemType: codes.none };
  return isTensor(content)
    ? { elemType: codes.tensor, tensorValue: tensorFields(content) }
    : { elemType: codes.sequence, sequenceValue: sequenceFields(content) };
}

/** Encodes values, each with its name. */
export const encodeValues = (values: ReadonlyMap<string, Value>): NamedBytes[] =>
  Array.from(values, ([name, value]) => namedBytes(name, value));

/** Encodes a value. */
export const namedBytes = (name: string, value: Value): NamedBytes => ({
  name,
  bytes: encodeValue(value, name),
  ...(!isTensor(value) && { type: typeOf(value) }),
});

/**
 * Decodes the value in a `.pb` file.
 * @param type the declared type: the bytes do not distinguish the messages, and an empty one does not contain its type
 * @throws BadInput for bytes that are not such a message, and as decodeTensor; also for tensors of several types in a sequence
 */
export function decodeValue(bytes: Uint8Array, { dtype, within }: ValueType, origin: string): NamedValue {
  const [holder, ...inner] = within;
  if (holder === undefined) {
    const { name, tensor } = decodeTensor(bytes, origin);
    return { name, value: tensor };
  }
  if (holder === 'sequence') {
    const proto = parseMessage(SequenceProtoSchema, bytes, origin);
    return { name: proto.name, value: readSequence(proto, dtype, origin) };
  }
  const { name, elemType, tensorValue, sequenceValue } = parseMessage(OptionalProtoSchema, bytes, origin);
  const isSequenceDue = inner.length > 0;
  if (!tensorValue && !sequenceValue) {
    if (elemType !== codes.none) throw new BadInput(`${origin}: an optional of type ${elemType} without a value`);
    return { name, value: optionalOf<Tensor>({ dtype, within: inner }, undefined) };
  }
  if (isSequenceDue !== (sequenceValue !== undefined)) {
    throw new BadInput(`${origin}: the optional has not the type that is declared`);
  }
  const content = sequenceValue ? readSequence(sequenceValue, dtype, origin) : readTensor(tensorValue!, origin).tensor;
  return { name, value: optionalOf({ dtype: content.dtype, within: inner }, content) };
}

/**
 * Decodes a value from a message, by default a tensor.
 * @throws BadInput as {@link decodeValue}
 */
export const decodeBytes = ({ name, bytes, type = asTensor }: NamedBytes, origin = `input ${name}`): Value =>
  decodeValue(bytes, type, origin).value;

const asTensor: ValueType = { dtype: 'float32', within: [] };

function readSequence({ elemType, tensorValues }: SequenceProto, declared: ValueType['dtype'], origin: string) {
  // an empty one may contain no type
  if (elemType !== codes.tensor && elemType !== codes.none) {
    throw new BadInput(`${origin}: a sequence of elem_type ${elemType}, or no sequence at all`);
  }
  const elements = tensorValues.map((proto, i) => readTensor(proto, `${origin}, tensor ${i}`).tensor);
  const [{ dtype } = { dtype: declared }, ...others] = elements;
  const stranger = others.find((one) => one.dtype !== dtype);
  if (stranger) throw new BadInput(`${origin}: a sequence of ${dtype} with a tensor of ${stranger.dtype}`);
  return sequenceOf(dtype, elements);
}
