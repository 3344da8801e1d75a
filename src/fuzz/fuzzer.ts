import type { Selection } from '../../generators/cases.ts';
import type { Expected } from '../../reports/tally/expectations.ts';
import type { Requirements } from '../harness/judge.ts';
import type { Launching } from '../harness/suite-run.ts';
import type { BatchRef, BatchResult } from './batch.ts';
import type { FuzzFinding } from './finding.ts';

/** What is tried on which backends. */
export interface FuzzSettings {
  /** one, or several that get the same programs */
  readonly backends: readonly Launching[];
  /** ids are of operators, versions and dtypes; empty lists select all */
  readonly selection: Pick<Selection, 'ids' | 'opsets' | 'dtypes'>;
  readonly requirements: Requirements;
  /** processes of each backend; default 1 */
  readonly workers?: number;
  /** what is known to be broken */
  readonly expected?: Expected | undefined;
}

/** Who listens while a batch runs. */
export interface FuzzEvents {
  /** after each program */
  readonly onProgram?: (done: number, of: number) => void;
  /** as soon as it is shrunk; its count grows until the batch ends */
  readonly onFinding?: (finding: FuzzFinding) => void;
}

/** Backends that are there, and are asked batch by batch. */
export interface Fuzzer {
  /** @throws BackendUnavailable if a backend cannot be started again */
  run(batch: BatchRef, events?: FuzzEvents, signal?: AbortSignal): Promise<BatchResult>;
  /** ends the processes */
  close(): Promise<void>;
}
