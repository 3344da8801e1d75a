import type { BackendUnavailable } from '../backends/backend.ts';
import type { BatchRef, BatchResult } from '../fuzz/batch.ts';
import type { FuzzRun } from '../fuzz/state.ts';

/** When a campaign is over: after so many batches, or so many seconds. */
export type Goal = { readonly batches: number } | { readonly seconds: number };

/** A batch that was given up. */
export interface FailedBatch {
  readonly batch: number;
  readonly reason: string;
}

/** How far a campaign is. */
export interface Status {
  readonly run: FuzzRun;
  readonly goal: Goal;
  readonly over: boolean;
  /** by the clock, over all lives of the coordinator */
  readonly seconds: number;
  /** at the moment; of several processes of a backend each worker counts once */
  readonly workers: number;
  readonly batches: number;
  readonly programs: number;
  /** lately */
  readonly programsPerSecond: number;
  readonly causes: readonly {
    readonly id: string;
    readonly backend: string;
    readonly title: string;
    readonly count: number;
  }[];
  readonly failed: readonly FailedBatch[];
}

/** What has happened since the last time, and who is there. */
export interface Collected {
  /** each is here again until it is forgotten; a batch may be here after it was forgotten, and counts once all the same */
  readonly results: readonly BatchResult[];
  readonly failed: readonly FailedBatch[];
  readonly workers: number;
  /** batches of which what came is no result: it was not taken, and they have to be handed out again */
  readonly bad?: readonly FailedBatch[];
  /** no more will come: why, and what is known of batches that were not run to their end */
  readonly ended?: { readonly failure: BackendUnavailable; readonly partial: readonly BatchResult[] };
  /** batches that are being worked on */
  readonly underWay: number;
}

/** How often a batch may cost a worker its life. */
export const lives = 3;
/** Why it is given up then. */
export const tooCostly = `${lives} workers ended while they worked on it`;

/** How batches reach workers, and results come back. */
export interface Dispatch {
  /** Hands these out, as far as they are not handed out already. */
  offer(batches: readonly BatchRef[]): Promise<void>;
  /** Takes back what no worker has begun. */
  withdraw(): Promise<void>;
  collect(): Promise<Collected>;
  /** The results of these batches are safe. */
  forget(batches: readonly number[]): Promise<void>;
  /** Lets workers and others know. */
  tell(status: Status): Promise<void>;
  close(): Promise<void>;
}
