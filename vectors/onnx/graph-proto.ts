import { isFieldSet, type MessageInitShape } from '@bufbuild/protobuf';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import {
  hasType,
  type OpenValueInfo,
  type Subgraph,
  type ValueInfo,
  type WrittenNode,
} from '../../oracles/spec/declaration.ts';
import { readAttributes, writeAttributes } from './attributes.ts';
import {
  type GraphProto,
  type GraphProtoSchema,
  type NodeProto,
  NodeProtoSchema,
  type ValueInfoProto,
  type ValueInfoProtoSchema,
} from './proto/onnx_pb.ts';
import { readSparseTensor } from './sparse-tensor.ts';
import { readTensor, tensorFields } from './tensor-proto.ts';
import { readType, writeType } from './type-proto.ts';

/** A node of a file. */
export interface DecodedNode extends WrittenNode {
  /** the names of attributes without a form in `Attributes`: sparse tensors, types, integers beyond 2^53 */
  readonly unread: readonly string[];
}

/** The graph of a model in a file. Its inputs have types; its outputs may follow from them. */
export interface DecodedGraph extends Subgraph {
  readonly nodes: readonly DecodedNode[];
  readonly inputs: readonly ValueInfo[];
}

/** Returns the fields of a graph: no doc strings, attributes in the order given. */
export const writeGraph = (graph: Subgraph): MessageInitShape<typeof GraphProtoSchema> => ({
  node: graph.nodes.map((node) => ({
    input: [...node.inputs],
    output: [...node.outputs],
    ...(node.name !== undefined && { name: node.name }),
    opType: node.opType,
    attribute: writeAttributes(node.attributes, writeGraph),
    ...(node.domain !== undefined && { domain: node.domain }),
  })),
  name: graph.name,
  initializer: graph.initializers.map(({ name, tensor }) => tensorFields(tensor, name)),
  input: graph.inputs.map(writeValueInfo),
  output: graph.outputs.map(writeValueInfo),
});

/**
 * Reads the graph of a model.
 * @throws BadInput for a graph without outputs, and for initializers that cannot be read; ForeignType for types that the suite
 * does not know
 */
export const readGraph = (graph: GraphProto, origin: string): DecodedGraph => readParts(graph, origin, readValueInfo);

function readParts<I>(
  graph: GraphProto,
  origin: string,
  readInput: (value: ValueInfoProto, origin: string) => I,
): Omit<DecodedGraph, 'inputs'> & { readonly inputs: readonly I[] } {
  if (graph.output.length === 0) throw new BadInput(`${origin}: the graph has no outputs`);
  return {
    name: graph.name,
    nodes: graph.node.map((node) => readNode(node, origin)),
    inputs: graph.input.map((value) => readInput(value, `${origin}: input '${value.name}'`)),
    outputs: graph.output.map((value) => readOpenInfo(value, `${origin}: output '${value.name}'`)),
    initializers: [
      ...graph.initializer.map((proto) => readTensor(proto, `${origin}: initializer '${proto.name}'`)),
      ...graph.sparseInitializer.map((proto) => readSparseTensor(proto, `${origin}: a sparse initializer`)),
    ],
  };
}

/** Reads a graph in an attribute; returns `undefined` if it has a part that cannot be read. */
function readSubgraph(graph: GraphProto, origin: string): Subgraph | undefined {
  try {
    const read = readParts(graph, origin, readOpenInfo);
    if (read.nodes.some(({ unread }) => unread.length > 0)) return undefined;
    return { ...read, nodes: read.nodes.map(({ unread: _, ...node }) => node) };
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}

/**
 * Reads a node.
 * @throws BadInput if a tensor among its attributes cannot be read
 */
export function readNode(node: NodeProto, origin: string): DecodedNode {
  return {
    opType: node.opType,
    ...(isFieldSet(node, NodeProtoSchema.field.domain) && {
      domain: node.domain === 'ai.onnx' ? '' : node.domain,
    }),
    ...(isFieldSet(node, NodeProtoSchema.field.name) && { name: node.name }),
    ...readAttributes(node.attribute, `${origin}: ${node.opType}`, readSubgraph),
    inputs: node.input,
    outputs: node.output,
  };
}

/** Returns the fields of a declaration. */
export function writeValueInfo(info: OpenValueInfo): MessageInitShape<typeof ValueInfoProtoSchema> {
  return {
    name: info.name,
    ...(hasType(info) && { type: writeType(info) }),
  };
}

function readValueInfo({ name, type }: ValueInfoProto, origin: string): ValueInfo {
  return { name, ...readType(type, origin) };
}

/** Reads the declaration of a value whose type may be absent. */
const readOpenInfo = (value: ValueInfoProto, origin: string): OpenValueInfo =>
  value.type?.value.case ? readValueInfo(value, origin) : { name: value.name };
