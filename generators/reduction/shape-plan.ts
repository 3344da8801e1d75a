import type { Draft, Plan, PlanContext } from '../proposal.ts';
import { describe, propose, type Shape } from './propose.ts';

/** A plan from the shapes that it tries. */
export const shapes = (list: (context: PlanContext) => Iterable<Shape>): Plan =>
  function* (context) {
    for (const shape of list(context)) yield draftOf(context, shape);
  };

/** The case that tries a shape. */
export const draftOf = (context: PlanContext, shape: Shape): Draft => ({
  summary: describe(context, shape),
  draw: (random) => propose({ ...context, random }, shape),
});
