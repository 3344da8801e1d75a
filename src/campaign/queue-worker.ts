import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { BackendUnavailable } from '../backends/backend.ts';
import { type BatchRef, type BatchResult, type StoredBatchResult, storeResult } from '../fuzz/batch.ts';
import type { Fuzzer } from '../fuzz/fuzzer.ts';
import type { FuzzRun } from '../fuzz/state.ts';
import { maxLostWorkers, type Status } from './campaign.ts';
import { type CampaignState, prefix, type QueueServer, queueName } from './redis.ts';

/** The callbacks of a worker. */
export interface Work {
  /** @throws BadInput if this worker cannot take part in the campaign */
  readonly open: (state: CampaignState) => Promise<Fuzzer>;
  readonly onWait?: () => void;
  readonly onBatch?: (result: BatchResult) => void;
  /** ends the work; the batch in progress is returned to the queue */
  readonly signal?: AbortSignal;
}

/** Milliseconds between two checks of the campaign's state. */
const pause = 2000;

/**
 * Takes batches from a queue until the campaign is over.
 * @throws BackendUnavailable if a backend can no longer be started; the batch is returned to the queue
 */
export async function workOnQueue(server: QueueServer, name: string, work: Work): Promise<void> {
  const { signal } = work;
  const wait = () => sleep(pause, undefined, { signal }).catch(() => {});
  let state = await server.status(name);
  if (!state || state.status.over) work.onWait?.();
  while (!signal?.aborted && (!state || state.status.over)) {
    await wait();
    state = await server.status(name);
  }
  if (!state || signal?.aborted) return;
  const { patience } = state;
  const { run } = state.status;
  const fuzzer = await work.open(state);
  const { Worker, WaitingError } = server.bullmq;
  let failure: BackendUnavailable | undefined;
  const worker = new Worker<BatchRef, StoredBatchResult>(
    queueName(name, run),
    async (job, token) => {
      try {
        const {
          failure: ended,
          uninvestigated,
          ...result
        } = await fuzzer.run({ seed: run.seed, batch: job.data.batch }, {}, signal);
        failure ??= ended;
        if (!ended && !signal?.aborted) {
          work.onBatch?.(result);
          return storeResult(result);
        }
      } catch (error) {
        if (!signal?.aborted) throw error;
      }
      await job.moveToWait(token);
      throw new WaitingError();
    },
    {
      ...{ connection: server.client, prefix },
      ...{ lockDuration: patience, stalledInterval: patience, maxStalledCount: maxLostWorkers - 1 },
    },
  );
  worker.on('error', () => {}); // the connection reports errors; a batch with a late result belongs to another worker
  try {
    // a server that has lost its data gets the state again
    while (!signal?.aborted && failure === undefined && !isOver(run, state?.status)) {
      await wait();
      state = await server.status(name);
    }
  } finally {
    await worker.close();
    await fuzzer.close();
  }
  if (failure !== undefined && !signal?.aborted) throw failure;
}

/** Whether a campaign is over, or another one has its name. */
const isOver = (run: FuzzRun, status: Status | undefined): boolean =>
  status !== undefined && (status.over || !isDeepStrictEqual(status.run, run));
