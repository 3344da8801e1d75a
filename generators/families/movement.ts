import { elementCount } from '../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import { allAtRunTime, type CallPlan } from '../calls/draft-of-call.ts';
import type { PlanContext } from '../cases/proposal.ts';
import { rotateBy } from '../cases/take-turns.ts';
import { type NamedPlans, plansFrom } from '../notation/call-notation.ts';
import { byOperator, type FamilyPlans, familyOf } from '../notation/derived.ts';
import { fragileValues, type ValueKind } from '../values/values.ts';
import { bitCast } from './movement/bit-cast.ts';
import { concat } from './movement/concat.ts';
import { constant } from './movement/constant.ts';
import { constantOfShape, eyeLike } from './movement/constant-of-shape.ts';
import { expand } from './movement/expand.ts';
import { gather, gatherElements, gatherND } from './movement/gather.ts';
import { nonZero } from './movement/non-zero.ts';
import { oneHot } from './movement/one-hot.ts';
import { pad } from './movement/pad.ts';
import { centerCropPad, compress, reverseSequence } from './movement/parts.ts';
import { flatten, identity, reshape, squeeze, unsqueeze } from './movement/reshape.ts';
import { scatter, scatterElements, scatterND, tensorScatter } from './movement/scatter.ts';
import { shape, size } from './movement/shape.ts';
import { slice } from './movement/slice.ts';
import { depthToSpace, spaceToDepth } from './movement/space.ts';
import { split } from './movement/split.ts';
import { tile } from './movement/tile.ts';
import { transpose } from './movement/transpose.ts';
import { trilu } from './movement/trilu.ts';

const operators: Readonly<Record<string, NamedPlans>> = {
  BitCast: bitCast,
  CenterCropPad: centerCropPad,
  Compress: compress,
  Concat: concat,
  Constant: constant,
  ConstantOfShape: constantOfShape,
  DepthToSpace: depthToSpace,
  Expand: expand,
  EyeLike: eyeLike,
  Flatten: flatten,
  Gather: gather,
  GatherElements: gatherElements,
  GatherND: gatherND,
  Identity: identity,
  NonZero: nonZero,
  OneHot: oneHot,
  Pad: pad,
  Reshape: reshape,
  ReverseSequence: reverseSequence,
  Scatter: scatter,
  ScatterElements: scatterElements,
  ScatterND: scatterND,
  Shape: shape,
  Size: size,
  Slice: slice,
  SpaceToDepth: spaceToDepth,
  Split: split,
  Squeeze: squeeze,
  TensorScatter: tensorScatter,
  Tile: tile,
  Transpose: transpose,
  Trilu: trilu,
  Unsqueeze: unsqueeze,
};

/** Distinct numbers are the same in all inputs, so that only the first has them. */
const kindFor = (input: number, kind: ValueKind): ValueKind => (input > 0 && kind === 'distinct' ? 'mixed' : kind);

const withKind = (call: CallPlan, kind: ValueKind): CallPlan => ({
  ...call,
  inputs: call.inputs.map((input, i) => input && (input.numbers ? input : { ...input, kind: kindFor(i, kind) })),
});

/** A call whose data are given values, from another one on for each turn. */
const withFragile = (call: CallPlan, values: readonly Scalar[], turn: number): CallPlan => {
  const first = (turn * elementCount(call.inputs[0]!.dims)) % values.length;
  const numbers = rotateBy(values, first);
  return { ...call, inputs: call.inputs.map((input) => input && (input.numbers ? input : { ...input, numbers })) };
};

/** Every third call with parameters that are only known at run time. */
const someAtRunTime = (calls: Iterable<CallPlan>): CallPlan[] =>
  Array.from(calls, (call, i) => (i % 3 === 2 ? allAtRunTime(call) : call));

/** What is tried of an operator: its own plans, and what all have in common, by samples of it. */
function movementPlans(operator: NamedPlans): FamilyPlans {
  const own = plansFrom((input) => kindFor(input, 'distinct'), operator);
  const samples = (context: PlanContext, count: number) => [...own.samples(context)].slice(0, count);
  return {
    ...own,
    sizes: (context) => {
      const [, ...others] = samples(context, 3);
      return [...own.sizes(context), ...others.map((call, i) => [i === 0 ? allAtRunTime(call) : call])];
    },
    aliasCandidates: (context) => [...(own.aliasCandidates?.(context) ?? []), ...samples(context, 2)],
    plans: {
      definition: (context) => {
        const all = samples(context, 4);
        return [...all.map((call) => withKind(call, 'distinct')), withKind(all[0]!, 'wide')];
      },
      bits: (context) => {
        const all = samples(context, 4);
        return Array.from({ length: 5 }, (_, i) => withFragile(all[i % all.length]!, fragileValues(context.dtype), i));
      },
      ...Object.fromEntries(
        Object.entries(own.plans).map(([id, calls]) => [id, (context: PlanContext) => someAtRunTime(calls(context))]),
      ),
    },
  };
}

/** Operators that move elements: where an element goes follows from shapes and parameters, not from its value. */
export const movementFamily = familyOf(
  byOperator(Object.fromEntries(Object.entries(operators).map(([name, plans]) => [name, movementPlans(plans)]))),
);
