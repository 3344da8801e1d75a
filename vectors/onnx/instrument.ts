import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** The field numbers of onnx.proto. */
const fields = { graphOfModel: 7, outputOfGraph: 12, nameOfValue: 1 } as const;

/**
 * Returns a model with more of its values as outputs. Protobuf merges repeated messages, so that the model need not be parsed
 * or written again.
 * @param names values that are not outputs yet
 */
export function withOutputs(model: Uint8Array, names: readonly string[]): Uint8Array {
  const graph = new BinaryWriter();
  for (const name of names) {
    const value = new BinaryWriter().tag(fields.nameOfValue, WireType.LengthDelimited).string(name).finish();
    graph.tag(fields.outputOfGraph, WireType.LengthDelimited).bytes(value);
  }
  const more = graph.finish();
  return new BinaryWriter().raw(model).tag(fields.graphOfModel, WireType.LengthDelimited).bytes(more).finish();
}
