import { isDeepStrictEqual } from 'node:util';
import type { Job } from 'bullmq';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { type BatchRef, type BatchResult, readResult, type StoredBatchResult } from '../fuzz/batch.ts';
import type { FuzzRun } from '../fuzz/state.ts';
import { type Dispatch, type FailedBatch, tooManyLostWorkers } from './campaign.ts';
import { type CampaignState, prefix, type QueueServer, queueName } from './redis.ts';

type BatchJob = Job<BatchRef, StoredBatchResult>;

/** The number of results to read at a time. */
const page = 200;
/** Milliseconds between two heartbeats, and for which a heartbeat is valid. */
const heartbeatMs = 5000;
const alive = 6 * heartbeatMs;

/**
 * Returns a dispatch by jobs of BullMQ. Each job is named after its batch, so that a batch offered twice is one job. A job
 * stays, with its result, until it is forgotten.
 * @throws BadInput if another campaign with that name is running
 */
export async function queueDispatch(
  server: QueueServer,
  name: string,
  run: FuzzRun,
  { expected, patience }: Pick<CampaignState, 'expected' | 'patience'>,
): Promise<Dispatch> {
  const state = await server.status(name);
  if (
    state &&
    !state.status.over &&
    Date.now() - state.at < alive &&
    !isDeepStrictEqual(state.status.run, asJson(run))
  ) {
    const { seed, backends } = state.status.run;
    const what = `seed ${seed}, ${backends.join(', ')}`;
    throw new BadInput(`--name ${name}: another campaign of that name is under way (${what}); choose another name`);
  }
  const queue = new server.bullmq.Queue<BatchJob>(queueName(name, run), { connection: server.client, prefix });
  queue.on('error', () => {}); // the connection reports errors
  let last: CampaignState | undefined;
  let handedOut = 0;
  return {
    offer: async (batches) => {
      if (batches.length <= handedOut) return;
      await queue.addBulk(
        batches.map((data) => ({ name: 'batch', data, opts: { jobId: `batch-${data.batch}` } }) as const),
      );
    },
    withdraw: () => queue.drain(),
    collect: async () => {
      const [counts, completed, failed, workers] = await Promise.all([
        queue.getJobCounts('waiting', 'active', 'completed'),
        queue.getJobs('completed', 0, page - 1, true),
        queue.getJobs('failed', 0, -1),
        queue.getWorkersCount(),
      ]);
      handedOut = counts.waiting! + counts.active! + counts.completed!;
      const results: BatchResult[] = [];
      const bad: FailedBatch[] = [];
      for (const job of completed) {
        const batch = batchOf(job);
        try {
          results.push(readResult(job.returnvalue, batch));
        } catch (error) {
          bad.push({ batch, reason: (error as Error).message });
        }
      }
      return {
        ...{ results, bad },
        failed: failed.map((job) => {
          const { failedReason } = job;
          // a message of BullMQ
          const reason = failedReason.startsWith('job stalled') ? tooManyLostWorkers : failedReason;
          return { batch: batchOf(job), reason };
        }),
        workers,
        running: counts.active!,
      };
    },
    forget: async (batches) => {
      await Promise.all(batches.map((batch) => queue.remove(`batch-${batch}`)));
    },
    publish: async (status) => {
      const now = { status, expected, patience, at: Date.now() };
      if (last && last.status.batches === status.batches && !status.over && now.at - last.at < heartbeatMs) return;
      await server.publish(name, now);
      last = now;
      if (status.over) await queue.obliterate({ force: true });
    },
    close: () => queue.close(),
  };
}

/** Returns the batch of a job by its name, as in {@link Dispatch}: others may have written the data of the job. */
const batchOf = ({ id }: BatchJob): number => Number(id?.slice('batch-'.length));

const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));
