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
import { isTestedWith, quantizationBindings } from './bindings.ts';
import { placesOfScales, scaleWords } from './scales.ts';

/**
 * Returns the type of the output: that of the zero point or of the attribute output_dtype; uint8 if there is neither.
 * @throws BadInput if they differ
 */
function outputType<S>(node: Node<S>): DType {
  const zero = node.inputs[2]?.dtype;
  const named = node.has('output_dtype') && node.number('output_dtype') !== 0 ? node.dtype('output_dtype') : undefined;
  if (zero && named && zero !== named) throw new BadInput(`output_dtype is ${named}, but the zero point is ${zero}`);
  return zero ?? named ?? 'uint8';
}

/** Returns the float type in which quotients are computed; `undefined` if it is not a signed float type. */
function precisionOf<S>(node: Node<S>): DType | undefined {
  const named = node.has('precision') && node.number('precision') !== 0 ? node.dtype('precision') : undefined;
  const type = named ?? node.input(1).dtype;
  const format = formatOf(type);
  return format.kind === 'float' && format.signed ? type : undefined;
}

/** Returns whether the version has an attribute for the type of quotients. */
const saysPrecision = ({ attributes }: { readonly attributes: readonly { readonly name: string }[] }): boolean =>
  attributes.some(({ name }) => name === 'precision');

/** The values that are rounded to the type of the division: operands and quotients, quotients only, or none. */
type Division = 'rounded' | 'quotient' | 'exact';

/**
 * y = saturate(round(x / scale) + zero point)
 * @param sums how a zero point is added to floats, which the text calls usually not used: exactly, with a rounding to the type of
 *   the division, or not at all if it is 0
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
          // a quotient that was rounded to -0 becomes +0 when 0 is added
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

/** The evaluations with the other sums. */
const otherSums = (division: Division): readonly Evaluate[] => [
  quantized(division, 'rounded'),
  quantized(division, 'left out'),
];

/** Returns whether a quotient is NaN and the output type has no NaN: the text does not define the result. */
const isUndefined = (x: Scalar, scale: Scalar, to: Format): boolean =>
  Number.isNaN(Number(x) / Number(scale)) && !(to.kind === 'float' && to.hasNaN);

/** QuantizeLinear: converts numbers to multiples of a scale, as integers or small floats. */
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
  bindings: quantizationBindings,
  tries: isTestedWith,
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
      says('rounding', 'Quotients are rounded to the nearest integer, ties to even, before the zero point is added.'),
      says(
        'saturation',
        `Values out of range become the nearest end of the range${has('saturate') ? ', unless saturate is 0' : ''}.`,
      ),
      implies(
        'division',
        'A quotient is the result of a division, not of a product with a rounded reciprocal.',
        ieee754('5.4.1: division'),
      ),
      implies('infinite-quotients', 'An infinite quotient saturates.', ieee754('6.1 and 7.3')),
      implies('any-shape', 'Tensors of any rank and size are accepted.', numpy('divide')),
      ...Object.entries(scaleWords(since, 'y_scale')).map(([id, [text, place]]) => says(id, text, place)),
      ...(has('saturate')
        ? [
            says(
              'to-small-float',
              'Floats of up to 8 bits are rounded as by Cast; with saturate=0, those of 8 bits overflow.',
              'attribute saturate',
            ),
          ]
        : []),
      ...(has('output_dtype')
        ? [
            says(
              'output-dtype',
              'output_dtype is the type of the output if there is no zero point.',
              'attribute output_dtype',
            ),
          ]
        : []),
      ...(has('precision')
        ? [
            says(
              'precision',
              'Quotients are computed in the type that precision names; without it, in that of y_scale.',
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
            'Scales and zero points have the shape that axis and block_size require.',
            'inputs',
            schema,
          ),
        ]
      : []),
    ...(schema.attributes.some(({ name }) => name === 'output_dtype')
      ? [
          rule(
            'invalid-output-dtype',
            'output_dtype and the zero point have the same type if both are given.',
            'attribute output_dtype',
            schema,
          ),
        ]
      : []),
  ],
});
