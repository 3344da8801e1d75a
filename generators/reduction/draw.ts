import type { CallPlan } from '../calls.ts';
import type { Draws } from '../covering/draws.ts';
import { planned } from '../named-calls.ts';

/** A call of a reduction over a list of axes, or over one; not over empty sets: the text gives few of them a value. */
export function drawReduction(draws: Draws): CallPlan {
  const dims = draws.sizes(draws.count(draws.declares('axis') ? 1 : 0, 6), 1);
  const rank = dims.length;
  const flags = ['keepdims', 'noop_with_empty_axes', 'select_last_index'].filter((name) => draws.declares(name));
  const call = {
    data: draws.data(dims),
    ...(draws.declares('axis') && { axis: draws.maybe(() => draws.axis('axis', rank)) }),
    ...(draws.declares('axes') && { axes: draws.maybe(() => draws.axes('axes', rank)) }),
    ...Object.fromEntries(flags.map((name) => [name, draws.maybe(() => draws.pick(0, 1))])),
  };
  return planned(draws.context, call, () => 'mixed');
}
