import type { Tier } from '../oracles/acceptance/tier.ts';
import type { CaseResult } from '../reports/schema.ts';
import type { Backend } from './backends/backend.ts';
import type { Trial } from './trial.ts';
import { verdictOn } from './verdict.ts';

/** What a run needs beside its trials. */
export interface RunSettings {
  readonly requireTier: Tier;
  /** takes each result as it comes */
  readonly onResult: (result: CaseResult) => void;
  /** ends the run early: trials that have been asked are still judged */
  readonly signal?: AbortSignal;
}

/** Trials that are prepared ahead of the backend, so that it never waits for the oracle. */
const ahead = 24;

/**
 * Puts trials to a backend and hands out the results in the order of the trials.
 * @returns seconds that the oracle took: to prepare trials and to judge answers
 * @throws BackendUnavailable if the backend cannot be started again; results until then have been handed out
 */
export async function runTrials(
  backend: Backend,
  trials: Iterable<() => Trial>,
  { requireTier, onResult, signal }: RunSettings,
): Promise<number> {
  let oracleTime = 0;
  const timed = <T>(work: () => T): T => {
    const start = performance.now();
    try {
      return work();
    } finally {
      oracleTime += performance.now() - start;
    }
  };
  const pending: Promise<CaseResult>[] = [];
  const settle = async () => onResult(await pending.shift()!);
  try {
    for (const prepare of trials) {
      if (signal?.aborted) break;
      const trial = timed(prepare);
      const result = backend.run(trial.request).then((answer) => timed(() => verdictOn(trial, answer, requireTier)));
      result.catch(() => {}); // it is awaited in its turn
      pending.push(result);
      if (pending.length >= ahead) await settle();
    }
    while (pending.length > 0) await settle();
  } finally {
    await Promise.allSettled(pending);
  }
  return oracleTime / 1000;
}
