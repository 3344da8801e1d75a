import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { tensorOfPlan } from '../../calls/draft-of-call.ts';
import type { Draft, ModelForm, PlanContext, SuiteName } from '../../cases/proposal.ts';
import type { GraphPlan } from './notation.ts';

/** A graph that is read, under the name of what it shows. */
export interface NamedGraph {
  readonly condition: string;
  readonly text: string;
  /** what other nodes it has, in words */
  readonly variant?: string;
  readonly plan: GraphPlan;
  readonly form?: ModelForm | undefined;
  readonly suite?: SuiteName;
}

/** A draft of a graph. */
export function draftOfGraph(context: PlanContext, { condition, text, variant, plan, form, suite }: NamedGraph): Draft {
  const { graph, inputs } = plan;
  const words = variant === undefined ? [condition] : [condition, variant];
  return {
    ...(suite && { suite }),
    summary: `${words.join(', ')}: ${text}`,
    facts: {
      words,
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
      ...(form && { form }),
    }),
  };
}
