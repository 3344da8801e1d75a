import { create, isFieldSet, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { BadInput } from '../oracles/bad-input.ts';
import type { Attributes } from '../oracles/declaration.ts';
import { type DType, formatOf } from '../oracles/numerics/dtype.ts';
import { readAttributes, writeAttributes } from './attributes.ts';
import { irVersionOf } from './ir-version.ts';
import {
  type GraphProto,
  ModelProtoSchema,
  type NodeProto,
  NodeProtoSchema,
  OperatorSetIdProtoSchema,
  type ValueInfoProto,
  type ValueInfoProtoSchema,
} from './proto/onnx_pb.ts';
import { parseMessage } from './proto/parse.ts';
import { ForeignType, type NamedTensor, readDType, readTensor, tensorFields } from './tensor-proto.ts';

/** A graph input or output. */
export interface ValueInfo {
  readonly name: string;
  readonly dtype: DType;
  /** a number, the name of a symbolic dimension, or '' for an unknown one; `undefined`: not even the rank is known */
  readonly dims: readonly (number | string)[] | undefined;
}

export interface NodeSpec {
  readonly opType: string;
  /** absent and '' both mean ai.onnx; '' is written out, as ONNX does for the nodes of an expanded function */
  readonly domain?: string;
  readonly name?: string;
  readonly attributes: Attributes;
  /** '' is an omitted optional input */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

export interface ModelSpec {
  /** of the graph */
  readonly name: string;
  /** version of ai.onnx that is imported; 0: none is */
  readonly opset: number;
  /** versions by domain; needed for domains other than ai.onnx */
  readonly opsets?: Readonly<Record<string, number>>;
  readonly nodes: readonly NodeSpec[];
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly ValueInfo[];
  readonly initializers: readonly NamedTensor[];
  /** default: the one that ONNX released together with the opset */
  readonly irVersion?: number;
  /** default: onnx-conformance */
  readonly producer?: string;
  /** false: leave the domain of the ai.onnx import unset instead of spelling out ''; the same to readers, other bytes */
  readonly spellsDefaultDomain?: boolean;
}

/** A node as a file has it. */
export interface DecodedNode extends NodeSpec {
  /** names of attributes whose value has no form in {@link Attributes}: subgraphs, sparse tensors, integers beyond 2^53 */
  readonly unread: readonly string[];
}

/** A model as a file has it; `opsets` lists every import, with '' for ai.onnx. */
export interface DecodedModel extends ModelSpec {
  readonly nodes: readonly DecodedNode[];
  readonly irVersion: number;
  readonly opsets: Readonly<Record<string, number>>;
  readonly producer: string;
  readonly spellsDefaultDomain: boolean;
}

/** What of a node tells which operator it calls. */
export type OperatorName = Pick<NodeSpec, 'opType' | 'domain'>;

/** A model with values of a type that this suite has not: sound as far as one can tell, though it cannot be read. */
export class ForeignModel extends BadInput {
  readonly nodes: readonly OperatorName[];

  constructor(message: string, nodes: readonly OperatorName[]) {
    super(message);
    this.nodes = nodes;
  }
}

// Before IR 3 a model named no opsets: there was one.
const firstIrWithOpsets = 3;

// Before IR 4 an initializer was the default of a graph input, so that it had to be listed there too.
const firstIrWithFreeInitializers = 4;

/**
 * The bytes of a model: no doc strings, fields in the order of their numbers, attributes in the order given. Below IR 4,
 * initializers are also listed as graph inputs.
 * @throws BadInput if no IR version is known for the opset
 */
export function encodeModel(spec: ModelSpec): Uint8Array {
  const irVersion = spec.irVersion ?? irVersionOf(spec.opset);
  const listed = new Set(spec.inputs.map((input) => input.name));
  const unlisted = spec.initializers.filter(({ name }) => !listed.has(name));
  const inputs = [...spec.inputs, ...(irVersion < firstIrWithFreeInitializers ? unlisted.map(describe) : [])];
  const opsets = Object.entries({ ...(spec.opset > 0 && { '': spec.opset }), ...spec.opsets });
  return toBinary(
    ModelProtoSchema,
    create(ModelProtoSchema, {
      irVersion: BigInt(irVersion),
      producerName: spec.producer ?? 'onnx-conformance',
      graph: {
        node: spec.nodes.map((node) => ({
          input: [...node.inputs],
          output: [...node.outputs],
          ...(node.name !== undefined && { name: node.name }),
          opType: node.opType,
          attribute: writeAttributes(node.attributes),
          ...(node.domain !== undefined && { domain: node.domain }),
        })),
        name: spec.name,
        initializer: spec.initializers.map(({ name, tensor }) => tensorFields(tensor, name)),
        input: inputs.map(writeValueInfo),
        output: spec.outputs.map(writeValueInfo),
      },
      opsetImport: opsets.map(([domain, version]) => ({
        ...((domain !== '' || spec.spellsDefaultDomain !== false) && { domain }),
        version: BigInt(version),
      })),
    }),
  );
}

/**
 * The model in a `model.onnx`.
 * @param origin what messages name as the culprit, usually the path of the file
 * @throws BadInput for bytes that are no ModelProto, a model without graph, graph outputs or (from IR 3 on) opset_import,
 * and initializers that cannot be read; ForeignModel for values that are not tensors of a known dtype
 */
export function decodeModel(bytes: Uint8Array, origin = 'ModelProto'): DecodedModel {
  const model = parseMessage(ModelProtoSchema, bytes, origin);
  if (!model.graph) throw new BadInput(`${origin}: not a model: it has no graph`);
  const old = model.irVersion > 0n && model.irVersion < firstIrWithOpsets;
  if (model.opsetImport.length === 0 && !old) throw new BadInput(`${origin}: not a model: it imports no opset`);
  const opsets: Record<string, number> = Object.fromEntries(
    model.opsetImport.map(({ domain, version }) => [domain === 'ai.onnx' ? '' : domain, Number(version)]),
  );
  if (model.opsetImport.length === 0) opsets[''] = 1;
  return {
    ...readGraph(model.graph, origin),
    opset: opsets[''] ?? 0,
    opsets,
    irVersion: Number(model.irVersion),
    producer: model.producerName,
    spellsDefaultDomain: model.opsetImport.some(
      (entry) => entry.domain === '' && isFieldSet(entry, OperatorSetIdProtoSchema.field.domain),
    ),
  };
}

/**
 * The graph inputs that a caller must supply: those that no initializer gives a value. Since graph inputs without a
 * value are what `input_0.pb`, `input_1.pb` … stand for, the order is that of the graph.
 */
export function requiredInputs(model: ModelSpec): readonly ValueInfo[] {
  const initialized = new Set(model.initializers.map(({ name }) => name));
  return model.inputs.filter(({ name }) => !initialized.has(name));
}

type DecodedGraph = Pick<DecodedModel, 'name' | 'nodes' | 'inputs' | 'outputs' | 'initializers'>;

function readGraph(graph: GraphProto, origin: string): DecodedGraph {
  try {
    return readParts(graph, origin);
  } catch (error) {
    if (error instanceof ForeignType) throw new ForeignModel(error.message, graph.node);
    throw error;
  }
}

function readParts(graph: GraphProto, origin: string): DecodedGraph {
  if (graph.output.length === 0) throw new BadInput(`${origin}: the graph has no outputs`);
  if (graph.sparseInitializer.length > 0) throw new BadInput(`${origin}: sparse initializers are not supported`);
  return {
    name: graph.name,
    nodes: graph.node.map((node) => readNode(node, origin)),
    inputs: graph.input.map((value) => readValueInfo(value, `${origin}: input '${value.name}'`)),
    outputs: graph.output.map((value) => readValueInfo(value, `${origin}: output '${value.name}'`)),
    initializers: graph.initializer.map((proto) => readTensor(proto, `${origin}: initializer '${proto.name}'`)),
  };
}

function readNode(node: NodeProto, origin: string): DecodedNode {
  return {
    opType: node.opType,
    ...(isFieldSet(node, NodeProtoSchema.field.domain) && {
      domain: node.domain === 'ai.onnx' ? '' : node.domain,
    }),
    ...(isFieldSet(node, NodeProtoSchema.field.name) && { name: node.name }),
    ...readAttributes(node.attribute, `${origin}: ${node.opType}`),
    inputs: node.input,
    outputs: node.output,
  };
}

/**
 * The node in a file that holds nothing else.
 * @throws BadInput for bytes that are no NodeProto
 */
export function decodeNode(bytes: Uint8Array, origin: string): DecodedNode {
  const node = parseMessage(NodeProtoSchema, bytes, origin);
  if (node.opType === '') throw new BadInput(`${origin}: not a node: it names no operator`);
  return readNode(node, origin);
}

function describe({ name, tensor }: NamedTensor): ValueInfo {
  return { name, dtype: tensor.dtype, dims: tensor.dims };
}

function writeValueInfo({ name, dtype, dims }: ValueInfo): MessageInitShape<typeof ValueInfoProtoSchema> {
  const shape = dims && { dim: dims.map(writeDimension) };
  const value = { elemType: formatOf(dtype).code, ...(shape && { shape }) };
  return { name, type: { value: { case: 'tensorType', value } } };
}

function writeDimension(dim: number | string) {
  if (dim === '') return {};
  return typeof dim === 'number'
    ? { value: { case: 'dimValue' as const, value: BigInt(dim) } }
    : { value: { case: 'dimParam' as const, value: dim } };
}

function readValueInfo({ name, type }: ValueInfoProto, origin: string): ValueInfo {
  const kind = type?.value;
  if (kind?.case !== 'tensorType') {
    if (!kind?.case) throw new BadInput(`${origin} is not a tensor but of no type`);
    throw new ForeignType(`${origin} is not a tensor but ${kind.case}`);
  }
  const { elemType, shape } = kind.value;
  const dims = shape?.dim.map(({ value }) => {
    if (value.case !== 'dimValue') return value.value ?? '';
    const dim = Number(value.value);
    if (dim < 0 || !Number.isSafeInteger(dim)) throw new BadInput(`${origin} has a dimension of ${value.value}`);
    return dim;
  });
  return { name, dtype: readDType(elemType, origin), dims };
}
