import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** Field numbers of onnx.proto. */
const fields = { graphOfModel: 7, outputOfGraph: 12, nameOfValue: 1 } as const;

/**
 * A model that answers with more of its values: protobuf merges a message that stands twice, so that nothing of the model has to be
 * read or written again.
 * @param names of values that are not outputs yet
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
