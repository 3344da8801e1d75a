import type { CaseResult } from '../../reports/schema.ts';
import { type Backend, BackendUnavailable, isLoss } from '../backends/backend.ts';
import { undeclared } from '../backends/capabilities.ts';
import type { OracleThreads } from './oracle-threads.ts';
import type { CaseStore } from './store/case-store.ts';
import { blameCase } from './suite-error.ts';
import { type Kinds, type Settled, Survey } from './survey.ts';
import { settleDeclared } from './trial/settle-declared.ts';
import { type Ask, LeftOut, type Trial } from './trial/trial.ts';
import { WaitClock } from './wait-clock.ts';

/** What a run needs besides its trials. */
export interface RunSettings {
  /** takes each result as it comes */
  readonly onResult: (result: CaseResult) => void;
  /** takes each trial that cannot be judged, in its turn */
  readonly onLeftOut?: (trial: Trial) => void;
  /** processes of the backend among which its cases are shared; default 1 */
  readonly workers?: number;
  /** counts the seconds that answers are waited for */
  readonly clock?: WaitClock;
  /** the backend is known to be of use */
  readonly answered?: boolean;
  /** what may be asked to find out which kinds it does not support at all: see {@link Survey} */
  readonly kinds?: Kinds;
  /** called with the id of each trial whose first request cost the backend its process */
  readonly onLoss?: ((id: string) => void) | undefined;
  /** called with each kind that it does not support, or declare, at all */
  readonly onRefused?: (kind: string) => void;
  /** results of before, by their ids: their trials are not put to the backend again, nor handed out */
  readonly before?: ReadonlyMap<string, CaseResult>;
  /** settle the trials in place of this thread */
  readonly threads?: OracleThreads;
  /** what was settled before */
  readonly store?: CaseStore;
  /** ends the run early: results that are there are handed out, answers that are due are not waited for */
  readonly signal?: AbortSignal;
}

/** Cases at the start of a run that may all crash the backend before the run is considered hopeless. */
const maxInitialLosses = 20;
/** Cases from all over the run that are then tried: one answer to any of them, and the run goes on. */
const probeCount = 8;

/** Trials that are begun ahead of each process of the backend and thread of the oracle, so that none waits for another. */
const prefetchPerThread = 64;

/**
 * Puts trials to a backend and hands out the results in the order of the trials. What the backend declares not to have it
 * is not asked, nor the rest of a kind that it does not support at all.
 * @returns seconds of processor time that this process took, in all its threads: mostly to prepare trials and to judge
 *   answers
 * @throws BackendUnavailable if the backend cannot be started again or answers nothing, SuiteFault if a case cannot be made
 *   or judged; results until then have been handed out
 */
export async function runTrials(backend: Backend, trials: readonly Trial[], settings: RunSettings): Promise<number> {
  const {
    onResult,
    onLeftOut,
    onLoss,
    onRefused,
    signal,
    workers = 1,
    threads,
    store,
    kinds = noKinds,
    before = noResults,
  } = settings;
  const { answered: known = false, clock = new WaitClock() } = settings;
  const started = process.cpuUsage();
  threads?.declare(backend.capabilities);
  let stop = () => {};
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
  });
  signal?.addEventListener('abort', stop);
  const pending: Promise<Settled>[] = [];
  let lost = 0;
  let answered = known;
  // of a backend that may be hopeless no more is asked than that takes
  const prefetchLimit = () =>
    answered ? prefetchPerThread * Math.max(workers, threads?.count ?? 1) : maxInitialLosses - lost;
  const handOut = async () => {
    const settled = await Promise.race([pending.shift()!, stopped]);
    if (!settled) return;
    if ('leftOut' in settled) return onLeftOut?.(settled.leftOut);
    const { result, counts, isLost } = settled;
    onResult(result);
    if (isLost) onLoss?.(result.id);
    answered ||= counts && !isLost;
    if (answered || !counts || ++lost < maxInitialLosses) return;
    answered = await Promise.race([respondsToProbes(backend, trials), stopped.then(() => true)]);
    if (!answered) {
      const reason = `answers none of the first ${lost} cases and no other that was tried: ${result.message}`;
      throw new BackendUnavailable(`the backend ${backend.info.name} ${reason}`);
    }
  };
  const ask: Ask = (request) => clock.during(backend.run(request));
  const whyNot = ({ models }: Trial) => undeclared(backend.capabilities, models);
  const settle = async (trial: Trial): Promise<Settled> => {
    const { id, probe } = trial;
    const kept = before.get(id);
    if (kept) return { result: kept, counts: false, isLost: false };
    let isLost: boolean | undefined;
    const askFirst: Ask = async (request) => {
      const answer = await ask(request);
      isLost ??= isLoss(answer);
      return answer;
    };
    try {
      const work = async (ask: Ask) => [
        await (threads?.settle(id, ask) ?? settleDeclared(trial, backend.capabilities, ask)),
      ];
      const [result] = await (store?.settle(groupOf(id), id, askFirst, work) ?? work(askFirst));
      // what was not asked says nothing of the backend
      return { result: result!, counts: probe !== undefined && isLost !== undefined, isLost: isLost === true };
    } catch (error) {
      if (error instanceof LeftOut) return { leftOut: trial };
      throw error;
    }
  };
  const survey = new Survey(kinds, { has: (trial) => whyNot(trial) === undefined, settle, onRefused });
  try {
    for (const trial of trials) {
      if (signal?.aborted) break;
      if (before.has(trial.id)) continue;
      const waiting = blameCase(trial.id, () => survey.settle(trial));
      waiting.catch(() => {}); // what is thrown is reported in its turn, after the results before it
      pending.push(waiting);
      while (pending.length >= prefetchLimit()) await handOut();
    }
    while (pending.length > 0 && !signal?.aborted) await handOut();
  } finally {
    // a listener keeps all trials in memory for as long as the signal lives
    signal?.removeEventListener('abort', stop);
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

/** The operator and version of a case: `Add/14`. */
const groupOf = (id: string): string => id.split('/', 2).join('/');

const noKinds: Kinds = new Map();
const noResults: ReadonlyMap<string, CaseResult> = new Map();

/** Tries cases that lie as far apart as can be: the first ones are all of one operator version and dtype. */
async function respondsToProbes(backend: Backend, trials: readonly Trial[]): Promise<boolean> {
  const askable = trials.filter(({ models, probe }) => probe && undeclared(backend.capabilities, models) === undefined);
  const chosen = Array.from(
    { length: probeCount },
    (_, i) => askable[Math.floor(((i + 1) * (askable.length - 1)) / probeCount)]!,
  );
  const answers = await Promise.all(chosen.map(({ id, probe }) => blameCase(id, () => backend.run(probe!()))));
  return answers.some((answer) => !isLoss(answer));
}
