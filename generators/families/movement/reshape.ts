import type { PlanContext } from '../../proposal.ts';
import { call, type Tried } from './call.ts';

type Dims = readonly number[];

const all = (context: PlanContext, shapes: readonly Dims[]) => shapes.map((dims) => call(context, [dims]));

export const identity: Tried = {
  samples: (context) => all(context, [[2, 3], [5]]),
  sizes: (context) =>
    all(context, [
      [2, 3],
      [3, 4],
      [1, 2],
    ]),
  'any-shape': (context) => all(context, [[65], [3, 33], [2, 3, 2, 1, 2], [1, 2, 1, 1, 2, 1, 2, 3]]),
  clauses: {
    'rank-zero': (context) => all(context, [[]]),
    'size-zero': (context) => all(context, [[0], [2, 0, 3]]),
  },
};

/** Calls with one setting, which may be an attribute or an input. */
const told =
  (name: string, pairs: readonly (readonly [Dims, Dims | number])[], more: Readonly<Record<string, number>> = {}) =>
  (context: PlanContext) =>
    pairs.map(([dims, value]) => call(context, [dims], { [name]: value, ...more }));

export const reshape: Tried = {
  samples: told('shape', [
    [
      [2, 3, 4],
      [4, 6],
    ],
    [
      [2, 3, 4],
      [3, 2, 4],
    ],
    [[6], [2, 3]],
  ]),
  sizes: told('shape', [
    [
      [2, 6],
      [-1, 3],
    ],
    [
      [3, 4],
      [-1, 3],
    ],
    [
      [3, 1],
      [-1, 3],
    ],
  ]),
  'any-shape': told('shape', [
    [[65], [5, 13]],
    [
      [4, 33],
      [2, 66],
    ],
    [[12], [1, 2, 1, 3, 1, 2]],
    [[1, 1, 1, 1, 5], [5]],
  ]),
  clauses: {
    'shape-inferred': told('shape', [
      [[2, 3, 4], [-1]],
      [
        [2, 3, 4],
        [2, -1],
      ],
      [
        [2, 3, 4],
        [-1, 2, 2],
      ],
      [[1], [1, -1, 1]],
      [[], [-1]],
    ]),
    'shape-zero': told('shape', [
      [
        [2, 3, 4],
        [0, 12],
      ],
      [
        [2, 3, 4],
        [4, 0, 2],
      ],
      [
        [2, 3, 4],
        [0, 0, 2, 2],
      ],
      [
        [2, 3, 4],
        [0, -1],
      ],
      [
        [2, 4, 3],
        [3, 0, 2],
      ],
    ]),
    'to-rank-zero': told('shape', [
      [[1], []],
      [[1, 1], []],
      [[], []],
      [[], [1, 1]],
    ]),
    'size-zero': told('shape', [
      [[0], [0]],
      [
        [0, 3],
        [0, 1, 3],
      ],
      [
        [2, 0],
        [2, 0, 1],
      ],
      [
        [0, 3],
        [-1, 3],
      ],
    ]),
    'zero-allowed': told(
      'shape',
      [
        [
          [0, 3],
          [3, 0],
        ],
        [
          [2, 0, 4],
          [0, 7],
        ],
        [[0], [0, 5, 0]],
        [
          [2, 3],
          [3, 2],
        ],
      ],
      { allowzero: 1 },
    ),
  },
  invalid: {
    *'illegal-shape'(context) {
      const [valid] = told('shape', [
        [
          [2, 3],
          [3, 2],
        ],
      ])(context);
      for (const shape of [
        [4, 2],
        [-1, -1],
        [-1, 4],
        [2, 2],
      ]) {
        yield [valid!, told('shape', [[[2, 3], shape]])(context)[0]!];
      }
    },
  },
};

export const flatten: Tried = {
  samples: told('axis', [
    [[2, 3, 4], 2],
    [[2, 3], 1],
    [[2, 3, 4], 1],
  ]),
  sizes: told('axis', [
    [[2, 3, 4], 2],
    [[4, 2, 3], 2],
    [[1, 5, 2], 2],
  ]),
  'any-shape': told('axis', [
    [[65], 1],
    [[3, 33], 1],
    [[2, 1, 3, 1, 2], 3],
    [[1, 2, 1, 2, 1, 2, 1, 3], 5],
  ]),
  clauses: {
    'axis-given': told(
      'axis',
      [1, 2, 3].map((axis) => [[2, 3, 4, 5], axis] as const),
    ),
    'axis-zero': told('axis', [
      [[2, 3, 4], 0],
      [[5], 0],
    ]),
    'axis-rank': told('axis', [
      [[2, 3, 4], 3],
      [[5], 1],
    ]),
    'rank-zero': told('axis', [[[], 0]]),
    'size-zero': told('axis', [
      [[0, 3, 4], 1],
      [[2, 0, 4], 1],
      [[2, 3, 0], 2],
      [[0], 1],
    ]),
  },
};

export const squeeze: Tried = {
  samples: told('axes', [
    [
      [1, 3, 1, 2],
      [0, 2],
    ],
    [[1, 3, 1, 2], [2]],
    [[3, 1], [1]],
  ]),
  sizes: told('axes', [
    [[1, 3, 2], [0]],
    [[1, 2, 5], [0]],
    [[1, 4, 4], [0]],
  ]),
  'any-shape': told('axes', [
    [[1, 65], [0]],
    [
      [2, 1, 3, 1, 2, 1],
      [1, 3],
    ],
    [
      [1, 1, 2, 1, 1, 3, 1, 1],
      [0, 4, 7],
    ],
  ]),
  clauses: {
    *'axes-absent'(context) {
      yield* all(context, [[1, 3, 1, 2], [2, 3], [1], [2, 1, 3, 1]]);
    },
    'axes-given': told('axes', [
      [[1, 2, 1, 3, 1], [0]],
      [[1, 2, 1, 3, 1], [4]],
      [
        [1, 2, 1, 3, 1],
        [0, 2, 4],
      ],
      [[2, 1, 3], [1]],
    ]),
    'to-rank-zero': told('axes', [
      [[1], [0]],
      [
        [1, 1],
        [0, 1],
      ],
    ]),
    'size-zero': told('axes', [
      [[0, 1], [1]],
      [[1, 0, 1, 2], [0]],
    ]),
  },
  invalid: {
    *'illegal-squeezed-size'(context) {
      const of = told('axes', [
        [[1, 3, 1, 2], [0]],
        [[1, 3, 1, 2], [1]],
        [
          [1, 3, 1, 2],
          [0, 3],
        ],
      ])(context);
      for (const broken of of.slice(1)) yield [of[0]!, broken];
    },
  },
};

export const unsqueeze: Tried = {
  samples: told('axes', [
    [
      [3, 2],
      [0, 2],
    ],
    [[3, 2], [1]],
    [[4], [1]],
  ]),
  sizes: told('axes', [
    [[3, 2], [1]],
    [[2, 5], [1]],
    [[4, 4], [1]],
  ]),
  'any-shape': told('axes', [
    [[65], [0]],
    [
      [2, 3, 2],
      [0, 2, 4, 6],
    ],
    [[2, 1, 2, 3], [4]],
  ]),
  clauses: {
    'axes-given': told('axes', [
      [[2, 3], [0]],
      [[2, 3], [2]],
      [
        [2, 3],
        [0, 1],
      ],
      [
        [2, 3],
        [1, 3],
      ],
      [
        [2, 3],
        [0, 2, 4],
      ],
      [
        [2, 3],
        [2, 3],
      ],
    ]),
    'axes-any-order': told('axes', [
      [
        [2, 3],
        [2, 0],
      ],
      [
        [2, 3],
        [3, 0, 1],
      ],
      [[4], [2, 1, 0]],
    ]),
    'rank-zero': told('axes', [
      [[], [0]],
      [[], [0, 1]],
    ]),
    'size-zero': told('axes', [
      [[0], [0]],
      [[2, 0], [1]],
    ]),
  },
  invalid: {
    *'illegal-duplicate-axes'(context) {
      const [valid, ...broken] = told('axes', [
        [
          [2, 3],
          [0, 2],
        ],
        [
          [2, 3],
          [0, 0],
        ],
        [
          [2, 3],
          [1, -3],
        ],
      ])(context);
      for (const one of broken) yield [valid!, one];
    },
  },
};
