import { tensor } from '../../oracles/numerics/tensor.ts';
import type { Attributes } from '../../oracles/operator.ts';
import { breach, type IllegalFamily } from '../breach.ts';
import type { PlanContext, Proposal, ProposedInput } from '../proposal.ts';
import { isNewest } from '../rotate.ts';
import { hasAxesInput, type Shape } from './propose.ts';
import { draftOf } from './shape-plan.ts';

/** Data in which every element shows, small integers in every dtype. */
const draft = (context: PlanContext, shape: Shape) => draftOf(context, { ...shape, data: 'one-hot' });

/** Axes that are out of range, and others in their place. */
const beyond: readonly { readonly legal: Shape; readonly axes: readonly number[] }[] = [
  { legal: { dims: [3, 4], axes: [1] }, axes: [2] },
  { legal: { dims: [3, 4], axes: [-2], keepdims: 0 }, axes: [-3] },
  { legal: { dims: [3, 4, 2], axes: [0, 2] }, axes: [0, 3] },
  { legal: { dims: [], axes: [] }, axes: [0] },
];

/** A kernel that has nothing to do may not look at the axes. */
const beyondOfNothing: (typeof beyond)[number] = { legal: { dims: [0, 3], axes: [1] }, axes: [2] };

/** The same where only the run shows it. */
const beyondAtRunTime: typeof beyond = [
  { legal: { dims: [3, 4], axes: [0] }, axes: [-3] },
  { legal: { dims: [], axes: [] }, axes: [-1] },
];

/** What reductions forbid beyond what all operators do. */
export const reductionBreaches: IllegalFamily = {
  control: (context) =>
    draft(context, { dims: [3, 4], axes: [1], keepdims: 1, ...(hasAxesInput(context) && { noop: 0 }) }),
  plans: {
    *'illegal-axes-out-of-range'(context) {
      for (const { legal, axes } of isNewest(context) ? [...beyond, beyondOfNothing] : beyond) {
        const what = `but axes=[${axes}]`;
        yield breach(context, draft(context, legal), what, (twin) =>
          hasAxesInput(context) ? withAxesInput(twin, axes, 'initializer') : withAxesAttribute(twin, axes),
        );
      }
      if (!hasAxesInput(context)) return;
      for (const { legal, axes } of beyondAtRunTime) {
        yield breach(context, draft(context, { ...legal, form: 'run-time' }), `but axes=[${axes}]`, (twin) =>
          withAxesInput(twin, axes, 'input'),
        );
      }
    },

    *'illegal-axes-attribute'(context) {
      for (const keepdims of [1, 0] as const) {
        const legal = draft(context, { dims: [3, 4], axes: [1], keepdims });
        yield breach(context, legal, 'but axes is an attribute', (twin) =>
          withAxesAttribute({ ...twin, inputs: twin.inputs.slice(0, 1) }, [1]),
        );
      }
    },

    *'illegal-axes-input'(context) {
      for (const form of ['initializer', 'input'] as const) {
        const legal = draft(context, { dims: [3, 4], axes: [1], keepdims: 1 });
        yield breach(
          context,
          legal,
          `but axes is an input, as ${form}`,
          ({ attributes: { axes: _, ...rest }, ...twin }) => withAxesInput({ ...twin, attributes: rest }, [1], form),
        );
      }
    },

    *'illegal-axes-twice'(context) {
      for (const axes of [[1], [0]]) {
        const legal = draft(context, { dims: [3, 4], axes: [1] });
        const inWhat = hasAxesInput(context) ? 'attribute' : 'input';
        yield breach(context, legal, `and axes=[${axes}] as ${inWhat} too`, (twin) =>
          hasAxesInput(context) ? withAxesAttribute(twin, axes) : withAxesInput(twin, axes, 'initializer'),
        );
      }
    },
  },
};

function withAxesAttribute(legal: Proposal, axes: readonly number[]): Proposal {
  const attributes: Attributes = { ...legal.attributes, axes: { type: 'INTS', value: axes } };
  return { ...legal, attributes };
}

function withAxesInput(legal: Proposal, axes: readonly number[], form: ProposedInput['form']): Proposal {
  const value = tensor('int64', [axes.length], BigInt64Array.from(axes, BigInt));
  return { ...legal, inputs: [legal.inputs[0]!, { form, value }] };
}
