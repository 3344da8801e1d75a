import type { CaseResult } from '../reports/schema.ts';
import { type Backend, BackendUnavailable, brokeProtocol } from './backends/backend.ts';
import { undeclared } from './backends/capabilities.ts';
import { examine } from './examine.ts';
import type { OracleThreads } from './oracle-threads.ts';
import type { Prospect } from './prospect.ts';
import { ofCase } from './suite-fault.ts';
import type { Demands } from './verdict.ts';

/** What a run needs beside its trials. */
export interface RunSettings extends Demands {
  /** takes each result as it comes */
  readonly onResult: (result: CaseResult) => void;
  /** processes of the backend among which its cases are shared; default 1 */
  readonly workers?: number;
  /** examine the prospects in place of this thread */
  readonly threads?: OracleThreads;
  /** ends the run early: results that are there are handed out, answers that are due are not waited for */
  readonly signal?: AbortSignal;
}

/** Cases at the start of a run that may all cost the backend its process before the rest of the run is in doubt. */
const patience = 20;
/** Cases from all over the run that are then tried: one answer to any of them, and the run goes on. */
const probes = 8;

/** Trials that are prepared ahead of each process of the backend, so that it never waits for the oracle. */
const ahead = 64;

/**
 * Puts trials to a backend and hands out the results in the order of the trials. What the backend declares not to have it
 * is not asked.
 * @returns seconds of processor time that this process took, in all its threads: mostly to prepare trials and to judge
 *   answers
 * @throws BackendUnavailable if the backend cannot be started again or answers nothing, SuiteFault if a case cannot be made
 *   or judged; results until then have been handed out
 */
export async function runTrials(
  backend: Backend,
  prospects: readonly Prospect[],
  { onResult, signal, workers = 1, threads, ...demands }: RunSettings,
): Promise<number> {
  const started = process.cpuUsage();
  const stopped = new Promise<undefined>((resolve) => {
    signal?.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const pending: Promise<Settled>[] = [];
  let lost = 0;
  let answered = false;
  const settle = async () => {
    const settled = await Promise.race([pending.shift()!, stopped]);
    if (!settled) return;
    const { result, asked } = settled;
    onResult(result);
    answered ||= asked && !isLoss(result.outcome, result.message);
    if (answered || !asked || ++lost < patience) return;
    answered = await Promise.race([answersAny(backend, prospects), stopped.then(() => true)]);
    if (!answered) {
      const reason = `answers none of the first ${lost} cases and no other that was tried: ${result.message}`;
      throw new BackendUnavailable(`the backend ${backend.info.name} ${reason}`);
    }
  };
  const settled = async (prospect: Prospect): Promise<Settled> => {
    const why = undeclared(backend.capabilities, prospect.models);
    if (why !== undefined) return { result: prospect.unasked(why), asked: false };
    return {
      result: await (threads?.examine(prospect.id, backend) ?? examine(prospect, backend, demands)),
      asked: true,
    };
  };
  for (const prospect of prospects) {
    if (signal?.aborted) break;
    const due = ofCase(prospect.id, () => settled(prospect));
    due.catch(() => {}); // what is thrown is told in its turn, after the results before it
    pending.push(due);
    if (pending.length >= ahead * workers) await settle();
  }
  while (pending.length > 0 && !signal?.aborted) await settle();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

/** A result, and whether the backend was asked for it. */
interface Settled {
  readonly result: CaseResult;
  readonly asked: boolean;
}

/** True if a case cost the backend its process: it crashed, hung or broke the protocol. */
function isLoss(outcome: string, message = ''): boolean {
  return outcome === 'crash' || outcome === 'timeout' || brokeProtocol(outcome, message);
}

/** Tries cases that lie as far apart as can be: the first ones are all of one operator version and dtype. */
async function answersAny(backend: Backend, prospects: readonly Prospect[]): Promise<boolean> {
  const askable = prospects.filter(({ models }) => undeclared(backend.capabilities, models) === undefined);
  const chosen = Array.from(
    { length: probes },
    (_, i) => askable[Math.floor(((i + 1) * (askable.length - 1)) / probes)]!,
  );
  const answers = await Promise.all(chosen.map(({ id, prepare }) => ofCase(id, () => backend.run(prepare().request))));
  return answers.some((answer) => ('message' in answer ? !isLoss(answer.kind, answer.message) : true));
}
