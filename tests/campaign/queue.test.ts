import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { Status } from '../../src/campaign/campaign.ts';
import { coordinate } from '../../src/campaign/coordinator.ts';
import { queueDispatch } from '../../src/campaign/queue.ts';
import { workOnQueue } from '../../src/campaign/queue-worker.ts';
import { connect, prefix, type QueueServer, queueName } from '../../src/campaign/redis.ts';
import { type BatchResult, noResult } from '../../src/fuzz/batch.ts';
import type { Fuzzer } from '../../src/fuzz/fuzzer.ts';
import type { FuzzRun } from '../../src/fuzz/state.ts';
import { folder } from '../folder.ts';
import { hasRedis, type TestRedis, testRedis } from './redis.ts';

const run: FuzzRun = {
  version: '1',
  seed: 7,
  selection: { ids: [], opsets: [], dtypes: [] },
  requirements: { requireTier: 'native', policies: [] },
  backends: ['reference'],
};
const goal = { batches: 30 };
const patience = 400;

const none = { pass: 0, fail: 0, unsupported: 0, error: 0, crash: 0, timeout: 0 };

/** What is to be shown is where batches go: the programs need not be run. */
const counting: Fuzzer = {
  backends: [],
  selection: run.selection,
  run: async ({ batch }): Promise<BatchResult> => {
    await sleep(30);
    return { ...noResult, batches: [batch], programs: 10, outcomes: { reference: { ...none, pass: 10 } } };
  },
  close: async () => {},
};

describe.skipIf(!hasRedis)('a campaign by way of a Redis server', () => {
  const servers: QueueServer[] = [];
  const stop = new AbortController();
  let redis: TestRedis;
  const connected = async () => {
    const server = await connect(redis.url, () => {});
    servers.push(server);
    return server;
  };
  afterAll(async () => {
    stop.abort();
    for (const server of servers) server.close();
    await redis?.kill();
  });

  it('counts each batch once, though a worker, the coordinator and the server end midway', async () => {
    redis = await testRedis(folder());
    await redis.start();
    const dispatch = async () => queueDispatch(await connected(), 'test', run, { expected: [], patience });
    const kept: { result: BatchResult; seconds: number }[] = [];
    const save = (result: BatchResult, { seconds }: Status) => kept.push({ result, seconds });

    // to the server, a worker that is killed is one that takes a batch and says nothing more
    const first = await dispatch();
    const { bullmq, client } = await connected();
    const connection = { connection: client, prefix, lockDuration: patience };
    // one may bring what is not a result
    await first.offer([{ seed: 7, batch: 1 }]);
    const bogus = new bullmq.Worker(queueName('test', run), null, connection);
    await (await bogus.getNextJob('bogus'))!.moveToCompleted(
      { batches: [1], findings: [], programs: 1 },
      'bogus',
      false,
    );
    await bogus.close(true);
    await first.offer([{ seed: 7, batch: 0 }]);
    const killed = new bullmq.Worker(queueName('test', run), null, connection);
    expect((await killed.getNextJob('killed'))?.data).toEqual({ seed: 7, batch: 0 });
    await killed.close(true);

    const worked: number[] = [];
    const work = async () => {
      const onBatch = (result: BatchResult) => worked.push(...result.batches);
      await workOnQueue(await connected(), 'test', { open: async () => counting, onBatch, signal: stop.signal });
    };
    let workers: Promise<unknown> | undefined;
    const refused: number[] = [];
    const onRefused = ({ batch }: { readonly batch: number }) => refused.push(batch);
    const stopFirst = new AbortController();
    const onStatus = (status: Status) => {
      workers ??= Promise.all([work(), work()]);
      if (status.batches > 0) stopFirst.abort();
    };
    const begun = await coordinate(first, { run, goal, save, onRefused, onStatus, signal: stopFirst.signal });
    expect(refused).toEqual([1]);
    expect(begun.status).toMatchObject({ over: false, failed: [] });
    await redis.kill();
    await redis.start();

    const second = await dispatch();
    const { result, status } = await coordinate(second, { run, goal, save, former: kept.at(-1) });
    stop.abort();
    await workers;
    const all = Array.from({ length: goal.batches }, (_, batch) => batch);
    expect(result).toMatchObject({ batches: all, programs: 10 * goal.batches });
    expect(status).toMatchObject({ over: true, failed: [], batches: goal.batches });
    expect([...new Set(worked)].sort((a, b) => a - b)).toEqual(all);
  });
});
