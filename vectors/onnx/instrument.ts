import { create, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { WrittenNode } from '../../oracles/spec/declaration.ts';
import { writeGraph } from './graph-proto.ts';
import type { OpenValueInfo } from './model.ts';
import { GraphProtoSchema } from './proto/onnx_pb.ts';

/** The number of the field `graph` of a ModelProto. */
const graphField = 7;

/**
 * Returns bytes that, appended to a model, make more of its values outputs.
 * @param values values that are not outputs yet
 */
export const moreOutputs = (values: readonly OpenValueInfo[]): Uint8Array => appendix(values, []);

/** Returns bytes that, appended to a model, add the shapes of some values to its outputs. @param names the values by new names */
export const moreShapes = (names: ReadonlyMap<string, string>): Uint8Array =>
  appendix(
    [...names.keys()].map((name) => ({ name, dtype: 'int64', dims: undefined })),
    [...names].map(([shape, name]) => ({ opType: 'Shape', attributes: {}, inputs: [name], outputs: [shape] })),
  );

/** Protobuf merges repeated messages, so that a model need not be parsed or written again. */
function appendix(values: readonly OpenValueInfo[], nodes: readonly WrittenNode[]): Uint8Array {
  const graph = writeGraph({ name: '', nodes, inputs: [], outputs: values, initializers: [] });
  const more = toBinary(GraphProtoSchema, create(GraphProtoSchema, graph));
  return new BinaryWriter().tag(graphField, WireType.LengthDelimited).bytes(more).finish();
}
