import type { PlanContext } from '../../proposal.ts';
import { call, type Tried } from './call.ts';

type Dims = readonly number[];

/** Indices of some shape: each of `numbers` in turn. */
const at = (dims: readonly number[], numbers: readonly number[], dtype: 'int32' | 'int64' = 'int64') => ({
  dims,
  numbers,
  dtype,
  form: 'input' as const,
});

export const gather: Tried = {
  samples: (context) => [
    call(context, [[4, 3]], { indices: at([3], [2, 0, 3]), axis: 0 }),
    call(context, [[4, 3]], { indices: at([3], [1, 2, 0]), axis: 1 }),
    call(context, [[4, 5, 2]], { indices: at([2, 2], [3, 0, 1, 1]), axis: 1 }),
    call(context, [[5]], { indices: at([], [2]), axis: 0 }),
  ],
  sizes: (context) =>
    [
      [4, 3],
      [5, 2],
      [4, 7],
    ].map((dims) => call(context, [dims], { indices: at([3], [2, 0, 3]), axis: 0 })),
  *'any-shape'(context) {
    yield call(context, [[65]], { indices: at([33], [64, 0, 31, 32, 63, 7]), axis: 0 });
    yield call(context, [[7, 33]], { indices: at([17], [32, 0, 5, 16, 31]), axis: 1 });
    yield call(context, [[2, 3, 2, 3, 2]], { indices: at([2], [1, 2]), axis: 3 });
    yield call(context, [[2, 1, 2, 1, 3, 2, 2]], { indices: at([2], [2, 0]), axis: 4 });
  },
  clauses: {
    *'axis-given'(context) {
      for (const axis of [0, 1, 2]) yield call(context, [[3, 4, 5]], { indices: at([4], [2, 0, 1, 2]), axis });
    },
    *'indices-any-rank'(context) {
      for (const dims of [[], [1], [2, 1], [2, 2, 2], [1, 1, 1, 1]]) {
        yield call(context, [[3, 4]], { indices: at(dims, [2, 0, 1]), axis: 0 });
        yield call(context, [[3, 4]], { indices: at(dims, [3, 1, 0]), axis: 1 });
      }
    },
    *'indices-repeated'(context) {
      for (const indices of [
        [1, 1, 1],
        [2, 1, 0],
        [0, 2, 0, 1, 2],
      ]) {
        yield call(context, [[3, 2]], { indices: at([indices.length], indices), axis: 0 });
      }
    },
    *'indices-negative'(context) {
      for (const axis of [0, 1]) yield call(context, [[4, 5]], { indices: at([5], [-1, -4, 3, -2, 0]), axis });
      yield call(context, [[6]], { indices: at([], [-6]), axis: 0 });
    },
    *'index-type'(context) {
      for (const dtype of ['int32', 'int64'] as const) {
        yield call(context, [[4, 3]], { indices: at([3], [2, 0, 3], dtype), axis: 0 });
        yield call(context, [[4, 3]], { indices: { ...at([2], [2, 1], dtype), form: 'initializer' }, axis: 1 });
      }
    },
    *'size-zero'(context) {
      yield call(context, [[3, 2]], { indices: at([0], []), axis: 0 });
      yield call(context, [[3, 0]], { indices: at([2], [2, 0]), axis: 0 });
      yield call(context, [[0, 3]], { indices: at([2, 0], []), axis: 0 });
    },
  },
  invalid: { 'illegal-indices-out-of-range': outOfRange },
};

/** Indices out of bounds, as constants and at run time. */
function* outOfRange(context: PlanContext) {
  for (const form of ['initializer', 'input'] as const) {
    for (const wrong of [4, -5]) {
      const [valid, broken] = [3, wrong].map((last) =>
        call(context, [[4, 3]], { indices: { ...at([3], [2, 0, last]), form }, axis: 0 }),
      );
      yield [valid!, broken!] as const;
    }
  }
}

/** Calls by the shape of the data, that of the indices, the indices in turn, and what else. */
const lookups =
  (list: readonly (readonly [Dims, Dims, Dims])[], more: Readonly<Record<string, number>> = {}, dtype?: 'int32') =>
  (context: PlanContext) =>
    list.map(([data, dims, numbers]) => call(context, [data], { indices: at(dims, numbers, dtype), ...more }));

export const gatherElements: Tried = {
  samples: (context) => [
    ...lookups(
      [
        [
          [3, 4],
          [3, 4],
          [2, 0, 1, 1, 0],
        ],
      ],
      { axis: 0 },
    )(context),
    ...lookups(
      [
        [
          [3, 4],
          [3, 4],
          [2, 0, 1, 2, 0],
        ],
      ],
      { axis: 1 },
    )(context),
    ...lookups([[[5], [5], [4, 0, 3, 1, 1]]], { axis: 0 })(context),
  ],
  sizes: lookups(
    [
      [
        [3, 4],
        [3, 4],
        [2, 0, 1, 1, 0],
      ],
      [
        [4, 2],
        [4, 2],
        [2, 0, 1],
      ],
      [
        [3, 5],
        [3, 5],
        [1, 2, 0],
      ],
    ],
    { axis: 0 },
  ),
  *'any-shape'(context) {
    yield* lookups(
      [
        [[65], [65], [64, 0, 31, 32, 7]],
        [
          [70, 2],
          [70, 2],
          [69, 0, 65, 3],
        ],
      ],
      { axis: 0 },
    )(context);
    yield* lookups(
      [
        [
          [2, 3, 2, 3, 2],
          [2, 3, 2, 3, 2],
          [2, 0, 1],
        ],
      ],
      { axis: 3 },
    )(context);
  },
  clauses: {
    *'axis-given'(context) {
      for (const axis of [0, 1, 2])
        yield* lookups(
          [
            [
              [3, 4, 3],
              [3, 4, 3],
              [2, 0, 1, 1, 2, 0, 0],
            ],
          ],
          { axis },
        )(context);
    },
    'indices-repeated': lookups(
      [
        [[3, 2], [3, 2], [1]],
        [
          [3, 2],
          [3, 2],
          [2, 2, 0],
        ],
      ],
      { axis: 0 },
    ),
    'indices-negative': lookups(
      [
        [
          [4, 2],
          [4, 2],
          [-1, -4, 3, -2, 0],
        ],
        [[6], [6], [-6, 5, -1]],
      ],
      { axis: 0 },
    ),
    *'index-type'(context) {
      for (const dtype of ['int32', 'int64'] as const) {
        yield* lookups(
          [
            [
              [3, 4],
              [3, 4],
              [2, 0, 1, 1, 0],
            ],
          ],
          { axis: 0 },
          dtype as 'int32',
        )(context);
      }
    },
    'size-zero': lookups(
      [
        [[0], [0], []],
        [[0, 3], [0, 3], []],
      ],
      { axis: 0 },
    ),
  },
  invalid: { 'illegal-indices-out-of-range': outside([3, 3], [3, 3], { axis: 0 }) },
};

export const gatherND: Tried = {
  samples: lookups([
    [
      [3, 4],
      [2, 2],
      [2, 0, 1, 3],
    ],
    [
      [3, 4],
      [2, 1],
      [2, 0],
    ],
    [
      [2, 3, 4],
      [2, 2],
      [1, 2, 0, 1],
    ],
  ]),
  sizes: lookups([
    [
      [3, 4],
      [2, 1],
      [2, 0],
    ],
    [
      [4, 2],
      [2, 1],
      [2, 0],
    ],
    [
      [3, 7],
      [2, 1],
      [2, 0],
    ],
  ]),
  'any-shape': lookups([
    [[65], [33, 1], [64, 0, 31, 32, 7]],
    [
      [7, 9],
      [17, 2],
      [6, 8, 0, 1, 3, 4],
    ],
    [
      [2, 3, 2, 3, 2],
      [3, 4],
      [1, 2, 0, 1, 0, 0, 1, 2],
    ],
  ]),
  clauses: {
    'tuple-length': lookups(
      [1, 2, 3].map(
        (length) =>
          [
            [2, 2, 2],
            [3, length],
            [1, 0, 0, 1, 1],
          ] as const,
      ),
    ),
    'indices-any-rank': lookups([
      [[3, 4], [2], [2, 1]],
      [[3, 4], [1], [2]],
      [
        [3, 4],
        [2, 3, 1],
        [2, 0, 1, 1],
      ],
      [
        [3, 4],
        [1, 2, 1, 2],
        [2, 3, 0, 1],
      ],
    ]),
    'indices-negative': lookups([
      [
        [3, 4],
        [3, 2],
        [-1, -4, 2, -1, -3, 3],
      ],
      [
        [4, 2],
        [2, 1],
        [-4, -1],
      ],
    ]),
    'batch-dims': (context) => [
      ...lookups(
        [
          [
            [2, 3, 4],
            [2, 1],
            [2, 0],
          ],
          [
            [2, 3, 4],
            [2, 2, 2],
            [2, 3, 0, 1],
          ],
        ],
        { batch_dims: 1 },
      )(context),
      ...lookups(
        [
          [
            [2, 2, 3],
            [2, 2, 1],
            [2, 0, 1, 1],
          ],
        ],
        { batch_dims: 2 },
      )(context),
    ],
    'size-zero': lookups([
      [[3, 2], [0, 1], []],
      [
        [3, 0],
        [2, 1],
        [2, 0],
      ],
    ]),
  },
  invalid: { 'illegal-indices-out-of-range': outside([3, 3], [2, 1], {}) },
};

/** Indices out of bounds 3, in turn as constants and at run time. */
function outside(data: Dims, dims: Dims, more: Readonly<Record<string, number>>) {
  return (context: PlanContext) =>
    [3, -4].map((wrong, i) => {
      const form = i === 0 ? 'initializer' : 'input';
      const [valid, broken] = [2, wrong].map((last) =>
        call(context, [data], { indices: { ...at(dims, [0, last]), form }, ...more }),
      );
      return [valid!, broken!] as const;
    });
}
