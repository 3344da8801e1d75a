import { type DType, dtypes, floatDTypes, formatOf } from '../../numerics/dtype.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { resizing } from './resize.ts';

/** Types between whose elements is interpolated. */
const floats: readonly DType[] = floatDTypes.filter((dtype) => formatOf(dtype).bits >= 16);
/** Integers of both signs, short and long. */
const integers: readonly DType[] = dtypes.filter((dtype) => ['int8', 'uint8', 'int32', 'int64'].includes(dtype));
/** One dtype of each width, and strings: which element is the nearest does not depend on what it is. */
const widths: readonly DType[] = dtypes.filter((dtype) =>
  ['float32', 'int64', 'float16', 'uint8', 'string'].includes(dtype),
);

const since = (schema: Schema, version: number, ...clauses: readonly Clause[]) =>
  schema.since >= version ? clauses : [];

/** Resize: the data at other places along each dimension. */
export const resize = resizing({
  name: 'Resize',
  definition:
    'x at the coordinate of each element of the output: the nearest element, or a weighted mean of those around it',
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
        'Each dimension becomes as long as its length times its scale, rounded down.',
        'summary',
        widths,
      ),
      says('nearest', 'With mode nearest an element is one of the data.', 'attribute mode', widths),
      says(
        'linear',
        'With mode linear an element is interpolated linearly along each dimension.',
        'attribute mode',
        floats,
      ),
      says(
        'integers',
        'Integers are interpolated between as other numbers are; how the sum becomes an integer is open.',
        'type constraints of T',
        integers,
      ),
      says('several-dimensions', 'Any dimensions are resized, each by its own scale.', 'input scales', widths),
      says('unchanged', 'With a scale of 1 a dimension stays as it is.', 'input scales', widths),
      implies(
        'size-zero',
        'Without elements the output has none.',
        { document: 'numpy', place: 'arrays of size 0' },
        widths,
      ),
      implies(
        'accuracy',
        'Rounding errors stay within those of weights of coordinates in float32, and of sums in the type.',
        ieee754('4.3; docs/proofs.md'),
        floats,
      ),
      ...(schema.since === 11
        ? [
            says(
              'for-nearest',
              'With tf_half_pixel_for_nn places are moved by half an element, and not back.',
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
          'The place of an element on the data follows from coordinate_transformation_mode.',
          'attribute coordinate_transformation_mode',
          widths,
        ),
        says(
          'nearest-mode',
          'Which neighbour is the nearest follows from nearest_mode.',
          'attribute nearest_mode',
          widths,
        ),
        says('sizes', 'Sizes may be given in the place of scales.', 'input sizes', widths),
        says(
          'cubic',
          'With mode cubic an element is a weighted sum of four along each dimension.',
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
          'With exclude_outside=1 what lies beyond the data has no weight.',
          'attribute exclude_outside',
          floats,
        ),
        says(
          'region',
          'With tf_crop_and_resize a region of the data is resized, and turned round where its ends are.',
          'input roi',
          widths,
        ),
        says(
          'extrapolation',
          'Outside of the data extrapolation_value stands then.',
          'attribute extrapolation_value',
          widths,
        ),
      ),
      ...since(
        schema,
        18,
        says(
          'axes',
          'Scales, sizes and regions are of the dimensions that axes names, in its order.',
          'attribute axes',
          widths,
        ),
        says(
          'antialias',
          'With antialias=1 the kernel is stretched where a dimension becomes shorter.',
          'attribute antialias',
          floats,
        ),
        says(
          'aspect-ratio',
          'keep_aspect_ratio_policy takes the least scale of all, or the greatest, for every dimension.',
          'attribute keep_aspect_ratio_policy',
          widths,
        ),
      ),
    ];
  },
  rules: (schema) => rulesOfLengths('Resize', schema),
});

/** Upsample: the data at other places, in its first form. */
export const upsample = resizing(
  {
    name: 'Upsample',
    definition: 'x at place / scale, or at another coordinate: the nearest element, or a mean of those around it',
    attributeValues: ({ since: version }) => ({ mode: ['nearest', version < 7 ? 'bilinear' : 'linear'] }),
    clauses: (schema) => {
      const { says, implies } = clausesOf(schema);
      return [
        says(
          'definition',
          'Each dimension becomes as long as its length times its scale, rounded down.',
          'summary',
          widths,
        ),
        says('nearest', 'With mode nearest an element is one of the data.', 'attribute mode', widths),
        says('linear', 'With mode linear an element is interpolated linearly.', 'attribute mode', floats),
        says(
          'integers',
          'Integers are interpolated between as other numbers are; how the sum becomes an integer is open.',
          'type constraints of T',
          integers,
        ),
        says('several-dimensions', 'Several dimensions are resized, each by its own scale.', 'summary', widths),
        implies(
          'size-zero',
          'Without elements the output has none.',
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
  rule('invalid-scales', 'There is a scale or a size for each dimension that is resized.', 'scales', schema),
  ...(name === 'Resize' && schema.since >= 13
    ? [rule('invalid-choice', 'Either scales or sizes are given.', 'inputs scales, sizes', schema)]
    : []),
];
