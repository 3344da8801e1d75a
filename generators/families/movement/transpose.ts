import { breaking, each, type NamedPlans, varied, withLarge } from '../../notation/call-notation.ts';

/** All orders of the numbers below n. */
const permutations = (n: number): number[][] =>
  n === 0
    ? [[]]
    : permutations(n - 1).flatMap((rest) => Array.from({ length: n }, (_, i) => rest.toSpliced(i, 0, n - 1)));

export const transpose: NamedPlans = {
  samples: varied({ data: '2x3x4' }, 'perm', [2, 0, 1], [0, 2, 1], undefined, [1, 2, 0]),
  aliasCandidates: [{ data: '2x3x4', perm: [0, 1, 2] }],
  plans: {
    'any-shape': withLarge(
      [
        { data: '7', perm: [0] },
        // around tiles and vectors
        ...each({ data: '8x8 16x16 17x33 1x65 64x1 31x32' }, { perm: [1, 0] }),
        ...each({ data: '2x17x19 2x33x35' }, { perm: [0, 2, 1] }),
        { data: '1x2x3x2x3', perm: [4, 2, 0, 3, 1] },
        ...each({ data: '1x3x9x11' }, { perm: [0, 2, 3, 1] }, { perm: [0, 3, 1, 2] }),
        { data: '2x3x1x2x2x3', perm: [5, 0, 4, 1, 3, 2] },
        { data: '2x1x2x1x2x1x2x2', perm: [7, 6, 0, 1, 5, 4, 2, 3] },
      ],
      [
        { data: '251x281', perm: [1, 0] },
        { data: '2x131x271', perm: [0, 2, 1] },
      ],
    ),
    'perm-absent': each({ data: '5 2x3 2x3x4 2x3x2x3 1x2x1x3x2' }),
    'perm-given': [
      ...each({ perm: permutations(3) }, { data: '2x3x4' }),
      ...each({ perm: permutations(4) }, { data: '2x3x4x5' }),
      // sizes of 1 leave the elements in their order, unless others change places around them
      { data: '1x4x1x3', perm: [1, 2, 0, 3] },
      { data: '3x1x4', perm: [2, 1, 0] },
      ...each({ data: '1x3x4 3x4x1' }, { perm: [0, 2, 1] }, { perm: [1, 0, 2] }),
      { data: '2x1x1x3', perm: [3, 1, 2, 0] },
      // a perm and its inverse have the same shapes
      ...each({ data: '3x3x3' }, { perm: [1, 2, 0] }, { perm: [2, 0, 1] }),
      ...each({ data: '2x2x2x2' }, { perm: [0, 2, 3, 1] }, { perm: [3, 0, 1, 2] }),
    ],
    'size-zero': [{ data: '0' }, { data: '2x0x3', perm: [2, 0, 1] }, ...each({ data: '0x3 3x0' })],
    'rank-zero': [{ data: 'scalar' }],
  },
  invalid: {
    'invalid-perm': breaking({ data: '2x3x4', perm: [1, 2, 0] }, 'perm', [1, 1, 0], [1, 2, 3], [1, 0], [0, 1, 2, 3]),
  },
  draw: (draws) => {
    const dims = draws.sizes(draws.count(0, 6));
    return {
      data: draws.data(dims),
      perm: dims.length > 0 ? draws.maybe(() => draws.some([...dims.keys()], dims.length)) : undefined,
    };
  },
};
