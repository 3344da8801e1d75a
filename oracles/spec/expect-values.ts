import { areTensors, type Value } from '../numerics/value.ts';
import { BadInput } from './bad-input.ts';
import type { Call } from './declaration.ts';
import { tensorCall } from './legality.ts';
import type { EvaluateValues } from './node.ts';
import type { ExpectedOutput, ExpectedValue, Operator, OperatorVersion } from './operator.ts';

/**
 * The acceptance of a legal call of any operator, whatever its values are.
 * @throws BadInput if the call is not legal at this version
 */
export const expectValues = (
  operator: Operator,
  version: OperatorVersion,
  call: Call<Value>,
): readonly ExpectedValue[] => operator.ofValues?.expect(version, call) ?? operator.expect(version, tensorCall(call));

/** What an operator computes, whatever its values are; absent where only its acceptance is known. */
export const evaluationOf = ({ ofValues, evaluate }: Operator): EvaluateValues | undefined =>
  ofValues?.evaluate ?? evaluate;

/** Whether an operator is tried on tensors: all are, but for those that always have other values. */
export const isOfTensors = ({ ofValues, evaluate }: Operator): boolean => !ofValues || evaluate !== undefined;

/** Outputs of which each is a tensor. @throws BadInput if one is not */
export function tensorOutputs(expected: readonly ExpectedValue[]): readonly ExpectedOutput[] {
  if (!areTensors(expected)) throw new BadInput('an output is not a tensor');
  return expected;
}
