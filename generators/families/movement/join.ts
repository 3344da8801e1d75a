import { call, type Tried } from './call.ts';

export const concat: Tried = {
  samples: (context) => [
    call(
      context,
      [
        [2, 3],
        [4, 3],
      ],
      { axis: 0 },
    ),
    call(
      context,
      [
        [2, 3, 2],
        [2, 1, 2],
        [2, 2, 2],
      ],
      { axis: 1 },
    ),
    call(
      context,
      [
        [2, 3],
        [2, 5],
      ],
      { axis: 1 },
    ),
    call(context, [[3], [1]], { axis: 0 }),
  ],
  sizes: (context) =>
    [
      [
        [2, 3],
        [4, 3],
      ],
      [
        [1, 2],
        [3, 2],
      ],
      [
        [5, 4],
        [2, 4],
      ],
    ].map((shapes) => call(context, shapes, { axis: 0 })),
  *'any-shape'(context) {
    yield call(context, [[33], [64], [17]], { axis: 0 });
    yield call(
      context,
      [
        [3, 17],
        [3, 31],
      ],
      { axis: 1 },
    );
    yield call(
      context,
      [
        [65, 3],
        [2, 3],
      ],
      { axis: 0 },
    );
    yield call(
      context,
      [
        [2, 2, 3, 1, 2],
        [2, 2, 1, 1, 2],
      ],
      { axis: 2 },
    );
    yield call(
      context,
      [
        [1, 2, 1, 2, 1, 2, 2],
        [1, 2, 1, 2, 1, 2, 3],
      ],
      { axis: 6 },
    );
  },
  clauses: {
    *'axis-given'(context) {
      const dims = [2, 3, 2, 4];
      for (let axis = 0; axis < 4; axis++) {
        yield call(context, [dims, dims.with(axis, 1), dims.with(axis, 5)], { axis });
        yield call(context, [dims, dims], { axis });
      }
    },
    *'axis-absent'(context) {
      yield call(context, [
        [2, 3],
        [2, 2],
      ]);
      yield call(context, [
        [2, 3, 2],
        [2, 1, 2],
      ]);
    },
    *'one-input'(context) {
      for (const dims of [[4], [2, 3]]) yield call(context, [dims], { axis: 0 });
    },
    *'size-zero'(context) {
      yield call(
        context,
        [
          [2, 0],
          [2, 3],
        ],
        { axis: 1 },
      );
      yield call(
        context,
        [
          [2, 3],
          [0, 3],
          [1, 3],
        ],
        { axis: 0 },
      );
      yield call(
        context,
        [
          [0, 2],
          [0, 3],
        ],
        { axis: 1 },
      );
    },
  },
  invalid: {
    *'illegal-shapes'(context) {
      const valid = call(
        context,
        [
          [2, 3],
          [4, 3],
        ],
        { axis: 0 },
      );
      for (const other of [[4, 2], [4, 1], [4, 3, 1], [3]]) {
        yield [valid, call(context, [[2, 3], other], { axis: 0 })];
      }
    },
  },
};
