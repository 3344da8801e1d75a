import { create, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { writeValueInfo } from './graph-proto.ts';
import type { OpenValueInfo } from './model.ts';
import { GraphProtoSchema } from './proto/onnx_pb.ts';

/** The number of the field `graph` of a ModelProto. */
const graphField = 7;

/**
 * Returns a model with more of its values as outputs. Protobuf merges repeated messages, so that the model need not be parsed
 * or written again.
 * @param values values that are not outputs yet
 */
export function withOutputs(model: Uint8Array, values: readonly OpenValueInfo[]): Uint8Array {
  const more = toBinary(GraphProtoSchema, create(GraphProtoSchema, { output: values.map(writeValueInfo) }));
  // the model may be large, and a BinaryWriter copies it more than once
  return Buffer.concat([model, new BinaryWriter().tag(graphField, WireType.LengthDelimited).bytes(more).finish()]);
}
