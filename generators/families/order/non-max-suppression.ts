import type { Box } from '../../../oracles/operators/order/overlaps.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import { longLengths } from '../../cases/take-turns.ts';
import type { Draws } from '../../covering/draws.ts';
import { breaking, filled, type NamedCall, type NamedPlans, varied } from '../../notation/call-notation.ts';

/** What a call has besides boxes and scores. */
interface SuppressionSettings extends NamedCall {
  readonly iou_threshold?: number;
  readonly score_threshold?: number;
}

/** A call: boxes of each image, and scores of each class of each image. Numbers are lists of one, as in all of ONNX's vectors. */
const call = (
  images: readonly (readonly Box[])[],
  scores: readonly (readonly (readonly number[])[])[],
  limit: number,
  { iou_threshold: overlap, score_threshold: score, ...more }: SuppressionSettings = {},
): NamedCall => ({
  boxes: filled(`${images.length}x${images[0]?.length ?? 0}x4`, images.flat(2)),
  scores: filled(`${images.length}x${scores[0]?.length ?? 0}x${images[0]?.length ?? 0}`, scores.flat(2)),
  max_output_boxes_per_class: [limit],
  iou_threshold: overlap === undefined ? undefined : [overlap],
  score_threshold: score === undefined ? undefined : [score],
  ...more,
});

/** A call whose limit and thresholds are scalars, as the text has them. */
const withScalars = ({ boxes, scores, center_point_box, ...numbers }: NamedCall): NamedCall => ({
  ...{ boxes, scores, center_point_box },
  ...Object.fromEntries(Object.entries(numbers).map(([name, list]) => [name, (list as number[] | undefined)?.[0]])),
});

/** The same of one image with one class. */
const one = (
  boxes: readonly Box[],
  scores: readonly number[],
  limit: number,
  more: SuppressionSettings = {},
): NamedCall => call([boxes], [[scores]], limit, more);

/** Steps of a box to the right, by which it overlaps the first by 3/5, 1/3, 1/7 and nothing; one within it, by 1/4; one far off. */
const row: readonly Box[] = [
  [0, 0, 2, 4],
  [0, 1, 2, 5],
  [0, 2, 2, 6],
  [0, 3, 2, 7],
  [0, 4, 2, 8],
  [0, 1, 1, 3],
  [8, 9, 10, 13],
];
/** The same downwards, where corners in another order make other boxes. */
const column: readonly Box[] = row.map(([y1, x1, y2, x2]): Box => [x1, y1 + 3, x2, y2 + 4]);
const scores = [0.5, 0.875, 0.25, 0.75, 0.375, 0.625, 0.125];
const falling = [0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125];

/** Scores of two classes in each of two images. */
const crossed = [
  [scores, falling],
  [falling, scores],
];

/** Three boxes of one image with falling scores; all may be selected. */
const three = (boxes: readonly Box[], more: SuppressionSettings): NamedCall => one(boxes, [0.75, 0.5, 0.25], 3, more);

/** Boxes that are others as corners than as centers. */
const ambiguous: readonly Box[] = [
  [4, 4, 2, 6],
  [5, 4, 2, 6],
  [4, 5, 6, 2],
  [4, 6, 6, 2],
];

const movedBy = (boxes: readonly Box[], y: number, x: number): readonly Box[] =>
  boxes.map(([y1, x1, y2, x2]): Box => [y1 + y, x1 + x, y2 + y, x2 + x]);
const scaled = (boxes: readonly Box[], by: number): readonly Box[] =>
  boxes.map((box) => box.map((x) => x * by) as unknown as Box);
/** As their center, x before y, width and height. */
const centered = (boxes: readonly Box[]): readonly Box[] =>
  boxes.map(([y1, x1, y2, x2]): Box => [(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1]);

const thresholds = [0, 0.125, 0.25, 0.3125, 0.5, 0.625, 0.75, 1] as const;

/** `count` scores that differ, in another order for each class. */
const shuffled = (count: number, turn: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => (((i * 37 + turn * 11) % count) + 1) / 1024);

/** Boxes that do not overlap. */
const apart = (count: number): readonly Box[] => Array.from({ length: count }, (_, i): Box => [0, 3 * i, 2, 3 * i + 2]);

/** Boxes that overlap those next to them, of several sizes. */
const many = (count: number): readonly Box[] =>
  Array.from({ length: count }, (_, i): Box => [3 * (i % 5), 2 * i, 3 * (i % 5) + 4 + (i % 3), 2 * i + 4 + (i % 4)]);

function drawCall(draws: Draws): NamedCall {
  const [images, classes] = [draws.pick(1, 1, 2, 3), draws.pick(1, 1, 2, 3, 5, draws.size(20, 1))];
  const count = draws.size(images * classes > 3 ? 24 : 140, 1);
  const isByCenter = draws.maybe(() => draws.pick(0, 1));
  const by = draws.pick(1, 1, 1 / 16, 32);
  const most = draws.pick(6, 12);
  const boxes = Array.from({ length: images * count }, () => {
    const [y, x] = [draws.detail(0, most), draws.detail(0, most)];
    const [height, width] = [2 * draws.detail(1, 4), 2 * draws.detail(1, 4)];
    const corners = [y, x, y + height, x + width] as const;
    const box = isByCenter ? [x, y, width, height] : draws.detail(0, 3) > 0 ? corners : [corners[2], x, y, corners[3]];
    return box.map((one) => one * by);
  });
  const hasTies = draws.once(8);
  const own = Array.from({ length: images * classes }, (_, turn) => shuffled(count, turn + draws.detail(0, 9)));
  const isLeft = draws.maybe(() => draws.pick(0.25, 0.5, 0.75));
  const drawnCall: NamedCall = {
    boxes: { dims: [images, count, 4], numbers: boxes.flat() },
    scores: {
      dims: [images, classes, count],
      numbers: own.flat().map((score) => (hasTies ? Math.ceil(score * 512) / 512 : score)),
    },
    max_output_boxes_per_class: [draws.pick(1, 2, 3, count, 100)],
    // with equal scores as many are selected in each order
    iou_threshold: hasTies ? [1] : draws.maybe(() => [draws.pick(...thresholds)]),
    // on a score, or, also in further runs, on none
    score_threshold: isLeft === undefined ? undefined : [(Math.ceil(count * isLeft) + draws.pick(0, 1 / 32)) / 1024],
    center_point_box: isByCenter,
  };
  return draws.once(6) ? withScalars(drawnCall) : drawnCall;
}

export const nonMaxSuppression: NamedPlans = {
  draw: drawCall,
  samples: [
    one(row, scores, 5, { iou_threshold: 0.5, score_threshold: 0.3203125, center_point_box: 0 }),
    call(
      [column, row],
      [
        [falling, scores],
        [scores, falling],
      ],
      3,
      { iou_threshold: 0.25, score_threshold: 0.1953125 },
    ),
    one(centered(row), scores, 4, { iou_threshold: 0.25, score_threshold: 0.0703125, center_point_box: 1 }),
  ],
  sizes: [
    [7, 5, 9].map((count) => one(many(count), shuffled(count, 1), 4, { iou_threshold: 0.25 })),
    [
      call([row, column], [[scores], [falling]], 3, { iou_threshold: 0.25 }),
      one(row, scores, 3, { iou_threshold: 0.25 }),
      call([row], [[scores, falling]], 3, { iou_threshold: 0.25 }),
    ],
  ],
  pairs: () =>
    [row, column, many(9)].map((boxes) => ({
      differs: 'boxes of another form',
      calls: [0, 1].map((center_point_box) =>
        one(boxes, shuffled(boxes.length, 2), 5, { iou_threshold: 0.25, center_point_box }),
      ),
    })),
  // boxes whose numbers are scores of four classes
  sameShapeCalls: [
    ['1x4x4', [0.5, 0.25, 2.5, 3.25]],
    ['2x4x4', [1, 0, 4, 3, 0.5, 2, 3, 5, 2.5, 1.5, 7]],
    ['1x4x4', [6, 2, 3, 5, 1, 0.5, 4]],
  ].map(([shape, numbers]) => ({
    ...one([], [], 3, { iou_threshold: 0.25 }),
    boxes: filled(shape as string, numbers as number[]),
    scores: filled(shape as string, numbers as number[]),
  })),
  plans: {
    definition: [
      one(row, scores, 7, { iou_threshold: 0.5 }),
      one(column, scores, 7, { iou_threshold: 0.25 }),
      one(row, falling, 7, { iou_threshold: 0 }),
      call([row, column], crossed, 7, { iou_threshold: 0.25 }),
      one(many(12), shuffled(12, 3), 12, { iou_threshold: 0.125 }),
      // a box that overlaps one that is suppressed itself is kept
      three(row.slice(0, 3), { iou_threshold: 0.5 }),
    ],
    'by-score': [
      one(row, scores, 3, { iou_threshold: 0.25 }),
      one(row, falling.toReversed(), 7, { iou_threshold: 0.25 }),
      one(row, [-1, -0.5, -3, -2, -0.25, -8, -4], 7, { iou_threshold: 0.25 }),
      one(row, [1e30, -1e30, 2, 1e-30, -1e-30, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], 7, {
        iou_threshold: 0.5,
      }),
      // next to each other in float32
      one(row, [1 + 2 ** -23, 1 + 2 ** -22, 1, 1 - 2 ** -24, 1 + 2 ** -21, 1 - 2 ** -23, 0.5], 4, {
        iou_threshold: 0.5,
      }),
    ],
    order: [
      call(
        [row, column],
        [
          [scores, falling, scores],
          [falling, falling, scores],
        ],
        3,
        { iou_threshold: 0.25 },
      ),
      call(
        [column, row, row],
        [
          [scores, falling],
          [falling, scores],
          [scores, scores],
        ],
        2,
        { iou_threshold: 0.5 },
      ),
      one(many(9), shuffled(9, 5), 9, { iou_threshold: 1 }),
    ],
    indices: [
      call([row, column, row], [[scores], [falling], [scores]], 1, { iou_threshold: 0.25 }),
      call([row], [[scores, falling, scores, falling]], 1, { iou_threshold: 0.25 }),
      call(
        [column, row],
        [
          [scores, falling, scores],
          [falling, scores, scores],
        ],
        2,
        { iou_threshold: 0.25 },
      ),
    ],
    overlap: [
      ...[0.625, 0.5625, 0.34375, 0.328125, 0.25, 0.125].flatMap((iou_threshold) => [
        one(row, falling, 7, { iou_threshold }),
        one(column, scores, 7, { iou_threshold }),
      ]),
      // of numbers between 0 and 1, to which nothing may be added
      one(scaled(row, 1 / 16), falling, 7, { iou_threshold: 0.625 }),
      one(scaled(column, 1 / 32), scores, 7, { iou_threshold: 0.34375 }),
      one(scaled(row, 1024), falling, 7, { iou_threshold: 0.328125 }),
      // one within another, which covers more than both together
      three(
        [
          [0, 0, 8, 8],
          [2, 2, 6, 6],
          [1, 1, 7, 7],
        ],
        { iou_threshold: 0.28125 },
      ),
      three(
        [
          [2, 2, 6, 6],
          [0, 0, 8, 8],
          [1, 1, 7, 7],
        ],
        { iou_threshold: 0.28125 },
      ),
      // touching ones, and corners
      one(
        [
          [0, 0, 2, 2],
          [0, 2, 2, 4],
          [2, 0, 4, 2],
          [2, 2, 4, 4],
          [1, 1, 3, 3],
        ],
        [0.75, 0.5, 0.375, 0.25, 0.125],
        5,
        { iou_threshold: 0 },
      ),
    ],
    'equal-overlap': [
      // a half, a quarter and all of what both cover
      three(
        [
          [0, 0, 2, 4],
          [0, 0, 2, 2],
          [0, 0, 1, 2],
        ],
        { iou_threshold: 0.5 },
      ),
      three(
        [
          [0, 0, 4, 4],
          [1, 1, 3, 3],
          [0, 0, 4, 4],
        ],
        { iou_threshold: 0.25 },
      ),
      three(
        [
          [0, 0, 4, 4],
          [0, 0, 4, 4],
          [4, 4, 0, 0],
        ],
        { iou_threshold: 1 },
      ),
      three(
        centered([
          [0, 0, 2, 4],
          [0, 0, 2, 2],
          [0, 0, 1, 2],
        ]),
        { iou_threshold: 0.5, center_point_box: 1 },
      ),
      three(
        [
          [0, 0, 1, 1],
          [0, 1, 1, 2],
          [1, 0, 2, 1],
        ],
        { iou_threshold: 0 },
      ),
    ],
    'any-corners': [
      ([y1, x1, y2, x2]: Box): Box => [y2, x2, y1, x1],
      ([y1, x1, y2, x2]: Box): Box => [y2, x1, y1, x2],
      ([y1, x1, y2, x2]: Box): Box => [y1, x2, y2, x1],
    ].flatMap((turned) => [
      one(row.map(turned), falling, 7, { iou_threshold: 0.25 }),
      one(
        column.map((box, i) => (i % 2 === 0 ? turned(box) : box)),
        scores,
        7,
        { iou_threshold: 0.5 },
      ),
    ]),
    'center-point': [
      one(centered(row), scores, 7, { iou_threshold: 0.25, center_point_box: 1 }),
      one(centered(column), falling, 7, { iou_threshold: 0.5, center_point_box: 1 }),
      one(scaled(centered(row), 1 / 16), falling, 7, { iou_threshold: 0.625, center_point_box: 1 }),
      // which as corners would be others
      one(ambiguous, [0.75, 0.5, 0.375, 0.25], 4, { iou_threshold: 0.25, center_point_box: 1 }),
      one(ambiguous, [0.75, 0.5, 0.375, 0.25], 4, { iou_threshold: 0.25 }),
    ],
    translation: [
      one(movedBy(row, -100, 50), scores, 7, { iou_threshold: 0.25 }),
      one(movedBy(column, -2, -5), falling, 7, { iou_threshold: 0.5 }),
      one(movedBy(row, 4096, -4096), falling, 7, { iou_threshold: 0.34375 }),
      one(centered(movedBy(row, -100, -50)), falling, 7, { iou_threshold: 0.25, center_point_box: 1 }),
      one(scaled(row, -1), falling, 7, { iou_threshold: 0.25 }),
      // x in the place of y
      one(
        row.map(([y1, x1, y2, x2]): Box => [x1, y1, x2, y2]),
        scores,
        7,
        { iou_threshold: 0.25 },
      ),
    ],
    'score-threshold': [
      ...varied(
        one(row, scores, 7, { iou_threshold: 0.5 }),
        'score_threshold',
        [0.3125],
        [0.6875],
        [0.0625],
        [0.9375],
        [-1],
      ),
      one(
        row,
        falling.map((x) => x - 0.5625),
        7,
        { iou_threshold: 0.5, score_threshold: -0.25 },
      ),
      // the threshold counts first: what is left out suppresses nothing
      call([row, column], crossed, 2, { iou_threshold: 0.25, score_threshold: 0.5703125 }),
      one(row, scores, 7, { iou_threshold: 0.5, score_threshold: Number.NEGATIVE_INFINITY }),
    ],
    'equal-score': [
      one(row, scores, 7, { iou_threshold: 0.25, score_threshold: 0.5 }),
      one(row, scores, 7, { iou_threshold: 1, score_threshold: 0.875 }),
      one(row, [0, 0.5, 0.25, -0.5, 0.75, -0.25, 0.125], 7, { iou_threshold: 1, score_threshold: 0 }),
      call([row, column], crossed, 7, { iou_threshold: 0.25, score_threshold: 0.375 }),
      call([row], crossed.slice(1), 4, { iou_threshold: 0.5, score_threshold: 0.625 }),
      call([centered(row)], [[scores, scores, falling]], 7, {
        iou_threshold: 1,
        score_threshold: 0.5,
        center_point_box: 1,
      }),
    ],
    limit: [
      // the lower half of the bits is less
      ...[2 ** 32 + 2, 1, 2 ** 33, 0, 2, 3, 6, 7, 100].map((limit) =>
        one(row, scores, limit, { iou_threshold: 0.625 }),
      ),
      call([row, column], crossed, 2, { iou_threshold: 0.625 }),
      // no limit, as exporters write it: the product with other dimensions is more than an int64 holds
      ...[2n ** 63n - 1n, 2n ** 31n - 1n].map((limit) => ({
        ...call([row, column], crossed, 0, { iou_threshold: 0.625 }),
        max_output_boxes_per_class: filled('1', [limit]),
      })),
    ],
    scalars: [
      withScalars(one(row, scores, 5, { iou_threshold: 0.5, score_threshold: 0.3203125 })),
      withScalars(call([row, column], crossed, 2, { iou_threshold: 0.25 })),
      withScalars(one(column, falling, 3)),
    ],
    classes: [
      call([row], [[scores, falling, falling.toReversed()]], 7, { iou_threshold: 0.25 }),
      call([row], [[scores, scores]], 4, { iou_threshold: 0.25, score_threshold: 0.1953125 }),
      call([column], [[falling, falling.map((x) => -x), scores]], 2, { iou_threshold: 0.5 }),
    ],
    images: [
      call([row, column], [[scores], [scores]], 7, { iou_threshold: 0.25 }),
      call([movedBy(row, 3, 1).toReversed(), row, column], [[falling], [falling], [falling]], 4, {
        iou_threshold: 0.25,
      }),
      call(
        [row, row.toReversed()],
        [
          [scores, falling],
          [scores, falling],
        ],
        7,
        { iou_threshold: 0.34375 },
      ),
    ],
    ties: [
      one(row, Array(7).fill(0.5), 7, { iou_threshold: 1 }),
      one([...row.slice(4), ...row.slice(4)], [0.5, 0.25, 0.5, 0.5, 0.25, 0.5], 6, { iou_threshold: 0.5 }),
      one(row.slice(0, 2), [0.5, 0.5], 2, { iou_threshold: 0.5 }),
      one(row, [0.5, 0.25, 0.5, 0.25, 0.5, 0.25, 0.5], 3, { iou_threshold: 1 }),
      one(row, [0, 0.5, -0, 0.5, 0.25, -0, 0], 7, { iou_threshold: 1 }),
    ],
    'without-area': [
      one(
        [
          [1, 1, 1, 1],
          [1, 1, 1, 1],
          [0, 0, 2, 2],
          [1, 0, 1, 2],
        ],
        [0.75, 0.5, 0.375, 0.25],
        4,
        { iou_threshold: 0 },
      ),
      three(
        [
          [0, 0, 2, 2],
          [0, 1, 2, 1],
          [0, 1, 2, 1],
        ],
        { iou_threshold: 0 },
      ),
      three(
        [
          [1, 1, 0, 0],
          [1, 1, 0, 0],
          [1, 1, 2, 2],
        ],
        { iou_threshold: 0, center_point_box: 1 },
      ),
    ],
    'any-count': [
      one([[0, 0, 1, 1]], [0.5], 1, { iou_threshold: 0.5 }),
      ...[33, 65].map((count) => one(many(count), shuffled(count, 2), count, { iou_threshold: 0.25 })),
      call([many(17), many(17).toReversed()], [[shuffled(17, 1)], [shuffled(17, 4)]], 8, { iou_threshold: 0.125 }),
      one(apart(1030), shuffled(1030, 1), 1030, { iou_threshold: 0.5 }),
      ...longLengths().flatMap((count) => {
        // of many boxes few, as each is held against those that were selected
        const [boxes, limit] = [many(count), count > 200 ? 5 : count];
        const some = { iou_threshold: 0.25, score_threshold: 1 / 2048 };
        const turns = Array.from({ length: count }, (_, turn) => shuffled(3, turn));
        return [
          one(boxes, shuffled(count, 1), limit, some),
          // the last one is the best, and the first the next
          one(
            centered(boxes),
            boxes.map((_, i) => (i === 0 ? count - 1.5 : i) / 1024),
            limit,
            { ...some, center_point_box: 1 },
          ),
          call([many(3)], [turns], 2, some),
          call(
            turns.map((_, i) => movedBy(many(3), i, 0)),
            turns.map((scores) => [scores]),
            2,
            some,
          ),
        ];
      }),
    ],
    'size-zero': [
      { ...one([], [], 3, { iou_threshold: 0.5 }), boxes: filled('1x0x4', []), scores: filled('1x2x0', []) },
      { ...one([], [], 3, { iou_threshold: 0.5 }), boxes: filled('0x3x4', []), scores: filled('0x2x3', []) },
      { ...one(row, [], 3), scores: filled('1x0x7', []) },
    ],
  },
  invalid: {
    'invalid-boxes': [
      ...breaking(one(row, scores, 3), 'boxes', ...['1x7x5', '1x7x3', '1x6x4', '2x7x4', '7x4'].map(ones)),
      ...breaking(one(row, scores, 3), 'scores', ...['1x1x6', '2x1x7', '1x7'].map(ones)),
    ],
    'invalid-threshold': breaking(one(row, scores, 3, { iou_threshold: 0.5 }), 'iou_threshold', [1.5], [-0.25]),
  },
};

function ones(shape: string): InputPlan {
  return filled(shape, [1]);
}
