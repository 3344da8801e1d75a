import type { PlanContext, SessionMaterial } from '../proposal.ts';
import { draftOf, type Shape } from './propose.ts';

/** Shapes that one model admits: of any size, of as many elements as each other. */
const sizes: readonly (readonly Shape[])[] = [
  [
    [3, 4],
    [5, 2],
    [1, 7],
  ].map((dims) => ({ dims, axis: 1 })),
  [
    [2, 3, 4],
    [4, 3, 2],
    [3, 4, 2],
  ].map((dims) => ({ dims, axis: 0, keepdims: 0 })),
  [
    [40, 3],
    [2, 65],
    [6, 20],
  ].map((dims) => ({ dims, axis: 0 })),
  [
    [6, 2],
    [9, 3],
    [2, 6],
  ].map((dims) => ({ dims })),
];

/** Pairs of nodes whose plans a cache could mix up. */
function pairs({ version }: PlanContext): readonly (readonly [differs: string, Shape, Shape])[] {
  const hasLast = version.attributes.some(({ name }) => name === 'select_last_index');
  return [
    ['another axis', { dims: [4, 4], axis: 0, keepdims: 0 }, { dims: [4, 4], axis: 1, keepdims: 0 }],
    ['another axis', { dims: [3, 4, 3], axis: 1 }, { dims: [3, 4, 3], axis: 2 }],
    ['keepdims 0 instead of 1', { dims: [3, 4], axis: 1, keepdims: 1 }, { dims: [3, 4], axis: 1, keepdims: 0 }],
    ['keepdims 1 instead of 0', { dims: [2, 3, 2], axis: 1, keepdims: 0 }, { dims: [2, 3, 2], axis: 1, keepdims: 1 }],
    ...(hasLast
      ? (
          [
            [0, 1],
            [1, 0],
          ] as const
        ).map(([a, b]): [string, Shape, Shape] => [
          `select_last_index ${b} instead of ${a}`,
          { dims: [4, 6], axis: 1, selectLastIndex: a, data: 'ties' },
          { dims: [4, 6], axis: 1, selectLastIndex: b, data: 'ties' },
        ])
      : []),
  ];
}

/** What sessions are made of, for the arg-reductions. Their outputs are indices: none can be an input. */
export const argReductionSessions: SessionMaterial = {
  sizes: (context) => sizes.map((shapes) => shapes.map((shape) => draftOf(context, shape))),
  pairs: (context) =>
    pairs(context).map(([differs, a, b]) => ({ differs, drafts: [draftOf(context, a), draftOf(context, b)] })),
  copies: () => [],
};
