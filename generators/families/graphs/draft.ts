import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { tensorOfPlan } from '../../calls/draft-of-call.ts';
import type { Draft, PlanContext, SuiteName } from '../../cases/proposal.ts';
import type { GraphPlan } from './notation.ts';

/** A graph that is read, under the name of what it shows. */
export interface NamedGraph {
  readonly condition: string;
  readonly text: string;
  readonly plan: GraphPlan;
  readonly suite?: SuiteName;
}

/** A draft of a graph. */
export function draftOfGraph(context: PlanContext, { condition, text, plan, suite }: NamedGraph): Draft {
  const { graph, inputs } = plan;
  return {
    ...(suite && { suite }),
    summary: `${condition}: ${text}`,
    facts: {
      words: [condition],
      measures: {
        rank: Math.max(0, ...inputs.map(({ dims }) => dims.length)),
        elements: Math.max(0, ...inputs.map(({ dims }) => elementCount(dims))),
      },
    },
    draw: (random) => ({
      attributes: {},
      graph,
      inputs: inputs.map((input, i) => ({
        form: input.form!,
        value: tensorOfPlan({ ...context, random }, input, i),
      })),
      dataClass: 'small',
    }),
  };
}
