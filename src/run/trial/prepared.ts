import type { ClassRecord } from '../../../generators/classes/classes.ts';
import type { Comparison } from '../../../oracles/judge/comparator.ts';
import type { RejectablePolicy } from '../../../oracles/judge/policy.ts';
import type { Tier } from '../../../oracles/judge/tier.ts';
import type { Value } from '../../../oracles/numerics/value.ts';
import type { ExpectedValue } from '../../../oracles/spec/operator.ts';
import type { NodeCell } from '../../../reports/schema.ts';
import type { Request, RunRequest } from '../../backends/backend.ts';
import type { CaseDescription } from './description.ts';
import type { FaultQuestion } from './graph-fault.ts';

/** A case ready to be put to a backend: what is asked, and how the answer to each run is judged. */
export interface Prepared<R extends Request = Request> {
  readonly about: CaseDescription;
  /** a run of one model; or a session of several runs, of one model or of several */
  readonly request: R;
  /** those of the request, in its order; none of a model that has to be rejected */
  readonly runs: readonly PreparedRun[];
  /** of a model that has to be rejected: what has to be answered rightly for a refusal to count */
  readonly control?: () => Prepared;
  /** the values of all inputs in one line where they are few; asked for only when the case is broken */
  readonly inputs?: () => string | undefined;
  /** of a graph of several nodes: what is asked when an output is wrong */
  readonly faultQuestion?: () => FaultQuestion;
}

/** How the answer to one run is judged. */
export interface PreparedRun {
  /** what sets it apart from the runs before it: `other data`; '' for the first */
  readonly what: string;
  /** whose answer it is; other nodes choose for themselves */
  readonly cell: NodeCell;
  /** the values of its inputs: runs that share them have to agree */
  readonly values: unknown;
  /** its classes, where it is of one node */
  readonly classes?: () => ClassRecord;
  /** the misreadings that a right answer to it rules out */
  readonly refutes?: (outputs: readonly Value[]) => readonly string[];
  /** what is accepted; absent where a file has a say, too */
  readonly expected?: readonly ExpectedValue[];
  /** @param loosest the loosest tier of accepted answers; `native` if absent */
  readonly judge: (outputs: readonly Value[], loosest?: Tier) => Comparison;
  /** does work on what is expected within what the oracle may spend; no limit if absent */
  readonly during?: <T>(work: () => T) => T;
  /** present where the model may be refused */
  readonly rejectable?: Rejectable | undefined;
  /** why a refusal breaks nothing; absent where the model has to run */
  readonly excuse?: string | undefined;
}

/** The policy under which a model may be refused, and the control that has to run if it is. */
export interface Rejectable {
  readonly policy: RejectablePolicy;
  readonly control: () => RunRequest;
}
