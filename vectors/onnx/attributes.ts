import { isFieldSet, type MessageInitShape } from '@bufbuild/protobuf';
import type { Attributes, AttributeValue, Subgraph } from '../../oracles/spec/declaration.ts';
import { type AttributeProto, AttributeProtoSchema, type GraphProto, type GraphProtoSchema } from './proto/onnx_pb.ts';
import { ForeignType, readTensor, tensorFields } from './tensor-proto.ts';
import { readType, writeType } from './type-proto.ts';

/** `AttributeProto.AttributeType` codes of the types that the suite knows. */
const codes: Record<AttributeValue['type'], number> = {
  FLOAT: 1,
  INT: 2,
  STRING: 3,
  TENSOR: 4,
  GRAPH: 5,
  FLOATS: 6,
  INTS: 7,
  STRINGS: 8,
  GRAPHS: 10,
  TYPE_PROTO: 13,
};

const types = new Map(Object.entries(codes).map(([type, code]) => [code, type as AttributeValue['type']]));

/** The field of AttributeProto with the value of each type. */
const fields: Record<AttributeValue['type'], keyof typeof AttributeProtoSchema.field> = {
  FLOAT: 'f',
  INT: 'i',
  STRING: 's',
  TENSOR: 't',
  GRAPH: 'g',
  FLOATS: 'floats',
  INTS: 'ints',
  STRINGS: 'strings',
  GRAPHS: 'graphs',
  TYPE_PROTO: 'tp',
};

const utf8 = new TextEncoder();
const text = new TextDecoder('utf-8', { ignoreBOM: true });

type WriteGraph = (graph: Subgraph) => MessageInitShape<typeof GraphProtoSchema>;

/** `undefined` for a graph that cannot be read whole. */
type ReadGraph = (graph: GraphProto, origin: string) => Subgraph | undefined;

/**
 * Converts the attributes of a node to AttributeProto, in the order given. The type is always written, because an empty list
 * has no other trace of it.
 * @throws RangeError for an INT that is not an integer
 */
export function writeAttributes(
  attributes: Attributes,
  writeGraph: WriteGraph,
): MessageInitShape<typeof AttributeProtoSchema>[] {
  return Object.entries(attributes).map(([name, value]) => ({
    name,
    type: codes[value.type],
    ...fieldOf(value, writeGraph),
  }));
}

function fieldOf(attribute: AttributeValue, writeGraph: WriteGraph): MessageInitShape<typeof AttributeProtoSchema> {
  switch (attribute.type) {
    case 'FLOAT':
      return { f: attribute.value };
    case 'INT':
      return { i: BigInt(attribute.value) };
    case 'STRING':
      return { s: utf8.encode(attribute.value) };
    case 'TENSOR':
      return { t: tensorFields(attribute.value) };
    case 'TYPE_PROTO':
      return { tp: writeType(attribute.value) };
    case 'FLOATS':
      return { floats: [...attribute.value] };
    case 'INTS':
      return { ints: attribute.value.map(BigInt) };
    case 'STRINGS':
      return { strings: attribute.value.map((value) => utf8.encode(value)) };
    case 'GRAPH':
      return { g: writeGraph(attribute.value) };
    case 'GRAPHS':
      return { graphs: attribute.value.map(writeGraph) };
  }
}

/**
 * Reads the attributes of a node, and the names of those without a form in `Attributes`: sparse tensors, foreign types,
 * references to a function's attributes, integers beyond a number, graphs with any of these. Judging needs the signature of a
 * model rather than its contents, so these are not rejected.
 * @throws BadInput if a TENSOR cannot be read
 */
export function readAttributes(
  protos: readonly AttributeProto[],
  origin: string,
  readGraph: ReadGraph,
): { readonly attributes: Attributes; readonly unread: readonly string[] } {
  const read = protos.map(
    (proto) => [proto.name, readAttribute(proto, `${origin}, attribute '${proto.name}'`, readGraph)] as const,
  );
  return {
    attributes: Object.fromEntries(read.filter((entry): entry is [string, AttributeValue] => entry[1] !== undefined)),
    unread: read.filter(([, value]) => value === undefined).map(([name]) => name),
  };
}

function readAttribute(proto: AttributeProto, origin: string, readGraph: ReadGraph): AttributeValue | undefined {
  const type = proto.type === 0 ? typeOfValue(proto) : types.get(proto.type);
  if (type === undefined || proto.refAttrName !== '') return undefined;
  switch (type) {
    case 'FLOAT':
      return { type, value: proto.f };
    case 'INT':
      return isSafe(proto.i) ? { type, value: Number(proto.i) } : undefined;
    case 'STRING':
      return { type, value: text.decode(proto.s) };
    case 'TENSOR':
      return proto.t && { type, value: readTensor(proto.t, origin).tensor };
    case 'TYPE_PROTO':
      return typeOrNone(proto, origin);
    case 'FLOATS':
      return { type, value: proto.floats };
    case 'INTS':
      return proto.ints.every(isSafe) ? { type, value: proto.ints.map(Number) } : undefined;
    case 'STRINGS':
      return { type, value: proto.strings.map((value) => text.decode(value)) };
    case 'GRAPH': {
      const value = proto.g && readGraph(proto.g, origin);
      return value && { type, value };
    }
    case 'GRAPHS': {
      const value = proto.graphs.map((graph) => readGraph(graph, origin)).filter((graph) => graph !== undefined);
      return value.length === proto.graphs.length ? { type, value } : undefined;
    }
  }
}

function typeOrNone({ tp }: AttributeProto, origin: string): AttributeValue | undefined {
  try {
    return { type: 'TYPE_PROTO', value: readType(tp, origin) };
  } catch (error) {
    if (error instanceof ForeignType) return undefined;
    throw error;
  }
}

/** Returns the type of a value by the field that is set: files of IR 1, from ONNX 1.0, do not name the type. */
function typeOfValue(proto: AttributeProto): AttributeValue['type'] | undefined {
  const known = [...types.values()];
  return known.find((type) => isFieldSet(proto, AttributeProtoSchema.field[fields[type]]));
}

function isSafe(value: bigint): boolean {
  return Number.isSafeInteger(Number(value));
}
