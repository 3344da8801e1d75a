import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { longLengths } from '../../cases/take-turns.ts';
import type { Draws } from '../../covering/draws.ts';
import { breaking, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { specialNumbers } from '../../values/values.ts';

/** Five numbers of a region: its image, then x1, y1, x2 and y2. */
type ImageRegion = readonly [number, number, number, number, number];

const call = (
  X: NamedCall['X'],
  rois: readonly ImageRegion[],
  pooled_shape: readonly [number, number],
  spatial_scale?: number,
): NamedCall => ({ X, rois: filled(`${rois.length}x5`, rois.flat()), pooled_shape, spatial_scale });

const inside: readonly ImageRegion[] = [
  [0, 1, 0, 4, 3],
  [0, 0, 1, 1, 4],
  [0, 2, 2, 5, 3],
];

const corners = inside.map(([, ...ends]) => ends);

function drawCall(draws: Draws): NamedCall {
  const isNarrow = formatOf(draws.context.dtype).bits < 32;
  const [images, channels] = [draws.pick(1, 1, 2, 3), draws.pick(1, 1, 2, 3, 5, 8, draws.size(20, 1))];
  const lengths = draws.sizes(2, 1, 300);
  const cells = [draws.pick(1, 1, 2, 2, 4, 8, 16), draws.pick(1, 2, 2, 4, 16, ...(isNarrow ? [] : [3, 5, 7]))];
  const scale = draws.maybe(() => draws.pick(0.5, 0.25, 2, 1));
  const count = draws.pick(1, 1, 2, 3, 4, draws.size(40, 1));
  const places = draws.pick('inside', 'inside', 'beyond');
  const isBetween = draws.once(3);
  const rois = Array.from({ length: count }, () => {
    const ends = [1, 0].map((axis) => {
      const most = Math.min(lengths[axis]!, 20) - 1;
      const first = places === 'inside' ? draws.detail(0, most) : draws.detail(-3, most + 2);
      const last = places === 'inside' ? draws.detail(first, most) : first + draws.detail(-2, 6);
      // nearer to one element than to another
      const moved = isBetween ? draws.pick(0.25, -0.25) : 0;
      return [first, last].map((end) => (end + moved) / (scale ?? 1)) as [number, number];
    });
    const [[x1, x2], [y1, y2]] = ends as [[number, number], [number, number]];
    return [draws.detail(0, images - 1), x1, y1, x2, y2];
  });
  return {
    X: draws.data([images, channels, ...lengths], 'distinct', 'distinct', 'mixed', 'negative', 'wide'),
    rois: { dims: [count, 5], numbers: rois.flat() },
    pooled_shape: cells,
    spatial_scale: scale,
  };
}

export const maxRoiPool: NamedPlans = {
  draw: drawCall,
  samples: [
    call('1x2x5x6', inside.slice(0, 2), [2, 2], 1),
    call(
      '2x1x6x6',
      [
        [1, 2, 4, 8, 10],
        [0, 0, 2, 10, 4],
      ],
      [1, 2],
      0.5,
    ),
    call('1x1x5x7', inside, [2, 1]),
  ],
  sizes: [
    ['1x1x5x6', '2x1x7x6', '1x3x8x9'].map((X) => call(X, inside.slice(0, 2), [2, 2])),
    [1, 2, 3].map((count) => call('1x2x5x6', inside.slice(0, count), [2, 2])),
  ],
  pairs: () => [{ differs: 'another scale', calls: [1, 0.5].map((scale) => call('1x1x5x6', inside, [2, 2], scale)) }],
  plans: {
    definition: [
      call('1x2x5x6', inside, [2, 2]),
      call('1x1x5x6 mixed', [[0, 0, 0, 5, 4]], [1, 1]),
      call('1x1x5x6 negative', inside, [2, 2]),
      call(
        '2x3x8x8 wide',
        [
          [0, 0, 0, 7, 7],
          [1, 4, 2, 7, 7],
        ],
        [4, 2],
      ),
      call('1x1x1x1', [[0, 0, 0, 0, 0]], [1, 1]),
      call('1x1x9x9', [[0, 1, 1, 8, 8]], [8, 8]),
    ],
    regions: [
      call(
        '3x2x4x5',
        [
          [2, 1, 0, 4, 1],
          [0, 0, 2, 2, 3],
          [1, 3, 0, 3, 3],
          [2, 0, 0, 4, 3],
        ],
        [2, 2],
      ),
      call('2x1x5x9', [[1, 4, 1, 7, 2]], [2, 2]),
      call(
        '2x1x9x5',
        [
          [1, 1, 4, 2, 7],
          [0, 3, 0, 4, 5],
        ],
        [2, 2],
      ),
      call('1x2x6x6', [[0, 4, 2, 10, 8]], [2, 2], 0.5),
      call('1x1x6x6', [[0, 0.5, 1, 2, 2.5]], [2, 2], 2),
      call('4x1x3x3', [[3, 0, 1, 1, 2]], [1, 1]),
    ],
    cells: [
      call('1x1x6x8', [[0, 0, 0, 7, 3]], [1, 4]),
      call('1x2x8x6', [[0, 0, 0, 3, 7]], [4, 1]),
      call('1x1x8x8', [[0, 2, 0, 5, 7]], [4, 2]),
      call('1x1x7x7', [[0, 0, 0, 6, 6]], [1, 7]),
    ],
    corners: [
      // a quarter off, on either side, and the element of the last corner
      call(
        '1x1x6x7',
        [
          [0, 0.75, 1.25, 3.25, 2.75],
          [0, 1.25, 0.75, 1.75, 4.25],
        ],
        [2, 2],
      ),
      call(
        '1x1x6x7',
        [
          [0, 1, 1, 1, 1],
          [0, 5, 4, 5, 4],
        ],
        [1, 1],
      ),
      call('1x1x6x7', [[0, 1.5, 2.5, 5.5, 6.5]], [2, 2], 0.5),
      call('1x1x6x7', [[0, 3, 3, 4, 4]], [2, 2]),
      // halfway between elements
      call('1x1x6x7', [[0, 0.5, 1.5, 3.5, 4.5]], [2, 2]),
    ],
    'shared-elements': [
      call('1x1x5x5', [[0, 0, 0, 4, 4]], [2, 2]),
      call('1x1x5x5', [[0, 0, 0, 2, 2]], [4, 2]),
      call('1x1x7x7', [[0, 1, 0, 5, 6]], [4, 4]),
      call('1x1x3x3', [[0, 1, 1, 1, 1]], [2, 2]),
      // three cells, whose ends are rounded
      call('1x1x6x7', [[0, 0, 0, 5, 4]], [3, 3]),
    ],
    'beyond-border': [
      call(
        '1x1x4x4 negative',
        [
          [0, -2, -2, 1, 1],
          [0, 2, 2, 5, 5],
        ],
        [2, 2],
      ),
      call(
        '1x2x4x4 negative',
        [
          [0, 6, 1, 9, 2],
          [0, -9, -9, -6, -6],
        ],
        [2, 2],
      ),
      call('1x1x3x3 negative', [[0, -4, -4, 3, 3]], [4, 4]),
      call('1x1x4x4', [[0, -2, 0, 5, 3]], [2, 4]),
    ],
    'inverted-region': [
      call('1x1x5x6', [[0, 4, 1, 2, 3]], [1, 2]),
      call('1x1x5x6', [[0, 1, 4, 4, 0]], [2, 1]),
      call('1x2x5x6', [[0, 5, 4, 0, 0]], [2, 2]),
    ],
    'special-values': ({ dtype }) => {
      const all = specialNumbers(formatOf(dtype) as FloatFormat).filter((x) => !Number.isNaN(x));
      return [
        call(filled('1x1x6x6', all), inside, [2, 2]),
        call(filled('1x1x4x4', [Number.NEGATIVE_INFINITY]), [[0, 0, 0, 3, 3]], [2, 2]),
        call(filled('1x1x4x4', [0, -0, -0, 0, -0]), [[0, 0, 0, 3, 3]], [2, 2]),
        call(filled('1x1x4x6', [1, 2, Number.NaN, 3, 4, 5, 0]), [[0, 0, 0, 5, 3]], [4, 2]),
      ];
    },
    'any-count': [
      ...longLengths().flatMap((count) => [
        call(
          '3x1x4x6',
          Array.from({ length: count }, (_, i) => [(i * 2) % 3, ...corners[i % corners.length]!] as const),
          [1, 1],
        ),
        call(`1x${count}x2x2`, [[0, 0, 0, 1, 1]], [1, 1]),
        call(
          `${count}x1x2x2`,
          [count - 1, 0, count >> 1].map((image): ImageRegion => [image, 0, 0, 1, 1]),
          [1, 1],
        ),
      ]),
      ...longLengths(261).flatMap((count) => [
        call(`1x1x2x${count}`, [[0, 0, 0, count - 1, 1]], [1, count]),
        call(`1x1x${count}x2`, [[0, 0, 0, 1, count - 1]], [count, 1]),
        call(`1x1x${count}x2`, [[0, 0, 0, 1, count - 1]], [1, 1]),
      ]),
    ],
    'size-zero': [call('1x2x3x4', [], [2, 2]), call('2x0x3x4', inside, [2, 2])],
  },
  invalid: {
    'invalid-rank': breaking(call('1x2x5x6', inside, [2, 2]), 'X', '1x2x5', '1x2x5x6x1'),
    'invalid-regions': breaking(
      call('1x2x5x6', inside, [2, 2]),
      'rois',
      ...['3x4', '3x6', '15'].map((shape) => filled(shape, [0])),
    ),
    'invalid-image': breaking(
      call('2x1x5x6', inside, [2, 2]),
      'rois',
      filled('1x5', [2, 0, 0, 3, 3]),
      filled('1x5', [-1, 0, 0, 3, 3]),
    ),
    'invalid-cells': breaking(call('1x2x5x6', inside, [2, 2]), 'pooled_shape', [2], [2, 2, 2]),
  },
};
