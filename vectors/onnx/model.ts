import { create, isFieldSet, toBinary } from '@bufbuild/protobuf';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { NamedTensor, OpenValueInfo, ValueInfo, WrittenNode } from '../../oracles/spec/declaration.ts';
import type { Callee } from '../../oracles/spec/operator-name.ts';
import { type DecodedGraph, type DecodedNode, readGraph, readNode, writeGraph } from './graph-proto.ts';
import { irVersionOf } from './ir-version.ts';
import { type GraphProto, ModelProtoSchema, NodeProtoSchema, OperatorSetIdProtoSchema } from './proto/onnx_pb.ts';
import { parseMessage } from './proto/parse.ts';
import { ForeignType } from './tensor-proto.ts';

export type { OpenValueInfo, ValueInfo } from '../../oracles/spec/declaration.ts';

export interface ModelSpec {
  /** the name of the graph */
  readonly name: string;
  /** the imported version of ai.onnx; 0 if there is none */
  readonly opset: number;
  /** versions by domain, for domains other than ai.onnx */
  readonly opsets?: Readonly<Record<string, number>>;
  readonly nodes: readonly WrittenNode[];
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly OpenValueInfo[];
  readonly initializers: readonly NamedTensor[];
  /** by default the one that ONNX released together with the opset */
  readonly irVersion?: number;
  /** by default onnx-conformance */
  readonly producer?: string;
  /** false: the domain of the ai.onnx import is unset instead of '', which has the same meaning but other bytes */
  readonly spellsDefaultDomain?: boolean;
}

/** A model of a file; `opsets` lists every import, with '' for ai.onnx. */
export interface DecodedModel extends Omit<ModelSpec, keyof DecodedGraph>, DecodedGraph {
  readonly irVersion: number;
  readonly opsets: Readonly<Record<string, number>>;
  readonly producer: string;
  readonly spellsDefaultDomain: boolean;
}

/** A model with values of a type that the suite does not know: it may be valid, though it cannot be read. */
export class ForeignModel extends BadInput {
  readonly nodes: readonly Callee[];

  constructor(message: string, nodes: readonly Callee[]) {
    super(message);
    this.nodes = nodes;
  }
}

// Before IR 3 a model named no opsets: there was one.
const firstIrWithOpsets = 3;

// Before IR 4 an initializer was the default of a graph input, so that it had to be listed there too.
const firstIrWithFreeInitializers = 4;

/**
 * Encodes a model: no doc strings, fields in the order of their numbers, attributes in the order given. Below IR 4,
 * initializers are also listed as graph inputs.
 * @throws BadInput if no IR version is known for the opset
 */
export function encodeModel(spec: ModelSpec): Uint8Array {
  const irVersion = spec.irVersion ?? irVersionOf(spec.opset);
  const listed = new Set(spec.inputs.map((input) => input.name));
  const unlisted = spec.initializers.filter(({ name }) => !listed.has(name));
  const inputs = [...spec.inputs, ...(irVersion < firstIrWithFreeInitializers ? unlisted.map(declarationOf) : [])];
  const opsets = Object.entries({ ...(spec.opset > 0 && { '': spec.opset }), ...spec.opsets });
  return toBinary(
    ModelProtoSchema,
    create(ModelProtoSchema, {
      irVersion: BigInt(irVersion),
      producerName: spec.producer ?? 'onnx-conformance',
      graph: writeGraph({ ...spec, inputs }),
      opsetImport: opsets.map(([domain, version]) => ({
        ...((domain !== '' || spec.spellsDefaultDomain !== false) && { domain }),
        version: BigInt(version),
      })),
    }),
  );
}

/**
 * Decodes the model in a `model.onnx`.
 * @param origin the source for messages, usually the path of the file
 * @throws BadInput for bytes that are not a ModelProto, a model without graph, graph outputs or (from IR 3 on) opset_import,
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
    ...graphOf(model.graph, origin),
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
 * Returns the graph inputs that a caller must supply: those without an initializer, in the order of the graph. The files
 * `input_0.pb`, `input_1.pb` … have their values.
 */
export function requiredInputs(model: ModelSpec): readonly ValueInfo[] {
  const initialized = new Set(model.initializers.map(({ name }) => name));
  return model.inputs.filter(({ name }) => !initialized.has(name));
}

function graphOf(graph: GraphProto, origin: string): DecodedGraph {
  try {
    return readGraph(graph, origin);
  } catch (error) {
    if (error instanceof ForeignType) throw new ForeignModel(error.message, graph.node);
    throw error;
  }
}

/**
 * Decodes the node in a file that contains nothing else.
 * @throws BadInput for bytes that are not a NodeProto
 */
export function decodeNode(bytes: Uint8Array, origin: string): DecodedNode {
  const node = parseMessage(NodeProtoSchema, bytes, origin);
  if (node.opType === '') throw new BadInput(`${origin}: not a node: it names no operator`);
  return readNode(node, origin);
}

/** Returns the declaration of a constant as a graph input. */
export function declarationOf({ name, tensor }: NamedTensor): ValueInfo {
  return { name, dtype: tensor.dtype, dims: tensor.dims };
}
