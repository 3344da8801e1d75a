import type { FuzzSelection } from '../../generators/fuzz/draw.ts';
import type { KnownFinding } from '../../reports/schema/expectations-file.ts';
import type { BackendInfo } from '../../reports/schema.ts';
import type { BackendUnavailable } from '../backends/backend.ts';
import type { Launching } from '../run/suite-run.ts';
import type { Requirements } from '../run/trial/judge.ts';
import type { BatchRef, BatchResult } from './batch.ts';
import type { FuzzFinding } from './finding.ts';

/** The settings of the fuzzer. */
export interface FuzzSettings {
  /** one backend, or several that get the same programs */
  readonly backends: readonly Launching[];
  /** its ids name operators, versions and dtypes; empty lists select all */
  readonly selection: FuzzSelection;
  readonly requirements: Requirements;
  /** processes of each backend; default 1 */
  readonly workers?: number;
  /** the known findings */
  readonly expected?: readonly KnownFinding[];
  /** false: failures are counted but not investigated, so that there are no findings */
  readonly investigates?: false;
}

/** The listeners to a batch. */
export interface FuzzEvents {
  /** called after each program */
  readonly onProgram?: (done: number, of: number) => void;
  /** called for each failure when it is shrunk; `count` is 1 */
  readonly onFinding?: (finding: FuzzFinding) => void;
}

/** The result of a batch, which may be incomplete. */
export interface BatchRun extends BatchResult {
  /** the number of failing programs that were not investigated before the end; no other figure includes them */
  readonly uninvestigated?: number;
  /** the backend that ended the batch, since it cannot be started again */
  readonly failure?: BackendUnavailable;
}

/** Running backends that are asked batch by batch. */
export interface Fuzzer {
  /** in the order of the settings; backends with equal names have the user's names */
  readonly backends: readonly BackendInfo[];
  /** the selection, narrowed to the capabilities of the backends */
  readonly selection: FuzzSettings['selection'];
  /**
   * Runs a batch on all backends. If the signal or a lost backend ends it early, the result covers the programs so far.
   */
  run(batch: BatchRef, events?: FuzzEvents, signal?: AbortSignal): Promise<BatchRun>;
  /** ends the processes */
  close(): Promise<void>;
}
