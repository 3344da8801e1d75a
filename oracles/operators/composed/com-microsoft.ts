/** Operators of onnxruntime, composed of operators of ONNX: docs/ContribOperators.md of onnxruntime declares them. */
import { elementsOf } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Attributes, AttributeValue } from '../../spec/declaration.ts';
import type { InputValues, Node } from '../../spec/node.ts';
import type { Operator } from '../../spec/operator.ts';
import { type Composer, type Composition, composed } from './composition.ts';

const float = (value: number): AttributeValue => ({ type: 'FLOAT', value });
const int = (value: number): AttributeValue => ({ type: 'INT', value });
const ints = (value: readonly number[]): AttributeValue => ({ type: 'INTS', value });

/** Returns those of the named attributes that a node has. */
const pickAttributes = ({ attributes }: Node<unknown>, ...names: readonly string[]): Attributes =>
  Object.fromEntries(names.flatMap((name) => (attributes[name] ? [[name, attributes[name]]] : [])));

/** @throws NotJudged if a node has one of the named inputs, which the definitions here do not read */
function refuse({ input }: Pick<Composer<unknown>, 'input'>, ...names: readonly string[]): void {
  const found = names.find((name) => input(name));
  if (found !== undefined) throw new NotJudged('the input …', found);
}

/** The attributes of each activation that its parameters set, in their order; for Clip they are inputs. */
const parametersOf: Readonly<Record<string, readonly string[]>> = {
  Relu: [],
  Sigmoid: [],
  Tanh: [],
  Softsign: [],
  Softplus: [],
  LeakyRelu: ['alpha'],
  Elu: ['alpha'],
  HardSigmoid: ['alpha', 'beta'],
  Clip: ['min', 'max'],
};

/**
 * Applies the activation that a node names to a value.
 * @throws NotJudged for an unknown activation
 * @throws BadInput if parameters are missing
 */
function activated<S>(composer: Composer<S>, value: InputValues<S>, parameters: readonly number[]): InputValues<S> {
  const { node, apply, constant } = composer;
  const name = node.has('activation') ? node.string('activation') : '';
  if (name === '') return value;
  const named = parametersOf[name];
  if (!named) throw new NotJudged('the activation …', name);
  if (parameters.length < named.length) throw new BadInput(`${name} with ${parameters.length} parameters`);
  if (name === 'Clip') {
    return apply(name, [value, ...named.map((_, i) => constant(value.dtype, [], () => parameters[i]!))]);
  }
  return apply(name, [value], Object.fromEntries(named.map((one, i) => [one, float(parameters[i]!)])));
}

/** Returns the value with its last two dimensions swapped, if the named attribute is set. */
function turned<S>({ node, apply }: Composer<S>, value: InputValues<S>, name: string): InputValues<S> {
  if (!node.flag(name)) return value;
  const { length: rank } = value.dims;
  if (rank < 2) return value;
  return apply('Transpose', [value], { perm: ints([...Array(rank - 2).keys(), rank - 1, rank - 2]) });
}

/** Returns the value times the named attribute. */
function scaled<S>({ node, apply, constant }: Composer<S>, value: InputValues<S>, name: string): InputValues<S> {
  const factor = node.number(name);
  return factor === 1 ? value : apply('Mul', [value, constant(value.dtype, [], () => factor)]);
}

/** Returns the elements of a vector from `from` to before `to`. */
const sliced = <S>({ apply, constant }: Composer<S>, value: InputValues<S>, from: number, to: number) =>
  apply('Slice', [value, constant('int64', [1], () => from), constant('int64', [1], () => to)]);

/** The attributes of a convolution. */
const convolution = {
  auto_pad: 'STRING',
  dilations: 'INTS',
  group: 'INT',
  kernel_shape: 'INTS',
  pads: 'INTS',
  strides: 'INTS',
} as const;

const compositions: readonly Composition[] = [
  {
    name: 'com.microsoft.FusedConv',
    definition: 'Y = activation(Conv(X, W, B) + Z)',
    inputs: 'X W B? Z?',
    outputs: 'Y',
    attributes: { ...convolution, activation: 'STRING', activation_params: 'FLOATS' },
    compose(composer) {
      const { node, input, apply, plus } = composer;
      const sums = apply(
        'Conv',
        [input('X'), input('W'), input('B')],
        pickAttributes(node, ...Object.keys(convolution)),
      );
      return [activated(composer, plus(sums, input('Z')), node.numbers('activation_params') ?? [])];
    },
  },
  {
    name: 'com.microsoft.FusedGemm',
    definition: 'Y = activation(Gemm(A, B, C))',
    inputs: 'A B C?',
    outputs: 'Y',
    attributes: {
      alpha: 'FLOAT',
      beta: 'FLOAT',
      transA: 'INT',
      transB: 'INT',
      activation: 'STRING',
      activation_alpha: 'FLOAT',
      activation_beta: 'FLOAT',
      activation_gamma: 'FLOAT',
    },
    compose(composer) {
      const { node, input, apply } = composer;
      const sums = apply(
        'Gemm',
        [input('A'), input('B'), input('C')],
        pickAttributes(node, 'alpha', 'beta', 'transA', 'transB'),
      );
      const parameters = ['activation_alpha', 'activation_beta'].flatMap((name) =>
        node.has(name) ? [node.number(name)] : [],
      );
      return [activated(composer, sums, parameters)];
    },
  },
  ...['com.microsoft.FusedMatMul', 'com.microsoft.TransposeMatMul'].map(
    (name): Composition => ({
      name,
      definition: 'Y = alpha · A·B, where A and B may be transposed first',
      inputs: 'A B',
      outputs: 'Y',
      attributes: { alpha: float(1), transA: int(0), transB: int(0), transBatchA: int(0), transBatchB: int(0) },
      compose(composer) {
        const { node, given, apply } = composer;
        if (node.flag('transBatchA') || node.flag('transBatchB')) throw new NotJudged('batches in another order');
        const product = apply('MatMul', [
          turned(composer, given('A'), 'transA'),
          turned(composer, given('B'), 'transB'),
        ]);
        return [scaled(composer, product, 'alpha')];
      },
    }),
  ),
  {
    name: 'com.microsoft.Gelu',
    definition: 'Y = X · Φ(X)',
    inputs: 'X',
    outputs: 'Y',
    compose: ({ given, apply }) => [apply('Gelu', [given('X')])],
  },
  {
    name: 'com.microsoft.BiasGelu',
    definition: 'C = Gelu(A + B)',
    inputs: 'A B',
    outputs: 'C',
    compose: ({ given, apply, plus }) => [apply('Gelu', [plus(given('A'), given('B'))])],
  },
  {
    name: 'com.microsoft.FastGelu',
    definition: 'Y = Gelu(X + bias), with tanh',
    inputs: 'X bias?',
    outputs: 'Y',
    compose: ({ given, input, apply, plus }) => [
      apply('Gelu', [plus(given('X'), input('bias'))], { approximate: { type: 'STRING', value: 'tanh' } }),
    ],
  },
  {
    name: 'com.microsoft.QuickGelu',
    definition: 'Y = X · sigmoid(alpha · X)',
    inputs: 'X',
    outputs: 'Y',
    attributes: { alpha: float(1.702) },
    compose: ({ node, given, apply }) => [apply('Swish', [given('X')], { alpha: float(node.number('alpha')) })],
  },
  {
    name: 'com.microsoft.SkipLayerNormalization',
    definition: 'output = LayerNormalization(input + skip + bias) with the scale gamma and the shift beta',
    inputs: 'input skip gamma beta? bias?',
    outputs: 'output mean? inv_std_var? input_skip_bias_sum?',
    attributes: { epsilon: float(1e-12) },
    compose({ node, given, input, all, plus }) {
      const sum = plus(plus(given('input'), given('skip')), input('bias'));
      const epsilon = float(node.number('epsilon'));
      return [...all('LayerNormalization', [sum, given('gamma'), input('beta')], { epsilon }, 3), sum];
    },
  },
  {
    name: 'LayerNormalization',
    definition: 'LayerNormalization, in models of opsets that do not have it',
    inputs: 'X Scale B?',
    outputs: 'Y Mean? InvStdDev?',
    attributes: { axis: int(-1), epsilon: float(1e-5), stash_type: int(1) },
    compose: ({ node, given, input, all }) =>
      all('LayerNormalization', [given('X'), given('Scale'), input('B')], pickAttributes(node, 'axis', 'epsilon'), 3),
  },
  {
    name: 'com.microsoft.SkipSimplifiedLayerNormalization',
    definition: 'output = RMSNormalization(input + skip + bias) with the scale gamma',
    inputs: 'input skip gamma bias?',
    outputs: 'output mean? inv_std_var? input_skip_bias_sum?',
    attributes: { epsilon: float(1e-12) },
    compose({ node, given, input, apply, plus }) {
      const sum = plus(plus(given('input'), given('skip')), input('bias'));
      const output = apply('RMSNormalization', [sum, given('gamma')], { epsilon: float(node.number('epsilon')) });
      return [output, undefined, undefined, sum];
    },
  },
  {
    name: 'SimplifiedLayerNormalization',
    definition: 'Y = RMSNormalization(X) with a scale',
    inputs: 'X scale',
    outputs: 'Y inv_std_var?',
    attributes: { axis: int(-1), epsilon: float(1e-5), stash_type: int(1) },
    compose: ({ node, given, apply }) => [
      apply('RMSNormalization', [given('X'), given('scale')], pickAttributes(node, 'axis', 'epsilon', 'stash_type')),
    ],
  },
  {
    name: 'com.microsoft.RotaryEmbedding',
    definition: 'output = RotaryEmbedding(input) at given positions, or at consecutive ones from a first',
    inputs: 'input position_ids cos_cache sin_cache',
    outputs: 'output',
    attributes: {
      interleaved: int(0),
      num_heads: int(0),
      rotary_embedding_dim: int(0),
      is_packed_batching: int(0),
      scale: float(1),
    },
    compose({ node, given, apply, constant }) {
      const [input, ids] = [given('input'), given('position_ids')];
      if (node.flag('is_packed_batching')) throw new NotJudged('packed batches');
      const isOfHeads = input.dims.length === 4;
      const [batch, length] = [input.dims[0]!, input.dims.at(isOfHeads ? 2 : 1)!];
      const first = ids.dims.length === 1 && ids.tensor ? Number(elementsOf(ids.tensor)[0]) : undefined;
      const positions = first === undefined ? ids : constant('int64', [batch, length], (i) => first + (i % length));
      const heads = node.number('num_heads') > 0 || isOfHeads ? node.number('num_heads') : headsIn(node, input);
      return [
        apply('RotaryEmbedding', [input, given('cos_cache'), given('sin_cache'), positions], {
          ...pickAttributes(node, 'interleaved', 'rotary_embedding_dim'),
          ...(!isOfHeads && { num_heads: int(heads) }),
        }),
      ];
    },
  },
  {
    name: 'com.microsoft.MultiHeadAttention',
    definition:
      'output = Attention(query, key, value), each plus its part of bias; attention_bias is added to the scores',
    inputs:
      'query key? value? bias? key_padding_mask? attention_bias? past_key? past_value? past_sequence_length? cache_indirection?',
    outputs: 'output present_key? present_value? qk?',
    attributes: { num_heads: 'INT', scale: 'FLOAT', mask_filter_value: float(-10000), unidirectional: int(0) },
    compose(composer) {
      const { node, given, input, all, plus } = composer;
      refuse(composer, 'key_padding_mask', 'past_sequence_length', 'cache_indirection');
      const bias = input('bias');
      let from = 0;
      const [query, key, value] = ['query', 'key', 'value'].map((name) => {
        const own = given(name);
        if (own.dims.length !== 3) throw new NotJudged('a … that is packed', name);
        const to = from + own.dims[2]!;
        const shifted = plus(own, bias && sliced(composer, bias, from, to));
        from = to;
        return shifted;
      });
      const heads = int(node.number('num_heads'));
      return all(
        'Attention',
        [query, key, value, input('attention_bias'), input('past_key'), input('past_value')],
        { q_num_heads: heads, kv_num_heads: heads, is_causal: int(node.number('unidirectional')), ...scaleOf(node) },
        node.outputs,
      );
    },
  },
  {
    name: 'com.microsoft.MatMulNBits',
    definition: 'Y = A·Bᵀ + bias, where B is scaled block by block: (B − zero_points) · scales',
    inputs: 'A B scales:T zero_points? g_idx? bias?:T weight_scale?',
    outputs: 'Y',
    attributes: {
      K: 'INT',
      N: 'INT',
      bits: int(4),
      block_size: 'INT',
      accuracy_level: int(0),
      weight_prepacked: int(0),
    },
    compose(composer) {
      const { node, given, input, apply, plus, constant } = composer;
      refuse(composer, 'g_idx', 'weight_scale');
      const [columns, rows, bits, size] = ['K', 'N', 'bits', 'block_size'].map((name) => node.number(name)) as [
        number,
        number,
        number,
        number,
      ];
      // at this level onnxruntime rounds A to integers
      if (node.number('accuracy_level') === 4) throw new NotJudged('products of A rounded to integers');
      const { dtype } = given('A');
      const blocks = Math.ceil(columns / size);
      const fields = fieldsIn(given('B'), bits);
      const zeros = input('zero_points');
      const isPacked = zeros?.dtype === 'uint8';
      const zeroFields = isPacked ? fieldsIn(zeros, bits) : undefined;
      const inRow = Math.ceil((blocks * bits) / 8) * (8 / bits);
      const blockOf = (i: number) => [Math.floor(i / columns), Math.floor((i % columns) / size)] as const;
      const integers = constant(dtype, [rows, columns], (i) => {
        const [row, block] = blockOf(i);
        const own = fields((row * blocks + block) * size + ((i % columns) % size));
        const zero = zeroFields ? zeroFields(row * inRow + block) : zeros ? 0 : 2 ** (bits - 1);
        return own - zero;
      });
      const perBlock = (values: typeof integers) => ({
        dtype,
        dims: [rows, columns],
        at(i: number) {
          const [row, block] = blockOf(i);
          return values.at(row * blocks + block);
        },
      });
      const shifted = zeros && !isPacked ? apply('Sub', [integers, perBlock(zeros)]) : integers;
      const weights = apply('Mul', [shifted, perBlock(given('scales'))]);
      return [plus(apply('MatMul', [given('A'), apply('Transpose', [weights])]), input('bias'))];
    },
  },
  {
    name: 'com.microsoft.MatMulIntegerToFloat',
    definition: 'Y = (A − a_zero_point)·(B − b_zero_point) · a_scale · b_scale + bias',
    inputs: 'A:A B a_scale:T b_scale:T a_zero_point?:A b_zero_point? bias?:T',
    outputs: 'Y',
    compose({ given, input, apply, plus }) {
      const sums = apply('MatMulInteger', [given('A'), given('B'), input('a_zero_point'), input('b_zero_point')]);
      const scale = apply('Mul', [given('a_scale'), given('b_scale')]);
      return [plus(apply('Mul', [apply('CastLike', [sums, scale]), scale]), input('bias'))];
    },
  },
];

/** The scale of the scores as an attribute; 0 stands for the default. */
const scaleOf = (node: Node<unknown>): Attributes =>
  node.has('scale') && node.number('scale') !== 0 ? pickAttributes(node, 'scale') : {};

/** Returns the number of heads of an input without a dimension for them: a row of a cache has half the size of a head. */
function headsIn(node: Node<unknown>, { dims }: InputValues<unknown>): number {
  return dims.at(-1)! / (2 * node.inputs[2]!.dims[1]!);
}

/** Returns the integers that are packed in bytes, the lowest bits first. @throws NotJudged for bytes that are not known */
function fieldsIn({ tensor }: InputValues<unknown>, bits: number): (index: number) => number {
  if (!tensor) throw new NotJudged('packed numbers that are computed');
  const perByte = 8 / bits;
  if (!Number.isInteger(perByte)) throw new NotJudged('… bits', bits);
  const { data } = tensor as { readonly data: ArrayLike<number> };
  return (index) => (data[Math.floor(index / perByte)]! >> (bits * (index % perByte))) & (2 ** bits - 1);
}

/** The operators, which occur in models of users; no suite tests them. */
export const composedOperators: readonly Operator[] = compositions.map(composed);
