import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { BackendUnavailable } from '../backends/backend.ts';
import { type BatchRef, type BatchResult, mergeResults, noResult, otherVersion } from '../fuzz/batch.ts';
import type { FuzzRun } from '../fuzz/state.ts';
import { type Dispatch, type FailedBatch, type Goal, maxLostWorkers, type Status } from './campaign.ts';

/** The parameters of a coordinator. */
export interface Coordination {
  readonly run: FuzzRun;
  readonly goal: Goal;
  /** the result of an earlier coordinator of the campaign, with its seconds */
  readonly former?: { readonly result: BatchResult; readonly seconds: number } | undefined;
  /** stores the result and status; the queue forgets results only after it has returned */
  readonly save: (result: BatchResult, status: Status) => void;
  /** called for a batch with an invalid result; the batch is offered again */
  readonly onRefused?: (bad: FailedBatch) => void;
  readonly onStatus?: (status: Status) => void;
  /** stops the coordinator; the campaign can be resumed */
  readonly signal?: AbortSignal;
}

/** The result of a campaign. */
export interface CampaignResult {
  readonly result: BatchResult;
  readonly status: Status;
  /** the error that ended it early; the result contains the findings so far */
  readonly failure?: BackendUnavailable;
}

/** Milliseconds between two collections of results. */
const pause = 250;
/** Milliseconds over which programs per second are counted. */
const rateWindowMs = 60_000;

/**
 * Offers batches from 0 on and merges their results, each batch once, even if several workers ran it. Only batches stored by
 * `save` are done: all others are offered, so that neither the queue nor the coordinator can lose one.
 */
export async function coordinate(dispatch: Dispatch, coordination: Coordination): Promise<CampaignResult> {
  const { run, goal, former, save, onRefused, onStatus, signal } = coordination;
  let result = former?.result ?? noResult;
  const done = new Set(result.batches);
  const failed = new Map<number, FailedBatch>();
  const refused = new Map<number, number>();
  const begun = performance.now();
  const rate = paceFrom(result.programs);
  for (;;) {
    const collected = await dispatch.collect();
    for (const one of collected.failed) if (!done.has(one.batch)) failed.set(one.batch, one);
    const before = done.size;
    const bad = [...(collected.bad ?? [])];
    for (const one of collected.results) {
      if (one.batches.some((batch) => done.has(batch))) continue;
      const names = Object.keys(one.outcomes);
      if (
        names.length !== run.backends.length ||
        (before > 0 && !isDeepStrictEqual(names, Object.keys(result.outcomes)))
      ) {
        bad.push(...one.batches.map((batch) => ({ batch, reason: `a result of ${names.join(', ') || 'no backend'}` })));
        continue;
      }
      const other = otherVersion(result, one.versions);
      if (other !== undefined) {
        bad.push(...one.batches.map((batch) => ({ batch, reason: `another runtime: ${other}` })));
        continue;
      }
      for (const batch of one.batches) done.add(batch);
      result = mergeResults(result, one);
    }
    for (const one of bad) {
      const times = (refused.get(one.batch) ?? 0) + 1;
      refused.set(one.batch, times);
      onRefused?.(one);
      if (times >= maxLostWorkers && !done.has(one.batch)) failed.set(one.batch, one);
    }
    const seconds = (former?.seconds ?? 0) + (performance.now() - begun) / 1000;
    const open = openBatches(run.seed, goal, (batch) => done.has(batch) || failed.has(batch));
    const ends = 'seconds' in goal ? seconds >= goal.seconds : open(1).length === 0;
    const over = ends && ('batches' in goal || collected.running === 0 || collected.workers === 0);
    const status: Status = {
      ...{ run, goal, over, seconds, workers: collected.workers },
      ...{ batches: done.size, programs: result.programs, programsPerSecond: rate(result.programs) },
      causes: result.findings
        .map(({ id, title, count, backend }) => ({ id, title, count, backend: backend.name }))
        .sort((a, b) => b.count - a.count),
      failed: [...failed.values()],
    };
    const ending = over || signal?.aborted === true;
    if (done.size > before || ending) save(result, status);
    await dispatch.forget([...collected.results.flatMap(({ batches }) => batches), ...bad.map(({ batch }) => batch)]);
    await dispatch.publish(status);
    onStatus?.(status);
    if (collected.ended) {
      const { failure, partial } = collected.ended;
      return { result: partial.reduce(mergeResults, result), status, failure };
    }
    if (ending) return { result, status };
    // enough that no worker waits for the next collection, and few enough to withdraw
    if (ends) await dispatch.withdraw();
    else await dispatch.offer(open(16 + 2 * collected.workers));
    await sleep(pause, undefined, { signal }).catch(() => {});
  }
}

/** Returns the first batches that are not done. */
const openBatches =
  (seed: number, goal: Goal, isDone: (batch: number) => boolean) =>
  (count: number): BatchRef[] => {
    const open: BatchRef[] = [];
    const end = 'batches' in goal ? goal.batches : Number.POSITIVE_INFINITY;
    for (let batch = 0; batch < end && open.length < count; batch++) if (!isDone(batch)) open.push({ seed, batch });
    return open;
  };

/** Returns a function that computes the recent programs per second from the number of programs at each collection. */
function paceFrom(programs: number): (now: number) => number {
  const looks = [{ at: performance.now(), programs }];
  return (now) => {
    const at = performance.now();
    looks.push({ at, programs: now });
    while (looks.length > 2 && at - looks[0]!.at > rateWindowMs) looks.shift();
    return (1000 * (now - looks[0]!.programs)) / Math.max(1, at - looks[0]!.at);
  };
}
