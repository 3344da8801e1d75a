import { type DType, dtypes, floatDTypes, formatOf } from '../../numerics/dtype.ts';
import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import type { Binding } from '../../spec/declaration.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import { realDTypes } from '../../spec/schemas/declaration.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';

/** Types between whose elements is interpolated. */
const floats: readonly DType[] = floatDTypes.filter((dtype) => formatOf(dtype).bits >= 16);
const integers: readonly DType[] = dtypes.filter((dtype) => formatOf(dtype).kind === 'integer');
/** One dtype of each width: which element is the nearest does not depend on what it is. */
const widths: readonly DType[] = ['float32', 'int64', 'float16', 'uint8'];

/** Types of data and of a grid, where the two differ. */
const mixed: readonly (readonly [data: DType, grid: DType])[] = [
  ['float16', 'float32'],
  ['float32', 'float16'],
  ['float32', 'float64'],
];

/** What the types of data and grid stand for: the same float, or now and then another one; what is not a float has a grid of float32. */
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
  const order = 'A location has the innermost dimension first.';
  return [
    says(
      'definition',
      'Each element is a sample of the data of its channel, at a location of the grid.',
      'summary',
      widths,
    ),
    isFirst ? implies('order', order, shown, widths) : says('order', order, 'input grid', widths),
    says('instances', 'Each instance has locations of its own, which all its channels share.', 'input grid', widths),
    says(
      'corners',
      'With align_corners=1 the locations -1 and 1 are the middle of the first and the last element, else their outer ends.',
      'attribute align_corners',
      widths,
    ),
    says('nearest', 'With mode nearest an element is one of the data, or what pads them.', 'attribute mode', widths),
    ...(isFirst
      ? []
      : [
          says(
            'halfway',
            'Halfway between two elements the one with the even index is nearest.',
            'attribute mode',
            widths,
          ),
          says('any-rank', 'Data have one dimension to sample, or several.', 'input X', widths),
        ]),
    says(
      'linear',
      `With mode ${linear} an element is interpolated linearly along each dimension.`,
      'attribute mode',
      floats,
    ),
    says(
      'cubic',
      `With mode ${cubic} an element is a weighted sum of four along each dimension.`,
      'attribute mode',
      floats,
    ),
    implies('cubic-coefficient', 'The coefficient of the cubic is -0.75.', shown, floats),
    says('zeros', 'With padding_mode zeros there is 0 outside of the data.', 'attribute padding_mode', widths),
    says(
      'border',
      'With padding_mode border the elements at the border stand outside of the data.',
      'attribute padding_mode',
      widths,
    ),
    says(
      'reflection',
      'With padding_mode reflection a location outside is reflected at the ends until it is inside.',
      'attribute padding_mode',
      widths,
    ),
    says('integers', 'Between integers is interpolated in floats, which are cast in the end.', 'output Y', integers),
    implies('any-count', 'Every instance, channel and location counts, however many there are.', shown, widths),
    implies(
      'size-zero',
      'Without locations, instances or channels there are no elements.',
      numpy('arrays of size 0'),
      widths,
    ),
    says('no-location', 'Elements at locations that are numbers do not depend on locations that are none.', 'summary', [
      'float32',
      'int32',
    ]),
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
    'The grid has a location of as many numbers as there are dimensions, for each instance.',
    'input grid',
    schema,
  ),
  ...(schema.since < 20 ? [rule('invalid-rank', 'The data have four dimensions.', 'input X', schema)] : []),
];
