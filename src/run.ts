import type { Tier } from '../oracles/acceptance/tier.ts';
import type { CaseResult } from '../reports/schema.ts';
import { type Backend, BackendUnavailable } from './backends/backend.ts';
import type { Trial } from './trial.ts';
import { verdictOn } from './verdict.ts';

/** What a run needs beside its trials. */
export interface RunSettings {
  readonly requireTier: Tier;
  /** takes each result as it comes */
  readonly onResult: (result: CaseResult) => void;
  /** ends the run early: results that are there are handed out, answers that are due are not waited for */
  readonly signal?: AbortSignal;
}

/** Cases, at the start of a run, to which a backend may give no answer at all before it is given up: each costs a process. */
const patience = 20;

/** Trials that are prepared ahead of the backend, so that it never waits for the oracle. */
const ahead = 24;

/**
 * Puts trials to a backend and hands out the results in the order of the trials.
 * @returns seconds that the oracle took: to prepare trials and to judge answers
 * @throws BackendUnavailable if the backend cannot be started again or answers nothing; results until then have been
 *   handed out
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
  const stopped = new Promise<undefined>((resolve) => {
    signal?.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const pending: Promise<CaseResult>[] = [];
  let lost = 0;
  let answered = false;
  const settle = async () => {
    const result = await Promise.race([pending.shift()!, stopped]);
    if (!result) return;
    onResult(result);
    answered ||= !isLoss(result);
    if (!answered && ++lost === patience) {
      const { name } = backend.info;
      throw new BackendUnavailable(`the backend ${name} answers none of the first ${lost} cases: ${result.message}`);
    }
  };
  for (const prepare of trials) {
    if (signal?.aborted) break;
    const trial = timed(prepare);
    const result = backend.run(trial.request).then((answer) => timed(() => verdictOn(trial, answer, requireTier)));
    result.catch(() => {}); // it is awaited in its turn, if that comes
    pending.push(result);
    if (pending.length >= ahead) await settle();
  }
  while (pending.length > 0 && !signal?.aborted) await settle();
  return oracleTime / 1000;
}

/** True if a case cost the backend its process: it crashed, hung or broke the protocol. */
function isLoss({ outcome, message = '' }: CaseResult): boolean {
  return outcome === 'crash' || outcome === 'timeout' || (outcome === 'error' && message.startsWith('protocol:'));
}
