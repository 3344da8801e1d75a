import type { PlanContext } from '../cases/proposal.ts';
import type { CallPlan, InputPlan } from './call-plan.ts';
import { axesDeclared } from './named-axes.ts';

/**
 * The control of a call that may be rejected; the control must run. It has another dtype if the call's own is contested. It has no
 * dimensions of size 0, rank 1 instead of rank 0, and axes that are non-negative and distinct.
 */
export function controlCall(context: PlanContext, { inputs, ...call }: CallPlan): readonly [PlanContext, CallPlan] {
  const { operator, version, types, dtype } = context;
  const { contested } = version;
  const [data, ...others] = inputs as [InputPlan, ...InputPlan[]];
  const declared = axesDeclared(operator).map(({ name }) => name);
  if (contested?.dtypes.includes(dtype)) {
    const [variable] = Object.keys(types);
    const legal = { ...context, dtype: contested.uncontested, types: { [variable!]: contested.uncontested } };
    // data of the other dtype may have no meaning here
    return [legal, { ...call, inputs: [{ dims: data.dims, kind: 'grid' }, ...others] }];
  }
  const rank = data.dims.length;
  const legalAxes = (axes: readonly number[]) => [
    ...new Set(axes.map((axis) => (axis < 0 ? axis + Math.max(1, rank) : axis))),
  ];
  const attributes = Object.entries(call.attributes ?? {}).map(([name, value]) => {
    if (!declared.includes(name)) return [name, value];
    if (value.type === 'INTS') return [name, { ...value, value: legalAxes(value.value) }];
    return [name, { ...value, value: legalAxes([value.value as number])[0] }];
  });
  const isOfAxes = (i: number) => declared.includes(version.inputs[i + 1]!.name);
  const legalInput = (input: InputPlan | undefined, i: number): InputPlan | undefined => {
    if (!input?.numbers || !isOfAxes(i)) return input;
    const numbers = legalAxes(input.numbers.map(Number));
    return { ...input, numbers, dims: [numbers.length] };
  };
  const dims = rank === 0 ? [1] : data.dims.map((size) => size || 2);
  return [
    context,
    { ...call, attributes: Object.fromEntries(attributes), inputs: [{ ...data, dims }, ...others.map(legalInput)] },
  ];
}
