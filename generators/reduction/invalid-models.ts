import type { Attributes } from '../../oracles/declaration.ts';
import { tensor } from '../../oracles/numerics/tensor.ts';
import { negativeCase } from '../negative-case.ts';
import type { InvalidModels, PlanContext, Proposal, ProposedInput } from '../proposal.ts';
import { isNewest } from '../rotate.ts';
import { hasAxesInput, type Shape } from './propose.ts';
import { draftOf } from './shape-plan.ts';

/** Data in which every element shows, small integers in every dtype. */
const draft = (context: PlanContext, shape: Shape) => draftOf(context, { ...shape, data: 'one-hot' });

/** Axes that are out of range, and others in their place. */
const outOfRangeAxes: readonly { readonly valid: Shape; readonly axes: readonly number[] }[] = [
  { valid: { dims: [3, 4], axes: [1] }, axes: [2] },
  { valid: { dims: [3, 4], axes: [-2], keepdims: 0 }, axes: [-3] },
  { valid: { dims: [3, 4, 2], axes: [0, 2] }, axes: [0, 3] },
  { valid: { dims: [], axes: [] }, axes: [0] },
];

/** A kernel that has nothing to do may not look at the axes. */
const outOfRangeOfNothing: (typeof outOfRangeAxes)[number] = { valid: { dims: [0, 3], axes: [1] }, axes: [2] };

/** The same where only the run shows it. */
const outOfRangeAtRunTime: typeof outOfRangeAxes = [
  { valid: { dims: [3, 4], axes: [0] }, axes: [-3] },
  { valid: { dims: [], axes: [] }, axes: [-1] },
];

/** What reductions forbid beyond what all operators do. */
export const reductionInvalidModels: InvalidModels = {
  control: (context) =>
    draft(context, { dims: [3, 4], axes: [1], keepdims: 1, ...(hasAxesInput(context) && { noop: 0 }) }),
  plans: {
    *'illegal-axes-out-of-range'(context) {
      for (const { valid, axes } of isNewest(context) ? [...outOfRangeAxes, outOfRangeOfNothing] : outOfRangeAxes) {
        const what = `but axes=[${axes}]`;
        yield negativeCase(draft(context, valid), what, (control) =>
          hasAxesInput(context) ? withAxesInput(control, axes, 'initializer') : withAxesAttribute(control, axes),
        );
      }
      if (!hasAxesInput(context)) return;
      for (const { valid, axes } of outOfRangeAtRunTime) {
        yield negativeCase(draft(context, { ...valid, form: 'run-time' }), `but axes=[${axes}]`, (control) =>
          withAxesInput(control, axes, 'input'),
        );
      }
    },

    *'illegal-axes-attribute'(context) {
      for (const keepdims of [1, 0] as const) {
        const valid = draft(context, { dims: [3, 4], axes: [1], keepdims });
        yield negativeCase(valid, 'but axes is an attribute', (control) =>
          withAxesAttribute({ ...control, inputs: control.inputs.slice(0, 1) }, [1]),
        );
      }
    },

    *'illegal-axes-input'(context) {
      for (const form of ['initializer', 'input'] as const) {
        const valid = draft(context, { dims: [3, 4], axes: [1], keepdims: 1 });
        yield negativeCase(
          valid,
          `but axes is an input, as ${form}`,
          ({ attributes: { axes: _, ...rest }, ...control }) =>
            withAxesInput({ ...control, attributes: rest }, [1], form),
        );
      }
    },

    *'illegal-axes-twice'(context) {
      for (const axes of [[1], [0]]) {
        const valid = draft(context, { dims: [3, 4], axes: [1] });
        const inWhat = hasAxesInput(context) ? 'attribute' : 'input';
        yield negativeCase(valid, `and axes=[${axes}] as ${inWhat} too`, (control) =>
          hasAxesInput(context) ? withAxesAttribute(control, axes) : withAxesInput(control, axes, 'initializer'),
        );
      }
    },
  },
};

function withAxesAttribute(valid: Proposal, axes: readonly number[]): Proposal {
  const attributes: Attributes = { ...valid.attributes, axes: { type: 'INTS', value: axes } };
  return { ...valid, attributes };
}

function withAxesInput(valid: Proposal, axes: readonly number[], form: ProposedInput['form']): Proposal {
  const value = tensor('int64', [axes.length], BigInt64Array.from(axes, BigInt));
  return { ...valid, inputs: [valid.inputs[0]!, { form, value }] };
}
