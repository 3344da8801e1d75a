import type { PlanContext } from '../../cases/proposal.ts';
import { each, filled, type NamedPlans, withLarge } from '../../notation/call-notation.ts';
import { edges } from '../contraction/edges.ts';
import { drawPool, maxPool, unequalPads } from './max-pool.ts';

/** Multiples of what windows are divided by: means of three, six and nine come out as integers too. */
const divisible = (shape: string) => filled(shape, [18, -36, 54, 0, 72, -18, 90, 36, -54, 108, -72]);

const since =
  (version: number) =>
  ({ version: { since: own } }: PlanContext): boolean =>
    own >= version;

export const averagePool: NamedPlans = {
  ...maxPool,
  draw: (draws) => ({
    ...drawPool(draws, (dims) => draws.summands(dims)),
    count_include_pad: draws.declares('count_include_pad') ? draws.maybe(() => draws.pick(0, 1, 1)) : undefined,
  }),
  plans: {
    ...maxPool.plans,
    definition: withLarge(
      [
        { X: '2x3x4x5', kernel_shape: [2, 2] },
        { X: '2x3x4x5 distinct', kernel_shape: [2, 2] },
        { X: '1x1x4x5', kernel_shape: [4, 4] },
        { X: '1x1x4x5', kernel_shape: [1, 1] },
        { X: divisible('3x4x5x6'), kernel_shape: [3, 3] },
        { X: divisible('1x2x4x5'), kernel_shape: [2, 3] },
        { X: '1x1x3x35', kernel_shape: [2, 2] },
        { X: '3x5x3x3', kernel_shape: [2, 2] },
        { X: '1x1x9x8', kernel_shape: [8, 4] },
        { X: '1x2x19', kernel_shape: [8] },
        { X: '1x2x19 mixed', kernel_shape: [7] },
      ],
      [{ X: '1x1x265x269 small', kernel_shape: [1, 2] }],
    ),
    pads: [
      [0, 1, 2, 0],
      [1, 1, 1, 1],
      [0, 1, 0, 0],
      [1, 0, 0, 1],
      [0, 0, 2, 1],
      [2, 1, 0, 0],
    ].flatMap((pads) => [
      { X: divisible('1x2x4x4'), kernel_shape: [3, 3], pads },
      { X: divisible('1x1x5x4'), kernel_shape: [3, 2], pads: pads.map((pad) => Math.min(pad, 1)), strides: [2, 1] },
    ]),
    'count-include-pad': (context) => {
      const included = [
        ...(since(10)(context)
          ? [{ X: '1x2x5x6', kernel_shape: [4, 3], strides: [3, 2], pads: [0, 1, 1, 1], ceil_mode: 1 }]
          : []),
        { X: '1x2x4x4', kernel_shape: [2, 2], pads: [1, 1, 1, 1] },
        { X: '1x1x5x4', kernel_shape: [4, 2], pads: [1, 0, 3, 1], strides: [2, 1] },
        { X: '1x1x7', kernel_shape: [4], pads: [2, 1] },
        { X: '2x1x3x3x3', kernel_shape: [2, 2, 2], pads: [1, 0, 1, 0, 1, 0] },
        ...each({ auto_pad: 'SAME_UPPER SAME_LOWER' }, { X: '1x1x5x5', kernel_shape: [2, 2], strides: [2, 1] }),
        { X: '2x9x4x5', kernel_shape: [2, 2], pads: [1, 0, 0, 1], strides: [1, 2] },
        { X: '2x2x2x37', kernel_shape: [2, 2], pads: [0, 1, 1, 0], strides: [2, 2] },
        // what lies beyond the padding is not counted
        ...(since(10)(context)
          ? [
              { X: '1x1x4', kernel_shape: [3], strides: [2], pads: [1, 1], ceil_mode: 1 },
              { X: '1x1x4x6', kernel_shape: [4, 3], strides: [3, 2], pads: [0, 1, 1, 1], ceil_mode: 1 },
              { X: '2x2x4x3x4', kernel_shape: [2, 2, 3], strides: [3, 2, 2], pads: [1, 0, 1, 0, 1, 0], ceil_mode: 1 },
              { X: '2x9x4x10', kernel_shape: [3, 4], strides: [2, 4], pads: [1, 1, 1, 1], ceil_mode: 1 },
            ]
          : []),
        ...(since(19)(context)
          ? [
              { X: '1x1x7x6', kernel_shape: [2, 2], dilations: [2, 3], pads: [1, 1, 1, 2] },
              { X: '1x1x6', kernel_shape: [4], dilations: [2], pads: [3, 2] },
              {
                X: '1x1x7x8',
                kernel_shape: [2, 3],
                dilations: [2, 2],
                strides: [2, 3],
                pads: [1, 1, 1, 1],
                ceil_mode: 1,
              },
              { X: '1x2x8', kernel_shape: [2], dilations: [3], strides: [3], pads: [1, 1], ceil_mode: 1 },
            ]
          : []),
      ];
      const uneven = unequalPads.map((call, i) => ({
        ...call,
        count_include_pad: 1,
        ...(i === 0 && { suite: 'quick' }),
      }));
      return [...each({ count_include_pad: [1, 0] }, ...included), ...uneven];
    },
    accuracy: [
      { X: '1x2x6x6 mixed', kernel_shape: [3, 3] },
      { X: '1x1x9x9 mixed', kernel_shape: [5, 3], pads: [1, 1, 1, 1] },
      { X: '1x1x40 mixed', kernel_shape: [33] },
      { X: '1x1x4x5 wide', kernel_shape: [3, 2] },
      { X: filled('1x1x12', [1000.5, -1000.25, 0.125]), kernel_shape: [6] },
    ],
    'special-values': (context) => [
      ...[0, 1, 3, 5].map((from) => ({ X: edges(context, '1x1x4x5', from), kernel_shape: [2, 2] })),
      { X: edges(context, '1x1x3x3', 0), kernel_shape: [2, 2], pads: [1, 1, 1, 1] },
      { X: filled('1x1x3', [Number.NaN, 2, 3]), kernel_shape: [2], pads: [1, 0] },
      { X: '1x2x3x3 zeros', kernel_shape: [2, 2] },
    ],
  },
};
