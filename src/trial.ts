import { type Case, callOf } from '../generators/cases.ts';
import { type Comparison, compare } from '../oracles/acceptance/comparator.ts';
import type { DType } from '../oracles/numerics/dtype.ts';
import type { Tensor } from '../oracles/numerics/tensor.ts';
import type { Clause } from '../oracles/operator.ts';
import { encodeCase } from '../vectors/case.ts';
import type { RunRequest } from './backends/backend.ts';

/** One question to a backend and how its answer is judged, whether it comes from the suite or from files. */
export interface Trial {
  readonly id: string;
  readonly operator: string;
  readonly version: number;
  readonly dtype: DType;
  readonly clause: Clause;
  readonly opset: number;
  /** the kind of values in the inputs; `file` where they were read from disk */
  readonly dataClass: string;
  readonly summary: string;
  /** number of input elements */
  readonly size: number;
  /** the policy under which a backend may reject the model, and the legal twin that it has to run if it does */
  readonly rejectable?: { readonly policy: string; readonly twin: () => RunRequest };
  readonly request: RunRequest;
  judge(outputs: readonly Tensor[]): Comparison;
}

/** The trial of a case of the suite. The oracle is asked once: for the shapes that the model declares, and to judge. */
export function trialOfCase(question: Case): Trial {
  const { id, cell, opset, summary, proposal } = question;
  const expected = cell.operator.expect(cell.version, callOf(proposal));
  return {
    id,
    operator: cell.operator.name,
    version: cell.version.since,
    dtype: cell.dtype,
    clause: cell.clause,
    opset,
    dataClass: proposal.dataClass,
    summary,
    size: proposal.inputs.reduce((sum, { value }) => sum + (value?.data.length ?? 0), 0),
    ...(proposal.rejectable && {
      rejectable: {
        policy: proposal.rejectable.policy,
        twin: () => trialOfCase({ ...question, proposal: proposal.rejectable!.twin() }).request,
      },
    }),
    request: encodeCase(question, expected),
    judge: (outputs) => compare(expected, outputs),
  };
}
