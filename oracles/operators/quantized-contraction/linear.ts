import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { matrixProduct } from '../../arrays/matrices.ts';
import type { DType } from '../../numerics/dtype.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { clausesOf, numpy } from '../../spec/clauses.ts';
import type { Binding } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { dotOf } from '../contraction/dot.ts';
import { convolutionClauses, convolutionRules } from '../convolution/clauses.ts';
import { checkShape, convolutionOf } from '../convolution/convolution.ts';
import { paddings } from '../pooling/sliding.ts';
import { inTypeOfScales, quantize, type Rescale, rescales } from './requantized.ts';
import { placeOfTensor, placesInMatrix, placesOfFilters, subtractZeroPoints } from './zero-points.ts';

/** 8-bit integers as inputs and outputs. The text about rounding and saturation does not apply to the small floats of version 21. */
const dtypes: readonly DType[] = ['int8', 'uint8', 'int32', 'float32', 'float16', 'bfloat16'];
const triples: readonly Binding[] = [
  { T1: 'uint8', T2: 'uint8', T3: 'uint8' },
  { T1: 'int8', T2: 'int8', T3: 'int8' },
  { T1: 'uint8', T2: 'int8', T3: 'uint8' },
  { T1: 'uint8', T2: 'int8', T3: 'int8' },
];
/** Returns the types to test, with that of the scales if they have a type variable of their own. */
const bindings = ({ types }: Schema): readonly Binding[] =>
  'TS' in types
    ? [
        ...triples.map((triple) => ({ ...triple, TS: 'float32' }) as Binding),
        ...(['float16', 'bfloat16'] as const).flatMap((TS) => triples.slice(1, 3).map((triple) => ({ ...triple, TS }))),
      ]
    : triples;

/** The type of sums of integers, which have 32 bits: it represents all of them exactly. */
const ofSums = 'float64';

/**
 * Returns the scale and zero point at two inputs.
 * @throws BadInput if their shapes differ
 */
function parameters<S>(node: Node<S>, scale: number, zero: number) {
  const [s, z] = [node.input(scale), node.input(zero)];
  if (String(s.dims) !== String(z.dims))
    throw new BadInput(`a scale [${s.dims}] and a zero point [${z.dims}] differ in shape`);
  return { scale: s, zero: z };
}

/** Returns scale, zero point and type of the output, which has one of each. */
function ofOutput<S>(node: Node<S>) {
  const { scale, zero } = parameters(node, 6, 7);
  placeOfTensor(scale.dims);
  return { scale: scale.at(0), zero: zero.at(0), to: zero.dtype };
}

const productBy =
  (rescale: Rescale): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const [x, y] = [node.input(0), node.input(3)];
    const [left, right, output] = [parameters(node, 1, 2), parameters(node, 4, 5), ofOutput(node)];
    const placeOfX = placesInMatrix(left.zero.dims, x.dims, 'left');
    const placeOfY = placesInMatrix(right.zero.dims, y.dims, 'right');
    const { dims, terms } = matrixProduct(x.dims, y.dims);
    const wide = a.in(ofSums);
    const [xs, ys] = [
      subtractZeroPoints(wide, x, left.zero, placeOfX),
      subtractZeroPoints(wide, y, right.zero, placeOfY),
    ];
    return [
      values(output.to, dims, (index) => {
        const pairs = terms(index);
        const [first] = pairs;
        // without products, the sum is 0 at any scale
        const scales = first
          ? { left: left.scale.at(placeOfX(first.left)), right: right.scale.at(placeOfY(first.right)) }
          : { left: a.of(1), right: a.of(1) };
        const sum = a.from(dotOf(wide, pairs, xs, ys), ofSums);
        return quantize(a, rescale(a, sum, { ...scales, output: output.scale }), output.zero, output.to);
      }),
    ];
  };

/** QLinearMatMul: the matrix product of quantized numbers, quantized again. */
export const qLinearMatMul = define({
  name: 'QLinearMatMul',
  family: 'quantized-contraction',
  definition: 'y = saturate(round(Σ(a - a₀)·(b - b₀)·aₛ·bₛ / yₛ) + y₀)',
  evaluate: productBy(rescales[0]),
  refine: inTypeOfScales(6, rescales.map(productBy)),
  dtypes,
  bindings,
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'The matrix product of the dequantized numbers is quantized.'),
      ...quantizing(says),
      says('stacks', 'All dimensions except the last two select a matrix, and are broadcast.'),
      says(
        'vectors',
        'A vector is a row on the left and a column on the right; the result does not have its dimension.',
      ),
      says('per-row', 'Rows of a may have a scale and a zero point each.'),
      says('per-column', 'Columns of b may have a scale and a zero point each.'),
      implies('nothing-to-add', 'A sum of no products is 0, and the output is the zero point.', numpy('matmul')),
    ];
  },
  rules: (schema) => [
    rule('invalid-inner-dimension', 'The dimension to sum over has the same size in both operands.', 'summary', schema),
    rule('invalid-parameters', 'There is one scale and zero point, or one for each row or column.', 'summary', schema),
  ],
});

const convolutionBy =
  (rescale: Rescale): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const [x, w, bias] = [node.input(0), node.input(3), node.inputs[8]];
    const [data, weights, output] = [parameters(node, 1, 2), parameters(node, 4, 5), ofOutput(node)];
    const { dims, channel, terms } = convolutionOf(node, x.dims, w.dims);
    checkShape('a bias', bias?.dims, [dims[1]]);
    const wide = a.in(ofSums);
    const xs = subtractZeroPoints(wide, x, data.zero, placeOfTensor(data.zero.dims));
    const ws = subtractZeroPoints(wide, w, weights.zero, placesOfFilters(weights.zero.dims, w.dims));
    const isPerFilter = weights.scale.dims.length === 1 && weights.scale.dims[0] !== 1;
    return [
      values(output.to, dims, (index) => {
        const sum = dotOf(wide, terms(index), xs, ws);
        const scales = { left: data.scale.at(0), right: weights.scale.at(isPerFilter ? channel(index) : 0) };
        const total = a.from(bias ? wide.add(sum, bias.at(channel(index))) : sum, ofSums);
        return quantize(a, rescale(a, total, { ...scales, output: output.scale }), output.zero, output.to);
      }),
    ];
  };

/** QLinearConv: a convolution of quantized numbers, quantized again; the unit of the bias is the product of both scales. */
export const qLinearConv = define({
  name: 'QLinearConv',
  family: 'quantized-contraction',
  definition: 'y = saturate(round((Σ(w - w₀)·(x - x₀) + B)·xₛ·wₛ / yₛ) + y₀)',
  attributeValues: () => ({ auto_pad: paddings }),
  evaluate: convolutionBy(rescales[0]),
  refine: inTypeOfScales(6, rescales.map(convolutionBy)),
  dtypes,
  bindings,
  clauses: (schema) => {
    const { says } = clausesOf(schema);
    return [
      ...convolutionClauses(schema, 'The convolution of the dequantized numbers is quantized.'),
      ...quantizing(says),
      says('per-channel', 'Filters may have a scale and a zero point each.', 'inputs w_scale and w_zero_point'),
    ];
  },
  rules: (schema) => [
    ...convolutionRules(schema),
    rule(
      'invalid-parameters',
      'There is one scale and zero point; for the weights, one or one for each filter.',
      'inputs',
      schema,
    ),
  ],
});

/** Returns the clauses of both operators about quantization. */
function quantizing(says: ReturnType<typeof clausesOf>['says']) {
  return [
    says(
      'zero-points',
      'The zero points of the inputs are subtracted from every element; that of the output is added.',
    ),
    says('scales', 'Sums are multiplied by the scales of the inputs and divided by the scale of the output.'),
    says('rounding', 'Quotients are rounded to the nearest integer, ties to even, before the zero point is added.'),
    says('saturation', 'Values out of range become the nearest end of the range.'),
  ];
}
