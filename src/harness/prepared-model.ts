import { type Case, callOf } from '../../generators/cases.ts';
import { controlOf } from '../../generators/control.ts';
import { type Comparison, compare } from '../../oracles/acceptance/comparator.ts';
import type { RejectablePolicy } from '../../oracles/acceptance/policy.ts';
import type { Tier } from '../../oracles/acceptance/tier.ts';
import { inputName } from '../../oracles/declaration.ts';
import { excuseOfCall } from '../../oracles/excuse.ts';
import { withExplanations } from '../../oracles/explanations/hypotheses.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { ExpectedOutput } from '../../oracles/operator.ts';
import { encodeCase } from '../../vectors/case.ts';
import type { RunRequest } from '../backends/backend.ts';
import { type CaseDescription, describeCase, inputsInWords, sizeOf } from './description.ts';
import type { FaultQuestion } from './graph-fault.ts';

/** A model with its inputs, ready to be put to a backend, and how the answer is judged. */
export interface PreparedModel {
  readonly about: CaseDescription;
  readonly request: RunRequest;
  /** @param loosest the tier up to which answers stand; `native` if absent */
  readonly judge: (outputs: readonly Tensor[], loosest?: Tier) => Comparison;
  /** what is accepted; absent where a file has a say, too */
  readonly expected?: readonly ExpectedOutput[];
  /** does work on what is expected within what the oracle may spend; no limit if absent */
  readonly during?: <T>(work: () => T) => T;
  /** the values of all inputs in one line where they are few; asked for only when the case is broken */
  readonly inputs: () => string | undefined;
  readonly rejectable?: Rejectable;
  /** why a refusal breaks nothing; absent where the model has to run */
  readonly excuse?: string | undefined;
  /** of a graph of several nodes: what is asked when an output is wrong */
  readonly faultQuestion?: () => FaultQuestion;
}

/** The policy under which a model may be refused, and the control that has to run if it is. */
export interface Rejectable {
  readonly policy: RejectablePolicy;
  readonly control: () => RunRequest;
}

/** What a case, or one run of a session, may be refused under; `undefined` if it must run. */
export function rejectableOf(question: Case): Rejectable | undefined {
  const policy = question.proposal.rejection?.policy;
  return policy && { policy, control: () => prepareModel(controlOf(question)!).request };
}

/** A case of one run. The oracle is asked once: for the shapes that the model declares, and to judge. */
export function prepareModel(question: Case): PreparedModel {
  const { cell, proposal } = question;
  const call = callOf(proposal);
  const expected = cell.operator.expect(cell.version, call);
  const rejectable = rejectableOf(question);
  return {
    about: { ...describeCase(question), dataClass: proposal.dataClass, size: sizeOf(call.inputs) },
    request: encodeCase(question, expected),
    judge: (outputs, loosest) =>
      withExplanations(compare(expected, outputs, loosest), { ...cell, call }, expected, outputs),
    expected,
    inputs: () =>
      inputsInWords(call.inputs.flatMap((tensor, i) => (tensor ? [{ name: inputName(cell.version, i), tensor }] : []))),
    ...(rejectable && { rejectable }),
    excuse: excuseOfCall(cell.version, call),
  };
}
