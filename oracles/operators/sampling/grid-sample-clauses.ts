import { type DType, dtypes, floatDTypes, formatOf } from '../../numerics/dtype.ts';
import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import type { Binding } from '../../spec/declaration.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import { realDTypes } from '../../spec/schemas/declaration.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';

/** Float types for interpolation. */
const floats: readonly DType[] = floatDTypes.filter((dtype) => formatOf(dtype).bits >= 16);
const integers: readonly DType[] = dtypes.filter((dtype) => formatOf(dtype).kind === 'integer');
/** One dtype of each width: the choice of the nearest element does not depend on its value. */
const widths: readonly DType[] = ['float32', 'int64', 'float16', 'uint8'];

/** Types of data and grid where the two differ. */
const mixed: readonly (readonly [data: DType, grid: DType])[] = [
  ['float16', 'float32'],
  ['float32', 'float16'],
  ['float32', 'float64'],
];

/** Returns the types to test: data and grid of the same float type, other data with a grid of float32, and some mixed pairs. */
export function sampleTypes({ types }: Schema): readonly Binding[] {
  const [data, grids] = [types.T1!, types.T2!].map((list) => list.split(' ')) as [string[], string[]];
  const own = realDTypes
    .filter((dtype) => data.includes(dtype))
    .map((dtype) => ({ T1: dtype, T2: grids.includes(dtype) ? dtype : ('float32' as const) }));
  return [...own, ...mixed.map(([T1, T2]) => ({ T1, T2 }))];
}

export function gridSampleClauses(schema: Schema): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  const isFirst = schema.since < 20;
  const [linear, cubic] = isFirst ? ['bilinear', 'bicubic'] : ['linear', 'cubic'];
  const shown = { document: 'ONNX’s backend tests', place: 'test_gridsample_*' };
  const order = 'The coordinates of a location begin with the innermost dimension.';
  return [
    says(
      'definition',
      'Each element is a sample of its channel of the data, at a location of the grid.',
      'summary',
      widths,
    ),
    isFirst ? implies('order', order, shown, widths) : says('order', order, 'input grid', widths),
    says('instances', 'Each instance has its own locations, which all its channels share.', 'input grid', widths),
    says(
      'corners',
      'With align_corners=1, the coordinates -1 and 1 are the centers of the first and last elements; otherwise, their outer edges.',
      'attribute align_corners',
      widths,
    ),
    says(
      'nearest',
      'With mode nearest, each output element is an element of the data or of their padding.',
      'attribute mode',
      widths,
    ),
    ...(isFirst
      ? []
      : [
          says(
            'halfway',
            'Halfway between two elements, the one with the even index is the nearest.',
            'attribute mode',
            widths,
          ),
          says('any-rank', 'Data have one or several dimensions to sample.', 'input X', widths),
        ]),
    says(
      'linear',
      `With mode ${linear}, elements are interpolated linearly along each dimension.`,
      'attribute mode',
      floats,
    ),
    says(
      'cubic',
      `With mode ${cubic}, each element is a weighted sum of four elements along each dimension.`,
      'attribute mode',
      floats,
    ),
    implies('cubic-coefficient', 'The coefficient of the cubic is -0.75.', shown, floats),
    says('zeros', 'With padding_mode zeros, elements outside of the data are 0.', 'attribute padding_mode', widths),
    says(
      'border',
      'With padding_mode border, the elements at the border are repeated outside of the data.',
      'attribute padding_mode',
      widths,
    ),
    says(
      'reflection',
      'With padding_mode reflection, a location outside is reflected at the ends until it is inside.',
      'attribute padding_mode',
      widths,
    ),
    says('integers', 'Integers are interpolated in floats, and the result is cast.', 'output Y', integers),
    implies('any-count', 'Every instance, channel and location is computed, for any number of them.', shown, widths),
    implies(
      'size-zero',
      'If there are no locations, instances or channels, the output is empty.',
      numpy('arrays of size 0'),
      widths,
    ),
    says(
      'no-location',
      'Elements at numeric locations do not depend on locations that are NaN or infinite.',
      'summary',
      ['float32', 'int32'],
    ),
    implies(
      'accuracy',
      'Rounding errors stay within those of coordinates in the type of the grid, and of sums in the type.',
      ieee754('4.3; docs/proofs.md'),
      floats,
    ),
  ];
}

export const gridSampleRules = (schema: Schema): readonly Clause[] => [
  rule(
    'invalid-grid',
    'For each instance, the grid has locations with one coordinate for each dimension.',
    'input grid',
    schema,
  ),
  ...(schema.since < 20 ? [rule('invalid-rank', 'The data have four dimensions.', 'input X', schema)] : []),
];
