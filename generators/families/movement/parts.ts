import type { InputPlan } from '../../calls.ts';
import type { PlanContext } from '../../proposal.ts';
import { call, type Tried } from './call.ts';

type Dims = readonly number[];
interface Ends {
  readonly starts: Dims;
  readonly ends: Dims;
  readonly axes?: Dims;
  readonly steps?: Dims;
}

const sliceOf = (list: readonly (readonly [Dims, Ends])[], dtype?: 'int32') => (context: PlanContext) =>
  list.map(([dims, ends]) => {
    const as = (numbers: Dims): InputPlan => ({ dims: [numbers.length], numbers, ...(dtype && { dtype }) });
    const settings = Object.fromEntries(
      Object.entries(ends).map(([name, numbers]) => [name, dtype ? as(numbers) : numbers]),
    );
    return call(context, [dims], settings);
  });

const far = 2 ** 31 - 1;

export const slice: Tried = {
  samples: (context) => {
    const steps = context.version.inputs.length > 1 && { steps: [1, 2] };
    return sliceOf([
      [[4, 5], { starts: [1, 0], ends: [3, 4], axes: [0, 1], ...steps }],
      [[4, 5], { starts: [0, 1], ends: [2, 5], axes: [0, 1], ...steps }],
      [[7], { starts: [2], ends: [5], axes: [0] }],
      [[2, 6, 3], { starts: [1], ends: [5], axes: [1] }],
    ])(context);
  },
  sizes: sliceOf([
    [[4, 5], { starts: [1], ends: [3], axes: [0] }],
    [[6, 2], { starts: [1], ends: [3], axes: [0] }],
    [[3, 3], { starts: [1], ends: [3], axes: [0] }],
  ]),
  'any-shape': sliceOf([
    [[65], { starts: [1], ends: [64], axes: [0] }],
    [[3, 33], { starts: [16], ends: [33], axes: [1] }],
    [[2, 3, 2, 3, 2], { starts: [1, 1], ends: [3, 2], axes: [1, 4] }],
    [[1, 2, 1, 2, 1, 2, 3], { starts: [1, 1], ends: [2, 3], axes: [5, 6] }],
  ]),
  clauses: {
    'axes-given': sliceOf([
      [[3, 4, 5], { starts: [1], ends: [4], axes: [2] }],
      [[3, 4, 5], { starts: [1, 0], ends: [5, 2], axes: [2, 0] }],
      [[3, 4, 5], { starts: [0, 1, 2], ends: [2, 3, 4], axes: [1, 2, 0] }],
    ]),
    'axes-absent': sliceOf([
      [[3, 4], { starts: [1, 2], ends: [3, 4] }],
      [[3, 4], { starts: [1], ends: [2] }],
    ]),
    'ends-negative': sliceOf([
      [[6], { starts: [-3], ends: [-1], axes: [0] }],
      [[3, 5], { starts: [0, -4], ends: [-1, 5], axes: [0, 1] }],
      [[6], { starts: [1], ends: [-2], axes: [0] }],
    ]),
    'ends-clamped': sliceOf([
      [[5], { starts: [1], ends: [1000], axes: [0] }],
      [[5], { starts: [-9], ends: [3], axes: [0] }],
      [[2, 5], { starts: [2], ends: [far], axes: [1] }],
      [[2, 5], { starts: [-far], ends: [far], axes: [1] }],
    ]),
    'nothing-left': sliceOf([
      [[5], { starts: [3], ends: [3], axes: [0] }],
      [[2, 5], { starts: [4], ends: [1], axes: [1] }],
      [[5], { starts: [5], ends: [9], axes: [0] }],
    ]),
    'size-zero': sliceOf([
      [[0], { starts: [0], ends: [3], axes: [0] }],
      [[2, 0, 3], { starts: [1], ends: [3], axes: [2] }],
    ]),
    *'index-type'(context) {
      const list = [[[4, 5], { starts: [1, 0], ends: [3, -1], axes: [0, 1], steps: [1, 2] }]] as const;
      yield* sliceOf(list, 'int32')(context);
      yield* sliceOf(list)(context);
      yield* sliceOf([[[5], { starts: [-far], ends: [far], axes: [0] }]], 'int32')(context);
    },
    steps: sliceOf([
      [[7], { starts: [0], ends: [7], axes: [0], steps: [2] }],
      [[7], { starts: [1], ends: [6], axes: [0], steps: [3] }],
      [[5, 8], { starts: [0, 1], ends: [5, 8], axes: [0, 1], steps: [2, 5] }],
      [[5], { starts: [1], ends: [5], axes: [0], steps: [far] }],
    ]),
    'steps-negative': sliceOf([
      [[6], { starts: [4], ends: [1], axes: [0], steps: [-1] }],
      [[6], { starts: [5], ends: [0], axes: [0], steps: [-2] }],
      [[6], { starts: [-1], ends: [-far], axes: [0], steps: [-1] }],
      [[3, 4], { starts: [2, 3], ends: [-far, 0], axes: [0, 1], steps: [-1, -1] }],
      [[6], { starts: [far], ends: [2], axes: [0], steps: [-2] }],
    ]),
    'start-clamped-backward': sliceOf([
      [[5], { starts: [-6], ends: [-far], axes: [0], steps: [-1] }],
      [[5], { starts: [9], ends: [-9], axes: [0], steps: [-3] }],
    ]),
  },
  invalid: {
    *'illegal-step'(context) {
      for (const dims of [[5], [0]]) {
        const [valid, broken] = [1, 0].map((step) =>
          sliceOf([[dims, { starts: [0], ends: [5], axes: [0], steps: [step] }]])(context),
        );
        yield [valid![0]!, broken![0]!];
      }
    },
  },
};

const expandOf = (list: readonly (readonly [Dims, Dims])[]) => (context: PlanContext) =>
  list.map(([dims, shape]) => call(context, [dims], { shape }));

export const expand: Tried = {
  samples: expandOf([
    [
      [3, 1],
      [3, 4],
    ],
    [
      [1, 3],
      [2, 3],
    ],
    [
      [3, 1],
      [2, 1, 6],
    ],
  ]),
  sizes: expandOf([
    [
      [3, 1],
      [1, 4],
    ],
    [
      [5, 1],
      [1, 4],
    ],
    [
      [2, 1],
      [1, 4],
    ],
  ]),
  'any-shape': expandOf([
    [[1], [65]],
    [
      [33, 1],
      [33, 5],
    ],
    [
      [1, 2, 1, 2],
      [3, 2, 2, 2],
    ],
    [
      [2, 1, 2, 1, 2],
      [1, 2, 1, 2, 1, 3, 1],
    ],
  ]),
  clauses: {
    'shape-longer': expandOf([
      [[3], [2, 3]],
      [
        [2, 1],
        [2, 1, 2, 3],
      ],
      [[1], [2, 2]],
    ]),
    'shape-smaller': expandOf([
      [
        [2, 3],
        [1, 1],
      ],
      [[2, 3], [3]],
      [
        [2, 3, 4],
        [1, 4],
      ],
      [[2, 3], [1]],
      [[2, 3], []],
    ]),
    'rank-zero': expandOf([
      [[], [3]],
      [[], [2, 2]],
      [[], []],
    ]),
    'size-zero': expandOf([
      [[1], [0]],
      [
        [2, 1],
        [2, 0],
      ],
      [
        [0, 1],
        [1, 3],
      ],
      [[0], [1]],
    ]),
  },
  invalid: {
    *'illegal-expansion'(context) {
      const [valid, ...broken] = expandOf([
        [
          [2, 3],
          [2, 3],
        ],
        [
          [2, 3],
          [2, 4],
        ],
        [
          [2, 3],
          [3, 3],
        ],
        [[2, 3], [2]],
      ])(context);
      for (const one of broken) yield [valid!, one];
    },
  },
};
