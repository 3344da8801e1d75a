import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import type { Draws } from '../../covering/draws.ts';
import {
  breaking,
  each,
  filled,
  type NamedCall,
  type NamedPlans,
  varied,
  withKind,
  withLarge,
} from '../../notation/call-notation.ts';
import { edges, factors, longNumbers, sparse } from '../contraction/edges.ts';
import {
  countsOf,
  drawChannels,
  drawWindows,
  elementsIn,
  hasWindow,
  spatialSizes,
  type WindowCheck,
  type WindowPlan,
} from '../windows.ts';

/** One at a time, tiles, what is left of them, and sums of more products than a block of them has. */
export const convolutionsBySize: readonly NamedCall[] = [
  { X: '1x1x1x1', W: '1x1x1x1' },
  { X: '1x1x3x3', W: '1x1x3x3' },
  { X: '2x3x4x5', W: '4x3x2x2' },
  { X: '1x1x4x5 distinct', W: '1x1x2x3 distinct' },
  { X: '1x3x5x5', W: '17x3x1x1' },
  { X: '3x2x6x5', W: '5x2x3x2' },
  { X: '1x9x3x3', W: '2x9x2x2' },
  { X: '1x1x3x35', W: '1x1x2x2' },
  { X: '1x2x9x8', W: '3x2x7x5' },
  { X: '1x17x3x2', W: '9x17x1x1' },
  { X: '2x2x19', W: '3x2x7' },
  { X: sparse('1x32x4x4'), W: factors('2x32x3x3') },
  { X: sparse('1x20x17'), W: factors('3x20x15') },
  { X: sparse('1x300x1x2'), W: factors('1x300x1x1') },
];

/** Everything but automatic padding at once. */
const dense: NamedCall = {
  X: '2x4x6x7',
  W: '6x2x3x3',
  B: '6',
  group: 2,
  dilations: [2, 1],
  strides: [1, 2],
  pads: [1, 0, 0, 2],
};

/** Attributes that meet: kernels are written for some of them, and lose the others. */
export const combinedAttributes: readonly NamedCall[] = [
  dense,
  { X: '2x4x7x6', W: '4x2x3x2', B: '4', group: 2, dilations: [1, 2], strides: [2, 1], auto_pad: 'SAME_LOWER' },
  { X: '2x5x6x6', W: '5x1x3x3', B: '5', group: 5, dilations: [1, 2], strides: [2, 1], pads: [2, 0, 1, 1] },
  { X: '2x3x7x8', W: '6x1x2x3', B: '6', group: 3, dilations: [2, 2], strides: [2, 1], auto_pad: 'SAME_UPPER' },
  { X: '2x3x6x5', W: '6x1x2x3', B: '6', group: 3, dilations: [1, 2], strides: [1, 2], pads: [0, 2, 1, 0] },
  { X: '2x4x9x8', W: '4x2x5x5', B: '4', group: 2, dilations: [2, 1], strides: [2, 2], pads: [3, 1, 2, 0] },
  { X: '2x2x8x9', W: '3x2x5x5', B: '3', dilations: [1, 2], strides: [1, 2], auto_pad: 'SAME_UPPER' },
  { X: '2x4x3x4', W: '4x2x3x4', B: '4', group: 2, strides: [2, 3], pads: [1, 0, 2, 1] },
  { X: '2x17x5x6', W: '18x17x2x2', B: '18', dilations: [2, 1], strides: [1, 2], pads: [0, 1, 2, 0] },
  { X: '2x18x4x5', W: '17x18x2x2', B: '17', strides: [2, 1], auto_pad: 'SAME_LOWER' },
  { X: '1x18x4x5', W: '36x9x2x2', group: 2, dilations: [1, 2], auto_pad: 'SAME_UPPER' },
  { X: '2x2x3x37', W: '2x1x2x3', B: '2', group: 2, dilations: [1, 3], strides: [1, 2], pads: [1, 2, 0, 1] },
  { X: '1x2x2x70', W: '3x2x1x4', B: '3', strides: [1, 2], auto_pad: 'SAME_LOWER' },
  { X: '2x2x2x34', W: '3x2x2x3', B: '3', pads: [1, 0, 0, 2] },
  { X: '2x4x4x5x4', W: '4x2x2x2x3', B: '4', group: 2, dilations: [1, 2, 1], auto_pad: 'SAME_LOWER' },
  {
    X: '2x2x4x5x4',
    W: '2x1x2x2x2',
    B: '2',
    group: 2,
    dilations: [2, 1, 2],
    strides: [2, 1, 1],
    pads: [0, 1, 0, 1, 0, 2],
  },
  {
    X: '2x2x3x4x3x4',
    W: '2x1x2x2x2x2',
    B: '2',
    group: 2,
    dilations: [2, 1, 1, 2],
    strides: [1, 2, 1, 1],
    pads: [0, 1, 0, 0, 1, 0, 0, 1],
  },
  { X: '2x3x5x4', W: '4x3x1x1', B: '4', strides: [2, 1], pads: [0, 1, 1, 0] },
  { X: '2x4x6', W: '4x2x3', B: '4', group: 2, dilations: [2], strides: [2], pads: [1, 3] },
  { X: '2x3x7', W: '6x1x2', B: '6', group: 3, dilations: [2], auto_pad: 'SAME_LOWER' },
];

/** Kernels longer than the data, some of whose elements read padding alone, and pads longer than the result. */
const reachingBeyond: readonly NamedCall[] = [
  { X: '1x2x3x3', W: '2x1x2x5', group: 2, pads: [0, 3, 1, 0] },
  { X: '1x2x3x3', W: '2x1x4x5', group: 2, pads: [2, 0, 0, 3] },
  { X: '1x2x3x2', W: '3x2x3x2', dilations: [2, 3], pads: [0, 0, 3, 3] },
  { X: '1x1x2x3', W: '2x1x2x6', pads: [1, 4, 0, 0] },
  { X: '1x4x2x3', W: '4x2x4x2', group: 2, dilations: [1, 3], strides: [1, 2], pads: [2, 3, 1, 1] },
  { X: '1x2x2', W: '2x1x7', group: 2, pads: [4, 3] },
  { X: '1x2x3x2', W: '4x1x5x1', group: 2, pads: [3, 0, 0, 1] },
  { X: '2x2x2', W: '3x2x2', dilations: [4], pads: [3, 2] },
];

/** Those that a version speaks of: the text of version 1 has no automatic padding with strides. */
export const combinedAttributesIn = ({ version: { since } }: PlanContext): readonly NamedCall[] =>
  combinedAttributes.filter(({ auto_pad, strides }) => since > 1 || !(auto_pad && strides));

/** Data and weights of a convolution, and which of them are numbers alone. */
export function convolutionInputs(
  draws: Draws,
  [X, W]: readonly [X: readonly number[], W: readonly number[]],
  { sizes, attributes }: WindowPlan,
  finite: { readonly X?: boolean; readonly W?: boolean } = {},
): NamedCall {
  return {
    // where both have one shape, data may become the weights as well
    X: draws.summands(X, finite.X || (finite.W && String(X) === String(W))),
    W: draws.summands(W, finite.W),
    kernel_shape: draws.maybe(() => sizes),
    ...attributes,
  };
}

export const biasOf = (draws: Draws, count: number): InputPlan | undefined =>
  draws.maybe(() => draws.summands([count]));

export const groupOf = (draws: Draws, group: number): number | undefined =>
  group > 1 ? group : draws.maybe(() => group);

export const conv: NamedPlans = {
  draw: (draws) => {
    const spatial = spatialSizes(draws);
    // before version 11 the text does not speak of strides with SAME
    const fits: WindowCheck = (window, since) =>
      hasWindow(window, since) && (since >= 11 || window.stride === 1 || !window.padding.startsWith('SAME'));
    const windows = drawWindows(draws, spatial, { fits });
    const size = Math.max(elementCount(spatial), elementCount(countsOf(windows)));
    const { batches, group, depth, each } = drawChannels(draws, elementsIn(windows), size);
    const shapes = [
      [batches, group * depth, ...spatial],
      [group * each, depth, ...windows.sizes],
    ] as const;
    // weights of NaN or infinity may meet padding
    return {
      ...convolutionInputs(draws, shapes, windows, { W: windows.isPadded }),
      B: biasOf(draws, group * each),
      group: groupOf(draws, group),
    };
  },
  samples: [
    { X: '1x2x4x5', W: '3x2x2x3', B: '3', strides: [1, 2], pads: [0, 1, 1, 0] },
    { X: '2x1x6', W: '2x1x3', B: '2', kernel_shape: [3] },
    { X: '1x2x5x5', W: '2x2x3x3', dilations: [1, 2], pads: [1, 1, 1, 1] },
    { X: '1x4x3x4', W: '6x2x2x2', B: '6', group: 2 },
    { X: '1x4x5x5', W: '4x2x2x2', dilations: [2, 1], group: 2, auto_pad: 'SAME_UPPER' },
  ],
  sizes: [
    ['1x2x4x4', '1x2x5x3', '2x2x6x7'].map((X) => ({ X, W: '3x2x2x2', B: '3' })),
    ['1x1x9', '1x1x33', '2x1x5'].map((X) => ({ X, W: '2x1x3' })),
  ],
  pairs: () => [
    { differs: 'other strides', calls: varied({ X: '1x1x6x6', W: '2x1x3x3' }, 'strides', undefined, [2, 2]) },
    {
      differs: 'other groups',
      calls: [
        { X: '1x4x4x4', W: '4x4x2x2' },
        { X: '1x4x4x4', W: '4x1x2x2', group: 4 },
      ],
    },
  ],
  sameShapeCalls: [
    { X: '2x2x3x3', W: '2x2x3x3' },
    { X: '2x2x5', W: '2x2x5', pads: [2, 1] },
    { X: '3x3x1x1', W: '3x3x1x1' },
  ],
  aliasCandidates: [{ X: '1x1x3x3', W: filled('1x1x1x1', [1]) }],
  plans: {
    // the first of each clause is that of the quick suite: several attributes meet in it
    definition: withLarge(
      (context) => [
        ...longNumbers(context.dtype).map((numbers) => ({ ...dense, X: filled('2x4x6x7', numbers) })),
        ...combinedAttributesIn(context),
        ...convolutionsBySize,
      ],
      [{ X: '1x1x265x269', W: '1x1x1x2' }],
    ),
    strides: [
      { X: '2x1x8x7', W: '2x1x3x3', strides: [2, 3], pads: [1, 0, 2, 1] },
      ...varied({ X: '1x2x7x8', W: '3x2x2x3' }, 'strides', [1, 2], [2, 1], [3, 3], [4, 2]),
      { X: '1x1x17', W: '2x1x2', strides: [5] },
      { X: '1x2x7x7', W: '2x2x1x1', strides: [2, 3] },
      { X: '2x1x8x7', W: '2x1x3x3', strides: [2, 3], pads: [1, 0, 0, 1] },
    ],
    pads: [
      { X: '1x2x4x5', W: '2x2x3x2', pads: [0, 1, 2, 0], strides: [2, 1] },
      ...varied(
        { X: '1x2x4x4', W: '2x2x3x3' },
        'pads',
        [1, 1, 1, 1],
        [0, 1, 0, 0],
        [1, 0, 0, 1],
        [0, 0, 2, 1],
        [2, 1, 0, 0],
      ),
      ...varied({ X: '1x1x5x4', W: '1x1x3x2', strides: [2, 1] }, 'pads', [1, 0, 1, 1], [0, 1, 2, 0], [2, 0, 0, 1]),
      { X: '1x2x3', W: '2x2x2', pads: [0, 1] },
      // windows with nothing but padding
      { X: '1x1x2x3', W: '2x1x2x2', B: '2', pads: [3, 0, 0, 3] },
      { X: '1x1x3', W: '1x1x1', pads: [2, 2] },
      ...reachingBeyond,
    ],
    'auto-pad': ({ version }) => [
      {
        X: '1x2x6x5',
        W: '2x2x3x3',
        dilations: [1, 2],
        auto_pad: 'SAME_LOWER',
        ...(version.since > 1 && { strides: [2, 1] }),
      },
      ...each(
        { auto_pad: 'SAME_UPPER SAME_LOWER VALID NOTSET' },
        { X: '1x1x6x5', W: '2x1x2x3' },
        { X: '1x2x7', W: '1x2x4' },
        { X: '1x1x5x5', W: '1x1x3x3', dilations: [1, 2] },
        { X: '1x1x3x4x5', W: '2x1x2x2x4' },
        // the text of version 1 does not speak of strides
        ...(version.since > 1
          ? [
              { X: '1x1x5x5', W: '2x1x3x3', strides: [2, 2] },
              { X: '1x2x7', W: '1x2x4', strides: [3] },
              { X: '1x1x9', W: '1x1x1', strides: [4] },
              { X: '1x2x3x4x5', W: '2x2x2x2x2', strides: [2, 1, 2] },
              { X: '1x1x8x7', W: '1x1x4x2', strides: [4, 3] },
              { X: '1x2x8x7', W: '2x1x2x2', strides: [3, 2], group: 2 },
            ]
          : []),
      ),
    ],
    dilations: [
      { X: '1x2x7x8', W: '2x2x3x2', dilations: [1, 3], auto_pad: 'SAME_UPPER' },
      ...varied({ X: '1x2x7x7', W: '2x2x2x3' }, 'dilations', [2, 2], [1, 3], [2, 1]),
      ...varied({ X: '1x1x8x8', W: '1x1x2x2', strides: [2, 3], pads: [1, 1, 1, 1] }, 'dilations', [2, 2], [1, 3]),
      { X: '1x1x9', W: '2x1x3', dilations: [3] },
      { X: '1x4x6x6', W: '4x1x2x3', dilations: [3, 2], group: 4 },
      { X: '1x1x4x5x6', W: '1x1x2x2x2', dilations: [2, 1, 3], pads: [0, 1, 0, 1, 0, 0] },
    ],
    groups: [
      { X: '1x4x3x3', W: '4x2x2x2', group: 2 },
      { X: '1x4x3x3', W: '2x2x2x2', group: 2 },
      { X: '2x4x4x3', W: '8x2x3x2', B: '8', group: 2 },
      { X: '2x3x4x4', W: '3x1x2x2', B: '3', group: 3 },
      { X: '1x3x5x4', W: '6x1x3x3', group: 3, pads: [1, 1, 1, 1] },
      { X: '1x6x5', W: '9x2x2', B: '9', group: 3, strides: [2] },
      { X: '2x6x3x3', W: '4x3x1x1', group: 2 },
      { X: '1x17x4x4', W: '17x1x3x3', group: 17, pads: [1, 0, 1, 0] },
    ],
    'kernel-shape': [
      { X: sparse('1x32x4x4'), W: factors('2x32x3x3'), kernel_shape: [3, 3] },
      { X: '1x2x4x5', W: '3x2x2x3', kernel_shape: [2, 3] },
      { X: '1x2x4x5', W: '3x2x2x3' },
      { X: '1x1x6', W: '1x1x4', kernel_shape: [4] },
    ],
    'any-rank': [
      { X: '2x2x4x5x6', W: '2x1x2x2x2', group: 2, dilations: [2, 1, 3], strides: [1, 2, 1], pads: [0, 1, 0, 1, 0, 2] },
      { X: '1x2x6', W: '3x2x3', B: '3' },
      { X: '1x1x3x4x4', W: '2x1x2x2x2' },
      { X: '2x2x2x3x3', W: '3x2x2x1x2', B: '3', strides: [1, 2, 1] },
      { X: '1x1x4x3x3', W: '1x1x3x3x3', pads: [1, 0, 1, 1, 1, 0] },
      { X: '1x1x2x3x2x3', W: '2x1x2x2x1x2' },
    ],
    bias: [
      { X: '2x4x3x4', W: '6x2x2x2', B: '6 distinct', group: 2 },
      { X: '1x2x4x4', W: '5x2x3x3', B: '5' },
      { X: '2x2x5', W: '3x2x2', B: '3 distinct' },
      { X: '3x4x2x3', W: '4x2x1x1', B: '4', group: 2 },
      { X: '1x1x3x3', W: filled('2x1x2x2', [0]), B: '2' },
    ],
    'nothing-to-add': [
      { X: '0x2x4x4', W: '3x2x2x2' },
      { X: '2x0x3x3', W: '3x0x2x2' },
      { X: '2x0x3x3', W: '3x0x2x2', B: '3' },
    ],
    accuracy: [
      withKind('mixed', { X: '1x2x5x5', W: '3x2x3x3', B: '3' }),
      withKind('mixed', { X: '1x9x3x3', W: '2x9x3x3' }),
      withKind('mixed', { X: '2x4x4x4', W: '4x2x2x2', B: '4', group: 2, pads: [1, 0, 1, 0] }),
      withKind('mixed', { X: '1x1x40', W: '1x1x33', B: '1' }),
      withKind('wide', { X: '1x2x3x3', W: '2x2x2x2' }),
      // products that cancel, and a bias that cancels them
      { X: '1x1x8x8 mixed', W: filled('1x1x4x4', [1, -1, 3, -3]), B: filled('1', [1000.5]) },
    ],
    'special-values': (context) => [
      ...[0, 1, 3, 5].flatMap((from) => [
        { X: edges(context, '1x2x4x4', from), W: '2x2x2x2' },
        { X: '1x2x4x4', W: edges(context, '3x2x2x2', from), B: '3' },
      ]),
      { X: edges(context, '1x1x5x5', 1), W: filled('1x1x3x3', [1, -1, 2]), pads: [1, 1, 1, 1] },
      { X: '1x1x3x3', W: '2x1x2x2', B: edges(context, '2', 0) },
      ...[1, 2, 3].map((from) => ({ X: filled('2x2x3x3', [0, 1, 0, -0, 2]), W: edges(context, '3x2x2x2', from) })),
      { X: '1x2x3x3 zeros', W: '2x2x2x2 zeros' },
    ],
  },
  invalid: {
    'invalid-groups': [
      ...breaking({ X: '1x4x3x3', W: '4x2x2x2', group: 2 }, 'group', 1, 3, 4),
      ...breaking({ X: '1x4x3x3', W: '4x2x2x2', group: 2 }, 'W', '3x2x2x2', '4x3x2x2'),
    ],
    'invalid-kernel-shape': breaking(
      { X: '1x1x4x4', W: '1x1x2x3', kernel_shape: [2, 3] },
      'kernel_shape',
      [3, 2],
      [2, 2],
    ),
    'invalid-bias': breaking({ X: '1x2x3x3', W: '3x2x2x2', B: '3' }, 'B', '2', '1', '4'),
  },
};
