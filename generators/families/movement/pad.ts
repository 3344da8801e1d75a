import { float } from '../../calls.ts';
import type { PlanContext } from '../../proposal.ts';
import { call, type Tried } from './call.ts';

type Dims = readonly number[];

/** Calls with pads, under the name that a version has for them. */
const padOf =
  (mode: string, list: readonly (readonly [Dims, Dims])[], more: Readonly<Record<string, Dims>> = {}) =>
  (context: PlanContext) =>
    list.map(([dims, pads]) => {
      const { attributes, inputs } = context.version;
      const name = attributes.some((attribute) => attribute.name === 'paddings') ? 'paddings' : 'pads';
      const value = inputs.length > 1 ? { constant_value: { dims: [], numbers: [1] } } : { value: float(1.5) };
      return call(context, [dims], { [name]: pads, mode, ...(mode === 'constant' && value), ...more });
    });

export const pad: Tried = {
  samples: (context) => [
    ...padOf(
      'constant',
      [
        [
          [2, 3],
          [1, 0, 0, 2],
        ],
      ],
      context.version.inputs.length > 3 ? { axes: [0, 1] } : {},
    )(context),
    ...padOf('constant', [
      [
        [2, 3],
        [0, 2, 1, 1],
      ],
      [[4], [1, 3]],
    ])(context),
    ...padOf('edge', [
      [
        [2, 3],
        [0, 2, 1, 1],
      ],
    ])(context),
  ],
  sizes: padOf('constant', [
    [
      [2, 3],
      [1, 0, 0, 2],
    ],
    [
      [4, 1],
      [1, 0, 0, 2],
    ],
    [
      [3, 5],
      [1, 0, 0, 2],
    ],
  ]),
  'any-shape': padOf('constant', [
    [[33], [1, 31]],
    [
      [3, 17],
      [0, 3, 2, 13],
    ],
    [
      [2, 1, 2, 3, 2],
      [1, 0, 2, 0, 1, 0, 1, 0, 2, 0],
    ],
  ]),
  clauses: {
    'mode-constant': padOf('constant', [
      [
        [2, 3],
        [1, 2, 3, 4],
      ],
      [[3], [0, 0]],
      [[3], [2, 0]],
      [
        [2, 2, 2],
        [0, 1, 0, 2, 0, 1],
      ],
    ]),
    'mode-edge': padOf('edge', [
      [
        [2, 3],
        [1, 2, 3, 4],
      ],
      [[3], [4, 5]],
      [[1], [2, 1]],
      [
        [2, 2, 2],
        [0, 1, 2, 2, 0, 1],
      ],
    ]),
    'mode-reflect': padOf('reflect', [
      [
        [3, 4],
        [1, 2, 2, 3],
      ],
      [[4], [3, 3]],
      [[4], [0, 2]],
      [
        [3, 2, 4],
        [2, 1, 1, 0, 1, 3],
      ],
      [
        [2, 2, 3, 4],
        [0, 0, 2, 1, 0, 0, 1, 3],
      ],
    ]),
    'mode-wrap': padOf('wrap', [
      [
        [3, 4],
        [1, 2, 3, 4],
      ],
      [[4], [3, 1]],
      [[3], [5, 0]],
      [[2], [1, 7]],
      [
        [1, 2],
        [3, 0, 2, 0],
      ],
    ]),
    'pads-negative': padOf('constant', [
      [[5], [-1, -2]],
      [
        [4, 5],
        [-1, 0, 0, -2],
      ],
      [[4], [-1, 2]],
      [
        [3, 3],
        [-1, 1, 1, -1],
      ],
    ]),
    *'axes-given'(context) {
      yield* padOf(
        'constant',
        [
          [
            [2, 3, 4],
            [1, 2],
          ],
        ],
        { axes: [1] },
      )(context);
      yield* padOf(
        'constant',
        [
          [
            [2, 3, 4],
            [1, 0, 2, 3],
          ],
        ],
        { axes: [2, 0] },
      )(context);
      yield* padOf(
        'reflect',
        [
          [
            [2, 3, 4],
            [2, 1],
          ],
        ],
        { axes: [2] },
      )(context);
    },
    'size-zero': padOf('constant', [
      [[0], [2, 1]],
      [
        [2, 0],
        [0, 1, 1, 2],
      ],
    ]),
  },
};
