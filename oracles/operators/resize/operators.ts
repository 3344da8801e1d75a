import { type DType, dtypes, floatDTypes, formatOf } from '../../numerics/dtype.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { resizing } from './resize.ts';

/** Float types for interpolation. */
const floats: readonly DType[] = floatDTypes.filter((dtype) => formatOf(dtype).bits >= 16);
/** Integer types, signed and unsigned, short and long. */
const integers: readonly DType[] = dtypes.filter((dtype) => ['int8', 'uint8', 'int32', 'int64'].includes(dtype));
/** One dtype of each width, and strings: the choice of the nearest element does not depend on its value. */
const widths: readonly DType[] = dtypes.filter((dtype) =>
  ['float32', 'int64', 'float16', 'uint8', 'string'].includes(dtype),
);

const since = (schema: Schema, version: number, ...clauses: readonly Clause[]) =>
  schema.since >= version ? clauses : [];

/** Resize: resamples the data along each dimension. */
export const resize = resizing({
  name: 'Resize',
  definition:
    'x at the coordinate of each element of the output: the nearest element, or a weighted sum of those around it',
  axes: [{ name: 'axes', since: 18 }],
  attributeValues: ({ since: version }) => ({
    mode: version < 11 ? ['nearest', 'linear'] : ['nearest', 'linear', 'cubic'],
    nearest_mode: ['round_prefer_floor', 'round_prefer_ceil', 'floor', 'ceil'],
    keep_aspect_ratio_policy: ['stretch', 'not_larger', 'not_smaller'],
    coordinate_transformation_mode: [
      'half_pixel',
      'pytorch_half_pixel',
      'align_corners',
      'asymmetric',
      ...(version < 13 ? ['tf_half_pixel_for_nn'] : []),
      'tf_crop_and_resize',
      ...(version < 19 ? [] : ['half_pixel_symmetric']),
    ],
  }),
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    return [
      says(
        'definition',
        'The length of each dimension becomes its length times its scale, rounded down.',
        'summary',
        widths,
      ),
      says('nearest', 'With mode nearest, each output element is an element of the data.', 'attribute mode', widths),
      says(
        'linear',
        'With mode linear, elements are interpolated linearly along each dimension.',
        'attribute mode',
        floats,
      ),
      says(
        'integers',
        'Integers are interpolated like floats; the text does not define how the sum is rounded.',
        'type constraints of T',
        integers,
      ),
      says('several-dimensions', 'Any dimensions are resized, each by its own scale.', 'input scales', widths),
      says('unchanged', 'With a scale of 1, a dimension is unchanged.', 'input scales', widths),
      implies(
        'size-zero',
        'The output of an empty tensor is empty.',
        { document: 'numpy', place: 'arrays of size 0' },
        widths,
      ),
      implies(
        'accuracy',
        'Rounding errors stay within those of coordinates and weights in float32, and of sums in the type.',
        ieee754('4.3; docs/proofs.md'),
        floats,
      ),
      ...(schema.since === 11
        ? [
            says(
              'for-nearest',
              'With tf_half_pixel_for_nn, the coordinate is (place + 1/2) / scale, without a subtraction of 1/2.',
              'attribute coordinate_transformation_mode',
              widths,
            ),
          ]
        : []),
      ...since(
        schema,
        11,
        says(
          'coordinates',
          'The coordinate of an element follows from coordinate_transformation_mode.',
          'attribute coordinate_transformation_mode',
          widths,
        ),
        says(
          'nearest-mode',
          'nearest_mode determines which neighbour is the nearest.',
          'attribute nearest_mode',
          widths,
        ),
        says('sizes', 'Sizes may be given instead of scales.', 'input sizes', widths),
        says(
          'cubic',
          'With mode cubic, each element is a weighted sum of four elements along each dimension.',
          'attribute mode',
          floats,
        ),
        says(
          'cubic-coefficient',
          'cubic_coeff_a is the coefficient a of the cubic.',
          'attribute cubic_coeff_a',
          floats,
        ),
        says(
          'exclude-outside',
          'With exclude_outside=1, positions beyond the data have weight 0.',
          'attribute exclude_outside',
          floats,
        ),
        says(
          'region',
          'With tf_crop_and_resize, a region of the data is resized, and reversed if its ends are exchanged.',
          'input roi',
          widths,
        ),
        says(
          'extrapolation',
          'With tf_crop_and_resize, coordinates outside of the data give extrapolation_value.',
          'attribute extrapolation_value',
          widths,
        ),
      ),
      ...since(
        schema,
        18,
        says(
          'axes',
          'Scales, sizes and regions refer to the dimensions in axes, in this order.',
          'attribute axes',
          widths,
        ),
        says(
          'antialias',
          'With antialias=1, the kernel is stretched if a dimension becomes shorter.',
          'attribute antialias',
          floats,
        ),
        says(
          'aspect-ratio',
          'keep_aspect_ratio_policy applies the least or the greatest of all scales to every dimension.',
          'attribute keep_aspect_ratio_policy',
          widths,
        ),
      ),
    ];
  },
  rules: (schema) => rulesOfLengths('Resize', schema),
});

/** Upsample: the predecessor of Resize. */
export const upsample = resizing(
  {
    name: 'Upsample',
    definition:
      'x at place / scale, or at another coordinate: the nearest element, or a weighted sum of those around it',
    attributeValues: ({ since: version }) => ({ mode: ['nearest', version < 7 ? 'bilinear' : 'linear'] }),
    clauses: (schema) => {
      const { says, implies } = clausesOf(schema);
      return [
        says(
          'definition',
          'The length of each dimension becomes its length times its scale, rounded down.',
          'summary',
          widths,
        ),
        says('nearest', 'With mode nearest, each output element is an element of the data.', 'attribute mode', widths),
        says('linear', 'With mode linear, elements are interpolated linearly.', 'attribute mode', floats),
        says(
          'integers',
          'Integers are interpolated like floats; the text does not define how the sum is rounded.',
          'type constraints of T',
          integers,
        ),
        says('several-dimensions', 'Several dimensions are resized, each by its own scale.', 'summary', widths),
        implies(
          'size-zero',
          'The output of an empty tensor is empty.',
          { document: 'numpy', place: 'arrays of size 0' },
          widths,
        ),
      ];
    },
    rules: (schema) => (schema.since < 7 ? [] : rulesOfLengths('Upsample', schema)),
  },
  1,
);

const rulesOfLengths = (name: string, schema: Schema): readonly Clause[] => [
  rule('invalid-scales', 'There is a scale or a size for each dimension to resize.', 'scales', schema),
  ...(name === 'Resize' && schema.since >= 13
    ? [rule('invalid-choice', 'Either scales or sizes are given, but not both.', 'inputs scales, sizes', schema)]
    : []),
];
