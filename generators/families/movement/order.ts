import { call, type Tried } from './call.ts';

/** All orders of the numbers below n. */
const permutations = (n: number): number[][] =>
  n === 0
    ? [[]]
    : permutations(n - 1).flatMap((rest) => Array.from({ length: n }, (_, i) => rest.toSpliced(i, 0, n - 1)));

export const transpose: Tried = {
  samples: (context) => [
    call(context, [[2, 3, 4]], { perm: [2, 0, 1] }),
    call(context, [[2, 3, 4]], { perm: [0, 2, 1] }),
    call(context, [[3, 5]]),
    call(context, [[2, 3, 1, 2]], { perm: [0, 2, 3, 1] }),
  ],
  sizes: (context) =>
    [
      [2, 3, 4],
      [4, 2, 3],
      [1, 5, 2],
    ].map((dims) => call(context, [dims], { perm: [1, 2, 0] })),
  *'any-shape'(context) {
    yield call(context, [[7]], { perm: [0] });
    // around tiles and vectors
    for (const dims of [
      [8, 8],
      [16, 16],
      [17, 33],
      [1, 65],
      [64, 1],
      [31, 32],
    ])
      yield call(context, [dims], { perm: [1, 0] });
    yield call(context, [[2, 17, 19]], { perm: [0, 2, 1] });
    yield call(context, [[1, 2, 3, 2, 3]], { perm: [4, 2, 0, 3, 1] });
    yield call(context, [[2, 3, 1, 2, 2, 3]], { perm: [5, 0, 4, 1, 3, 2] });
    yield call(context, [[2, 1, 2, 1, 2, 1, 2, 2]], { perm: [7, 6, 0, 1, 5, 4, 2, 3] });
  },
  clauses: {
    *'perm-absent'(context) {
      for (const dims of [[5], [2, 3], [2, 3, 4], [2, 3, 2, 3], [1, 2, 1, 3, 2]]) yield call(context, [dims]);
    },
    *'perm-given'(context) {
      for (const perm of permutations(3)) yield call(context, [[2, 3, 4]], { perm });
      for (const perm of permutations(4).filter((_, i) => i % 4 === 1)) yield call(context, [[2, 3, 4, 5]], { perm });
      // sizes of 1 leave the elements in their order
      yield call(context, [[1, 4, 1, 3]], { perm: [1, 2, 0, 3] });
    },
    *'size-zero'(context) {
      yield call(context, [[0]]);
      yield call(context, [[2, 0, 3]], { perm: [2, 0, 1] });
    },
    *'rank-zero'(context) {
      yield call(context, [[]]);
    },
  },
  invalid: {
    *'illegal-perm'(context) {
      const valid = call(context, [[2, 3, 4]], { perm: [1, 2, 0] });
      for (const perm of [
        [1, 1, 0],
        [1, 2, 3],
        [1, 0],
        [0, 1, 2, 3],
      ]) {
        yield [valid, call(context, [[2, 3, 4]], { perm })];
      }
    },
  },
};
