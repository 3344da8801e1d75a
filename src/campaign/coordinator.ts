import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { BackendUnavailable } from '../backends/backend.ts';
import { type BatchRef, type BatchResult, mergeResults, noResult, otherVersion } from '../fuzz/batch.ts';
import type { FuzzRun } from '../fuzz/state.ts';
import { type Dispatch, type FailedBatch, type Goal, lives, type Status } from './campaign.ts';

/** How the coordinator keeps what it has, and tells of it. */
export interface Coordination {
  readonly run: FuzzRun;
  readonly goal: Goal;
  /** what an earlier coordinator of the campaign had, with the seconds that it took */
  readonly former?: { readonly result: BatchResult; readonly seconds: number } | undefined;
  /** Writes down all that there is. Results are forgotten by the queue only after it has returned. */
  readonly save: (result: BatchResult, status: Status) => void;
  /** takes what came of a batch that is no result of it; it is handed out again */
  readonly onRefused?: (bad: FailedBatch) => void;
  readonly onStatus?: (status: Status) => void;
  /** stops it; it can go on later */
  readonly signal?: AbortSignal;
}

/** What a campaign has come to. */
export interface CampaignResult {
  readonly result: BatchResult;
  readonly status: Status;
  /** what ended it before its time; the result has what was found until then */
  readonly failure?: BackendUnavailable;
}

/** Milliseconds between two looks at what has come in. */
const pause = 250;
/** Milliseconds over which programs per second are counted. */
const rateWindowMs = 60_000;

/**
 * Hands out batches from 0 on and merges what comes back, each batch once, whoever else has worked on it. The batches that
 * `save` knows of are the truth: whatever is missing there is handed out, so that neither queue nor coordinator can lose one.
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
      if (times >= lives && !done.has(one.batch)) failed.set(one.batch, one);
    }
    const seconds = (former?.seconds ?? 0) + (performance.now() - begun) / 1000;
    const open = openBatches(run.seed, goal, (batch) => done.has(batch) || failed.has(batch));
    const ends = 'seconds' in goal ? seconds >= goal.seconds : open(1).length === 0;
    const over = ends && ('batches' in goal || collected.underWay === 0 || collected.workers === 0);
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
    await dispatch.tell(status);
    onStatus?.(status);
    if (collected.ended) {
      const { failure, partial } = collected.ended;
      return { result: partial.reduce(mergeResults, result), status, failure };
    }
    if (ending) return { result, status };
    // enough that no worker waits for the next look, and little enough to take back
    if (ends) await dispatch.withdraw();
    else await dispatch.offer(open(16 + 2 * collected.workers));
    await sleep(pause, undefined, { signal }).catch(() => {});
  }
}

/** The first batches that are still to be done. */
const openBatches =
  (seed: number, goal: Goal, isDone: (batch: number) => boolean) =>
  (count: number): BatchRef[] => {
    const open: BatchRef[] = [];
    const end = 'batches' in goal ? goal.batches : Number.POSITIVE_INFINITY;
    for (let batch = 0; batch < end && open.length < count; batch++) if (!isDone(batch)) open.push({ seed, batch });
    return open;
  };

/** Programs per second of late, from the number of programs at each look. */
function paceFrom(programs: number): (now: number) => number {
  const looks = [{ at: performance.now(), programs }];
  return (now) => {
    const at = performance.now();
    looks.push({ at, programs: now });
    while (looks.length > 2 && at - looks[0]!.at > rateWindowMs) looks.shift();
    return (1000 * (now - looks[0]!.programs)) / Math.max(1, at - looks[0]!.at);
  };
}
