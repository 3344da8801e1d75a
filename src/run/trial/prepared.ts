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

/** A case ready for a backend: the request, and the code that judges the answer to each run. */
export interface Prepared<R extends Request = Request> {
  readonly about: CaseDescription;
  /** one run of a model, or a session of several runs of one or several models */
  readonly request: R;
  /** the runs of the request, in its order; empty for a model that has to be rejected */
  readonly runs: readonly PreparedRun[];
  /** for a model that has to be rejected: the valid model that has to run for a refusal to count */
  readonly control?: () => Prepared;
  /** formats the values of all inputs in one line if they are few; called only for a broken case */
  readonly inputs?: () => string | undefined;
  /** for a graph of several nodes: the question to ask when an output is wrong */
  readonly faultQuestion?: () => FaultQuestion;
}

/** One run, with the code that judges its answer. */
export interface PreparedRun {
  /** its difference from the runs before it: `other data`; '' for the first */
  readonly what: string;
  /** its operator, version and dtype; others may choose differently */
  readonly cell: NodeCell;
  /** the values of its inputs: runs with the same values have to agree */
  readonly values: unknown;
  /** its classes, if it has a single node */
  readonly classes?: () => ClassRecord;
  /** returns the misreadings that a right answer rules out */
  readonly refutes?: (outputs: readonly Value[]) => readonly string[];
  /** the accepted values; absent if a file also decides */
  readonly expected?: readonly ExpectedValue[];
  /** @param loosest the loosest tier of accepted answers; `native` if absent */
  readonly judge: (outputs: readonly Value[], loosest?: Tier) => Comparison;
  /** runs work on the expected values within the oracle's limits; no limit if absent */
  readonly during?: <T>(work: () => T) => T;
  /** present if the model may be refused */
  readonly rejectable?: Rejectable | undefined;
  /** why a refusal is excused; absent if the model has to run */
  readonly excuse?: string | undefined;
}

/** The policy under which a model may be refused, and the control that has to run if it is. */
export interface Rejectable {
  readonly policy: RejectablePolicy;
  readonly control: () => RunRequest;
}
