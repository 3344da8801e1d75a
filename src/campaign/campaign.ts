import type { BackendUnavailable } from '../backends/backend.ts';
import type { BatchRef, BatchResult } from '../fuzz/batch.ts';
import type { FuzzRun } from '../fuzz/state.ts';

/** The length of a campaign, in batches or seconds. */
export type Goal = { readonly batches: number } | { readonly seconds: number };

/** A batch that was given up. */
export interface FailedBatch {
  readonly batch: number;
  readonly reason: string;
}

/** The progress of a campaign. */
export interface Status {
  readonly run: FuzzRun;
  readonly goal: Goal;
  readonly over: boolean;
  /** wall-clock time, over all runs of the coordinator */
  readonly seconds: number;
  /** the present number of workers, each counted once, whatever its number of processes */
  readonly workers: number;
  readonly batches: number;
  readonly programs: number;
  /** the recent pace */
  readonly programsPerSecond: number;
  readonly causes: readonly {
    readonly id: string;
    readonly backend: string;
    readonly title: string;
    readonly count: number;
  }[];
  readonly failed: readonly FailedBatch[];
}

/** The results since the last collection, and the present workers. */
export interface CollectedResults {
  /** each result is returned again until `forget`; a batch may be returned even later, and counts only once */
  readonly results: readonly BatchResult[];
  readonly failed: readonly FailedBatch[];
  readonly workers: number;
  /** batches with an invalid result, which was not accepted: they have to be offered again */
  readonly bad?: readonly FailedBatch[];
  /** present if no more results will come: the reason, and the results of incomplete batches */
  readonly ended?: { readonly failure: BackendUnavailable; readonly partial: readonly BatchResult[] };
  /** the number of batches in progress */
  readonly running: number;
}

/** The number of workers that a batch may end before it is given up. */
export const maxLostWorkers = 3;
/** The reason for giving it up. */
export const tooManyLostWorkers = `${maxLostWorkers} workers ended while they worked on it`;

/** Distributes batches to workers, and collects their results. */
export interface Dispatch {
  /** Offers batches to workers, unless they are already offered. */
  offer(batches: readonly BatchRef[]): Promise<void>;
  /** Withdraws the batches that no worker has begun. */
  withdraw(): Promise<void>;
  collect(): Promise<CollectedResults>;
  /** Forgets batches whose results are stored. */
  forget(batches: readonly number[]): Promise<void>;
  /** Publishes the status to workers and others. */
  publish(status: Status): Promise<void>;
  close(): Promise<void>;
}
