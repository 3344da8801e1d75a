import { extent } from '../../../oracles/arrays/windows.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { isCurrent, lengthBeyondPlaces } from '../../cases/take-turns.ts';
import {
  breaking,
  each,
  filled,
  type NamedCall,
  type NamedPlans,
  varied,
  withKind,
} from '../../notation/call-notation.ts';
import { edges, factors, sparse } from '../contraction/edges.ts';
import { drawChannels, drawWindows, spatialSizes, type Window, type WindowCheck } from '../windows.ts';
import { biasOf, combinedAttributesIn, convolutionInputs, groupOf } from './conv.ts';

/** The weights of a convolution, [M, C/group, …], as a transposed one has them: [C, M/group, …]. */
function turned({ W, group = 1, ...call }: NamedCall): NamedCall {
  const [filters, depth, ...sizes] = String(W).split('x').map(Number) as [number, number, ...number[]];
  return { ...call, W: [depth * Number(group), filters / Number(group), ...sizes].join('x'), group };
}

/** Outputs so long that the type of the data cannot tell their last places apart, along either of two dimensions. */
function beyondPlaces(context: PlanContext): readonly NamedCall[] {
  const length = lengthBeyondPlaces(context);
  if (length === undefined || !isCurrent(context)) return [];
  const half = length / 2;
  return [
    { X: `1x1x${half}`, W: '1x1x2', strides: [2], suite: 'standard' },
    { X: `1x1x1x${half}`, W: '1x1x1x3', strides: [1, 2], pads: [0, 1, 0, 1], suite: 'standard' },
    { X: `1x1x${half}x1`, W: '1x1x2x1', strides: [2, 1], suite: 'standard' },
  ];
}

/** What meets output_padding, or the output_shape that it could be made by instead. */
const meeting: readonly NamedCall[] = [
  {
    X: '2x4x3x4',
    W: '4x3x2x3',
    B: '6',
    group: 2,
    dilations: [2, 1],
    strides: [2, 3],
    pads: [1, 0, 0, 2],
    output_padding: [1, 2],
    output_shape: [6, 10],
  },
  {
    X: '2x5x3x3',
    W: '5x1x3x2',
    B: '5',
    group: 5,
    dilations: [1, 2],
    strides: [3, 2],
    pads: [0, 1, 2, 0],
    output_padding: [2, 1],
    output_shape: [8, 7],
  },
  {
    X: '2x3x4x3',
    W: '3x2x2x2',
    B: '6',
    group: 3,
    strides: [2, 2],
    pads: [0, 1, 1, 0],
    output_padding: [0, 1],
    output_shape: [7, 6],
  },
  {
    X: '2x2x2x3x2',
    W: '2x3x2x2x3',
    B: '3',
    dilations: [1, 2, 1],
    strides: [2, 1, 2],
    pads: [0, 1, 0, 1, 0, 1],
    output_padding: [1, 0, 1],
    output_shape: [3, 5, 4],
  },
  {
    X: '1x17x3x3',
    W: '17x18x2x2',
    B: '18',
    dilations: [2, 1],
    strides: [2, 2],
    pads: [1, 0, 0, 1],
    output_padding: [1, 0],
    output_shape: [6, 6],
  },
  {
    X: '2x2x3x3',
    W: '2x2x5x5',
    B: '2',
    strides: [3, 2],
    pads: [2, 1, 0, 3],
    output_padding: [2, 1],
    output_shape: [10, 7],
  },
  {
    X: '1x2x2x35',
    W: '2x1x2x3',
    B: '1',
    strides: [1, 2],
    pads: [0, 2, 1, 0],
    output_padding: [0, 1],
    output_shape: [2, 69],
  },
];

/** Odd padding is asked of the versions that agree on its sides. */
const isLegal =
  ({ version: { since } }: PlanContext) =>
  ({ auto_pad }: NamedCall) =>
    since > 1 || !auto_pad;

/** The elements that data make on a dimension, before any is cut off. */
const wholeOf = (window: Window): number => window.stride * (window.length - 1) + extent(window);

/** Something is left, and SAME finds as many elements as it says. */
const spreading: WindowCheck = (window) =>
  window.padding.startsWith('SAME')
    ? extent(window) >= window.stride
    : wholeOf(window) - window.begin - window.end >= 1;

export const convTranspose: NamedPlans = {
  draw: (draws) => {
    const spatial = spatialSizes(draws);
    const windows = drawWindows(draws, spatial, {
      fits: spreading,
      costOf: (window) => window.size * wholeOf(window),
    });
    const added = windows.sliding.map(({ stride, dilation }) => draws.count(0, Math.max(stride, dilation) - 1));
    const isAdded = draws.once(3);
    const whole = windows.sliding.map((window, i) => wholeOf(window) + (isAdded ? added[i]! : 0));
    const size = elementCount(whole);
    const places = elementCount([...spatial, ...windows.sizes]);
    const { batches, group, depth, each } = drawChannels(draws, places, size);
    const shapes = [
      [batches, group * depth, ...spatial],
      [group * depth, each, ...windows.sizes],
    ] as const;
    return {
      ...convolutionInputs(draws, shapes, windows),
      B: biasOf(draws, group * each),
      group: groupOf(draws, group),
      output_padding: isAdded ? added : undefined,
      output_shape: draws.once(3) ? whole.map((length) => length - draws.count(0, Math.min(length - 1, 4))) : undefined,
    };
  },
  samples: [
    { X: '1x2x3x4', W: '2x3x2x3', B: '3', strides: [1, 2], pads: [0, 1, 1, 0] },
    { X: '2x1x4', W: '1x2x3', B: '2', kernel_shape: [3] },
    { X: '1x2x3x3', W: '2x2x3x3', dilations: [1, 2], pads: [1, 1, 1, 1] },
    { X: '1x4x3x2', W: '4x3x2x2', B: '6', group: 2 },
  ],
  sizes: [
    ['1x2x3x3', '1x2x4x2', '2x2x5x6'].map((X) => ({ X, W: '2x3x2x2', B: '3' })),
    ['1x1x8', '1x1x17', '2x1x3'].map((X) => ({ X, W: '1x2x3' })),
  ],
  pairs: () => [
    { differs: 'other strides', calls: varied({ X: '1x1x4x4', W: '1x2x3x3' }, 'strides', undefined, [2, 2]) },
  ],
  sameShapeCalls: [
    { X: '2x2x3x3', W: '2x2x3x3' },
    { X: '2x2x5', W: '2x2x5', pads: [2, 1] },
    { X: '3x3x1x1', W: '3x3x1x1' },
  ],
  aliasCandidates: [{ X: '1x1x3x3', W: filled('1x1x1x1', [1]) }],
  plans: {
    definition: (context) => [
      ...combinedAttributesIn(context).map(turned).filter(isLegal(context)),
      { X: '1x1x1x1', W: '1x1x1x1' },
      { X: '1x1x3x3', W: '1x1x3x3' },
      { X: '2x3x3x4', W: '3x4x2x2' },
      { X: '1x1x4x5 distinct', W: '1x1x2x3 distinct' },
      { X: '1x3x4x4', W: '3x9x1x1' },
      { X: '1x9x2x3', W: '9x2x2x2' },
      { X: '1x1x2x17', W: '1x1x2x2' },
      { X: '2x2x9', W: '2x3x5' },
      { X: sparse('1x40x3x3'), W: factors('40x2x3x3') },
      { X: sparse('1x32x12'), W: factors('32x1x11') },
      { X: sparse('1x300x1x2'), W: factors('300x1x1x1') },
      ...beyondPlaces(context),
    ],
    strides: [
      ...varied({ X: '1x2x3x4', W: '2x2x2x3' }, 'strides', [1, 2], [2, 1], [3, 3], [4, 2]),
      // what lies between is 0
      { X: '1x1x4', W: '1x2x2', strides: [5], B: '2' },
      { X: '1x2x3x3', W: '2x1x1x1', strides: [2, 3] },
    ],
    pads: [
      { X: '1x2x4x3', W: '2x2x3x3', strides: [2, 1], pads: [0, 1, 2, 0] },
      ...varied({ X: '1x2x4x4', W: '2x2x3x3' }, 'pads', [1, 1, 1, 1], [0, 1, 0, 0], [1, 0, 0, 1], [0, 0, 2, 1]),
      ...varied({ X: '1x1x4x3', W: '1x1x3x2', strides: [2, 1] }, 'pads', [1, 0, 1, 1], [0, 1, 2, 0]),
      { X: '1x2x3', W: '2x2x2', pads: [0, 1] },
    ],
    // odd padding is asked of the versions that agree on its sides
    'auto-pad': ({ version }) => [
      ...(version.since > 1
        ? [{ X: '1x1x3x3', W: '1x1x2x3', dilations: [2, 1], strides: [1, 2], auto_pad: 'SAME_LOWER' }]
        : []),
      ...each(
        { auto_pad: 'SAME_UPPER SAME_LOWER' },
        { X: '1x2x4', W: '2x2x3' },
        { X: '1x1x4x3', W: '1x2x3x3' },
        ...(version.since > 1
          ? [
              { X: '1x1x3x3', W: '1x2x3x3', strides: [2, 2] },
              { X: '1x1x4x3', W: '1x2x4x2', strides: [1, 1] },
              { X: '1x2x4', W: '2x1x4', strides: [3] },
              { X: '1x1x3x3', W: '1x1x2x3', dilations: [2, 1], strides: [1, 2] },
            ]
          : []),
      ),
      ...each({ auto_pad: 'VALID NOTSET' }, { X: '1x1x3x3', W: '1x2x3x2', strides: [2, 1] }),
    ],
    dilations: ({ version }) => [
      ...(version.since > 1
        ? [{ X: '1x2x4x4', W: '2x2x2x3', dilations: [2, 1], strides: [2, 2], auto_pad: 'SAME_UPPER' }]
        : []),
      ...varied({ X: '1x2x4x4', W: '2x2x2x3' }, 'dilations', [2, 2], [1, 3], [2, 1]),
      { X: '1x1x4x4', W: '1x1x2x2', strides: [2, 3], pads: [1, 1, 1, 1], dilations: [2, 3] },
      { X: '1x1x6', W: '1x2x3', dilations: [3] },
    ],
    groups: [
      { X: '2x4x3x4', W: '4x2x2x3', group: 2, strides: [2, 1], dilations: [1, 2] },
      { X: '1x4x3x3', W: '4x2x2x2', group: 2 },
      { X: '1x4x3x3', W: '4x1x2x2', group: 2, B: '2' },
      { X: '2x3x3x4', W: '3x1x2x2', B: '3', group: 3 },
      { X: '1x3x4x3', W: '3x2x3x3', group: 3, pads: [1, 1, 1, 1] },
      { X: '1x6x5', W: '6x3x2', B: '9', group: 3, strides: [2] },
      { X: '2x6x3x3', W: '6x3x1x1', group: 2 },
    ],
    'kernel-shape': [
      { X: '1x2x3x4', W: '2x3x2x3', kernel_shape: [2, 3] },
      { X: '1x2x3x4', W: '2x3x2x3' },
      { X: '1x1x6', W: '1x1x4', kernel_shape: [4] },
    ],
    'any-rank': [
      { X: '2x2x2x2x3', W: '2x3x2x1x2', B: '3', strides: [1, 2, 3], pads: [0, 1, 0, 1, 0, 1] },
      { X: '1x2x6', W: '2x3x3', B: '3' },
      { X: '1x1x2x3x3', W: '1x2x2x2x2' },
      { X: '2x2x2x2x3', W: '2x3x2x1x2', B: '3', strides: [1, 2, 1] },
      { X: '1x1x3x3x3', W: '1x1x3x3x3', pads: [1, 0, 1, 1, 1, 0] },
    ],
    bias: [
      { X: '2x4x3x3', W: '4x2x2x2', B: '4 distinct', group: 2, strides: [3, 3] },
      { X: '1x2x3x3', W: '2x5x2x2', B: '5' },
      { X: '2x2x5', W: '2x3x2', B: '3 distinct', strides: [3] },
      { X: '1x1x3x3', W: filled('1x2x2x2', [0]), B: '2' },
    ],
    'output-padding': [
      { X: '1x1x3x3', W: '1x2x3x3', strides: [3, 2], output_padding: [2, 0] },
      { X: '1x1x3x3', W: '1x2x3x3', strides: [3, 2], output_padding: [1, 1] },
      { X: '1x2x3', W: '2x2x2', strides: [3], output_padding: [2], B: '2' },
      ...varied({ X: '1x1x3x3', W: '1x2x3x3', strides: [2, 2] }, 'output_padding', [1, 0], [0, 1]),
      ...meeting.map(({ output_shape: _, ...call }) => call),
      { X: '1x1x2x3', W: '1x2x2x2', strides: [2, 4], output_padding: [1, 3] },
      // computed values, where padding had cut them off
      { X: '1x1x3x3', W: '1x2x3x3', strides: [2, 2], pads: [1, 1, 1, 1], output_padding: [1, 1] },
      { X: '1x2x4', W: '2x1x4', strides: [2], pads: [1, 2], output_padding: [1] },
    ],
    'output-shape': ({ version }) => [
      meeting[0]!,
      ...meeting.map(({ output_padding: _, pads: __, ...call }) => call),
      { X: '1x1x3x3', W: '1x2x3x3', strides: [2, 2], output_shape: [5, 5] },
      { X: '1x2x4', W: '2x1x4', strides: [2], output_shape: [8] },
      // an odd number of elements is cut off
      { X: '1x1x3x3', W: '1x2x3x3', strides: [2, 2], output_shape: [6, 4] },
      { X: '1x2x3', W: '2x2x4', strides: [2], output_shape: [7] },
      ...varied(
        { X: '1x1x3x3', W: '1x2x3x3', strides: [2, 2], output_padding: [1, 1] },
        'output_shape',
        [7, 5],
        [5, 7],
        [6, 7],
      ),
      // from which pads follow, whatever they are
      { X: '1x1x3x3', W: '1x2x3x3', strides: [2, 2], pads: [0, 0, 1, 1], output_shape: [6, 6] },
      { X: '1x2x4', W: '2x1x4', strides: [2], pads: [2, 0], output_shape: [8] },
      { X: '1x1x3x3', W: '1x1x3x3', strides: [2, 2], pads: [2, 2, 0, 0], output_shape: [5, 6] },
      ...(version.since > 1
        ? each(
            { auto_pad: 'SAME_UPPER SAME_LOWER' },
            { X: '1x1x3x3', W: '1x2x3x3', strides: [2, 2], output_shape: [6, 4] },
            { X: '1x2x3', W: '2x2x4', strides: [2], output_shape: [7] },
          )
        : []),
    ],
    'nothing-to-add': [{ X: '0x2x3x3', W: '2x3x2x2' }],
    accuracy: [
      withKind('mixed', { X: '1x2x4x4', W: '2x3x3x3', B: '3' }),
      withKind('mixed', { X: '1x9x3x3', W: '9x2x3x3' }),
      withKind('mixed', { X: '2x4x3x3', W: '4x2x2x2', B: '4', group: 2, pads: [1, 0, 1, 0] }),
      withKind('wide', { X: '1x2x3x3', W: '2x2x2x2' }),
      { X: '1x1x8x8 mixed', W: filled('1x1x4x4', [1, -1, 3, -3]), B: filled('1', [1000.5]) },
    ],
    'special-values': (context) => [
      ...[0, 1, 3].flatMap((from) => [
        { X: edges(context, '1x2x3x3', from), W: '2x2x2x2' },
        { X: '1x2x3x3', W: edges(context, '2x3x2x2', from), B: '3' },
      ]),
      ...[1, 2, 3].map((from) => ({ X: filled('2x2x3x3', [0, 1, 0, -0, 2]), W: edges(context, '2x3x2x2', from) })),
    ],
  },
  invalid: {
    'invalid-groups': [
      ...breaking({ X: '1x4x3x3', W: '4x2x2x2', group: 2 }, 'group', 3),
      ...breaking({ X: '1x4x3x3', W: '4x2x2x2', group: 2 }, 'W', '3x2x2x2', '2x2x2x2'),
    ],
    'invalid-kernel-shape': breaking(
      { X: '1x1x4x4', W: '1x1x2x3', kernel_shape: [2, 3] },
      'kernel_shape',
      [3, 2],
      [2, 2],
    ),
    'invalid-bias': breaking({ X: '1x2x3x3', W: '2x3x2x2', B: '3' }, 'B', '2', '4'),
  },
};
