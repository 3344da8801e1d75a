/** Small networks with random weights, of kinds that are not available as files: transformers, quantized networks, networks in float16. */
import { Random, seedOf } from '../../generators/cases/random.ts';
import { type DType, type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import { elementCount, scalarsOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { Attributes, AttributeValue, NamedTensor, WrittenNode } from '../../oracles/spec/declaration.ts';
import type { ModelSpec, ValueInfo } from '../../vectors/onnx/model.ts';

const int = (value: number): AttributeValue => ({ type: 'INT', value });
const ints = (...value: number[]): AttributeValue => ({ type: 'INTS', value });
const float = (value: number): AttributeValue => ({ type: 'FLOAT', value });

/** Makes a tensor of numbers, each rounded to the type. */
const floats = (dtype: DType, dims: readonly number[], at: (index: number) => number): Tensor =>
  tensorOfScalars(dtype, dims, (i) => roundDouble(at(i), formatOf(dtype) as FloatFormat));

/** Builds a network node by node, with random weights. */
class Writer {
  readonly nodes: WrittenNode[] = [];
  readonly initializers: NamedTensor[] = [];
  readonly #random: Random;
  readonly #dtype: DType;

  constructor(name: string, dtype: DType) {
    this.#random = new Random(seedOf(1, name));
    this.#dtype = dtype;
  }

  /** Adds a node and returns the name of its output. */
  add(opType: string, inputs: readonly string[], attributes: Attributes = {}): string {
    return this.several(opType, inputs, 1, attributes)[0]!;
  }

  several(opType: string, inputs: readonly string[], count: number, attributes: Attributes = {}): readonly string[] {
    const at = `${this.nodes.length + 1}_${opType}`;
    const outputs = Array.from({ length: count }, (_, i) => (i === 0 ? at : `${at}_${i}`));
    this.nodes.push({ opType, name: at, attributes, inputs, outputs });
    return outputs;
  }

  /** Adds random weights around a number, and returns their name. The default spread keeps values at a usual magnitude. */
  weights(dims: readonly number[], around = 0, spread = 1 / Math.sqrt(dims[0]!)): string {
    const noise = () => this.#random.unit() + this.#random.unit() + this.#random.unit() - 1.5;
    return this.keep(floats(this.#dtype, dims, () => around + 2 * spread * noise()));
  }

  integers(...values: number[]): string {
    return this.keep(tensorOfScalars('int64', [values.length], (i) => BigInt(values[i]!)));
  }

  number(x: number): string {
    return this.keep(floats(this.#dtype, [], () => x));
  }

  keep(tensor: Tensor): string {
    const name = `w${this.initializers.length + 1}`;
    this.initializers.push({ name, tensor });
    return name;
  }

  /** The model of all nodes; its output is that of the last node. */
  model(name: string, opset: number, inputs: readonly ValueInfo[]): ModelSpec {
    const outputs = [{ name: this.nodes.at(-1)!.outputs[0]!, dtype: this.#dtype, dims: undefined }];
    return { name, opset, nodes: this.nodes, inputs, outputs, initializers: this.initializers };
  }
}

/** Sizes of a transformer. */
export interface TransformerSizes {
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  readonly words: number;
}

const small: TransformerSizes = { layers: 2, width: 32, heads: 4, words: 50 };

/** Adds a layer as exporters write it, with attention in single steps, and returns its output. @param mask added to the scores */
function layer(writer: Writer, x: string, { width, heads }: TransformerSizes, mask?: string): string {
  const size = width / heads;
  const normalized = (value: string) =>
    writer.add('LayerNormalization', [value, writer.weights([width], 1, 0.1), writer.weights([width], 0, 0.1)], {
      epsilon: float(1e-5),
    });
  const linear = (value: string, from: number, to: number) =>
    writer.add('Add', [writer.add('MatMul', [value, writer.weights([from, to])]), writer.weights([to], 0, 0.1)]);
  const parts = writer.several('Split', [linear(normalized(x), width, 3 * width)], 3, {
    axis: int(-1),
    num_outputs: int(3),
  });
  const [query, key, value] = parts.map((part, i) =>
    writer.add('Transpose', [writer.add('Reshape', [part, writer.integers(0, 0, heads, size)])], {
      perm: i === 1 ? ints(0, 2, 3, 1) : ints(0, 2, 1, 3),
    }),
  );
  const products = writer.add('MatMul', [query!, key!]);
  const scores = writer.add('Div', [products, writer.number(Math.sqrt(size))]);
  const weights = writer.add('Softmax', [mask ? writer.add('Add', [scores, mask]) : scores], { axis: int(-1) });
  const mixed = writer.add('Transpose', [writer.add('MatMul', [weights, value!])], { perm: ints(0, 2, 1, 3) });
  const joined = writer.add('Reshape', [mixed, writer.integers(0, 0, width)]);
  const after = writer.add('Add', [linear(joined, width, width), x]);
  const wide = linear(normalized(after), width, 4 * width);
  // Gelu in single steps, which runtimes fuse
  const erf = writer.add('Erf', [writer.add('Div', [wide, writer.number(Math.SQRT2)])]);
  const gelu = writer.add('Mul', [
    writer.add('Mul', [wide, writer.add('Add', [erf, writer.number(1)])]),
    writer.number(0.5),
  ]);
  return writer.add('Add', [linear(gelu, 4 * width, width), after]);
}

/** A language model that predicts the next word. @param length the number of words in its text */
export function gpt(dtype: DType = 'float32', length = 9, sizes: TransformerSizes = small): ModelSpec {
  const writer = new Writer('gpt', dtype);
  const { width, words, layers } = sizes;
  const table = writer.weights([words, width], 0, 0.5);
  const places = writer.weights([length, width], 0, 0.2);
  const least = formatOf(dtype).name === 'float16' ? -6e4 : -1e9;
  const mask = writer.keep(floats(dtype, [length, length], (i) => (i % length > Math.floor(i / length) ? least : 0)));
  let x = writer.add('Add', [writer.add('Gather', [table, 'ids']), places]);
  for (let i = 0; i < layers; i++) x = layer(writer, x, sizes, mask);
  writer.add('MatMul', [x, writer.weights([width, words])]);
  return writer.model('gpt', 20, [{ name: 'ids', dtype: 'int64', dims: [1, length] }]);
}

/** A classifier of images: patches by a Conv, then layers. */
export function vit(dtype: DType = 'float32', sizes: TransformerSizes = small): ModelSpec {
  const writer = new Writer('vit', dtype);
  const { width, layers } = sizes;
  const patches = writer.add(
    'Conv',
    ['image', writer.weights([width, 3, 4, 4], 0, 0.1), writer.weights([width], 0, 0.1)],
    {
      strides: ints(4, 4),
    },
  );
  const rows = writer.add('Transpose', [writer.add('Reshape', [patches, writer.integers(0, width, -1)])], {
    perm: ints(0, 2, 1),
  });
  let x = writer.add('Add', [rows, writer.weights([16, width], 0, 0.2)]);
  for (let i = 0; i < layers; i++) x = layer(writer, x, sizes);
  const mean = writer.add('ReduceMean', [x, writer.integers(1)], { keepdims: int(0) });
  writer.add('Gemm', [mean, writer.weights([width, 10]), writer.weights([10], 0, 0.1)]);
  return writer.model('vit', 20, [{ name: 'image', dtype, dims: [1, 3, 16, 16] }]);
}

/** A network of images: convolutions of several kinds, batch normalization, poolings, a skip. */
export function images(dtype: DType = 'float32'): ModelSpec {
  const writer = new Writer('images', dtype);
  const channels = 8;
  const conv = (x: string, from: number, to: number, size: number, more: Attributes = {}) => {
    const pad = (size - 1) / 2;
    const group = (more.group?.value as number | undefined) ?? 1;
    const own = writer.weights([to, from / group, size, size], 0, 1 / Math.sqrt((from / group) * size * size));
    const sums = writer.add('Conv', [x, own, writer.weights([to], 0, 0.1)], {
      pads: ints(pad, pad, pad, pad),
      ...more,
    });
    const moments = [1, 0, 0].map((around) => writer.weights([to], around, 0.1));
    const variance = writer.keep(floats(dtype, [to], (i) => 0.5 + i / 10));
    return writer.add('BatchNormalization', [sums, ...moments, variance]);
  };
  const first = writer.add('Relu', [conv('image', 3, channels, 3, { strides: ints(2, 2) })]);
  const pooled = writer.add('MaxPool', [first], {
    kernel_shape: ints(3, 3),
    pads: ints(1, 1, 1, 1),
    strides: ints(2, 2),
  });
  const deep = writer.add('HardSigmoid', [conv(pooled, channels, channels, 3, { group: int(channels) })]);
  const wide = writer.add('LeakyRelu', [conv(deep, channels, channels, 1)], { alpha: float(0.1) });
  const both = writer.add('Concat', [wide, pooled], { axis: int(1) });
  const average = writer.add('AveragePool', [both], { kernel_shape: ints(3, 3), pads: ints(1, 1, 1, 1) });
  const gate = writer.add('Sigmoid', [writer.add('GlobalAveragePool', [average])]);
  const clipped = writer.add('Clip', [writer.add('Mul', [average, gate]), writer.number(-0.5), writer.number(0.75)]);
  const flat = writer.add('Flatten', [clipped]);
  const scores = writer.add('Gemm', [flat, writer.weights([2 * channels * 36, 10]), writer.weights([10], 0, 0.1)]);
  writer.add('Softmax', [scores], { axis: int(1) });
  return writer.model('images', 17, [{ name: 'image', dtype, dims: [1, 3, 24, 24] }]);
}

/** A large classifier of images, in the sizes of VGG-19 (Simonyan and Zisserman 2014): 144 million weights, 575 MB. */
export function vgg(): ModelSpec {
  const writer = new Writer('vgg', 'float32');
  const stages = [
    [64, 2],
    [128, 2],
    [256, 4],
    [512, 4],
    [512, 4],
  ] as const;
  let x = 'image';
  let from = 3;
  for (const [channels, layers] of stages) {
    for (let i = 0; i < layers; i++) {
      const own = writer.weights([channels, from, 3, 3], 0, 1 / Math.sqrt(from * 9));
      const sums = writer.add('Conv', [x, own, writer.weights([channels], 0, 0.1)], { pads: ints(1, 1, 1, 1) });
      x = writer.add('Relu', [sums]);
      from = channels;
    }
    x = writer.add('MaxPool', [x], { kernel_shape: ints(2, 2), strides: ints(2, 2) });
  }
  x = writer.add('Flatten', [x]);
  for (const [inner, outer] of [
    [512 * 49, 4096],
    [4096, 4096],
    [4096, 1000],
  ] as const) {
    x = writer.add('Gemm', [x, writer.weights([inner, outer]), writer.weights([outer], 0, 0.1)]);
    if (outer === 4096) x = writer.add('Relu', [x]);
  }
  writer.add('Softmax', [x], { axis: int(1) });
  return writer.model('vgg', 17, [{ name: 'image', dtype: 'float32', dims: [1, 3, 224, 224] }]);
}

/** A language model of 100 million weights, for 128 words. */
export const largeGpt = (): ModelSpec => gpt('float32', 128, { layers: 12, width: 768, heads: 12, words: 10_000 });

/** A network of sequences, with a recurrent layer. */
export function speech(): ModelSpec {
  const writer = new Writer('speech', 'float32');
  const [features, hidden] = [12, 16];
  const wide = writer.add(
    'Conv',
    ['sound', writer.weights([features, 1, 5], 0, 0.4), writer.weights([features], 0, 0.1)],
    {
      strides: ints(4),
    },
  );
  const steps = writer.add('Transpose', [writer.add('Tanh', [wide])], { perm: ints(2, 0, 1) });
  const recurrent = (opType: string, input: string, gates: number, from: number) =>
    writer.add('Squeeze', [
      writer.add(
        opType,
        [
          input,
          writer.weights([1, gates * hidden, from], 0, 0.3),
          writer.weights([1, gates * hidden, hidden], 0, 0.3),
          writer.weights([1, 2 * gates * hidden], 0, 0.1),
        ],
        { hidden_size: int(hidden) },
      ),
      writer.integers(1),
    ]);
  const out = recurrent('GRU', recurrent('LSTM', steps, 4, features), 3, hidden);
  const last = writer.add('ReduceMax', [writer.add('Abs', [out]), writer.integers(0)], { keepdims: int(0) });
  writer.add('LogSoftmax', [writer.add('Gemm', [last, writer.weights([hidden, 6]), writer.weights([6], 0, 0.1)])], {
    axis: int(1),
  });
  return writer.model('speech', 20, [{ name: 'sound', dtype: 'float32', dims: [1, 1, 81] }]);
}

/** Operators that read weights as their second input. */
const weighted = new Set(['Conv', 'Gemm', 'MatMul']);

/** Returns the network with the inputs of products quantized and dequantized again, as tools write it: uint8 values, int8 weights. */
export function quantized(model: ModelSpec): ModelSpec {
  const kept = new Map(model.initializers.map(({ name, tensor }) => [name, tensor]));
  const nodes: WrittenNode[] = [];
  const initializers: NamedTensor[] = [...model.initializers];
  const keep = (name: string, tensor: Tensor) => {
    initializers.push({ name, tensor });
    return name;
  };
  const back = (input: string, scale: string, zero: string, outputs: readonly string[], axis?: number) =>
    nodes.push({
      opType: 'DequantizeLinear',
      attributes: axis === undefined ? {} : { axis: int(axis) },
      inputs: [input, scale, zero],
      outputs,
    });
  for (const [place, node] of model.nodes.entries()) {
    if (!weighted.has(node.opType)) {
      nodes.push(node);
      continue;
    }
    const inputs = node.inputs.map((name, i) => {
      const own = kept.get(name);
      if (i > 1) return name;
      const scale = keep(
        `${place}_${i}_scale`,
        floats('float32', [], () => (own ? 1 / 200 : 1 / 24)),
      );
      const zero = own ? tensorOfScalars('int8', [], () => 0n) : tensorOfScalars('uint8', [], () => 128n);
      const zeroName = keep(`${place}_${i}_zero`, zero);
      const integers = `${place}_${i}_integers`;
      if (own) {
        const at = scalarsOf(own);
        const held = (k: number) => BigInt(Math.max(-127, Math.min(127, Math.round(Number(at(k)) * 200))));
        keep(integers, tensorOfScalars('int8', own.dims, held));
      } else {
        nodes.push({ opType: 'QuantizeLinear', attributes: {}, inputs: [name, scale, zeroName], outputs: [integers] });
      }
      back(integers, scale, zeroName, [`${place}_${i}_floats`]);
      return `${place}_${i}_floats`;
    });
    nodes.push({ ...node, inputs });
  }
  const read = new Set(nodes.flatMap(({ inputs }) => inputs));
  return {
    ...model,
    name: `quantized ${model.name}`,
    nodes,
    initializers: initializers.filter(({ name }) => read.has(name)),
  };
}

/** The networks by their names. */
export const madeNetworks = (): readonly ModelSpec[] => [
  gpt(),
  vit(),
  images(),
  speech(),
  quantized(gpt()),
  quantized(vit()),
  quantized(images()),
  { ...gpt('float16'), name: 'gpt in float16' },
  { ...vit('float16'), name: 'vit in float16' },
  { ...images('float16'), name: 'images in float16' },
];

/** The number of weights in a network. */
export const weightsOf = ({ initializers }: ModelSpec): number =>
  initializers.reduce((sum, { tensor }) => sum + elementCount(tensor.dims), 0);
