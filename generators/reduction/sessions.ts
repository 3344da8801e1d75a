import type { PlanContext, SessionMaterial } from '../proposal.ts';
import { hasAxesInput, isFloat, type Shape } from './propose.ts';
import { draftOf } from './shape-plan.ts';

/** Shapes that one model admits: of any size, of as many elements as each other, of another rank, with other axes. */
function sizes(context: PlanContext): readonly (readonly Shape[])[] {
  const of = (node: Omit<Shape, 'dims'>, ...all: readonly (readonly number[])[]) =>
    all.map((dims) => ({ ...node, dims }));
  return [
    of({ axes: [1] }, [3, 4], [5, 2], [1, 7]),
    of({ axes: [0, 2], keepdims: 0 }, [2, 3, 4], [4, 3, 2], [3, 4, 2]),
    of({ axes: [0] }, [40, 3], [2, 65], [6, 20]),
    of({}, [2, 3], [6], [3, 1, 2]),
    // where rounding depends on the order, a repeated run shows whether the order does
    ...(isFloat(context) ? [of({ axes: [1], data: 'mixed' }, [3, 70], [2, 41], [5, 9])] : []),
    ...(hasAxesInput(context)
      ? [
          [[0], [1], [0, 1]].map((axes): Shape => ({ dims: [4, 4], axes, form: 'run-time' })),
          of({ noop: 1 }, [3, 4], [4, 3], [2, 5]),
        ]
      : []),
  ];
}

/** Pairs of nodes whose plans a cache could mix up. */
function pairs(context: PlanContext): readonly (readonly [differs: string, Shape, Shape])[] {
  return [
    ['other axes', { dims: [4, 4], axes: [0], keepdims: 0 }, { dims: [4, 4], axes: [1], keepdims: 0 }],
    ['other axes', { dims: [3, 4, 3], axes: [0, 1] }, { dims: [3, 4, 3], axes: [1, 2] }],
    ['all axes instead of one', { dims: [3, 4], axes: [1] }, { dims: [3, 4] }],
    ['keepdims 0 instead of 1', { dims: [3, 4], axes: [1], keepdims: 1 }, { dims: [3, 4], axes: [1], keepdims: 0 }],
    [
      'keepdims 1 instead of 0',
      { dims: [2, 3, 2], axes: [1], keepdims: 0 },
      { dims: [2, 3, 2], axes: [1], keepdims: 1 },
    ],
    ...(hasAxesInput(context)
      ? ([
          ['noop_with_empty_axes 1 instead of 0', { dims: [3, 4], noop: 0 }, { dims: [3, 4], noop: 1 }],
          ['noop_with_empty_axes 0 instead of 1', { dims: [4], axes: [], noop: 1 }, { dims: [4], axes: [], noop: 0 }],
          ['axes as an input', { dims: [4, 4], axes: [0] }, { dims: [4, 4], axes: [1], form: 'run-time' }],
        ] as const)
      : []),
  ];
}

/** Reductions of single elements, where an output may be the input by another name. */
function copies(context: PlanContext): readonly Shape[] {
  return [
    { dims: [4, 1], axes: [1], keepdims: 0 },
    { dims: [] },
    ...(hasAxesInput(context)
      ? ([
          { dims: [3, 4], noop: 1 },
          { dims: [5], axes: [], noop: 1 },
        ] as const)
      : []),
  ];
}

/** What sessions are made of, for the reductions. */
export const reductionSessions: SessionMaterial = {
  sizes: (context) => sizes(context).map((shapes) => shapes.map((shape) => draftOf(context, shape))),
  pairs: (context) =>
    pairs(context).map(([differs, a, b]) => ({ differs, drafts: [draftOf(context, a), draftOf(context, b)] })),
  copies: (context) => copies(context).map((shape) => draftOf(context, shape)),
};
