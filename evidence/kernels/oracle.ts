import { callOfValues } from '../../generators/suite/cases.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { expectInTensors } from '../../oracles/operators/sequence/in-tensors.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import type { ExpectedOutput } from '../../oracles/spec/operator.ts';
import type { Candidate, Example } from './implementation.ts';

const known = new WeakMap<Example['proposal'], readonly ExpectedOutput[]>();

/** What the oracle accepts, computed once for all who ask. */
export function expectationOf({ cell, opset, proposal }: Example): readonly ExpectedOutput[] {
  let expected = known.get(proposal);
  if (!expected) {
    const operator = findOperator(cell.operator.name)!;
    expected = expectInTensors(operator, versionAt(operator, opset), callOfValues(proposal));
    known.set(proposal, expected);
  }
  return expected;
}

/** The oracle's own answers: true values, rounded once. */
export const oracle: Candidate = {
  name: 'the oracle, true values rounded once',
  start: () => (example) => expectationOf(example).map(referenceTensor),
};
