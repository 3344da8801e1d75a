import type { PlanContext } from '../cases/proposal.ts';
import { type CallPlan, dtypeOfInput, type InputPlan } from './draft-of-call.ts';

/** The places of two inputs, the first one first. */
export type InputPair = readonly [first: number, second: number];

/** The pairs of inputs of a call that may be one value: tensors of one shape and type. */
export function alikeInputs(context: PlanContext, { inputs }: CallPlan): readonly InputPair[] {
  const kinds = inputs.map((input, i) =>
    input && !input.elements ? `${input.dtype ?? dtypeOfInput(context, i)} ${input.dims}` : undefined,
  );
  return kinds.flatMap((kind, second) =>
    kinds.slice(0, second).flatMap((other, first): InputPair[] => (kind && kind === other ? [[first, second]] : [])),
  );
}

/** Whether the numbers of an input are not any. */
export const isChosen = ({ numbers, map }: InputPlan): boolean => numbers !== undefined || map !== undefined;

/** The same call, whose second input of a pair is the value of the first: both hold what the text asks of one of them. */
export function withOneValue(call: CallPlan, [first, second]: InputPair): CallPlan {
  const [one, other] = [call.inputs[first]!, call.inputs[second]!];
  const value = isChosen(other) || !isChosen(one) ? other : one;
  return { ...call, inputs: call.inputs.with(first, value).with(second, { ...value, sameAs: first }) };
}
