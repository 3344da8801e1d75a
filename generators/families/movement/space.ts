import { formatOf } from '../../../oracles/numerics/dtype.ts';
import type { InputPlan } from '../../calls.ts';
import type { PlanContext } from '../../proposal.ts';
import { call, type Tried } from './call.ts';

type Dims = readonly number[];

const told =
  (list: readonly (readonly [Dims, number])[], more: Readonly<Record<string, string>> = {}) =>
  (context: PlanContext) =>
    list.map(([dims, blocksize]) => call(context, [dims], { blocksize, ...more }));

export const depthToSpace: Tried = {
  samples: told([
    [[1, 8, 2, 3], 2],
    [[2, 4, 1, 2], 2],
    [[1, 9, 1, 2], 3],
  ]),
  sizes: told([
    [[1, 8, 2, 3], 2],
    [[2, 4, 1, 2], 2],
    [[1, 12, 3, 1], 2],
  ]),
  'any-shape': told([
    [[1, 4, 17, 5], 2],
    [[3, 16, 1, 1], 4],
  ]),
  clauses: {
    blocks: told([
      [[1, 12, 2, 2], 2],
      [[2, 18, 1, 2], 3],
      [[1, 3, 2, 2], 1],
      [[1, 16, 1, 2], 4],
    ]),
    'mode-crd': told(
      [
        [[1, 12, 2, 2], 2],
        [[2, 18, 1, 2], 3],
        [[1, 8, 1, 3], 2],
      ],
      { mode: 'CRD' },
    ),
  },
};

export const spaceToDepth: Tried = {
  samples: told([
    [[1, 2, 4, 6], 2],
    [[2, 1, 2, 4], 2],
    [[1, 2, 3, 6], 3],
  ]),
  sizes: told([
    [[1, 2, 4, 6], 2],
    [[2, 1, 2, 4], 2],
    [[1, 3, 6, 2], 2],
  ]),
  'any-shape': told([
    [[1, 1, 34, 10], 2],
    [[3, 2, 4, 4], 4],
  ]),
  clauses: {
    blocks: told([
      [[1, 3, 4, 4], 2],
      [[2, 2, 3, 6], 3],
      [[1, 3, 2, 2], 1],
      [[1, 1, 4, 8], 4],
    ]),
    'mode-crd': told(
      [
        [[1, 3, 4, 4], 2],
        [[2, 2, 3, 6], 3],
        [[1, 2, 2, 6], 2],
      ],
      { mode: 'CRD' },
    ),
  },
};

const triluOf = (list: readonly (readonly [Dims, number?])[], upper: number) => (context: PlanContext) =>
  list.map(([dims, k]) => call(context, [dims], { upper, ...(k !== undefined && { k }) }));

const far = 2 ** 40;

export const trilu: Tried = {
  samples: (context) => [
    ...triluOf([[[3, 4], 1]], 1)(context),
    ...triluOf(
      [
        [[3, 4], -1],
        [[2, 3, 3], 0],
      ],
      0,
    )(context),
  ],
  sizes: triluOf(
    [
      [[3, 4], 1],
      [[5, 2], 1],
      [[2, 6], 1],
    ],
    1,
  ),
  'any-shape': triluOf(
    [
      [[17, 33], 3],
      [[2, 2, 3, 4], 0],
      [[1, 2, 1, 2, 3, 3], -1],
    ],
    1,
  ),
  clauses: {
    'upper-zero': triluOf([[[4, 4]], [[3, 5], 0], [[2, 4, 2], 0]], 0),
    *'k-positive'(context) {
      for (const upper of [0, 1])
        yield* triluOf(
          [
            [[4, 5], 1],
            [[4, 5], 3],
            [[5, 3], 2],
          ],
          upper,
        )(context);
    },
    *'k-negative'(context) {
      for (const upper of [0, 1])
        yield* triluOf(
          [
            [[4, 5], -1],
            [[4, 5], -3],
            [[5, 3], -4],
          ],
          upper,
        )(context);
    },
    *'k-beyond'(context) {
      for (const upper of [0, 1])
        yield* triluOf(
          [
            [[3, 4], 7],
            [[3, 4], -7],
            [[2, 2], far],
            [[2, 2], -far],
          ],
          upper,
        )(context);
    },
    *'special-values'(context) {
      const isFloat = formatOf(context.dtype).kind === 'float';
      const data: InputPlan = {
        dims: [5, 6],
        ...(isFloat ? { numbers: [Number.NaN, -0, 1, Number.NEGATIVE_INFINITY, 0] } : { kind: 'special' }),
      };
      for (const [upper, k] of [
        [0, 0],
        [1, 0],
        [0, 2],
        [1, -2],
      ] as const) {
        for (const one of triluOf([[[5, 6], k]], upper)(context))
          yield { ...one, inputs: [data, ...one.inputs.slice(1)] };
      }
    },
    'size-zero': triluOf(
      [
        [[0, 3], 0],
        [[3, 0], 1],
        [[0, 2, 2], 0],
      ],
      1,
    ),
  },
};
