import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { acceptAnything } from '../../judge/acceptance.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { observe } from '../../judge/policy.ts';
import { type DType, type Format, formatOf, integerRange } from '../../numerics/dtype.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { flagOf } from '../../spec/attributes.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { asFloat } from '../cast/convert.ts';
import { quantizations, tries } from './bindings.ts';
import { placesOfScales, scaleWords } from './scales.ts';

/** The type of the output: that of the zero point, or the one that an attribute names; uint8 where there is neither. */
function outputType<S>(node: Node<S>): DType {
  const zero = node.inputs[2]?.dtype;
  const named = node.has('output_dtype') && node.number('output_dtype') !== 0 ? node.dtype('output_dtype') : undefined;
  if (zero && named && zero !== named) throw new BadInput(`output_dtype is ${named}, and the zero point ${zero}`);
  return zero ?? named ?? 'uint8';
}

/** The float type in which the text has quotients computed; none where the types of the version leave it open, or are integers. */
function precisionOf<S>(node: Node<S>): DType | undefined {
  const named = node.has('precision') && node.number('precision') !== 0 ? node.dtype('precision') : undefined;
  const type = named ?? node.input(1).dtype;
  const format = formatOf(type);
  return format.kind === 'float' && format.signed ? type : undefined;
}

/** Whether the version says in which type quotients are computed. */
const saysPrecision = ({ attributes }: { readonly attributes: readonly { readonly name: string }[] }): boolean =>
  attributes.some(({ name }) => name === 'precision');

/** What is rounded to the type of the division: quotients with what they are made of, the quotients alone, or nothing. */
type Division = 'rounded' | 'quotient' | 'exact';

/**
 * y = saturate(round(x / scale) + zero point)
 * @param sums of floats, whose zero points the text calls usually not used: as they are, rounded to the type of the division, or
 *   left out where they add 0
 */
const quantized =
  (division: Division, sums: 'exact' | 'rounded' | 'left out' = 'exact'): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const [x, scale, zero] = [node.input(0), node.input(1), node.inputs[2]];
    const to = outputType(node);
    const [format, precision] = [formatOf(to), precisionOf(node)];
    const placeOfScale = placesOfScales(node);
    const quotient = (index: number) => {
      const rounded = (value: S, where: readonly Division[]) =>
        precision && where.includes(division) ? a.round(value, precision) : value;
      const operands = [x.at(index), scale.at(placeOfScale(index))].map((value) => rounded(value, ['rounded']));
      return rounded(a.divide(operands[0]!, operands[1]!), ['rounded', 'quotient']);
    };
    const shifted = (value: S, index: number) => (zero ? a.add(value, zero.at(placeOfScale(index))) : value);
    if (format.kind === 'float') {
      const saturates = node.has('saturate') && flagOf(node.version, node, 'saturate');
      const how = { saturates, direction: 'nearest' } as const;
      const summed = (index: number) => {
        const sum = shifted(quotient(index), index);
        if (sums === 'rounded' && precision) return a.round(sum, precision);
        return sums === 'left out' && zero ? a.select(zero.at(placeOfScale(index)), sum, quotient(index)) : sum;
      };
      return [
        values(to, x.dims, (index) => {
          const y = asFloat(a, summed(index), format, how);
          // a quotient that was rounded to -0 before 0 is added
          const isZeroAdded = sums === 'rounded' && zero;
          return isZeroAdded ? a.select(zero.at(placeOfScale(index)), y, a.add(y, a.of(0))) : y;
        }),
      ];
    }
    if (format.kind !== 'integer') throw new BadInput(`${to} is not a type of quantized numbers`);
    const { min, max } = integerRange(format);
    return [
      values(to, x.dims, (index) => {
        const whole = shifted(a.integral(quotient(index), 'nearest-even'), index);
        return a.maximum(a.minimum(whole, a.of(max)), a.of(min));
      }),
    ];
  };

/** The same with other sums. */
const otherSums = (division: Division): readonly Evaluate[] => [
  quantized(division, 'rounded'),
  quantized(division, 'left out'),
];

/** Whether a quotient is NaN where its type has none: nothing says what becomes of it. */
const isUndefined = (x: Scalar, scale: Scalar, to: Format): boolean =>
  Number.isNaN(Number(x) / Number(scale)) && !(to.kind === 'float' && to.hasNaN);

/** QuantizeLinear: numbers in units of a scale, as integers or small floats. */
export const quantizeLinear = define({
  name: 'QuantizeLinear',
  family: 'quantize',
  definition: 'saturate(round(x / y_scale) + y_zero_point)',
  axes: [{ name: 'axis', since: 13 }],
  evaluate: quantized('rounded'),
  algorithms: otherSums('rounded'),
  roundsExplicitly: true,
  alternatives: (version) => {
    const other = saysPrecision(version) ? 'quotient' : 'exact';
    const choices = [observe('quotient-precision', other)];
    const otherwise = [observe('quotient-precision', 'rounded')];
    return [{ choices, otherwise, evaluate: quantized(other), algorithms: otherSums(other) }];
  },
  bindings: quantizations,
  tries,
  refine: (expected, version, call) => {
    const node = nodeOf(version, call, 1, (x) => x);
    const placeOfScale = placesOfScales(node);
    return expected.map((output) => ({
      ...output,
      accept: (index) =>
        isUndefined(node.input(0).at(index), node.input(1).at(placeOfScale(index)), formatOf(output.dtype))
          ? acceptAnything('undefined-cast', formatOf(output.dtype).kind === 'float' ? 0 : 0n)
          : output.accept(index),
    }));
  },
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    const { since, attributes } = schema;
    const has = (attribute: string) => attributes.some(({ name }) => name === attribute);
    return [
      says('definition', 'y = saturate(round(x / y_scale) + y_zero_point).'),
      says(
        'rounding',
        'Quotients are rounded to the nearest integer, halves to the even one, before the zero point is added.',
      ),
      says(
        'saturation',
        `What is out of range becomes the end of the type${has('saturate') ? ', unless saturate is 0' : ''}.`,
      ),
      implies(
        'division',
        'A quotient is that of a division, and no product with a rounded reciprocal.',
        ieee754('5.4.1: division'),
      ),
      implies('infinite-quotients', 'An infinite quotient saturates.', ieee754('6.1 and 7.3')),
      implies('any-shape', 'Tensors of any rank and size are taken.', numpy('divide')),
      ...Object.entries(scaleWords(since, 'y_scale')).map(([id, [text, place]]) => says(id, text, place)),
      ...(has('saturate')
        ? [
            says(
              'to-small-float',
              'Outputs that are floats of 8 bits and fewer are rounded as Cast does: with saturate=0 those of 8 bits overflow.',
              'attribute saturate',
            ),
          ]
        : []),
      ...(has('output_dtype')
        ? [says('output-dtype', 'output_dtype names the type where there is no zero point.', 'attribute output_dtype')]
        : []),
      ...(has('precision')
        ? [
            says(
              'precision',
              'Quotients are computed in the type precision, or in that of y_scale.',
              'attribute precision',
            ),
          ]
        : []),
    ];
  },
  rules: (schema) => [
    ...(schema.since >= 13
      ? [
          rule(
            'invalid-scale-shape',
            'Scales and zero points have the shape that axis and block_size say.',
            'inputs',
            schema,
          ),
        ]
      : []),
    ...(schema.attributes.some(({ name }) => name === 'output_dtype')
      ? [
          rule(
            'invalid-output-dtype',
            'Where output_dtype is given, and a zero point, both name one type.',
            'attribute output_dtype',
            schema,
          ),
        ]
      : []),
  ],
});
