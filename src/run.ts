import type { CaseResult } from '../reports/schema.ts';
import { type Backend, BackendUnavailable, brokeProtocol, type Request } from './backends/backend.ts';
import type { Trial } from './trial.ts';
import { type Demands, isRefusal, verdictOn, verdictOnRefusal, withRunAlone, wrongRunOf } from './verdict.ts';

/** What a run needs beside its trials. */
export interface RunSettings extends Demands {
  /** takes each result as it comes */
  readonly onResult: (result: CaseResult) => void;
  /** ends the run early: results that are there are handed out, answers that are due are not waited for */
  readonly signal?: AbortSignal;
}

/** Cases at the start of a run that may all cost the backend its process before the rest of the run is in doubt. */
const patience = 20;
/** Cases from all over the run that are then tried: one answer to any of them, and the run goes on. */
const probes = 8;

/** Trials that are prepared ahead of the backend, so that it never waits for the oracle. */
const ahead = 64;

/**
 * Puts trials to a backend and hands out the results in the order of the trials.
 * @returns seconds that the oracle took: to prepare trials and to judge answers
 * @throws BackendUnavailable if the backend cannot be started again or answers nothing; results until then have been
 *   handed out
 */
export async function runTrials(
  backend: Backend,
  trials: readonly (() => Trial)[],
  { onResult, signal, ...demands }: RunSettings,
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
    answered ||= !isLoss(result.outcome, result.message);
    if (answered || ++lost < patience) return;
    answered = await Promise.race([answersAny(backend, trials), stopped.then(() => true)]);
    if (!answered) {
      const reason = `answers none of the first ${lost} cases and no other that was tried: ${result.message}`;
      throw new BackendUnavailable(`the backend ${backend.info.name} ${reason}`);
    }
  };
  for (const prepare of trials) {
    if (signal?.aborted) break;
    const trial = timed(prepare);
    const result = backend.run(asked(trial)).then(async (answer) => {
      if (isRefusal(trial, answer)) {
        const twin = await backend.run(trial.rejectable!.twin());
        return verdictOnRefusal(trial, answer, twin, demands);
      }
      const result = timed(() => verdictOn(trial, answer, demands));
      const run = wrongRunOf(trial, answer, result);
      if (run === undefined) return result;
      const single = await backend.run(trial.session!.alone(run).request);
      return timed(() => withRunAlone(result, trial, run, single));
    });
    result.catch(() => {}); // it is awaited in its turn, if that comes
    pending.push(result);
    if (pending.length >= ahead) await settle();
  }
  while (pending.length > 0 && !signal?.aborted) await settle();
  return oracleTime / 1000;
}

/** True if a case cost the backend its process: it crashed, hung or broke the protocol. */
function isLoss(outcome: string, message = ''): boolean {
  return outcome === 'crash' || outcome === 'timeout' || brokeProtocol(outcome, message);
}

/** Tries cases that lie as far apart as can be: the first ones are all of one operator version and dtype. */
async function answersAny(backend: Backend, trials: readonly (() => Trial)[]): Promise<boolean> {
  const chosen = Array.from(
    { length: probes },
    (_, i) => trials[Math.floor(((i + 1) * (trials.length - 1)) / probes)]!,
  );
  const answers = await Promise.all(chosen.map((prepare) => backend.run(prepare().request)));
  return answers.some((answer) => ('message' in answer ? !isLoss(answer.kind, answer.message) : true));
}

const asked = ({ session, request }: Trial): Request => session?.request ?? request;
