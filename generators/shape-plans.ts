import type { Facts } from './facts.ts';
import type { Draft, Plan, PlanContext, Proposal, Suite } from './proposal.ts';

/** How a family turns the terms in which its plans speak into cases. */
export interface ShapePlans<S> {
  /** a plan from the shapes that it tries */
  readonly shapes: (list: (context: PlanContext) => Iterable<S>) => Plan;
  /** the case that tries a shape */
  readonly draftOf: (context: PlanContext, shape: S) => Draft;
}

/** Plans over shapes that are told in one line by `describe`, compared by `factsOf`, and made into a node with data by `propose`. */
export function shapePlans<S extends { readonly suite?: Suite }>(
  describe: (context: PlanContext, shape: S) => string,
  factsOf: (context: PlanContext, shape: S) => Facts,
  propose: (context: PlanContext, shape: S) => Proposal,
): ShapePlans<S> {
  const draftOf = (context: PlanContext, shape: S): Draft => ({
    get summary() {
      return describe(context, shape);
    },
    get facts() {
      return factsOf(context, shape);
    },
    draw: (random) => propose({ ...context, random }, shape),
    ...(shape.suite && { suite: shape.suite }),
  });
  return {
    draftOf,
    shapes: (list) =>
      function* (context) {
        for (const shape of list(context)) yield draftOf(context, shape);
      },
  };
}
