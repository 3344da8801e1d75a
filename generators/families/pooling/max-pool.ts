import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
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
  withLarge,
} from '../../notation/call-notation.ts';
import { specialNumbers } from '../../values/values.ts';
import { drawPlanes, drawWindows, elementsIn, hasElementInEach, spatialSizes } from '../windows.ts';

const { NaN: nan, NEGATIVE_INFINITY: least } = Number;

/** Numbers next to each other in float64, which narrower types do not tell apart. */
export const adjacentDoubles = (shape: string, { dtype }: PlanContext): readonly InputPlan[] => {
  const orders = [
    [0, 1, -1],
    [2, 0, 1, 3],
    [0, 3, 1, 2, -1],
    [1, 0],
    [0, 1, 2, 3, 4],
    [7, 3, 9, 1, 5, 8, 2],
  ];
  return orders.flatMap((steps) =>
    dtype === 'float64'
      ? [
          filled(
            shape,
            steps.map((step) => 1 + step * 2 ** -51),
          ),
        ]
      : [],
  );
};

/** Numbers of float64 below all that narrower types have. */
export const belowNarrowTypes = (dtype: string): readonly (readonly number[])[] =>
  dtype === 'float64'
    ? [
        [-(2 ** 1000), -(2 ** 999), -(2 ** 1001)],
        [-(2 ** 200), -(2 ** 201)],
        [-(2 ** 1023), -(2 ** 500), -(2 ** 600), -(2 ** 501)],
      ]
    : [];

/** Attributes that meet: kernels are written for some of them, and lose the others. */
const combined: readonly NamedCall[] = [
  { X: '2x17x5x6', kernel_shape: [2, 2], strides: [1, 2], pads: [0, 1, 1, 0] },
  { X: '2x9x6x7', kernel_shape: [3, 2], strides: [2, 1], auto_pad: 'SAME_LOWER' },
  { X: '2x2x3x37', kernel_shape: [2, 3], strides: [1, 2], pads: [1, 1, 0, 2] },
  { X: '1x2x2x70', kernel_shape: [1, 4], strides: [1, 3], auto_pad: 'SAME_UPPER' },
  { X: '2x2x9x8', kernel_shape: [5, 5], strides: [2, 2], pads: [2, 1, 0, 2] },
  { X: '2x2x4x5x6', kernel_shape: [2, 2, 3], strides: [2, 1, 2], pads: [0, 1, 0, 1, 0, 2] },
  { X: '2x2x4x5x6', kernel_shape: [2, 3, 2], strides: [1, 2, 1], auto_pad: 'SAME_LOWER' },
  { X: '2x2x9', kernel_shape: [3], strides: [2], pads: [1, 2] },
];
/** Padding of another width at each end of each dimension, so that no end stands for another. */
export const unequalPads: readonly NamedCall[] = [
  { X: '1x2x5x6', kernel_shape: [4, 4], pads: [0, 1, 3, 2] },
  { X: '1x1x4x5x6', kernel_shape: [4, 4, 4], strides: [2, 1, 2], pads: [0, 1, 2, 3, 2, 0] },
  { X: '2x1x7', kernel_shape: [3], pads: [0, 2] },
];

/** Dilations of 1 and 2 in turns, the first of the last dimension. */
const turns = ({ kernel_shape }: NamedCall): readonly number[] =>
  (kernel_shape as readonly number[]).map((size, i, { length }) => (size > 3 || (length - i) % 2 === 0 ? 1 : 2));

/** Data and windows that each have an element of them. @param most elements of a channel */
export function drawPool(draws: Draws, data: (dims: readonly number[]) => InputPlan, most?: number): NamedCall {
  const spatial = most === undefined ? draws.lengthened(spatialSizes(draws), 1) : spatialSizes(draws, 1, most);
  const windows = drawWindows(draws, spatial, { fits: hasElementInEach });
  const planes = drawPlanes(draws, Math.max(elementsIn(windows), elementCount(spatial)));
  return { X: data([...planes, ...spatial]), kernel_shape: windows.sizes, ...windows.attributes };
}

export const maxPool: NamedPlans = {
  draw: (draws) => {
    const kinds = ['distinct', 'distinct', 'mixed', 'negative'] as const;
    const hasIndices = draws.context.version.outputs.length > 1;
    return {
      ...drawPool(draws, (dims) => draws.data(dims, ...(draws.once(3) ? [] : kinds))),
      storage_order: draws.declares('storage_order') ? draws.maybe(() => draws.pick(0, 1, 1)) : undefined,
      outputs: hasIndices ? draws.pick(1, 2) : undefined,
    };
  },
  samples: [
    { X: '1x2x4x4 mixed', kernel_shape: [2, 2], strides: [2, 2], pads: [0, 0, 0, 0] },
    { X: '2x1x5', kernel_shape: [3] },
    { X: '1x1x4x5', kernel_shape: [3, 2], strides: [1, 2], pads: [1, 0, 1, 1] },
  ],
  sizes: [
    each({ X: '1x2x4x4 1x2x5x3 2x2x6x7' }, { kernel_shape: [2, 2] }),
    each({ X: '1x1x9 1x1x33 2x3x5' }, { kernel_shape: [3] }),
  ],
  pairs: () => [
    {
      differs: 'other strides',
      calls: each({ strides: [undefined, [2, 2]] }, { X: '1x1x6x6', kernel_shape: [2, 2] }),
    },
  ],
  aliasCandidates: [{ X: '1x2x3x3', kernel_shape: [1, 1] }],
  plans: {
    definition: withLarge(
      (context) => [
        ...['distinct', 'mixed', 'small', 'wide'].map((kind) => ({ X: `2x3x4x5 ${kind}`, kernel_shape: [2, 2] })),
        { X: '1x1x4x5', kernel_shape: [4, 5] },
        { X: '1x1x4x5', kernel_shape: [1, 1] },
        { X: '3x4x5x6', kernel_shape: [3, 3] },
        { X: '1x1x3x35', kernel_shape: [2, 2] },
        { X: '3x5x3x3', kernel_shape: [2, 2] },
        { X: '1x1x9x8', kernel_shape: [7, 7] },
        { X: '1x2x19', kernel_shape: [7] },
        ...belowNarrowTypes(context.dtype).map((numbers) => ({ X: filled('1x1x2x6', numbers), kernel_shape: [2, 2] })),
        ...adjacentDoubles('1x1x5x4', context).map((X) => ({ X, kernel_shape: [2, 2] })),
        { X: filled('1x1x4x4', [5, 9, 7, 3, 8]), kernel_shape: [3, 3], pads: [1, 1, 1, 1] },
      ],
      [{ X: '1x1x265x269 small', kernel_shape: [1, 2] }],
    ),
    strides: [
      { X: '2x2x5x9', kernel_shape: [2, 3], strides: [1, 2], pads: [1, 1, 0, 2] },
      ...varied({ X: '1x2x7x8', kernel_shape: [2, 3] }, 'strides', [1, 2], [2, 1], [3, 3], [4, 2]),
      { X: '1x1x17', kernel_shape: [2], strides: [5] },
      ...combined,
    ],
    // nothing but negative numbers, where there are some: padding is not the greatest
    pads: ({ dtype }) => {
      const isSigned = formatOf(dtype).kind === 'float' || dtype.startsWith('int');
      const numbers = isSigned ? [-5, -9, -7, -3, -8, -2, -6] : [5, 9, 7, 3, 8, 2, 6];
      const ends = dtype === 'int8' ? [[-128], [-128, -127, -128, -128, -128]] : [];
      const calls = [
        [1, 1, 1, 1],
        [0, 1, 0, 0],
        [1, 0, 0, 1],
        [0, 0, 2, 1],
        [2, 1, 0, 0],
      ].flatMap((pads) => [
        { X: filled('1x2x4x4', numbers), kernel_shape: [3, 3], pads },
        { X: '1x1x5x4', kernel_shape: [3, 2], pads: pads.map((pad) => Math.min(pad, 1)), strides: [2, 1] },
      ]);
      return [
        { X: filled('1x2x5x4', numbers), kernel_shape: [3, 3], pads: [0, 1, 2, 0], strides: [2, 1] },
        ...ends.flatMap((least) => [
          { X: filled('1x1x3x3', least), kernel_shape: [2, 2], pads: [1, 1, 1, 1] },
          { X: filled('1x2x5', least), kernel_shape: [2] },
        ]),
        ...calls,
        ...unequalPads,
      ];
    },
    'auto-pad': [
      { X: '1x2x6x5', kernel_shape: [3, 4], strides: [2, 1], auto_pad: 'SAME_LOWER' },
      ...each(
        { auto_pad: 'SAME_UPPER SAME_LOWER VALID NOTSET' },
        { X: '1x1x5x5', kernel_shape: [3, 3], strides: [2, 2] },
        { X: '1x1x6x5', kernel_shape: [2, 3] },
        { X: '1x2x7', kernel_shape: [4], strides: [3] },
        { X: '1x1x9', kernel_shape: [1], strides: [4] },
        { X: '1x1x3x4x5', kernel_shape: [2, 2, 2], strides: [2, 1, 2] },
        { X: '1x2x8x7', kernel_shape: [4, 2], strides: [4, 3] },
      ),
      // no images
      { X: '0x2x4x5', kernel_shape: [2, 3], strides: [2, 1], auto_pad: 'SAME_UPPER' },
    ],
    // a kernel that is shorter than its strides, and sizes that these do not divide
    'auto-pad-none': each(
      { auto_pad: 'SAME_UPPER SAME_LOWER' },
      { X: '1x1x8', kernel_shape: [1], strides: [4] },
      { X: '2x2x5x7', kernel_shape: [1, 2], strides: [2, 4] },
      { X: '1x2x6x4', kernel_shape: [2, 1], strides: [5, 2] },
      { X: '1x1x4x7x6', kernel_shape: [1, 2, 1], strides: [2, 4, 3] },
    ),
    'no-window': [
      { X: '1x2x3', kernel_shape: [4] },
      { X: '2x1x4x2', kernel_shape: [2, 3] },
      { X: '1x1x2', kernel_shape: [5], pads: [1, 1] },
    ],
    'any-rank': [
      { X: '1x2x3x4x5', kernel_shape: [2, 3, 2], strides: [2, 1, 2], auto_pad: 'SAME_UPPER' },
      { X: '1x2x6', kernel_shape: [3] },
      { X: '1x1x3x4x4', kernel_shape: [2, 2, 2] },
      { X: '2x2x2x3x3', kernel_shape: [2, 1, 2], strides: [1, 2, 1] },
      { X: '1x1x4x3x3', kernel_shape: [3, 3, 3], pads: [1, 0, 1, 1, 1, 0] },
    ],
    dilations: [
      { X: '1x1x7x9', kernel_shape: [2, 2], dilations: [2, 3], pads: [1, 0, 0, 1] },
      ...each(
        {
          dilations: [
            [2, 2],
            [1, 3],
            [2, 1],
          ],
        },
        { X: '1x2x7x7', kernel_shape: [2, 3] },
        { X: '1x1x8x8', kernel_shape: [2, 2], strides: [2, 3], pads: [1, 1, 1, 1] },
      ),
      { X: '1x1x9', kernel_shape: [3], dilations: [3] },
      { X: '2x1x9', kernel_shape: [2], dilations: [4], strides: [2] },
      { X: '1x1x5x4x4', kernel_shape: [2, 2, 2], dilations: [3, 2, 1] },
      ...combined.map((call) => ({ ...call, dilations: turns(call) })),
      ...each(
        { dilations: [[2, 3]] },
        { X: '1x1x7x9', kernel_shape: [2, 2], pads: [1, 0, 0, 1] },
        ...varied(
          { X: '1x2x6x8', kernel_shape: [2, 2], strides: [2, 1] },
          'auto_pad',
          'SAME_UPPER',
          'SAME_LOWER',
          'VALID',
        ),
        { X: '1x1x8x9', kernel_shape: [2, 2], strides: [2, 2], ceil_mode: 1 },
      ),
      { X: '1x1x4x5x6', kernel_shape: [2, 2, 2], dilations: [2, 1, 3], pads: [0, 1, 0, 1, 0, 0] },
    ],
    'ceil-mode': ({ version }) =>
      each(
        { ceil_mode: [1] },
        { X: '2x2x5x6', kernel_shape: [2, 3], strides: [2, 2], pads: [1, 0, 0, 1] },
        { X: '1x1x4x4', kernel_shape: [3, 3], strides: [2, 2] },
        { X: '1x2x7x5', kernel_shape: [2, 2], strides: [3, 2] },
        { X: '1x1x7x7', kernel_shape: [3, 2], strides: [3, 3], pads: [1, 0, 1, 0] },
        { X: '1x1x5', kernel_shape: [2], strides: [2] },
        { X: '1x1x4x5x5', kernel_shape: [3, 2, 2], strides: [2, 3, 2] },
        { X: '2x1x7x7x4', kernel_shape: [2, 3, 2], strides: [3, 3, 3], pads: [0, 1, 0, 0, 0, 1] },
        { X: '2x9x5x6', kernel_shape: [2, 3], strides: [2, 2], pads: [1, 0, 0, 1] },
        { X: '2x2x4x37', kernel_shape: [2, 2], strides: [3, 2], pads: [0, 1, 0, 0] },
        { X: '2x3x10', kernel_shape: [2], strides: [3], pads: [1, 0] },
        // the last window begins in the data, if not where they are counted without padding
        { X: '1x1x4', kernel_shape: [3], strides: [2], pads: [1, 1] },
        { X: '1x2x4x6', kernel_shape: [3, 3], strides: [2, 2], pads: [1, 1, 1, 1] },
        // before version 22 the text does not say that windows in the padding are left out
        ...(version.since >= 22
          ? [
              { X: '1x1x4', kernel_shape: [2], strides: [3], pads: [1, 1] },
              { X: '1x2x4x4', kernel_shape: [2, 2], strides: [3, 3], pads: [1, 1, 1, 1] },
            ]
          : []),
      ),
    indices: ({ version }) =>
      each(
        { outputs: [2] },
        ...(version.since >= 10
          ? each(
              { ceil_mode: [1] },
              { X: '2x2x5x6', kernel_shape: [2, 3], strides: [2, 2], pads: [1, 0, 0, 1] },
              { X: '1x2x7x5', kernel_shape: [2, 2], strides: [3, 2], dilations: [2, 1] },
              { X: '1x1x5', kernel_shape: [2], strides: [2] },
            )
          : []),
        { X: '2x2x4x5', kernel_shape: [3, 2], strides: [1, 2], pads: [1, 0, 0, 1] },
        { X: '2x3x4x4', kernel_shape: [2, 2] },
        { X: '1x1x5x5', kernel_shape: [3, 3], pads: [1, 1, 1, 1] },
        { X: '2x2x6', kernel_shape: [3], strides: [2] },
        { X: '1x2x3x4x4', kernel_shape: [2, 2, 2] },
        { X: filled('1x1x4x4', [1, 1, 2, 2]), kernel_shape: [2, 2], strides: [2, 2] },
        { X: '2x2x5x3 mixed', kernel_shape: [2, 2] },
        { X: '2x2x4x5', kernel_shape: [3, 2], pads: [1, 0, 0, 1] },
        { X: '1x2x3x4x3', kernel_shape: [2, 2, 2], pads: [0, 1, 0, 1, 0, 1] },
      ),
    'storage-order': ({ version }) => {
      const calls = [
        { X: '1x1x4x3', kernel_shape: [2, 2] },
        { X: '1x1x5x4', kernel_shape: [2, 3], strides: [2, 1] },
        { X: '2x3x3x4', kernel_shape: [2, 2] },
        { X: '1x2x3x4x3', kernel_shape: [2, 2, 2] },
        ...(version.since >= 10 ? [{ X: '1x1x5x6', kernel_shape: [2, 2], dilations: [2, 3] }] : []),
      ];
      // by columns each, by rows, as without the attribute, a few
      return [
        ...each({ storage_order: [1], outputs: [2] }, ...calls, { X: '1x2x3x5', kernel_shape: [3, 2] }),
        ...each({ storage_order: [0], outputs: [2] }, ...calls.slice(0, 3)),
      ];
    },
    'special-values': ({ dtype }) => {
      const all = specialNumbers(formatOf(dtype) as FloatFormat).filter((x) => !Number.isNaN(x));
      return [
        ...[0, 3, 8].map((from) => ({ X: filled('1x1x4x5', all.slice(from)), kernel_shape: [2, 2] })),
        { X: filled('1x1x3x3', [least]), kernel_shape: [2, 2], pads: [1, 1, 1, 1] },
        ...[
          [1, nan, 3, 2, 5, 4],
          [nan, 1, 2, 3, 4, 5],
          [1, 2, 3, 4, nan, 0],
        ].flatMap((numbers) => [
          { X: filled('1x1x6', numbers), kernel_shape: [2] },
          { X: filled('1x1x6', numbers), kernel_shape: [3], strides: [3] },
        ]),
      ];
    },
  },
  invalid: {
    'invalid-window-rank': breaking({ X: '1x2x4x4', kernel_shape: [2, 2] }, 'kernel_shape', [2], [2, 2, 2]),
  },
};
