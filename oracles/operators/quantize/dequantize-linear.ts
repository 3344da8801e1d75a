import { type DType, floatDTypes, formatOf } from '../../numerics/dtype.ts';
import { elementsOf } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { dequantizationBindings, isTestedWith } from './bindings.ts';
import { placesOfScales, scaleWords } from './scales.ts';

/** DequantizeLinear: converts quantized numbers back to floats. */
export const dequantizeLinear = define({
  name: 'DequantizeLinear',
  family: 'quantize',
  definition: '(x - x_zero_point) * x_scale',
  axes: [{ name: 'axis', since: 13 }],
  evaluate: (a, node) => {
    const [x, scale, zero] = [node.input(0), node.input(1), node.inputs[2]];
    const isNamed = node.has('output_dtype') && node.number('output_dtype') !== 0;
    const to: DType = isNamed ? node.dtype('output_dtype') : scale.dtype;
    if (!outputs.includes(to)) throw new BadInput(`the output cannot be ${to}`);
    const format = formatOf(x.dtype);
    const hasNoZero = format.kind === 'float' || format.bits === 32;
    // the text gives the formula for all types, but says that these have no zero point
    if (hasNoZero && zero?.tensor && elementsOf(zero.tensor).some((one) => Number(one) !== 0)) {
      throw new NotJudged('a zero point of … that is not 0', x.dtype);
    }
    const own = a.in(to);
    const placeOfScale = placesOfScales(node);
    return [
      values(to, x.dims, (index) => {
        const place = placeOfScale(index);
        const difference = zero ? own.subtract(x.at(index), zero.at(place)) : x.at(index);
        return own.multiply(own.from(difference), own.from(scale.at(place)));
      }),
    ];
  },
  bindings: dequantizationBindings,
  tries: isTestedWith,
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    const { since, attributes } = schema;
    return [
      says('definition', 'y = (x - x_zero_point) * x_scale.'),
      says('every-number', 'Every number of the type of x is converted.', 'input x'),
      implies('difference', 'x - x_zero_point may leave the type of x.', ieee754('5.4.1: of the values')),
      implies('any-shape', 'Tensors of any rank and size are accepted.', numpy('multiply')),
      implies('special-values', 'NaN and infinities of float8 types are kept.', ieee754('6'), floatDTypes),
      ...Object.entries(scaleWords(since, 'x_scale')).map(([id, [text, place]]) => says(id, text, place)),
      ...(attributes.some(({ name }) => name === 'output_dtype')
        ? [says('output-dtype', 'output_dtype is the type of the output and of the product.', 'attribute output_dtype')]
        : []),
    ];
  },
  rules: (schema) =>
    schema.since >= 13
      ? [
          rule(
            'invalid-scale-shape',
            'Scales and zero points have the shape that axis and block_size require.',
            'inputs',
            schema,
          ),
        ]
      : [],
});

/** The types of the output in all versions. */
const outputs: readonly DType[] = ['float32', 'float16', 'bfloat16'];
