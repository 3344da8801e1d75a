import * as ort from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { composedOperators } from '../../../oracles/operators/composed/com-microsoft.ts';
import { operators } from '../../../oracles/operators.ts';
import type { Attributes, AttributeValue } from '../../../oracles/spec/declaration.ts';
import { calleeOf } from '../../../oracles/spec/operator-name.ts';
import { onnxruntimeAdapter } from '../../../src/backends/hosts/onnxruntime.ts';
import { type Adapter, checkModel, type Tensor, tensor } from '../../../src/index.ts';
import { encodeModel } from '../../../vectors/onnx/model.ts';
import { sampled } from '../../sample.ts';

/** A call of a composed operator, and changes of its attributes each of which gives other values. */
interface Tried {
  readonly name: string;
  readonly inputs: Readonly<Record<string, Tensor | undefined>>;
  readonly attributes?: Attributes;
  readonly outputs?: readonly string[];
  readonly opset?: number;
  /** attributes of which the oracle is given other values than the runtime */
  readonly wrong?: Attributes;
}

let state = 1;
const noise = () => {
  state = (state * 48271) % 2147483647;
  return (state / 2147483647) * 4 - 2;
};
const floats = (...dims: number[]) =>
  tensor('float32', dims, Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, noise));
const bytes = (dtype: 'uint8' | 'int8', ...dims: number[]) =>
  tensorOfScalars(dtype, dims, () => Math.floor(noise() * 64) + (dtype === 'uint8' ? 128 : 0));
const positions = (dims: number[], ...values: number[]) => tensor('int64', dims, BigInt64Array.from(values, BigInt));

const int = (value: number): AttributeValue => ({ type: 'INT', value });
const ints = (...value: number[]): AttributeValue => ({ type: 'INTS', value });
const float = (value: number): AttributeValue => ({ type: 'FLOAT', value });
const string = (value: string): AttributeValue => ({ type: 'STRING', value });

const padded = { kernel_shape: ints(3, 3), pads: ints(1, 1, 1, 1) };
const nBits = (bits: number) => ({ K: int(40), N: int(6), bits: int(bits), block_size: int(16) });

const tried: readonly Tried[] = [
  {
    name: 'FusedConv',
    inputs: { X: floats(1, 3, 6, 6), W: floats(4, 3, 3, 3), B: floats(4) },
    attributes: { ...padded, activation: string('Relu') },
    wrong: { activation: string('') },
  },
  {
    name: 'FusedConv',
    inputs: { X: floats(1, 3, 6, 6), W: floats(4, 3, 3, 3), B: floats(4), Z: floats(1, 4, 6, 6) },
    attributes: { ...padded, activation: string('Relu') },
    wrong: { pads: ints(0, 0, 2, 2) },
  },
  ...(
    [
      ['LeakyRelu', [0.3]],
      ['Clip', [-1, 2]],
      ['HardSigmoid', [0.25, 0.5]],
      ['Tanh', []],
      ['Sigmoid', []],
    ] as const
  ).map(([name, parameters]) => ({
    name: 'FusedConv',
    inputs: { X: floats(1, 2, 5), W: floats(3, 2, 3) },
    attributes: {
      activation: string(name),
      activation_params: { type: 'FLOATS' as const, value: parameters },
    },
    wrong: { activation: string('Relu') },
  })),
  {
    name: 'FusedGemm',
    inputs: { A: floats(4, 5), B: floats(6, 5), C: floats(6) },
    attributes: { transB: int(1), alpha: float(0.5), activation: string('LeakyRelu'), activation_alpha: float(0.25) },
    wrong: { activation_alpha: float(0.5) },
  },
  {
    name: 'FusedMatMul',
    inputs: { A: floats(2, 5, 4), B: floats(2, 6, 5) },
    attributes: { transA: int(1), transB: int(1), alpha: float(0.125) },
    wrong: { alpha: float(0.25) },
  },
  { name: 'Gelu', inputs: { X: floats(3, 40) } },
  { name: 'BiasGelu', inputs: { A: floats(3, 40), B: floats(40) } },
  { name: 'FastGelu', inputs: { X: floats(3, 40) } },
  { name: 'FastGelu', inputs: { X: floats(3, 40), bias: floats(40) } },
  { name: 'QuickGelu', inputs: { X: floats(3, 40) }, wrong: { alpha: float(1.7) } },
  {
    name: 'SkipLayerNormalization',
    inputs: { input: floats(2, 3, 32), skip: floats(2, 3, 32), gamma: floats(32), beta: floats(32), bias: floats(32) },
    attributes: { epsilon: float(1e-5) },
    outputs: ['output', '', '', 'sum'],
    wrong: { epsilon: float(1e-2) },
  },
  {
    name: 'SkipLayerNormalization',
    inputs: { input: floats(2, 3, 32), skip: floats(2, 3, 32), gamma: floats(32) },
  },
  {
    name: 'SkipSimplifiedLayerNormalization',
    inputs: { input: floats(2, 3, 32), skip: floats(2, 3, 32), gamma: floats(32) },
    outputs: ['output', '', '', 'sum'],
    wrong: { epsilon: float(1e-2) },
  },
  {
    name: 'LayerNormalization',
    opset: 15,
    inputs: { X: floats(2, 3, 32), scale: floats(32), B: floats(32) },
    wrong: { axis: int(1) },
  },
  {
    name: 'SimplifiedLayerNormalization',
    inputs: { X: floats(2, 3, 32), scale: floats(32) },
    wrong: { epsilon: float(1e-2) },
  },
  {
    name: 'RotaryEmbedding',
    inputs: { input: floats(2, 3, 16), ids: positions([2, 3], 1, 2, 3, 0, 4, 7), cos: floats(8, 4), sin: floats(8, 4) },
    wrong: { interleaved: int(1) },
  },
  {
    name: 'RotaryEmbedding',
    inputs: { input: floats(2, 2, 3, 8), ids: positions([1], 4), cos: floats(8, 4), sin: floats(8, 4) },
    attributes: { interleaved: int(1) },
    wrong: { interleaved: int(0) },
  },
  {
    name: 'MultiHeadAttention',
    inputs: { query: floats(2, 3, 16), key: floats(2, 5, 16), value: floats(2, 5, 16), bias: floats(48) },
    attributes: { num_heads: int(2) },
    wrong: { num_heads: int(4) },
  },
  {
    name: 'MultiHeadAttention',
    inputs: {
      query: floats(1, 4, 16),
      key: floats(1, 4, 16),
      value: floats(1, 4, 16),
      bias: undefined,
      padding: undefined,
      more: floats(1, 2, 4, 4),
    },
    attributes: { num_heads: int(2), unidirectional: int(1), scale: float(0.3) },
    wrong: { unidirectional: int(0) },
  },
  {
    name: 'MatMulNBits',
    inputs: { A: floats(3, 40), B: bytes('uint8', 6, 3, 8), scales: floats(6, 3) },
    attributes: nBits(4),
  },
  {
    name: 'MatMulNBits',
    inputs: { A: floats(3, 40), B: bytes('uint8', 6, 3, 8), scales: floats(6, 3), zeros: bytes('uint8', 6, 2) },
    attributes: nBits(4),
  },
  {
    name: 'MatMulNBits',
    inputs: { A: floats(3, 40), B: bytes('uint8', 6, 3, 16), scales: floats(6, 3), zeros: bytes('uint8', 6, 3) },
    attributes: nBits(8),
  },
  {
    name: 'MatMulIntegerToFloat',
    inputs: {
      A: bytes('uint8', 4, 30),
      B: bytes('int8', 30, 5),
      a: tensor('float32', [], [0.01]),
      b: floats(5),
      aZero: tensor('uint8', [], [120]),
      bZero: bytes('int8', 5),
      bias: floats(5),
    },
  },
];

/** The operators whose inputs are known beforehand where the runtime wants that. */
const constants = new Set(['B', 'scales', 'zeros', 'cos', 'sin']);

function modelOf({ name, inputs, attributes = {}, outputs = ['y'], opset = 21 }: Tried): Uint8Array {
  const callee = composedOperators.map((own) => calleeOf(own.name)).find(({ opType }) => opType === name)!;
  const entries = Object.entries(inputs).filter((entry): entry is [string, Tensor] => entry[1] !== undefined);
  const dtype = name === 'MatMulIntegerToFloat' ? 'float32' : entries[0]![1].dtype;
  return encodeModel({
    name,
    opset,
    opsets: { 'com.microsoft': 1 },
    nodes: [
      {
        ...callee,
        attributes,
        inputs: Object.entries(inputs).map(([input, value]) => (value ? input : '')),
        outputs,
      },
    ],
    inputs: entries
      .filter(([input]) => !constants.has(input))
      .map(([input, own]) => ({ name: input, dtype: own.dtype, dims: own.dims })),
    outputs: outputs.filter(Boolean).map((output) => ({ name: output, dtype, dims: undefined })),
    initializers: entries
      .filter(([input]) => constants.has(input))
      .map(([input, own]) => ({ name: input, tensor: own })),
  });
}

const given = ({ inputs }: Tried) =>
  Object.fromEntries(Object.entries(inputs).filter(([input, value]) => value && !constants.has(input))) as Record<
    string,
    Tensor
  >;

/** The runtime that has these operators, which may be given another model than the oracle. */
const runtime = (other?: Uint8Array): Adapter => {
  const own = onnxruntimeAdapter({ name: 'onnxruntime-node', version: '1' }, ort, {});
  return { ...own, prepare: (model) => own.prepare(other ?? model) };
};

describe('an operator that is composed', () => {
  it.each(
    sampled(tried, 20).map(
      (call) => [`${call.name}(${Object.keys(call.inputs)}) ${JSON.stringify(call.attributes ?? {})}`, call] as const,
    ),
  )(
    'is what onnxruntime gives: %s',
    async (_, call) => {
      const report = await checkModel(modelOf(call), given(call), runtime(), { elements: 200 });
      expect(report.notKnown).toBeUndefined();
      expect(report.findings.map(({ smallest }) => smallest.message)).toEqual([]);
      expect(report.totals.pass).toBe(1);
    },
    60_000,
  );

  it.each(
    sampled(
      tried.filter(({ wrong }) => wrong),
      10,
    ).map((call) => [`${call.name}: ${JSON.stringify(call.wrong)}`, call] as const),
  )('is not what onnxruntime gives for another node: %s', async (_, call) => {
    const asked = { ...call, attributes: { ...call.attributes, ...call.wrong } };
    const report = await checkModel(modelOf(asked), given(call), runtime(modelOf(call)), { elements: 200 });
    expect(report.totals.fail).toBe(1);
  });

  it('is none of ONNX', () => {
    const own = new Set(operators);
    expect(composedOperators.filter((operator) => own.has(operator))).toEqual([]);
    expect(new Set(tried.map(({ name }) => name)).size).toBe(composedOperators.length - 1);
  });
});
