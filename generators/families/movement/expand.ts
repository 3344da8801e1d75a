import { atRunTime, breaking, each, type NamedPlans, varied, withLarge } from '../../notation/call-notation.ts';

export const expand: NamedPlans = {
  samples: [
    { input: '3x1', shape: [3, 4] },
    { input: '1x3', shape: [2, 3] },
    { input: '3x1', shape: [2, 1, 6] },
  ],
  sizes: [
    each({ input: '3x1 5x1 2x1' }, { shape: [1, 4] }),
    varied({ input: '3x1' }, 'shape', atRunTime(3, 4), atRunTime(1, 2), atRunTime(3, 5)),
  ],
  aliasCandidates: [{ input: '2x3', shape: [2, 3] }],
  plans: {
    'any-shape': withLarge(
      [
        { input: '1', shape: [65] },
        { input: '33x1', shape: [33, 5] },
        { input: '2x1x17', shape: [2, 3, 17] },
        { input: '1x2x1x2', shape: [3, 2, 2, 2] },
        { input: '2x1x3x1', shape: [2, 4, 3, 5] },
        { input: '1', shape: [300] },
        { input: '1x3x9x11', shape: [2, 3, 9, 11] },
        { input: '2x1x2x1x2', shape: [1, 2, 1, 2, 1, 3, 1] },
      ],
      [{ input: '251x1', shape: [251, 281] }],
    ),
    'shape-longer': [
      { input: '3', shape: [2, 3] },
      { input: '2x1', shape: [2, 1, 2, 3] },
      { input: '1', shape: [2, 2] },
    ],
    'shape-smaller': [
      { input: '2x3', shape: [1, 1] },
      { input: '2x3', shape: [3] },
      { input: '2x3x4', shape: [1, 4] },
      { input: '2x3', shape: [1] },
      { input: '2x1', shape: [3] },
      { input: '3x1x2', shape: [4, 1] },
      { input: '2x3', shape: [] },
      { input: '3x1x1', shape: [2, 4] },
      { input: '2x3x1x1', shape: [5] },
    ],
    'rank-zero': varied({ input: 'scalar' }, 'shape', [3], [2, 2], []),
    'size-zero': [
      { input: '1', shape: [0] },
      { input: '2x1', shape: [2, 0] },
      { input: '0x1', shape: [1, 3] },
      { input: '0', shape: [1] },
      { input: '3x0', shape: [2, 3, 0] },
    ],
  },
  invalid: {
    'invalid-expansion': breaking({ input: '2x3', shape: [2, 3] }, 'shape', [2, 4], [3, 3], [2]),
  },
  draw: (draws) => {
    const [dims, shape] = draws.broadcast(2);
    return { input: draws.data(dims!), shape: shape! };
  },
};
