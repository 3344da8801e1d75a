import type { PlanContext } from '../cases/proposal.ts';
import { type CallPlan, dtypeOfInput, type InputPlan } from './draft-of-call.ts';

/** The indices of two inputs, the smaller one first. */
export type InputPair = readonly [first: number, second: number];

/** The pairs of inputs of a call that may share a value: tensors of the same shape and dtype. */
export function interchangeableInputs(context: PlanContext, { inputs }: CallPlan): readonly InputPair[] {
  const kinds = inputs.map((input, i) =>
    input && !input.elements ? `${input.dtype ?? dtypeOfInput(context, i)} ${input.dims}` : undefined,
  );
  return kinds.flatMap((kind, second) =>
    kinds.slice(0, second).flatMap((other, first): InputPair[] => (kind && kind === other ? [[first, second]] : [])),
  );
}

/** True if the numbers of an input are chosen, not free. */
export const isChosen = ({ numbers, map }: InputPlan): boolean => numbers !== undefined || map !== undefined;

/** Returns the call with one value for both inputs of a pair. If only one of them has chosen numbers, both take those. */
export function withOneValue(call: CallPlan, [first, second]: InputPair): CallPlan {
  const [one, other] = [call.inputs[first]!, call.inputs[second]!];
  const { near: _, ...value } = isChosen(other) || !isChosen(one) ? other : one;
  return { ...call, inputs: call.inputs.with(first, value).with(second, { ...value, sameAs: first }) };
}
