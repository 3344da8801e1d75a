import type { Plan, PlanContext } from '../proposal.ts';
import { describe, propose, type Shape } from './propose.ts';

/** A plan from the shapes that it tries. */
export const shapes = (list: (context: PlanContext) => Iterable<Shape>): Plan =>
  function* (context) {
    for (const shape of list(context)) {
      yield { summary: describe(context, shape), draw: (random) => propose({ ...context, random }, shape) };
    }
  };
