/** The exports of `schema/`: the types of result files. They are inferred from the schemas that validate these files. */
export type { Problem } from '../oracles/judge/comparator.ts';
export type { Observation } from '../oracles/judge/policy.ts';
export type { Explanation } from '../oracles/spec/operator.ts';
export {
  type CaseResult,
  type ElementFailure,
  type InvalidCounts,
  type InvalidOutcome,
  type InvalidResult,
  invalidOutcomes,
  isInvalid,
  isValid,
  type NodeCell,
  notDrawn,
  type Outcome,
  type OutcomeCounts,
  outcomes,
  type ValidResult,
} from './schema/case-result.ts';
export type { Entry, EntryResult, Expectations, Shortfall } from './schema/expectations.ts';
export type {
  Condition,
  FailedClause,
  FailureGroup,
  Finding,
  FindingPlace,
  OpsetSpan,
  RerunResult,
  UnsupportedReason,
} from './schema/findings.ts';
export type {
  Accuracy,
  BrokenRule,
  CellSummary,
  DataUse,
  InvalidCell,
  MatrixCell,
  NetworkNode,
  NotRejected,
  ObservedPolicy,
  Rejections,
  Report,
  RunState,
  WorstErrors,
} from './schema/report.ts';
export type { BackendInfo, Capabilities, Launch, RunOptions } from './schema/run.ts';
