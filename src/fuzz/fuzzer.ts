import type { FuzzSelection } from '../../generators/fuzz/draw.ts';
import type { KnownFinding } from '../../reports/schema/expectations-file.ts';
import type { BackendInfo } from '../../reports/schema.ts';
import type { BackendUnavailable } from '../backends/backend.ts';
import type { Launching } from '../run/suite-run.ts';
import type { Requirements } from '../run/trial/case-result.ts';
import type { BatchRef, BatchResult } from './batch.ts';
import type { FuzzFinding } from './finding.ts';

/** What is tried on which backends. */
export interface FuzzSettings {
  /** one, or several that get the same programs */
  readonly backends: readonly Launching[];
  /** ids are of operators, versions and dtypes; empty lists select all */
  readonly selection: FuzzSelection;
  readonly requirements: Requirements;
  /** processes of each backend; default 1 */
  readonly workers?: number;
  /** findings that are known */
  readonly expected?: readonly KnownFinding[];
  /** false: failures are counted and not looked into, so that nothing is found */
  readonly investigates?: false;
}

/** Who listens while a batch runs. */
export interface FuzzEvents {
  /** after each program */
  readonly onProgram?: (done: number, of: number) => void;
  /** for each failure, as soon as it is shrunk; `count` is 1 */
  readonly onFinding?: (finding: FuzzFinding) => void;
}

/** What came of a batch, as far as it went. */
export interface BatchRun extends BatchResult {
  /** programs that fail and were not looked into, as it had been ended: they are not among the others */
  readonly uninvestigated?: number;
  /** a backend that cannot be started again, which ended it */
  readonly failure?: BackendUnavailable;
}

/** Backends that are there, and are asked batch by batch. */
export interface Fuzzer {
  /** in the order of the settings; of two of one name what the user calls them */
  readonly backends: readonly BackendInfo[];
  /** what is drawn from: what was selected, narrowed to what the backends declare to have */
  readonly selection: FuzzSettings['selection'];
  /**
   * Puts a batch to all backends. Ended early, by the signal or by a backend that cannot be started again, it tells of the
   * programs until then.
   */
  run(batch: BatchRef, events?: FuzzEvents, signal?: AbortSignal): Promise<BatchRun>;
  /** ends the processes */
  close(): Promise<void>;
}
