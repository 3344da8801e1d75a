import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dtypes } from '../../../oracles/numerics/dtype.ts';
import { tensor } from '../../../oracles/numerics/tensor.ts';
import { newestOpset } from '../../../oracles/operators.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import type { Attributes, AttributeValue, Subgraph } from '../../../oracles/spec/declaration.ts';
import { irVersionOf } from '../../../vectors/onnx/ir-version.ts';
import {
  decodeModel,
  encodeModel,
  type ModelSpec,
  requiredInputs,
  type ValueInfo,
} from '../../../vectors/onnx/model.ts';
import { ModelProtoSchema, type ValueInfoProtoSchema } from '../../../vectors/onnx/proto/onnx_pb.ts';
import { anyTensor, damaged, identity, survives } from '../arbitrary.ts';

const axes = { name: 'axes', tensor: tensor('int64', [1], BigInt64Array.of(-1n)) };

const reduceSum: ModelSpec = {
  name: 'g',
  opset: 13,
  nodes: [
    {
      opType: 'ReduceSum',
      attributes: { keepdims: { type: 'INT', value: 0 } },
      inputs: ['x', 'axes'],
      outputs: ['y'],
    },
  ],
  inputs: [{ name: 'x', dtype: 'float32', dims: [2, 'n'] }],
  outputs: [{ name: 'y', dtype: 'float32', dims: undefined }],
  initializers: [axes],
};

const anyTensorInfo: fc.Arbitrary<ValueInfo> = fc.record({
  name: fc.string(),
  dtype: fc.constantFrom(...dtypes),
  dims: fc.option(fc.array(fc.oneof(fc.nat(), fc.string()), { maxLength: 4 }), { nil: undefined }),
});
const within = fc.array(fc.constantFrom('sequence' as const, 'optional' as const), { minLength: 1, maxLength: 3 });
const anyValueInfo: fc.Arbitrary<ValueInfo> = fc.oneof(
  anyTensorInfo,
  fc.tuple(anyTensorInfo, within).map(([info, holders]) => ({ ...info, within: holders })),
);

const float32 = fc.float({ noNaN: true });
const anyAttribute: fc.Arbitrary<AttributeValue> = fc.oneof(
  fc.record({ type: fc.constant('INT' as const), value: fc.maxSafeInteger() }),
  fc.record({ type: fc.constant('INTS' as const), value: fc.array(fc.maxSafeInteger()) }),
  fc.record({ type: fc.constant('FLOAT' as const), value: float32 }),
  fc.record({ type: fc.constant('FLOATS' as const), value: fc.array(float32) }),
  fc.record({ type: fc.constant('STRING' as const), value: fc.string() }),
  fc.record({ type: fc.constant('STRINGS' as const), value: fc.array(fc.string()) }),
  fc.record({ type: fc.constant('TENSOR' as const), value: anyTensor() }),
);

/** Bodies, with values whose types are declared and with others. */
const anyBody: fc.Arbitrary<Subgraph> = fc.record({
  name: fc.string(),
  nodes: fc.array(
    fc.record({
      opType: fc.string(),
      attributes: fc.dictionary(fc.string(), anyAttribute, { maxKeys: 1 }),
      inputs: fc.array(fc.string(), { maxLength: 2 }),
      outputs: fc.array(fc.string(), { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
  inputs: fc.array(fc.oneof(anyValueInfo, fc.record({ name: fc.string() })), { maxLength: 2 }),
  outputs: fc.array(fc.oneof(anyValueInfo, fc.record({ name: fc.string() })), { minLength: 1, maxLength: 2 }),
  initializers: fc.constant([]),
});
const withBodies = fc.oneof(
  anyAttribute,
  fc.record({ type: fc.constant('GRAPH' as const), value: anyBody }),
  fc.record({ type: fc.constant('GRAPHS' as const), value: fc.array(anyBody, { maxLength: 2 }) }),
);

const anyModel: fc.Arbitrary<ModelSpec> = fc.record({
  name: fc.string(),
  opset: fc.integer({ min: 9, max: newestOpset }),
  nodes: fc.array(
    fc.record({
      opType: fc.string(),
      attributes: fc.dictionary(fc.string(), withBodies, { maxKeys: 3 }),
      inputs: fc.array(fc.string(), { maxLength: 3 }),
      outputs: fc.array(fc.string(), { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
  inputs: fc.array(anyValueInfo, { maxLength: 2 }),
  outputs: fc.array(anyValueInfo, { minLength: 1, maxLength: 2 }),
  initializers: fc.array(fc.record({ name: fc.string(), tensor: anyTensor() }), { maxLength: 2 }),
});

/** Tensors inside replaced by what makes them identical. */
function comparable(spec: ModelSpec) {
  const plainNodes = (nodes: Subgraph['nodes']): unknown =>
    nodes.map((node) => ({ ...node, attributes: plain(node.attributes) }));
  const plainBody = (body: Subgraph) => ({ ...body, nodes: plainNodes(body.nodes) });
  const plain = (attributes: Attributes): unknown =>
    Object.entries(attributes).map(([name, a]) => {
      if (a.type === 'GRAPH') return [name, plainBody(a.value)];
      if (a.type === 'GRAPHS') return [name, a.value.map(plainBody)];
      return [name, a.type === 'TENSOR' ? identity(a.value) : a];
    });
  return {
    ...spec,
    nodes: plainNodes(spec.nodes),
    initializers: spec.initializers.map(({ name, tensor }) => ({ name, ...identity(tensor) })),
  };
}

describe('a model', () => {
  it('has its fields in ascending order', () => {
    const hex = Buffer.from(encodeModel({ ...reduceSum, producer: 'p', initializers: [] })).toString('hex');
    expect(hex).toMatch(/^0807120170.*42040a00100d$/);
  });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(anyModel, (spec) => {
        const { irVersion, opsets, producer, spellsDefaultDomain, ...decoded } = decodeModel(encodeModel(spec));
        const nodes = decoded.nodes.map(({ unread: _, ...node }) => node);
        expect(decoded.nodes.flatMap((node) => node.unread)).toEqual([]);
        expect(comparable({ ...decoded, nodes })).toEqual(comparable(spec));
        expect({ irVersion, opsets, producer, spellsDefaultDomain }).toEqual({
          irVersion: irVersionOf(spec.opset),
          opsets: { '': spec.opset },
          producer: 'onnx-conformance',
          spellsDefaultDomain: true,
        });
      }),
    );
  });

  it('is written again as it was read', () => {
    const spec = { ...reduceSum, opsets: { '': 13, 'ai.onnx.ml': 2 }, spellsDefaultDomain: false, producer: '' };
    const nodes = [{ ...reduceSum.nodes[0]!, domain: '', name: 'n' }];
    for (const bytes of [encodeModel(spec), encodeModel({ ...spec, nodes, irVersion: 4 })]) {
      expect(encodeModel(decodeModel(bytes))).toEqual(bytes);
    }
  });

  it('may have outputs without types', () => {
    const open = { ...reduceSum, outputs: [{ name: 'y' }] };
    expect(decodeModel(encodeModel(open)).outputs).toEqual([{ name: 'y' }]);
  });

  it('lists initializers as graph inputs in IR 3 and not later', () => {
    const old = decodeModel(encodeModel({ ...reduceSum, opset: 8 }));
    expect(old.inputs).toEqual([...reduceSum.inputs, { name: 'axes', dtype: 'int64', dims: [1] }]);
    expect(requiredInputs(old)).toEqual(reduceSum.inputs);
    const listed = { ...reduceSum, opset: 8, inputs: old.inputs };
    expect(encodeModel(listed)).toEqual(encodeModel({ ...reduceSum, opset: 8 }));
    expect(decodeModel(encodeModel({ ...reduceSum, opset: 9 })).inputs).toEqual(reduceSum.inputs);
  });
});

type ModelFields = MessageInitShape<typeof ModelProtoSchema>;
type Value = NonNullable<MessageInitShape<typeof ValueInfoProtoSchema>['type']>['value'];

/** A graph with one input besides its output. */
const withInput = (value: Value): ModelFields => ({
  graph: { input: [{ name: 'x', type: { value: value! } }], output: [y] },
  opsetImport,
});
const y = { name: 'y', type: { value: { case: 'tensorType' as const, value: { elemType: 1 } } } };
const opsetImport = [{ version: 13n }];
const negative = { dim: [{ value: { case: 'dimValue' as const, value: -1n } }] };

describe('what is not a model', () => {
  it.each<[string, ModelFields, string]>([
    ['no bytes', {}, 'not an ONNX model: it is empty'],
    ['no graph', { opsetImport }, 'it has no graph'],
    ['no opset', { graph: { output: [y] } }, 'it imports no opset'],
    ['no outputs', { graph: {}, opsetImport }, 'the graph has no outputs'],
    [
      'an input without type',
      { graph: { input: [{ name: 'x' }], output: [y] }, opsetImport },
      "input 'x' is not a tensor",
    ],
    [
      'a sequence of no type',
      withInput({ case: 'sequenceType', value: {} }),
      "input 'x' is not a tensor but of no type",
    ],
    ['a map', withInput({ case: 'mapType', value: new Uint8Array() }), "input 'x' is not a tensor but mapType"],
    ['a later type', withInput({ case: 'tensorType', value: { elemType: 99 } }), "input 'x': element type 99 is"],
    [
      'a dimension of -1',
      withInput({ case: 'tensorType', value: { elemType: 1, shape: negative } }),
      'dimension of -1',
    ],
    ['a bad initializer', { graph: { initializer: [{ name: 'w' }], output: [y] }, opsetImport }, "initializer 'w'"],
    ['a sparse one', { graph: { sparseInitializer: [{}], output: [y] }, opsetImport }, 'sparse initializer lacks'],
  ])('%s', (_, fields, message) => {
    const read = () => decodeModel(toBinary(ModelProtoSchema, create(ModelProtoSchema, fields)), 'model.onnx');
    expect(read).toThrow(BadInput);
    expect(read).toThrow('model.onnx: ');
    expect(read).toThrow(message);
  });

  it('any bytes at all', () => {
    fc.assert(
      fc.property(damaged(anyModel.map(encodeModel)), (bytes) => survives(decodeModel, bytes)),
      { numRuns: 1000 },
    );
  });
});
