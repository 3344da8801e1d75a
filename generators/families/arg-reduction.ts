import { formatOf } from '../../oracles/numerics/dtype.ts';
import type { PlanContext } from '../cases/proposal.ts';
import { isCurrent, lengths, pinned, takeTurns } from '../cases/take-turns.ts';
import { defineFamily, each, type NamedCall } from '../notation/call-notation.ts';
import { farPlaces } from '../values/rows/far.ts';
import { columnLayouts, drawReduction, inEveryType, riskyAxisLayouts, rowCalls } from './row-calls.ts';

const along = rowCalls('axis');

/** Every place of the axis in ranks 1 to 4, of unequal sizes, so that exchanged ones show. */
const everyAxis = '3x5x2x4/1 3/0 3x5/0 3x5/1 3x5x2/0 3x5x2/1 3x5x2/2 3x5x2x4/0 3x5x2x4/2 3x5x2x4/3';

/** Axes that are inner, outer or between kept dimensions. */
const placed = (lengths: readonly number[], kind: string, more?: NamedCall): NamedCall[] =>
  lengths.flatMap((n, i) => along([`3x${n}/1`, `${n}x3/0`, `${n}/0`, `2x${n}x2/1`][i % 4]!, kind, more));

/** Beyond 2^16: elements, outputs, rows and the length of a row; and indices that 16 bits do not hold. */
function large(context: PlanContext): readonly NamedCall[] {
  if (!isCurrent(context)) return [];
  switch (context.dtype) {
    case 'float32':
      return [
        ...along('65601x2/1 2x65541/1 65541/0 2x65601/0', 'late'),
        ...along(`${2 ** 24 + 37}/0`, 'late', { suite: 'full' }),
      ];
    case 'int64':
      return along('2x65601/0 65541/0 65601x2/1 3x65541/1', 'late');
    default:
      return along('40000/0 2x40000/1', 'late', inEveryType);
  }
}

/** A row for each place of something special at the borders of the blocks of long rows. */
const far = (context: PlanContext, kind: string, signs = 1): NamedCall[] =>
  pinned([301, 1101, 4101], context).flatMap((n) => along(`${farPlaces(n).length * signs}x${n}/1`, kind));

/** Equal extremes in every layout: next to each other, in different vectors and in different blocks. */
const tied = (more: NamedCall = {}): NamedCall[] => [
  ...along('9x6/1', 'ties', more),
  ...placed([17, 33, 70, 130, 301, 531, 1031, 2101], 'ties', more),
  ...along('4x5/1 5x4/0', 'constant-rows', more),
];

/** Of versions that say which of several is meant: calls for the last. */
const ofLast = ({ version }: PlanContext, ...calls: NamedCall[]): NamedCall[] =>
  version.attributes.some(({ name }) => name === 'select_last_index')
    ? calls.map((call) => ({ ...call, select_last_index: 1 }))
    : [];

/** Operators that say where along an axis an extreme element stands. Their outputs are indices: none can be an input. */
export const argReductionFamily = defineFamily('unique', {
  draw: drawReduction,
  samples: (context) => [{ data: '3x4', axis: 1, keepdims: 1, ...ofLast(context, {})[0] }, ...along('5x3/0 3x4x2/2')],
  sizes: [
    each({ data: '3x4 5x2 1x7' }, { axis: 1 }),
    each({ data: '2x3x4 4x3x2 3x4x2' }, { axis: 0, keepdims: 0 }),
    each({ data: '40x3 2x65 6x20' }, { axis: 0 }),
    each({ data: '6x2 9x3 2x6' }),
  ],
  pairs: (context) => [
    { differs: 'another axis', calls: each({ axis: [0, 1] }, { data: '4x4', keepdims: 0 }) },
    { differs: 'another axis', calls: each({ axis: [1, 2] }, { data: '3x4x3' }) },
    { differs: 'keepdims 0 instead of 1', calls: each({ keepdims: [1, 0] }, { data: '3x4', axis: 1 }) },
    { differs: 'keepdims 1 instead of 0', calls: each({ keepdims: [0, 1] }, { data: '2x3x2', axis: 1 }) },
    ...(ofLast(context, {}).length > 0
      ? [
          [0, 1],
          [1, 0],
        ]
      : []
    ).map((last) => ({
      differs: `select_last_index ${last[1]} instead of ${last[0]}`,
      calls: each({ select_last_index: last }, { data: '4x6 ties', axis: 1 }),
    })),
  ],
  plans: {
    definition: [
      ...along(everyAxis, '', { keepdims: 0 }),
      ...along('9x9/1 9x9/0', 'every-place'),
      ...along('4x5/1 4x13/1 4x35/1', 'one-sign'),
      // two inputs that look the same to whoever looks at a part of them
      ...along('3x60/1', 'alike'),
      ...along('3x60/1', 'alike'),
    ],
    'default-axis': along('5x3 3x4x2 4x4', 'every-place', { axis: undefined }),
    'axis-listed': [
      // square and size-1 dimensions, where a wrong axis keeps the shape
      ...along('4x4/0 4x4/1 3x3x3/1 3x3x3/2', 'every-place', { keepdims: 0 }),
      ...along('3x1x4/1 1x4/1'),
      ...along(riskyAxisLayouts),
      ...along('1x6x4/1 4x5x4/1 3x4x4x3/1 3x4x4x3/2', 'every-place'),
    ],
    'axis-negative': along('3x5x2/-1 4x4/-2 3x5x2/-3 4x4/-1 5/-1 3x5x2/-2', 'every-place'),
    'keepdims-one': along('3x4x2/1 5/0', '', { keepdims: 1 }),
    'keepdims-zero': along('3x4x2/1 5/0 1x3x1/0', '', { keepdims: 0 }),
    'rank-zero': along('scalar scalar'),
    'any-rank': [
      ...along('2x1x2x3x1x2x2/3 3/0 3x5/1 3x5x2/2 3x5x2x4/3 3x5x2x4x3/4 3x5x2x4x3x2/5 3x5x2x4x3x2x2/6'),
      ...along('2x2x2x2x2x2x2/2 2x2x2x2x2x2x2/6', 'every-place'),
      ...along('2x1x2x1x2x1x2x1x3/8 1x2x1x2x1x2x1x2x1x3/3 2x1x1x2x1x1x3x1x1x2x1x2/6'),
    ],
    'any-length': (context) => [
      ...placed(takeTurns([...lengths, 5001, 6007], context, 2), 'borders'),
      // kept dimensions around vector widths
      ...along('3x7/0 3x8/0 3x15/0 3x16/0 3x31/0 3x33/0 3x64/0 3x65/0', 'every-place'),
      ...along('2x1301/1', 'one-sign'),
      ...along('4x1100/1', 'late'),
      ...large(context),
      ...along(pinned([columnLayouts], context).join(' ') || '7x67/0'),
    ],
    'empty-set': along('2x0/1 2x0x3/1'),
    'zero-size-kept': (context) => [
      ...along('0x3/1 3x0/0 2x0x4/0 2x0x4/2'),
      ...ofLast(context, ...along('0x3/1 2x0x4/2')),
    ],
    ties: tied(),
    'ties-first': tied({ select_last_index: 0 }),
    'ties-last': [
      ...tied({ select_last_index: 1 }),
      ...along('9x9/-1 9x9/-2 4x3x5x4/1 4x3x5x4/3', 'ties', { select_last_index: 1 }),
    ],
    'default-select-last-index': [
      ...along('7x6/1 40x3/0', 'ties'),
      ...along('7x6/1', 'ties', { select_last_index: 0 }),
    ],
    'last-place': along('12x5/1 3x17/1 40x3/0', 'neighbours'),
    infinity: (context) => [
      ...along('10x9/1 9x10/0 3x33/1', 'both-infinities'),
      ...along('10x9/1', 'plus-infinity'),
      ...along('10x9/1', 'minus-infinity'),
      ...along('5x4/0 4x9/1 40x4/0 4x17/1', 'all-infinite'),
      ...ofLast(context, ...along('4x9/1', 'all-infinite')),
      ...far(context, 'far-infinity', 2),
    ],
    nan: (context) => [
      ...along('10x9/1 9x10/0 3x33/1 40x4/0 2x130/1', 'nans'),
      ...along('10x9/1 18x17/1 35x34/1 9x10/0', 'nan'),
      ...along('6x5/1 1x9/1 9x1/0 2x5x3/1', 'nan-and-infinity'),
      ...along('6x2/0', 'all-nan'),
      ...ofLast(context, ...along('7x6/1', 'nans')),
      ...far(context, 'far-nan'),
    ],
    subnormal: along('5x9/1 3x20/1 40x3/0', 'subnormal'),
    'zero-sign': (context) => [
      ...along('9x6/1 3x17/1 40x3/0', 'signed-zeros'),
      ...ofLast(context, ...along('6x9/1', 'signed-zeros')),
    ],
    'integer-exact': (context) => [
      ...along('8x7/1 17x8/0 8x70/1', 'neighbours'),
      ...along('6x9/1 33x6/0 6x67/1', 'ends', inEveryType),
      ...along('6x7/1 9x6/0 6x67/1', 'half-words', inEveryType),
      ...(isCurrent(context) ? along('3x33/1 3x130/1 40x3/0', 'constant-rows') : []),
      ...(formatOf(context.dtype).bits === 64 ? along('2x9x4/1 40x8/0 8x300/1', 'neighbours') : []),
    ],
  },
});
