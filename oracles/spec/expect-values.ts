import { areTensors, type Value } from '../numerics/value.ts';
import { BadInput } from './bad-input.ts';
import type { Call } from './declaration.ts';
import { tensorCall } from './legality.ts';
import type { EvaluateValues } from './node.ts';
import type { ExpectedOutput, ExpectedValue, Operator, OperatorVersion } from './operator.ts';

/**
 * Returns the acceptance of a legal call of any operator, with inputs of any value type.
 * @throws BadInput if the call is not legal at this version
 */
export const expectValues = (
  operator: Operator,
  version: OperatorVersion,
  call: Call<Value>,
): readonly ExpectedValue[] => operator.ofValues?.expect(version, call) ?? operator.expect(version, tensorCall(call));

/** Returns the kernel of an operator for values of any type; `undefined` if only its acceptance is known. */
export const evaluationOf = ({ ofValues, evaluate }: Operator): EvaluateValues | undefined =>
  ofValues?.evaluate ?? evaluate;

/** Returns whether an operator is tested with tensors: all are, except those that always have other values. */
export const isOfTensors = ({ ofValues, evaluate }: Operator): boolean => !ofValues || evaluate !== undefined;

/**
 * Checks that all outputs are tensors.
 * @throws BadInput if one is not
 */
export function tensorOutputs(expected: readonly ExpectedValue[]): readonly ExpectedOutput[] {
  if (!areTensors(expected)) throw new BadInput('an output is not a tensor');
  return expected;
}
