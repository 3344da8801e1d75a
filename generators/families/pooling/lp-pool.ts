import { callsIn, filled, type NamedPlans, varied } from '../../notation/call-notation.ts';
import { edges } from '../contraction/edges.ts';
import { drawPool, maxPool } from './max-pool.ts';

/** Legs of right triangles, and numbers whose squares come to a square: roots are integers. */
const legs = (shape: string) => filled(shape, [3, -4, 0, 12, 5, 0, -8, 15, 6, 8, 0, 0, -7, 24]);

const norms = { p: [1, 2] } as const;

export const lpPool: NamedPlans = {
  ...maxPool,
  draw: (draws) => {
    const p = draws.maybe(() => draws.pick(1, 2, 3, draws.count(4, 7)));
    return { ...drawPool(draws, (dims) => draws.summands(dims), (p ?? 2) > 2 ? 200 : undefined), p };
  },
  samples: [
    { X: '1x2x4x4', kernel_shape: [2, 2], strides: [2, 2], pads: [0, 0, 0, 0], p: 2 },
    { X: '2x1x5', kernel_shape: [3], p: 1 },
    { X: '1x1x4x5', kernel_shape: [3, 2], strides: [1, 2], pads: [1, 0, 1, 1] },
  ],
  plans: {
    ...Object.fromEntries(
      Object.entries(maxPool.plans).map(([id, calls]) => [
        id,
        (context) =>
          Array.from(callsIn(calls, context), (call, i) => ({
            ...call,
            p: norms.p[i % 2]!,
          })),
      ]),
    ),
    definition: [
      { X: '2x3x4x5', kernel_shape: [2, 2], p: 1 },
      { X: '2x3x4x5', kernel_shape: [2, 2], p: 2 },
      { X: legs('1x1x2x7'), kernel_shape: [1, 2], strides: [1, 1], p: 2 },
      { X: legs('1x2x4x4'), kernel_shape: [2, 2], strides: [2, 2], p: 2 },
      { X: '1x1x4x5 distinct', kernel_shape: [4, 5], p: 1 },
      { X: '1x1x4x5', kernel_shape: [1, 1], p: 2 },
      { X: '3x4x5x6', kernel_shape: [3, 3], p: 1 },
      { X: '1x1x3x35', kernel_shape: [2, 2], p: 2 },
      { X: '1x2x19', kernel_shape: [7], p: 1 },
    ],
    'order-of-norm': ({ version }) => [
      ...(version.attributes.some(({ name }) => name === 'ceil_mode')
        ? varied({ X: '1x1x5x6', kernel_shape: [2, 3], strides: [2, 2], pads: [0, 1, 1, 0], ceil_mode: 1 }, 'p', 3, 1)
        : []),
      { X: '1x1x5', kernel_shape: [2], p: 3 },
      ...varied({ X: '1x2x4x4', kernel_shape: [2, 2] }, 'p', 1, 2, 3, 4, undefined),
      ...varied({ X: '1x1x9 mixed', kernel_shape: [3], strides: [3] }, 'p', 1, 2, 3, 5),
      ...varied({ X: '2x1x9', kernel_shape: [2] }, 'p', 3, 5, 6, 7),
      ...varied({ X: '1x1x4x4', kernel_shape: [1, 3] }, 'p', 3, 5, 6, 7),
    ],
    accuracy: [
      ...varied({ X: '1x2x6x6 mixed', kernel_shape: [3, 3] }, 'p', 1, 2, 3),
      ...varied({ X: '1x1x40 mixed', kernel_shape: [33] }, 'p', 1, 2),
    ],
    'special-values': (context) => [
      ...[0, 1, 3].flatMap((from) => varied({ X: edges(context, '1x1x4x5', from), kernel_shape: [2, 2] }, 'p', 1, 2)),
      { X: '1x2x3x3 zeros', kernel_shape: [2, 2], p: 2 },
      { X: filled('1x1x3', [Number.NaN, 2, 3]), kernel_shape: [2], pads: [1, 0], p: 1 },
    ],
  },
};
