import type { PlanContext } from '../../proposal.ts';
import { call, type Tried } from './call.ts';

const ofShapes = (context: PlanContext, shapes: readonly (readonly number[])[]) =>
  shapes.map((dims) => call(context, [dims]));

const common = {
  sizes: (context) =>
    ofShapes(context, [
      [2, 3],
      [4, 1],
      [3, 3],
    ]),
  'any-shape': (context) =>
    ofShapes(context, [[5], [1, 65], [3, 97], [16, 16], [2, 3, 2, 1, 2], [1, 2, 1, 1, 2, 1, 2, 3]]),
  clauses: {
    'rank-zero': (context) => ofShapes(context, [[]]),
    'size-zero': (context) => ofShapes(context, [[0], [2, 0, 3]]),
  },
} satisfies Partial<Tried>;

export const size: Tried = {
  ...common,
  samples: (context) => ofShapes(context, [[2, 3], [4]]),
};

/** Parts of a shape of rank 4. */
const parts = (bounds: readonly (readonly [start: number | undefined, end?: number])[]) => (context: PlanContext) =>
  bounds.map(([start, end]) =>
    call(context, [[2, 3, 4, 5]], { ...(start !== undefined && { start }), ...(end !== undefined && { end }) }),
  );

export const shape: Tried = {
  ...common,
  samples: (context) =>
    context.version.attributes.length > 0
      ? [
          ...parts([
            [1, 3],
            [0, 2],
          ])(context),
          ...size.samples(context),
        ]
      : size.samples(context),
  clauses: {
    ...common.clauses,
    'start-and-end': parts([[0, 1], [1], [undefined, 2], [2, 3], [3, 4], [0, 4]]),
    'negative-start-and-end': parts([[-1], [-3, -1], [undefined, -2], [1, -1], [-4, 2]]),
    'start-and-end-clamped': parts([
      [-9, 9],
      [0, 5],
      [-5, 2],
      [1, 2 ** 31 - 1],
      [-(2 ** 31), 1],
    ]),
    'start-behind-end': parts([[2, 1], [3, 0], [4], [9, 2], [2, 2], [-1, -2]]),
  },
};
