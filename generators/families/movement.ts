import { brokenCall, type CallPlan, type InputPlan } from '../calls.ts';
import { familyOf, small } from '../derived.ts';
import type { Plan, PlanContext } from '../proposal.ts';
import type { ValueKind } from '../values.ts';
import type { Calls, Tried } from './movement/call.ts';
import { constant } from './movement/constants.ts';
import { gather, gatherElements, gatherND } from './movement/gather.ts';
import { concat } from './movement/join.ts';
import { transpose } from './movement/order.ts';
import { pad } from './movement/pad.ts';
import { expand, slice } from './movement/parts.ts';
import { flatten, identity, reshape, squeeze, unsqueeze } from './movement/reshape.ts';
import { shape, size } from './movement/shape.ts';
import { depthToSpace, spaceToDepth, trilu } from './movement/space.ts';

const operators: Readonly<Record<string, Tried>> = {
  Concat: concat,
  Constant: constant,
  DepthToSpace: depthToSpace,
  Expand: expand,
  Flatten: flatten,
  Gather: gather,
  GatherElements: gatherElements,
  GatherND: gatherND,
  Identity: identity,
  Pad: pad,
  Reshape: reshape,
  Shape: shape,
  Size: size,
  Slice: slice,
  SpaceToDepth: spaceToDepth,
  Squeeze: squeeze,
  Transpose: transpose,
  Trilu: trilu,
  Unsqueeze: unsqueeze,
};

const tried = ({ operator }: PlanContext): Tried => operators[operator.name]!;

/** The call with data of another kind; `distinct` numbers are the same in all inputs, so that only one has them. */
const withKind = (call: CallPlan, kind: ValueKind): CallPlan => ({
  ...call,
  inputs: call.inputs.map(
    (input, i) => input && (input.numbers ? input : { ...input, kind: i > 0 && kind === 'distinct' ? 'mixed' : kind }),
  ),
});

/** Every third call with what it is told at run time. */
const someAtRunTime = function* (calls: Iterable<CallPlan>): Iterable<CallPlan> {
  const atRunTime = (input: InputPlan | undefined) => input && { ...input, form: 'input' as const };
  let i = 0;
  for (const call of calls) yield i++ % 3 === 2 ? { ...call, inputs: call.inputs.map(atRunTime) } : call;
};

/** The plans of one clause of several operators: that of the one which is tried. */
const byOperator = <T>(lists: (tried: Tried) => Readonly<Record<string, T>> | undefined) => {
  const ids = new Set(Object.values(operators).flatMap((one) => Object.keys(lists(one) ?? {})));
  return [...ids].map((id) => [id, (context: PlanContext) => lists(tried(context))![id]!] as const);
};

/** Operators that move elements: where an element goes follows from shapes and from what the node is told, not from its value. */
export const movementFamily = familyOf({
  samples: (context) => tried(context).samples(context),
  sizes: (context) => {
    const { samples, sizes } = tried(context);
    const all = [...samples(context)];
    return [sizes?.(context) ?? all.slice(0, 1), ...all.slice(1, 3).map((call) => [call])];
  },
  copies: (context) => [...tried(context).samples(context)].slice(0, 2),
  pairs: (context) => {
    const [first, second] = tried(context).samples(context);
    const shapes = (call?: CallPlan) => JSON.stringify(call?.inputs.map((input) => input?.dims));
    return second && shapes(first) === shapes(second) ? [{ differs: 'other settings', calls: [first!, second] }] : [];
  },
  plans: {
    *definition(context) {
      const all = [...tried(context).samples(context)].slice(0, 4);
      for (const call of all) yield withKind(call, 'distinct');
      yield withKind(all[0]!, 'wide');
    },
    *bits(context) {
      const all = [...tried(context).samples(context)].slice(0, 2);
      for (const call of all) yield withKind(call, 'special');
      yield withKind(all[0]!, 'zeros');
    },
    'any-shape': (context) => someAtRunTime(tried(context)['any-shape'](context)),
    ...Object.fromEntries(
      byOperator<Calls>(({ clauses }) => clauses).map(([id, calls]) => [
        id,
        (context: PlanContext) => someAtRunTime(calls(context)(context)),
      ]),
    ),
  },
  invalid: Object.fromEntries(
    byOperator(({ invalid }) => invalid).map(([id, plan]): [string, Plan] => [
      id,
      function* (context) {
        for (const [valid, broken] of plan(context)(context)) yield brokenCall(context, small(valid), small(broken));
      },
    ]),
  ),
});
