import { clearField, clone, create, isFieldSet, toBinary } from '@bufbuild/protobuf';
import type { ModelForm } from '../../generators/cases/proposal.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { bitView, bytesOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { TypedArray } from '../../oracles/numerics/trait.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import { writeValueInfo } from './graph-proto.ts';
import { declarationOf } from './model.ts';
import {
  type AttributeProto,
  AttributeProtoSchema,
  FunctionProtoSchema,
  type GraphProto,
  type ModelProto,
  ModelProtoSchema,
  type NodeProto,
  NodeProtoSchema,
  OperatorSetIdProtoSchema,
  SparseTensorProtoSchema,
  StringStringEntryProtoSchema,
  type TensorProto,
  TensorProtoSchema,
  type ValueInfoProto,
  ValueInfoProtoSchema,
} from './proto/onnx_pb.ts';
import { parseMessage } from './proto/parse.ts';
import { sparseFields } from './sparse-tensor.ts';
import { readTensor, tensorFields } from './tensor-proto.ts';
import { readType } from './type-proto.ts';

/** Returns a model in another form with the same meaning. */
export function inForm(bytes: Uint8Array, form: ModelForm): Uint8Array {
  const model = parseMessage(ModelProtoSchema, bytes, 'ModelProto');
  forms[form](model, model.graph!);
  return toBinary(ModelProtoSchema, model);
}

const forms: Readonly<Record<ModelForm, (model: ModelProto, graph: GraphProto) => void>> = {
  'typed fields': (_, { initializer, node }) => {
    const ofNodes = node.flatMap(({ attribute }) => attribute.flatMap(({ t }) => t ?? []));
    for (const proto of [...initializer, ...ofNodes]) useTypedField(proto);
  },
  'constants as defaults': (_, graph) => {
    const inputs = graph.initializer.map((proto) => writeValueInfo(declarationOf(readTensor(proto, proto.name))));
    graph.input.push(...inputs.map((info) => create(ValueInfoProtoSchema, info)));
  },
  'defaults replaced': (_, graph) => {
    graph.initializer.push(...graph.input.map(ones));
  },
  'sizes unknown': (_, graph) => {
    for (const { name, type } of graph.input)
      for (const [axis, dim] of shapeIn(type)?.dim.entries() ?? [])
        dim.value = { case: 'dimParam', value: `${name}_${axis}` };
    for (const { type } of graph.output) if (type?.value.case === 'tensorType') type.value.value.shape = undefined;
  },
  'names shared': (_, graph) => {
    for (const node of graph.node) node.name = node.output[0]!;
    graph.name = graph.input[0]!.name;
  },
  'names left empty': ({ opsetImport }, { node }) => {
    for (const one of node) {
      const { inputs, outputs } = versionAt(findOperator(one.opType)!, Number(opsetImport[0]!.version));
      while (one.input.length < inputs.length) one.input.push('');
      while (one.output.length < outputs.length) one.output.push('');
    }
  },
  described: (model, graph) => {
    const { node, input, output, initializer } = graph;
    for (const part of [model, graph, ...node, ...input, ...output, ...initializer]) part.docString = 'a = b; // ü';
    for (const part of [model, graph, ...node])
      part.metadataProps.push(create(StringStringEntryProtoSchema, { key: 'author', value: '' }));
    model.producerVersion = '1';
    model.domain = ownDomain;
    model.modelVersion = 7n;
  },
  'in a function': (model, graph) => {
    const given = referToAttributes(graph.node);
    const { func, call } = moveToFunction(model, graph, 'Whole', irWithFunctions);
    func.attribute = given.map(({ name }) => name);
    call.attribute = given;
  },
  'in a function with defaults': (model, graph) => {
    const defaults = referToAttributes(graph.node);
    const { func } = moveToFunction(model, graph, 'Whole', irWithDefaults);
    func.attributeProto = defaults;
  },
  'in a function with defaults replaced': (model, graph) => {
    const given = referToAttributes(graph.node);
    const { func, call } = moveToFunction(model, graph, 'Whole', irWithDefaults);
    func.attributeProto = given.map(otherwise);
    call.attribute = given;
  },
  'in a function of a function': (model, graph) => {
    forms['in a function'](model, graph);
    moveToFunction(model, graph, 'Outer', irWithFunctions);
  },
  'sparse constants': (_, graph) => makeSparse(graph, false),
  'sparse constants by axis': (_, graph) => makeSparse(graph, true),
};

/** Stores the constants of a graph as sparse tensors. */
function makeSparse(graph: GraphProto, byAxis: boolean): void {
  const constants = graph.initializer.splice(0).map((proto) => readTensor(proto, proto.name));
  const sparse = constants.map(({ name, tensor }) => sparseFields(tensor, name, byAxis));
  graph.sparseInitializer.push(...sparse.map((fields) => create(SparseTensorProtoSchema, fields)));
}

/** Moves the nodes of a graph into a function of the model, and leaves a call of it. */
function moveToFunction(model: ModelProto, graph: GraphProto, name: string, irVersion: bigint) {
  const domain = ownDomain;
  const input = [...graph.input, ...graph.initializer].map((one) => one.name);
  const output = graph.output.map((one) => one.name);
  const { opsetImport } = model;
  if (!opsetImport.some((one) => one.domain === domain))
    opsetImport.push(create(OperatorSetIdProtoSchema, { domain, version: 1n }));
  const func = create(FunctionProtoSchema, { domain, name, input, output, node: graph.node });
  func.opsetImport.push(...opsetImport);
  model.functions.push(func);
  const call = create(NodeProtoSchema, { domain, opType: name, input, output });
  graph.node = [call];
  if (model.irVersion < irVersion) model.irVersion = irVersion;
  return { func, call };
}

/** Makes the attributes of nodes refer to those of a function around them, which it returns. Graphs stay: they read values of the function. */
function referToAttributes(nodes: readonly NodeProto[]): AttributeProto[] {
  const given: AttributeProto[] = [];
  for (const [i, node] of nodes.entries())
    node.attribute = node.attribute.map((one) => {
      if (one.g) return one;
      const refAttrName = `${one.name}_${i}`;
      given.push(Object.assign(clone(AttributeProtoSchema, one), { name: refAttrName }));
      return create(AttributeProtoSchema, { name: one.name, type: one.type, refAttrName });
    });
  return given;
}

/** The domain of what a model defines itself. */
const ownDomain = 'org.example';

/** The first IR versions whose models have functions, and defaults of their attributes. */
const irWithFunctions = 8n;
const irWithDefaults = 9n;

const shapeIn = (type: ValueInfoProto['type']) =>
  type?.value.case === 'tensorType' ? type.value.value.shape : undefined;

/** Moves the elements from raw_data to the field of their type. */
function useTypedField(proto: TensorProto): void {
  const { tensor } = readTensor(proto, proto.name);
  const { field } = formatOf(tensor.dtype);
  if (field === 'stringData') return;
  clearField(proto, TensorProtoSchema.field.rawData);
  const entries = entriesOf(tensor);
  if (field === 'int64Data' || field === 'uint64Data' || field === 'doubleData') proto[field] = entries.map(BigInt);
  else proto[field] = entries.map(Number);
}

/** Returns the entries of a typed field: integers, bit patterns of floats, or bytes with several elements of fewer than 8 bits. */
function entriesOf(t: Tensor): readonly (number | bigint)[] {
  const { kind, bits } = formatOf(t.dtype);
  const data = t.data as TypedArray;
  if (bits < 8) return [...bytesOf(t)];
  return [...(kind === 'integer' || kind === 'bool' ? data : bitView(data))];
}

/** Returns an attribute with other numbers. */
function otherwise(one: AttributeProto): AttributeProto {
  const other = clone(AttributeProtoSchema, one);
  if (isFieldSet(one, AttributeProtoSchema.field.i)) other.i += 1n;
  if (isFieldSet(one, AttributeProtoSchema.field.f)) other.f *= 2;
  other.ints.reverse();
  return other;
}

/** Returns a tensor of ones for an input. */
function ones({ name, type }: ValueInfoProto): TensorProto {
  const { dtype, dims = [] } = readType(type, name);
  const one = formatOf(dtype).kind === 'integer' ? 1n : 1;
  return create(
    TensorProtoSchema,
    tensorFields(
      tensorOfScalars(dtype, dims.map(Number), () => one),
      name,
    ),
  );
}
