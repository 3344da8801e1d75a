import { formatOf } from '../../../oracles/numerics/dtype.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { longLengths } from '../../cases/take-turns.ts';
import type { Draws } from '../../covering/draws.ts';
import { breaking, filled, type NamedCall, type NamedPlans, shapesOf } from '../../notation/call-notation.ts';

/** Four numbers of a region: x1, y1, x2 and y2. */
type Region = readonly [number, number, number, number];

/** A call in the words of the newest version: data, regions of them, and the cells of each, height by width. */
interface RegionCall extends Readonly<Record<string, unknown>> {
  readonly X: string;
  readonly rois: readonly Region[];
  /** of each region; the images in turns if absent */
  readonly images?: readonly number[];
  readonly cells?: readonly [number, number];
  readonly ratio?: number;
  readonly scale?: number;
  readonly mode?: 'max';
  /** how coordinates are moved, where the version says so; its default if absent */
  readonly moved?: 'half_pixel' | 'output_half_pixel';
  /** coordinates round in 16 bits, some of them by half an element and more */
  readonly isUneven?: boolean;
}

/** What the text of a version has for a call; nothing where it lacks something. */
function written({ version, dtype }: PlanContext, call: RegionCall): readonly NamedCall[] {
  const { X, rois, images, cells, ratio, scale, mode, moved, isUneven } = call;
  const declared = version.attributes.some(({ name }) => name === 'coordinate_transformation_mode');
  if ((!declared && moved === 'half_pixel') || (isUneven && formatOf(dtype).bits < 32)) return [];
  const [{ dims }] = shapesOf(X) as [InputPlan];
  return [
    {
      X,
      rois: filled(`${rois.length}x4`, rois.flat()),
      // the type that other operators of the family give a variable of this name is another one
      batch_indices: filled(`${rois.length}`, images ?? rois.map((_, i) => i % dims[0]!), { dtype: 'int64' }),
      output_height: cells?.[0],
      output_width: cells?.[1],
      sampling_ratio: ratio,
      spatial_scale: scale,
      mode,
      coordinate_transformation_mode: declared ? moved : undefined,
    },
  ];
}

const calls =
  (...some: readonly RegionCall[]) =>
  (context: PlanContext): readonly NamedCall[] =>
    some.flatMap((one) => written(context, one));

/** Regions inside of data of 5x6 and more, by which coordinates do not round. */
const inside: readonly Region[] = [
  [1, 0.5, 5, 4.5],
  [0.5, 1, 2.5, 5],
  [2, 1.5, 4, 3.5],
];
const beyond: readonly Region[] = [
  [-2, -3, 2, 5],
  [3, 2, 11, 8],
  [-6, 0, 10, 4],
  [-9, -9, -5, -5],
];
const uneven: readonly Region[] = [
  [0.3, 0.7, 4.9, 3.1],
  [1.1, 0.2, 5.3, 4.4],
];

/** Some of a list, again and again. */
const repeated = <T>(list: readonly T[], count: number): readonly T[] =>
  Array.from({ length: count }, (_, i) => list[i % list.length]!);

const max = { mode: 'max' } as const;
const moved = { moved: 'half_pixel' } as const;
const still = { moved: 'output_half_pixel' } as const;
const both = (call: RegionCall): readonly RegionCall[] => [
  { ...call, ...moved },
  { ...call, ...still },
];

function drawCall(draws: Draws): NamedCall {
  const { dtype } = draws.context;
  const isNarrow = formatOf(dtype).bits < 32;
  const [images, channels] = [draws.pick(1, 1, 2, 3), draws.pick(1, 1, 2, 3, 5, draws.size(20, 1))];
  const lengths = draws.sizes(2, 1, 200);
  const cells = [
    draws.pick(1, 1, 2, 2, 4, ...(isNarrow ? [8] : [3, 5, 9])),
    draws.pick(1, 2, 2, 4, ...(isNarrow ? [8, 16] : [3, 7, 17])),
  ];
  const ratio = draws.maybe(() => draws.pick(0, 1, 2, 2, ...(isNarrow ? [] : [3])));
  const scale = draws.maybe(() => draws.pick(0.5, 0.25, 2, 1));
  const count = draws.pick(1, 1, 2, 3, 4, draws.size(40, 1));
  const isUneven = !isNarrow && draws.once(5);
  const places = draws.pick('inside', 'inside', 'beyond');
  // lengths by which neither the number of samples nor a coordinate depends on a rounding
  const steps = draws.pick([1, 2, 4], [0.5, 1, 2], [1, 1.5, 3]);
  const rois = Array.from({ length: count }, () => {
    const ends = [1, 0].map((axis) => {
      const most = Math.min(lengths[axis]!, 12);
      const first = places === 'inside' ? draws.detail(0, Math.max(0, most - 1)) : draws.detail(-4, most);
      const size = steps[draws.detail(0, steps.length - 1)]! * cells[axis]!;
      const start = first + draws.detail(0, 3) / 4 + (isUneven ? 0.1 : 0);
      return [start, start + Math.max(size, isNarrow ? 1 : size)].map((end) => end / (scale ?? 1)) as [number, number];
    });
    const [[x1, x2], [y1, y2]] = ends as [[number, number], [number, number]];
    return [x1, y1, x2, y2];
  });
  const isMoved = draws.declares('coordinate_transformation_mode');
  return {
    X: draws.data([images, channels, ...lengths], 'distinct', 'small', 'mixed', 'halves', 'negative'),
    rois: { dims: [count, 4], numbers: rois.flat() },
    batch_indices: draws.integers([count], () => images, { dtype: 'int64' }),
    output_height: cells[0],
    output_width: cells[1],
    // of uneven lengths the number of samples may depend on a rounding
    sampling_ratio: isUneven ? ratio || 2 : ratio,
    spatial_scale: scale,
    mode: draws.maybe(() => draws.pick('avg', 'max')),
    coordinate_transformation_mode: isMoved
      ? draws.maybe(() => draws.pick('half_pixel', 'output_half_pixel'))
      : undefined,
  };
}

const validCall = calls({ X: '1x2x5x6', rois: inside, ratio: 1 });

export const roiAlign: NamedPlans = {
  draw: drawCall,
  samples: calls(
    // of integers, which every dtype can hold
    {
      X: '1x2x5x6 small',
      rois: [
        [1, 0, 5, 4],
        [0, 1, 2, 5],
      ],
      cells: [2, 2],
      ratio: 2,
      scale: 1,
    },
    {
      X: '2x1x6x6 small',
      rois: [
        [2, 3, 10, 7],
        [4, 0, 8, 8],
      ],
      cells: [2, 1],
      ratio: 1,
      scale: 0.5,
      ...max,
      ...still,
    },
    { X: '2x2x5x7 small', rois: inside, cells: [1, 2], scale: 0.5, ...moved },
  ),
  sizes: [
    calls(
      ...['1x1x5x6', '2x1x7x6', '1x3x8x9'].map((shape) => ({
        X: `${shape} small`,
        rois: inside.slice(0, 2),
        ratio: 1,
      })),
    ),
    calls(...[1, 2, 3].map((count) => ({ X: '2x1x5x6 small', rois: inside.slice(0, count), cells: [2, 2] as const }))),
  ],
  pairs: (context) => [
    {
      differs: 'another mode',
      calls: calls(
        { X: '1x1x5x6 small', rois: inside, ratio: 2 },
        { X: '1x1x5x6 small', rois: inside, ratio: 2, ...max },
      )(context),
    },
  ],
  plans: {
    definition: calls(
      { X: '2x2x5x6 small', rois: inside, cells: [2, 2], ratio: 2 },
      { X: '1x1x5x6 mixed', rois: [[0.5, 0.25, 4.5, 4.25]], cells: [2, 4], ratio: 2 },
      { X: '1x3x6x7 distinct', rois: [[1, 1, 5, 5]], cells: [1, 1], ratio: 4 },
      { X: '1x1x1x1 small', rois: [[0, 0, 1, 1]], cells: [2, 2], ratio: 1 },
      { X: '1x2x9x12 halves', rois: [[2, 1, 10, 7]], cells: [4, 4], ratio: 1 },
      { X: '1x1x5x6 wide', rois: inside, cells: [2, 1], ratio: 1 },
    ),
    regions: calls(
      // a region that is wide and one that is high, far from the diagonal
      { X: '1x1x5x9 distinct', rois: [[4, 1, 8, 3]], cells: [2, 2], ratio: 1 },
      { X: '1x1x9x5 distinct', rois: [[1, 4, 3, 8]], cells: [2, 2], ratio: 2 },
      {
        X: '1x2x6x6 small',
        rois: [
          [4, 2, 12, 10],
          [2, 6, 10, 12],
        ],
        cells: [2, 2],
        ratio: 1,
        scale: 0.5,
      },
      { X: '1x1x6x7 small', rois: [[0.5, 0.25, 2.5, 2.25]], cells: [2, 2], ratio: 1, scale: 2 },
      { X: '1x1x7x6 distinct', rois: [[8, 4, 16, 20]], cells: [2, 2], scale: 0.25 },
      { X: '1x1x6x7 mixed', rois: uneven, cells: [2, 2], ratio: 2, scale: 0.9, isUneven: true },
    ),
    images: calls(
      {
        X: '3x2x4x4 distinct',
        rois: [...inside, ...inside.slice(0, 1)],
        images: [2, 0, 1, 2],
        cells: [2, 2],
        ratio: 1,
      },
      { X: '2x1x4x5 distinct', rois: inside, images: [1, 1, 0], ratio: 2 },
      { X: '4x1x3x3 distinct', rois: [[0, 0, 2, 2]], images: [3], cells: [2, 2], ratio: 1 },
      { X: '2x3x4x4 distinct', rois: [[1, 1, 3, 3]], images: [1], cells: [1, 2], ratio: 1 },
    ),
    cells: calls(
      { X: '1x1x5x6 distinct', rois: inside, cells: [1, 4], ratio: 1 },
      { X: '1x2x6x6 distinct', rois: inside, cells: [4, 1], ratio: 1 },
      { X: '1x1x5x6 small', rois: inside, cells: [4, 2], ratio: 2 },
      { X: '1x1x7x7 small', rois: [[0, 1, 6, 7]], cells: [3, 2], ratio: 1, isUneven: true },
      { X: '1x1x8x9 distinct', rois: [[0, 0, 7, 7]], cells: [7, 7], ratio: 1, isUneven: true },
    ),
    'sampling-ratio': calls(
      ...[1, 2, 4].map((ratio) => ({ X: '1x1x5x6 distinct', rois: inside, cells: [2, 1] as const, ratio })),
      { X: '1x2x6x6 distinct', rois: [[0.5, 0.5, 4.5, 4.5]], ratio: 3, isUneven: true },
      { X: '1x1x8x8 distinct', rois: [[0, 0, 8, 8]], cells: [2, 2], ratio: 1 },
    ),
    adaptive: calls(
      // other numbers of samples in both dimensions
      { X: '1x1x5x9 distinct', rois: [[0, 1, 8, 3]], cells: [2, 2] },
      { X: '1x1x9x5 distinct', rois: [[1, 0, 3, 8]], cells: [2, 2], ratio: 0 },
      // of lengths that are not integers
      { X: '1x2x6x7 distinct', rois: [[0.5, 1, 5.5, 3.5]], cells: [2, 2], isUneven: true },
      { X: '1x1x6x7 distinct', rois: [[1, 1, 2.5, 4.5]], cells: [1, 1] },
      { X: '1x1x9x8 small', rois: [[1, 0, 7, 9]], cells: [2, 3], isUneven: true },
      {
        X: '1x1x6x6 distinct',
        rois: [
          [1, 1, 2, 2],
          [0, 0, 4, 4],
        ],
        cells: [2, 2],
      },
    ),
    places: calls(
      { X: '1x1x4x8 distinct', rois: [[0, 0, 8, 4]], cells: [1, 2], ratio: 2 },
      { X: '1x1x6x6 distinct', rois: [[0, 0, 4, 4]], cells: [1, 1], ratio: 1 },
      { X: '1x1x6x6 distinct', rois: [[1, 0, 5, 2]], cells: [1, 2], ratio: 2 },
    ),
    'half-pixel': calls(
      { X: '1x2x5x6 distinct', rois: inside, cells: [2, 2], ratio: 1, ...moved },
      { X: '1x1x6x6 distinct', rois: [[2, 4, 10, 12]], cells: [2, 2], ratio: 2, scale: 0.5, ...moved },
      { X: '1x1x5x6 distinct', rois: inside, cells: [2, 2], ...max, ...moved },
    ),
    'output-half-pixel': calls(
      { X: '1x2x5x6 distinct', rois: inside, cells: [2, 2], ratio: 1, ...still },
      { X: '1x1x6x6 distinct', rois: [[2, 4, 10, 12]], cells: [2, 2], ratio: 2, scale: 0.5, ...still },
      { X: '1x1x5x6 distinct', rois: [[0, 0, 4, 4]], cells: [2, 2], ...still },
    ),
    maximum: calls(
      ...both({ X: '1x2x5x6 distinct', rois: inside, cells: [2, 2], ratio: 2, ...max }),
      ...both({ X: '1x1x5x6 negative', rois: inside, cells: [2, 2], ratio: 1, ...max }),
      { X: '1x1x6x7 distinct', rois: [[0, 1, 6, 5]], cells: [2, 2], ...max },
      { X: '1x1x5x6 mixed', rois: uneven, cells: [2, 2], ratio: 2, ...max, isUneven: true },
      ...both({ X: '1x1x4x4 negative', rois: beyond, cells: [2, 2], ratio: 2, ...max }),
    ),
    'beyond-border': calls(
      ...both({ X: '1x2x4x5 distinct', rois: beyond, cells: [2, 2], ratio: 2 }),
      ...both({
        X: '1x1x3x4 distinct',
        rois: [
          [-1, -1, 1, 1],
          [3, 2, 5, 4],
        ],
        cells: [2, 2],
        ratio: 2,
      }),
      { X: '1x1x3x3 distinct', rois: [[-4, -4, 8, 8]], cells: [4, 4], ratio: 1 },
      { X: '1x1x1x5 distinct', rois: [[-2, -2, 2, 2]], cells: [4, 4], ratio: 1 },
      { X: '1x1x4x4 negative', rois: beyond, cells: [1, 1], ratio: 2 },
      {
        X: '1x1x4x4 distinct',
        rois: [
          [1e5, 2, 1e5 + 8, 6],
          [-2e5, 0, 4, 4],
        ],
        ratio: 1,
        isUneven: true,
      },
    ),
    'tiny-region': calls(
      {
        X: '1x1x5x6 distinct',
        rois: [
          [2, 2, 2.5, 2.25],
          [1, 1, 1.5, 3],
        ],
        cells: [2, 2],
        ratio: 2,
        ...moved,
      },
      { X: '1x2x5x6 distinct', rois: [[1.5, 2.5, 2, 3]], cells: [1, 1], ...moved },
      // a length of 0 has samples where their number is given, and none where it follows
      {
        X: '1x1x5x6 distinct',
        rois: [
          [2, 2, 2, 2],
          [3, 1, 3, 4],
        ],
        cells: [2, 1],
        ratio: 1,
        ...moved,
      },
      { X: '1x1x5x6 distinct', rois: [...inside, [2, 2, 2, 3]], ...moved },
    ),
    'inverted-region': calls(
      {
        X: '1x1x5x6 distinct',
        rois: [
          [5, 4, 1, 2],
          [1, 4, 5, 2],
        ],
        cells: [2, 2],
        ratio: 1,
        ...moved,
      },
      { X: '1x2x5x6 distinct', rois: [[4.5, 0.5, 0.5, 4.5]], cells: [2, 4], ratio: 2, ...moved },
      { X: '1x1x5x6 distinct', rois: [[5, 4, 1, 2]], cells: [2, 2], ratio: 2, ...max, ...moved },
    ),
    'short-region': calls(
      {
        X: '1x1x5x6 distinct',
        rois: [
          [2, 2, 2.5, 2.5],
          [1, 1, 1.5, 3],
        ],
        cells: [2, 2],
        ratio: 2,
        ...still,
      },
      { X: '1x2x5x6 distinct', rois: [[1, 2, 1.5, 2.25]], cells: [1, 2], ...still },
      { X: '1x1x5x6 distinct', rois: [[3, 3, 2, 2]], cells: [2, 2], ratio: 1, ...still },
    ),
    'any-count': calls(
      ...longLengths().flatMap((count): RegionCall[] => [
        { X: '3x1x4x4 distinct', rois: repeated(inside, count), images: repeated([2, 0, 1, 2, 1], count), ratio: 1 },
        { X: `1x${count}x2x2 distinct`, rois: [[0, 0, 2, 2]], ratio: 1 },
        {
          X: `${count}x1x2x2 distinct`,
          rois: repeated([[0, 0, 2, 2]], 3),
          images: [count - 1, 0, count >> 1],
          ratio: 1,
        },
      ]),
      ...longLengths(261).flatMap((count): RegionCall[] => [
        { X: `1x1x2x${count} distinct`, rois: [[0, 0, count, 1]], cells: [1, count], ratio: 1, isUneven: true },
        { X: `1x1x${count}x2 distinct`, rois: [[0, 0, 1, count]], cells: [count, 1], ratio: 2, ...max, isUneven: true },
        // as many samples as elements
        { X: `1x1x2x${count} distinct`, rois: [[0, 0, count, 1]], isUneven: true },
      ]),
    ),
    'size-zero': calls(
      { X: '1x2x3x4', rois: [] },
      { X: '2x0x3x4', rois: inside, cells: [2, 2] },
      { X: '0x2x3x4', rois: [] },
    ),
    accuracy: calls(
      ...['mixed', 'wide', 'halves', 'large'].map((kind) => ({
        ...{ X: `1x1x5x6 ${kind}`, rois: uneven, cells: [2, 2] as const, ratio: 2, isUneven: true },
      })),
      { X: '1x1x6x7 mixed', rois: [[0.5, 0.5, 4.5, 4.5]], cells: [2, 2], ratio: 2 },
      { X: '1x1x9x9 mixed', rois: [[0.25, 1.25, 8.25, 7.25]], cells: [1, 2] },
    ),
  },
  invalid: {
    'invalid-rank': (context) => {
      const [valid] = validCall(context);
      return breaking(valid!, 'X', '1x2x5', '1x2x5x6x1');
    },
    'invalid-regions': (context) => {
      const [valid] = validCall(context);
      return [
        ...breaking(valid!, 'rois', ...['3x5', '3x3', '2x4', '12'].map((shape) => filled(shape, [1, 2, 3]))),
        ...breaking(valid!, 'batch_indices', ...['2', '3x1'].map((shape) => filled(shape, [0]))),
      ];
    },
    'invalid-image': (context) => {
      const [valid] = calls({ X: '2x1x5x6', rois: inside, images: [0, 1, 0], ratio: 1 })(context);
      return breaking(valid!, 'batch_indices', filled('3', [0, 2, 1]), filled('3', [-1, 0, 1]));
    },
  },
};
