import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import { breaking, filled, type NamedCall, type NamedPlans, shapesOf } from '../../notation/call-notation.ts';
import { edges, factors, sparse } from '../contraction/edges.ts';
import { countsOf, drawChannels, drawWindows, elementsIn, spatialSizes } from '../windows.ts';
import { biasOf, convolutionInputs, groupOf } from './conv.ts';

/** A convolution and how its windows are moved: offsets, and whether there is a mask. */
interface Moved extends NamedCall {
  readonly X: string;
  readonly W: string;
}

/** Between elements, on them, and beyond the ends; the products of their shares fit 16 bits. */
const halves = [0, 0.5, -1, 1.5, -0.5, 2, 0.5, -1.5, 1, 0, -2];
const whole = [0, 1, -1, 2, 0, -2, 1];
const parts = [0.25, 0, -0.75, 0.5, 1.25];
const weights = [1, 0.5, 2, -1, 0, 1, 3];

/** The call with offsets of some numbers and, where there are numbers for it, a mask. */
function moved(call: Moved, offsets: readonly number[] = halves, mask?: readonly number[]): NamedCall {
  const [X, W] = [shapesOf(call.X)[0]!.dims, shapesOf(call.W)[0]!.dims];
  const [spatial, sizes] = [X.slice(2), W.slice(2)];
  const of = (name: string, i: number, otherwise: number) =>
    (call[name] as readonly number[] | undefined)?.[i] ?? otherwise;
  const counts = spatial.map((length, i) => {
    const padded = length + of('pads', i, 0) + of('pads', i + spatial.length, 0);
    return Math.floor((padded - (sizes[i]! - 1) * of('dilations', i, 1) - 1) / of('strides', i, 1)) + 1;
  });
  const places = sizes.reduce((product, size) => product * size, (call.offset_group as number | undefined) ?? 1);
  const shape = (each: number) => [X[0], places * each, ...counts].join('x');
  return {
    ...call,
    offset: filled(shape(spatial.length), offsets),
    ...(mask && { mask: filled(shape(1), mask) }),
  };
}

const zeros = (shape: string): InputPlan => filled(shape, [0]);
const plain: Moved = { X: '1x2x4x5', W: '3x2x2x2' };
const small: Moved = { X: '1x1x3x4', W: '2x1x2x2' };
const kinds = (kind: string, { X, W, ...rest }: Moved): Moved => ({ X: `${X} ${kind}`, W: `${W} ${kind}`, ...rest });

/** Attributes that meet: kernels are written for some of them, and lose the others. */
const combined: readonly NamedCall[] = [
  moved(
    {
      X: '2x4x5x6',
      W: '4x2x3x2',
      B: '4',
      group: 2,
      offset_group: 2,
      strides: [2, 1],
      dilations: [1, 2],
      pads: [1, 0, 2, 1],
    },
    halves,
    weights,
  ),
  moved({ X: '2x4x4x5', W: '6x4x2x2', B: '6', offset_group: 4, strides: [1, 2], pads: [0, 1, 1, 0] }, halves, weights),
  moved({ X: '2x4x5x4', W: '4x1x2x3', group: 4, offset_group: 2, dilations: [2, 1], pads: [1, 1, 0, 0] }),
  moved({ X: '2x6x3x5', W: '3x2x2x2', B: '3', group: 3, offset_group: 1, dilations: [1, 2] }, halves, weights),
  moved({ X: '1x9x4x4', W: '9x9x1x1', strides: [2, 2] }, whole, weights),
  moved({ X: '1x1x3x37', W: '2x1x2x3', strides: [1, 2], pads: [1, 2, 0, 1] }),
];

export const deformConv: NamedPlans = {
  draw: (draws) => {
    const spatial = spatialSizes(draws, 1, 400);
    const windows = drawWindows(draws, spatial, { work: 8000 });
    const counts = countsOf(windows);
    const size = Math.max(elementCount(spatial), elementsIn(windows));
    // each product reads the corners around a location
    const { batches, group, depth, each } = drawChannels(draws, elementsIn(windows) * 2 ** (spatial.length + 1), size);
    const channels = group * depth;
    const offset_group = draws.pick(1, 1, ...[2, 3, 4, channels].filter((one) => channels % one === 0));
    const places = offset_group * elementCount(windows.sizes);
    const palette = draws.pick(parts, [0.5, -0.25, 0.75], halves, whole, [0], [0, 200, 0.5, -300, 1]);
    const offset: InputPlan = {
      dims: [batches, places * spatial.length, ...counts],
      numbers: Array.from({ length: 997 }, () => palette[draws.detail(0, palette.length - 1)]!),
    };
    const mask = spatial.length > 2 ? undefined : draws.maybe(() => [batches, places, ...counts]);
    const shapes = [
      [batches, channels, ...spatial],
      [group * each, depth, ...windows.sizes],
    ] as const;
    // next to a location on an element, the text does not say what is read
    return {
      ...convolutionInputs(draws, shapes, windows, {
        X: palette.some(Number.isInteger) || String(mask) === String(shapes[0]),
        W: true,
      }),
      offset,
      B: biasOf(draws, group * each),
      mask: mask && draws.summands(mask, true),
      group: groupOf(draws, group),
      offset_group: groupOf(draws, offset_group),
    };
  },
  samples: [
    moved({ X: '1x2x4x5', W: '3x2x2x2', B: '3', strides: [1, 2], pads: [0, 1, 1, 0] }, halves, weights),
    moved({ X: '2x1x3x4', W: '2x1x2x2', kernel_shape: [2, 2] }, whole),
    moved({ X: '1x2x4x4', W: '2x2x2x1', dilations: [2, 1], pads: [1, 1, 1, 1] }),
    moved({ X: '1x4x4x4', W: '2x4x2x2', group: 1, offset_group: 2, dilations: [1, 2], pads: [1, 1, 1, 1] }),
  ],
  sameShapeCalls: ['2x2x3x3', '2x2x2x2', '3x3x1x2'].map((shape) => moved({ X: shape, W: shape })),
  sizes: [['1x2x4x4', '1x2x5x3', '2x2x4x6'].map((X) => moved({ X, W: '3x2x2x2', B: '3' }))],
  pairs: () => [
    {
      differs: 'other groups of offsets',
      calls: [moved({ X: '1x4x4x4', W: '2x4x1x2' }), moved({ X: '1x4x4x4', W: '2x4x1x2', offset_group: 2 })],
    },
  ],
  plans: {
    // the first of each clause is what the quick suite takes: attributes that meet
    definition: [
      ...combined,
      moved(plain, [0]),
      moved({ X: '1x1x1x1', W: '1x1x1x1' }, [0]),
      moved({ X: '2x3x4x5', W: '4x3x2x2', B: '4' }),
      moved({ X: '1x1x4x5 distinct', W: '1x1x2x3 distinct' }, whole),
      moved({ X: '1x3x4x4', W: '17x3x1x1' }),
      moved({ X: '1x1x5x6', W: '2x1x3x3' }, [0.5, -0.5]),
      {
        ...moved({ X: '1x32x3x4', W: '2x32x3x3' }, [0, 0, 0, 1, 0, -1, 0]),
        X: sparse('1x32x3x4'),
        W: factors('2x32x3x3'),
      },
    ],
    offsets: [
      // of one dimension alone, and of both by different numbers
      moved({ X: '1x1x4x5 distinct', W: '1x1x1x1' }, [1, 0]),
      moved({ X: '1x1x4x5 distinct', W: '1x1x1x1', pads: [0, 1, 0, 1] }, [0, -1, 1]),
      moved({ X: '1x2x4x4', W: '2x2x2x3' }, whole),
      moved({ X: '2x1x5x4', W: '1x1x2x2' }, [1, 0, 0, -1, 2, 0, 0.5, 0, 1, 0.5, 0]),
      moved({ X: '1x1x6x6', W: '1x1x3x3', pads: [1, 1, 1, 1] }, [...whole, 3, -4]),
    ],
    interpolation: [
      ...[0.5, 0.25, -0.25, 0.75].map((part) => moved(small, [part])),
      moved(plain, parts),
      moved({ X: '1x1x4x4 distinct', W: '1x1x1x1' }, [0.5, 0, 0, 0.5, 0.25]),
      moved({ X: '2x2x4x5', W: '2x2x3x2', pads: [1, 1, 1, 1] }, [-0.5, 0.25, 0, 0.5, 1.5, -1.25, 0.5]),
    ],
    outside: [
      moved(small, [0, 200, 0.5, -300, 1]),
      ...[5, -5, 1, -1, 2 ** 14, -(2 ** 14)].map((by) => moved(small, [0, by, 0])),
      // next to the border, inside of the padding
      moved({ X: '1x1x3x3', W: '1x1x1x1', pads: [1, 1, 1, 1] }, [0.5, -0.5, 0, 0.25]),
      moved({ X: '1x2x3x3', W: '2x2x2x2', pads: [2, 2, 2, 2] }, [0.5, 0, -0.5, -1, 0]),
      // and less than one element beyond it
      moved({ X: '1x1x3x4 distinct', W: '1x1x1x1' }, [0.5, 0, -0.5]),
      moved({ X: '1x1x2x2', W: '1x1x2x2', B: '1' }, [-3, 4]),
    ],
    strides: [
      moved({ X: '1x4x6x7', W: '2x4x2x2', B: '2', offset_group: 2, strides: [2, 3] }, halves, weights),
      ...[
        [1, 2],
        [2, 1],
        [2, 3],
      ].map((strides) => moved({ X: '1x2x6x7', W: '2x2x2x2', strides })),
    ],
    pads: [
      ...[
        [1, 1, 1, 1],
        [0, 1, 0, 0],
        [1, 0, 0, 1],
        [0, 0, 2, 1],
        [2, 1, 0, 0],
      ].map((pads) => moved({ X: '1x1x3x4', W: '2x1x2x2', pads })),
      moved({ X: '1x1x5x4', W: '1x1x3x2', strides: [2, 1], pads: [0, 1, 2, 0] }, whole),
    ],
    dilations: [
      moved(
        { X: '2x4x7x6', W: '2x2x2x3', group: 2, strides: [1, 2], dilations: [3, 2], pads: [0, 1, 1, 0] },
        halves,
        weights,
      ),
      ...[
        [2, 2],
        [1, 3],
        [2, 1],
      ].map((dilations) => moved({ X: '1x2x5x6', W: '2x2x2x2', dilations })),
      moved({ X: '1x1x7x7', W: '1x1x3x2', dilations: [2, 3], pads: [1, 0, 1, 0] }, whole),
    ],
    groups: [
      moved({ X: '1x4x3x4', W: '4x2x2x2', group: 2 }),
      moved({ X: '2x3x3x3', W: '6x1x2x2', B: '6', group: 3 }),
      moved({ X: '1x4x4x3', W: '2x2x1x2', group: 2 }, whole, weights),
    ],
    'offset-groups': [
      moved({ X: '2x6x4x5', W: '4x3x2x2', B: '4', group: 2, offset_group: 3, dilations: [1, 2] }, halves, weights),
      moved({ X: '1x4x3x4', W: '2x4x2x2', offset_group: 2 }),
      moved({ X: '1x4x3x4', W: '2x4x1x2', offset_group: 4 }, whole, weights),
      moved({ X: '2x6x3x3', W: '4x3x1x2', group: 2, offset_group: 3 }, whole),
      moved({ X: '2x4x3x3', W: '4x1x2x2', group: 4, offset_group: 2 }, halves, weights),
    ],
    mask: [
      moved({ X: '2x4x4x4', W: '2x4x1x3', offset_group: 2, pads: [0, 1, 0, 1] }, whole, weights),
      ...[[1], [0], [2], weights].map((mask) => moved(plain, halves, mask)),
      moved({ X: '2x2x4x4', W: '2x2x1x3', B: '2' }, whole, weights),
      moved({ X: '1x1x4x4', W: '1x1x2x2', pads: [1, 1, 1, 1] }, parts, [0.5, 1, 0, 2, -1]),
    ],
    'kernel-shape': [
      moved({ X: '1x2x4x5', W: '3x2x2x3', kernel_shape: [2, 3] }),
      moved({ X: '1x2x4x5', W: '3x2x2x3' }),
    ],
    'any-rank': [
      moved({ X: '1x2x6', W: '3x2x3', B: '3' }, parts, weights),
      moved({ X: '2x1x5', W: '1x1x2', strides: [2], pads: [1, 0] }),
      moved({ X: '1x1x3x3x4', W: '2x1x2x2x2' }, [0, 0.5, -1, 1, 0.5, 0, 2]),
      moved({ X: '1x2x3x4x3', W: '2x1x2x1x2', group: 2, offset_group: 2, strides: [1, 2, 1] }, whole),
      moved({ X: '1x1x1x4', W: '1x1x1x2' }, [0, 0.5, 0]),
    ],
    bias: [
      moved({ X: '1x2x3x4', W: '5x2x2x2', B: '5' }),
      moved({ X: '2x2x3x3', W: '3x2x2x2', B: '3 distinct' }, [0.5], weights),
      { ...moved({ X: '1x1x3x3', W: '2x1x2x2', B: '2' }), W: filled('2x1x2x2', [0]) },
    ],
    'nothing-to-add': [moved({ X: '0x2x3x3', W: '3x2x2x2' }), moved({ X: '2x0x3x3', W: '3x0x2x2', B: '3' })],
    accuracy: [
      moved(kinds('mixed', { X: '1x18x3x3', W: '2x18x2x2', B: '2' }), [0.1, 0.6, -0.4], [0.3, 1.7, -0.9, 2.2]),
      moved(kinds('mixed', { X: '1x2x4x5', W: '3x2x3x3', pads: [1, 1, 1, 1] }), [0.3, -0.7, 1.1, 0.05, -1.45]),
      moved(kinds('mixed', { X: '1x1x4x4', W: '1x1x2x2', B: '1 mixed' }), [0.001, 0.999, -0.51]),
      moved(kinds('wide', { X: '1x1x3x3', W: '1x1x2x2' }), [0.3]),
    ],
    'special-values': (context) => [
      ...[0, 1, 3].map((from) => ({ ...moved(small, [0.5, 0.25]), X: edges(context, '1x1x3x4', from) })),
      ...[0, 1, 3].map((from) => ({ ...moved(small, [0]), W: edges(context, '2x1x2x2', from) })),
      { ...moved({ X: '1x1x3x3', W: '2x1x2x2' }), B: edges(context, '2', 0) },
      { ...moved(small, [0], weights), mask: edges(context, '1x4x2x3', 1) },
      moved({ X: '1x1x3x3 zeros', W: '1x1x2x2 zeros' }),
    ],
  },
  invalid: {
    'invalid-groups': [
      ...breaking(moved({ X: '1x4x3x3', W: '4x2x2x2', group: 2 }), 'group', 1, 3, 4),
      ...breaking(moved({ X: '1x4x3x3', W: '4x2x2x2', group: 2 }), 'W', '3x2x2x2', '4x3x2x2'),
    ],
    'invalid-kernel-shape': breaking(
      moved({ X: '1x1x4x4', W: '1x1x2x3', kernel_shape: [2, 3] }),
      'kernel_shape',
      [3, 2],
      [2, 2],
    ),
    'invalid-bias': breaking(moved({ X: '1x2x3x3', W: '3x2x2x2', B: '3' }), 'B', '2', '1', '4'),
    'invalid-offsets': [
      ...breaking(moved(small), 'offset', ...['1x4x2x3', '1x8x3x4', '1x16x2x3', '2x8x2x3'].map(zeros)),
      ...breaking(moved({ X: '1x4x3x3', W: '1x4x1x1', offset_group: 2 }), 'offset_group', 1, 3, 4),
    ],
    'invalid-mask': breaking(
      { ...moved(small), mask: filled('1x4x2x3', weights) },
      'mask',
      ...['1x8x2x3', '1x4x3x4', '1x4'].map(zeros),
    ),
  },
};
