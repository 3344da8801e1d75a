import { formatOf } from '../../oracles/numerics/dtype.ts';
import type { PlanContext } from '../cases/proposal.ts';
import { isCurrent, lengths, pinned, takeTurns } from '../cases/take-turns.ts';
import {
  atRunTime,
  breaking,
  defineFamily,
  each,
  type NamedCall,
  varied,
  whereInputsDecide,
} from '../notation/call-notation.ts';
import { farPlaces, maskedDims } from '../values/rows/far.ts';
import {
  axisArrangements,
  columnLayouts,
  drawReduction,
  inEveryType,
  riskyAxisLayouts,
  rowCalls,
  withRunTimeIntegers,
} from './row-calls.ts';

const over = rowCalls('axes');

/** The same with axes that come at run time, where they are an input. */
const withRunTimeAxes = (words: string, kind?: string, more?: NamedCall): NamedCall[] =>
  withRunTimeIntegers('axes', over(words, kind, more));

const noop = (...calls: NamedCall[]): NamedCall[] => calls.map((call) => ({ ...call, noop_with_empty_axes: 1 }));

const isFloat = ({ dtype }: PlanContext): boolean => formatOf(dtype).kind === 'float';

/** Two and more axes for which kernels have paths of their own. */
const delicate = `${riskyAxisLayouts} 1x1x9/0,1 1x3x4x5/1,2 2x3x7x5/2,3 1x5x3x3/2,3 1x2x13x11/2,3 2x7x5x3/1,2 3x3x3x3/1,2 3x3x3x3/0,3`;

/** Shapes whose kept dimensions, number of outputs or several reduced dimensions are long. */
const longBlocks =
  '2x3x40/1 20x2x3/0,2 3x2x24/0,2 3x140/0 600x2/1 2x1100/0 30x40 12x5x20/0,2 2x384/1 3000x2/0 2x6000/1 1536/0';

/**
 * Beyond 2^16: elements, outputs, rows and the length of a row, in a float type and one of integers. A mean of 2^16 elements in 16 bits has
 * a count that they do not hold.
 */
function large(context: PlanContext): readonly NamedCall[] {
  if (!isCurrent(context)) return [];
  switch (context.dtype) {
    case 'float32':
      return [
        ...over('65541/0 65601x2/1 3x22001 2x65601/0', 'far'),
        ...over(`${2 ** 24 + 37}/0`, 'far', { suite: 'full' }),
      ];
    case 'int64':
      return over('2x65601/0 65541/0 65601x2/1', 'far');
    case 'float64':
      return over('65541/0 65601x2/1 2x65601/0', 'far', inEveryType);
    case 'float16':
      return over('65536/0', 'far', inEveryType);
    default:
      return [];
  }
}

/** A row for each place of something special at the borders of the blocks of long rows. */
const far = (context: PlanContext, kind: string, lengths: readonly number[], signs = 1): NamedCall[] =>
  pinned(lengths, context).flatMap((n) => over(`${farPlaces(n).length * (n < 4096 ? signs : 1)}x${n}/1`, kind));

/** One row more than it has elements: a special value stands at every position, and one row is free of it. */
const everyPosition = '2x1/1 1x2/0 5x4/1 4x5/0 10x9/1 9x10/0';

/** The arrangements that kernels treat apart, and rows longer than a vector or a block. */
const everyLayout = (kind: string): NamedCall[] => [
  ...over(`35x34/1 ${everyPosition} 2x9x10/1 2x130/1 2x3x2x3/1,3 40x3/0 3x2x5/0,2 4x9 scalar`, kind),
  ...withRunTimeAxes('4x3/1', kind),
];

/** A special value first, in the middle and last of the elements of layouts that have few slices. */
const places = (kind: string): NamedCall[] =>
  [
    { words: '4x9', n: 36 },
    { words: '9/0', n: 9 },
    { words: '2x5x3/0,1,2', n: 30 },
    { words: '2x3x4/0,2', n: 8 },
    { words: '12x3/0', n: 12 },
  ].flatMap(({ words, n }) => {
    const [call] = over(words);
    const dims = words.split('/')[0]!.split('x').map(Number);
    return [0, n >> 1, n - 1, n + 1, (n >> 1) + n + 1, 2 * n].map((firstRow) => ({
      ...call,
      data: { dims, kind: kind as 'nan', firstRow },
    }));
  });

const nearLimit = '2x1/1 1x3/0 2x2/1 2x3/0 2x3/1 2x17/1 8x3/0 17x3/0 33x3/0 2x33/1';

/** Operators that make one value of the elements along some axes. */
export const reductionFamily = defineFamily('grid', {
  draw: drawReduction,
  samples: ({ version }) => {
    const hasNoop = version.attributes.some(({ name }) => name === 'noop_with_empty_axes');
    return [
      { data: '3x4', axes: [1], keepdims: 1, ...(hasNoop && { noop_with_empty_axes: 0 }) },
      ...over('3x4 3x4x2/0,2'),
    ];
  },
  sizes: [
    each({ data: '3x4 5x2 1x7' }, { axes: [1] }),
    each({ data: '2x3x4 4x3x2 3x4x2' }, { axes: [0, 2], keepdims: 0 }),
    each({ data: '40x3 2x65 6x20' }, { axes: [0] }),
    each({ data: '2x3 6 3x1x2' }),
    // where rounding depends on the order, a repeated run shows whether the order does
    (context) =>
      isFloat(context) ? each({ data: ['3x70 inexact', '2x41 inexact', '5x9 inexact'] }, { axes: [1] }) : [],
    whereInputsDecide(...varied({ data: '4x4' }, 'axes', atRunTime(0), atRunTime(1), atRunTime(0, 1))),
    whereInputsDecide(...noop(...each({ data: '3x4 4x3 2x5' }))),
  ],
  pairs: (context) => [
    { differs: 'other axes', calls: each({ axes: [[0], [1]] }, { data: '4x4', keepdims: 0 }) },
    {
      differs: 'other axes',
      calls: each(
        {
          axes: [
            [0, 1],
            [1, 2],
          ],
        },
        { data: '3x4x3' },
      ),
    },
    { differs: 'all axes instead of one', calls: each({ axes: [[1], undefined] }, { data: '3x4' }) },
    { differs: 'keepdims 0 instead of 1', calls: each({ keepdims: [1, 0] }, { data: '3x4', axes: [1] }) },
    { differs: 'keepdims 1 instead of 0', calls: each({ keepdims: [0, 1] }, { data: '2x3x2', axes: [1] }) },
    ...[
      {
        differs: 'noop_with_empty_axes 1 instead of 0',
        calls: each({ noop_with_empty_axes: [0, 1] }, { data: '3x4' }),
      },
      {
        differs: 'noop_with_empty_axes 0 instead of 1',
        calls: each({ noop_with_empty_axes: [1, 0] }, { data: '4', axes: [] }),
      },
      { differs: 'axes as an input', calls: each({ axes: [[0], atRunTime(1)] }, { data: '4x4' }) },
    ].filter(() => whereInputsDecide({})(context).length > 0),
  ],
  aliasCandidates: (context) => [
    { data: '4x1', axes: [1], keepdims: 0 },
    { data: 'scalar' },
    ...whereInputsDecide(...noop(...over('3x4 5/')))(context),
  ],
  invalid: {
    'invalid-axes-out-of-range': [
      ...breaking({ data: '3x4', axes: [1] }, 'axes', [2], [-3]),
      ...breaking({ data: '3x4x2', axes: [0, 2], keepdims: 0 }, 'axes', [0, 3]),
      ...breaking({ data: '3x4', axes: atRunTime(0) }, 'axes', atRunTime(-3)),
      ...breaking({ data: 'scalar', axes: [] }, 'axes', [0], [-1]),
      // a kernel that has nothing to do may not look at the axes
      ...breaking({ data: '0x3', axes: [1] }, 'axes', [2]),
    ],
  },
  plans: {
    definition: [
      ...over(axisArrangements, '', { keepdims: 0 }),
      ...over('4x4/1 4x4/0 9x9/1 9x9/0 16x16/0 17x17/1', 'one-hot', { keepdims: 1 }),
    ],
    'axes-absent': over('2x1x3x2 2x3x4 6 3x4 2x2x1x2x2x2 1 1x1x1 5x3'),
    'axes-empty': [...over('2x3x4/ 5/ 3x4/ 2x17/'), ...withRunTimeAxes('3x4/ 2x5/')],
    'axes-listed': [
      ...over('3x5/0 3x5/1 3x5x2/1 3x5x2/0,2 3x4/0,1 2x3x4/0,1,2 3x5x2x4/0,2 3x5x2x4/1,3'),
      // square and size-1 dimensions, where a wrong axis keeps the shape
      ...over('4x4/0 4x4/1 3x3x3/0,2 3x1x4/1 1x4/1', '', { keepdims: 0 }),
      ...over('3x1x4/1 1x4/1'),
      ...over(delicate),
    ],
    'axes-order': over('2x3x4x2/3,0,2 3x4x2/2,0 3x4x2/1,0 3x3x3/2,1'),
    'axes-negative': [
      ...over('3x4x2/-1,-3 4x4/-1 3x4x2/-2 4x4/-2 3x4x2/-3 3x4x2/-1 3x4x2/-3,-2,-1 3x4x2/0,-1'),
      ...withRunTimeAxes('3x4x2/-2 3x4/-1'),
    ],
    'axes-duplicate': (context) => [
      ...over('3x4/1,1 3x4/0,0 2x3x4/1,2,1'),
      ...(context.version.since >= 11 ? over('3x4/1,-1') : []),
      ...withRunTimeAxes('3x4/0,0'),
    ],
    'keepdims-one': over('3x4/0 3x4x2/1 3x4x2/0,2 3x4 1x1/0', '', { keepdims: 1 }),
    'keepdims-zero': over('3x4/0 3x4/1 3x4x2/0,2 3x4/0,1 3x4 5/0 1x3x1/0', '', { keepdims: 0 }),
    'rank-zero': [
      ...over('scalar scalar'),
      { data: 'scalar', keepdims: 1 },
      { data: 'scalar one-hot' },
      ...over('scalar/', 'one-hot'),
    ],
    'any-rank': over(
      '2x1x2x2x1x2x2/0,3,6 2x2x2x2x2x2x2/0,2,4,6 2/0 2x3/1 2x3x2/2 2x3x2x1/2 2x3x2x1x2/4 2x3x2x1x2x3/3 ' +
        '2x1x2x1x2x1x2x1x3/0,8 1x2x1x2x1x2x1x2x1x3/3,9 2x1x1x2x1x1x2x1x1x2x1x3/3,6,11',
    ),
    'any-length': (context) => [
      ...takeTurns(lengths, context, 2).flatMap((n, i) =>
        over([`${n}/0`, `3x${n}/1`, `${n}x3/0`, `2x${n}x2/1`][i % 4]!, '', { keepdims: i % 3 === 0 ? 0 : 1 }),
      ),
      // kept dimensions around vector widths
      ...takeTurns(lengths.slice(0, 21), context, 3).flatMap((n) => over(`3x${n}/0`, '', { keepdims: 0 })),
      ...over('255x2/0 2x257/1 512x2/0 2x2047/1 2049x2/0', 'ones'),
      ...over('33x33/1', 'one-hot'),
      ...over(longBlocks),
      // rows longer than a block of 1,024 in which one element counts, or all are below what a search may begin with
      ...over('2x1300/1 1100x2/0', 'late-spike'),
      ...over('2x1500/1 1100x2/0', 'below-zero'),
      ...large(context),
      ...(isFloat(context) ? far(context, 'far-hot', [65, 257, 1025, 4097]) : []),
      ...over(pinned([`${columnLayouts} 2x3x2x3x2/0,2,4`], context).join(' ') || '7x67/0'),
    ],
    'empty-set': (context) => [
      ...over('2x0x4/1 0/0 3x0/1 0x3/0 2x0 0x0/0,1 2x0/ 2x0x4/1 0x2 2x0/1'),
      ...(context.version.since >= 11 ? over('2x0x3/-2') : []),
      ...withRunTimeAxes('2x0/1'),
    ],
    'empty-set-of-integers': over('2x0x4/1 0/0'),
    'zero-size-kept': over('2x0x4/2 0x3/1 3x0/0 0x0/0 2x0x4/0'),
    'inputs-constant': [
      ...over('3x4/1 3x4x2/0,2 3x4x2/2'),
      ...withRunTimeAxes('3x4/1 3x4/0 4x1x4/0 4x1x4/0 3x4x2/2,0 3x4x2/-2 2x5x3/1,2'),
      ...varied({ axes: [1] }, 'data', { dims: [3, 4], form: 'initializer' }),
    ],
    'omitted-axes': [...over('3x4 2x3x2', '', { axes: '' }), ...noop({ data: '3x4', axes: '' })],
    'default-noop-with-empty-axes': over('3x4 3x4/ 3x4/1 2x3x2', '', { noop_with_empty_axes: 0 }),
    'noop-with-empty-axes': (context) => [
      ...noop(...over('3 3/ 3x4 3x4/ 2x3x2/ 2x3x2 1x2 1x2/ 2x1x3x2 2x0/ 5x3 scalar scalar/')),
      ...noop(...withRunTimeAxes('3x4/ 2x3x4/ 5x2/')),
      ...(isFloat(context)
        ? noop(...over('2x9 9/', 'inexact'), ...over('4x9/', 'nan'), ...over('4x9/', 'plus-infinity'))
        : []),
      ...(formatOf(context.dtype).kind === 'integer' ? noop(...over('5', 'near-limit')) : []),
      ...noop(...over('3x4 2x3x2/', '', { keepdims: 0 })),
    ],
    'noop-with-axes': [...noop(...over('3x4/1 3x4x2/0,2 3x4/0,1')), ...noop(...withRunTimeAxes('3x4/0 2x3x4/1,2'))],
    nan: (context) => [
      ...everyLayout('nan'),
      ...places('nan'),
      ...over('6x5/1 3x8/0', 'nan-and-infinity'),
      ...places('nan-and-infinity'),
      ...over('7x12/1 12x7/0 3x4', 'nan-among-infinities'),
      // blocks whose lanes are all NaN, or all but one
      ...over('5x4/1 4x5/0 9x8/1 18x17/1', 'leading-nans'),
      ...far(context, 'far-nan', [301, 1101, 4101]),
    ],
    infinity: (context) => [
      ...everyLayout('plus-infinity'),
      ...over('10x9/1 17x18/0', 'minus-infinity'),
      ...everyLayout('both-infinities'),
      ...over('3x4 2x3x2 5/0 3x3/0,1', 'both-infinities'),
      ...over('4x5/1 9x4/0', 'all-infinite'),
      ...over('6x5/1', 'zero-and-infinity'),
      ...places('plus-infinity'),
      ...places('minus-infinity'),
      ...far(context, 'far-infinity', [301, 1101, 4101], 2),
    ],
    accuracy: [
      ...['positive', 'inexact', 'spread', 'factors', 'cancelling', 'large-and-small'].flatMap((kind) =>
        over('3x3/1 4x13/1 100x3/0', kind),
      ),
      ...over('3x2/1 4x3/0 3x9/1 2x9x3/1 3x16/1 16x3/0 3x41/1 41x3/0 3x2x5/0,2 2x128/1 2x1024/1', 'near-limit'),
      ...over('10x2/1 9x10/0', 'two-terms'),
      ...over('9x1/1 513x2/0', 'inexact'),
      ...over('2x1000/1', 'positive'),
      ...over('2x300/1', 'factors'),
      ...over('scalar', 'inexact'),
    ],
    subnormal: over('17x4/0 5x9/1 4/0 6x1/1 2x6/0', 'subnormal'),
    'intermediate-range': ({ dtype }) => [
      // far beyond the other type of 16 bits
      ...over('3x4/1 5x2/0 2x6/1', 'near-overflow', dtype === 'bfloat16' ? inEveryType : {}),
      ...['near-overflow', 'order-dependent-overflow', 'beyond-squares', 'huge-and-tiny', 'far-from-zero'].flatMap(
        (kind) => over('3x9/1 2x2/1 17x6/0', kind),
      ),
      ...over('6x2/1 3x40/1 20x6/0', 'brink', dtype === 'float16' ? inEveryType : {}),
    ],
    domain: (context) => [
      ...['negative', 'cancelling', 'opposites', 'minus-zero', 'all-infinite', 'both-infinities'].flatMap((kind) =>
        over('3x5/1 10x4/0', kind),
      ),
      ...over('6x9/1 4x17/1 4x40/1 33x4/0 3x130/1 3x260/1', 'one-far-above'),
      ...far(context, 'far-finite', [257, 1025, 4097]),
      ...(isCurrent(context) ? over(`${maskedDims.join('x')}/1`, 'masked-blocks') : []),
    ],
    'zero-sign': [
      ...over('1/0 2x5/1 9x3/0 1100x2/0 2x1300/1', 'minus-zero'),
      ...over('4x9/1', 'opposites'),
      ...over('9x6/1', 'signed-zeros'),
    ],
    'close-values': (context) => [
      ...over('4x2/1 2x3/0 4x3/1 3x3/0 4x8/1 8x3/0 4x17/1 17x3/0 2x65/1 2x257/1 2x3x2x3/1,3 3x4', 'neighbours'),
      ...over('3x9/1', 'near-limit'),
      ...(isFloat(context)
        ? []
        : [...over('4x2/1 4x9/1 4x33/1', 'ends'), ...over('6x7/1 9x6/0 6x17/1', 'half-words', inEveryType)]),
      ...withRunTimeAxes('4x9/1', 'neighbours'),
    ],
    'integer-exact': (context) => [
      // kernels treat these apart, some of them in another type
      ...over(`${nearLimit} 2x8x3/1 3x2x5/0,2 3x4 scalar 2x3x2x2/1,3 2x1x3x2x1x2/2,5 1300x2/0 2x300/1`, 'near-limit'),
      ...withRunTimeAxes('3x4/1', 'near-limit'),
      ...over('4x3/1 9x2/0', 'extreme'),
      ...(isCurrent(context) && formatOf(context.dtype).bits === 64 ? over('2x700/1 1300x2/0', 'near-limit') : []),
    ],
    'integer-overflow': [
      ...over('4x3/1 2/0 9x2/0 2x40/1 70x2/0', 'overflow', inEveryType),
      ...over('2x1/1 4x5/1', 'extreme', inEveryType),
    ],
    'integer-rounding': [
      ...over('9x2/1 4x3/1 6x7/0 17x4/1 4x2/1', 'uneven', inEveryType),
      ...over('6x3/1 9x6/0', 'apart'),
      ...over('6x3/1 40x3/0', 'one-large'),
      // n·(1/n) falls short of 1 in float64 first at n = 49
      ...over('2x49/1', 'ones'),
    ],
    'truth-values': [
      ...over('2x1/1 3x2/1 6x5/1 9x8/1 10x9/1 17x16/1 18x17/1 34x33/1 2x3x2x3/1,3', 'one-hot'),
      ...over('1x4/0 5x4/0 8x4/0 9x4/0 16x4/0 17x4/0 33x4/0 6x65/1 6x130/1 6x200/1 6x260/1 6x600/1'),
      // counts that are 0 modulo 2^8
      ...over('3x4 2x256/1 512x3/0 32x2x32/0,2', 'ones'),
    ],
  },
});
