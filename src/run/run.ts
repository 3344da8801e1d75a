import type { CaseResult } from '../../reports/schema.ts';
import { type Backend, BackendUnavailable, isAnswered, isLoss } from '../backends/backend.ts';
import { describeUndeclared } from '../backends/capabilities.ts';
import type { OracleThreads } from './oracle-threads.ts';
import type { CaseStore } from './store/case-store.ts';
import { blameCase } from './suite-error.ts';
import { type Settled, Survey, type TrialsByKind } from './survey.ts';
import { settleDeclared } from './trial/settle-declared.ts';
import { type Ask, type Trial, UnjudgedTrial } from './trial/trial.ts';
import { WaitClock } from './wait-clock.ts';

/** The settings of a run besides its trials. */
export interface RunSettings {
  /** takes each result as it comes */
  readonly onResult: (result: CaseResult) => void;
  /** takes each trial that cannot be judged, in the order of trials */
  readonly onLeftOut?: (trial: Trial) => void;
  /** processes of the backend among which its cases are shared; default 1 */
  readonly workers?: number;
  /** trials started ahead for each process and thread, if not the usual number */
  readonly ahead?: number;
  /** counts the seconds of waiting for answers */
  readonly clock?: WaitClock;
  /** the backend has already answered a case */
  readonly answered?: boolean;
  /** the trials by kind, to find out which kinds the backend does not support at all: see {@link Survey} */
  readonly kinds?: TrialsByKind;
  /** called with the id of each trial whose first request cost the backend its process */
  readonly onLoss?: ((id: string) => void) | undefined;
  /** called with each kind that the backend does not support, or declare, at all */
  readonly onRefused?: (kind: string) => void;
  /** earlier results by their ids: their trials are not asked again, and the results are not passed to `onResult` */
  readonly before?: ReadonlyMap<string, CaseResult>;
  /** settle the trials in place of this thread */
  readonly threads?: OracleThreads;
  /** the stored results of earlier runs */
  readonly store?: CaseStore;
  /** ends the run early: finished results are passed on, outstanding answers are not awaited */
  readonly signal?: AbortSignal;
}

/** The number of first cases that may all crash the backend before other cases are tried. */
const maxInitialLosses = 20;
/** The number of cases from all over the run that are then tried: one answer, and the run continues. */
const probeCount = 8;

/** The usual number of trials started ahead for each process of the backend and thread of the oracle, so that none is idle. */
const usualAhead = 64;

/**
 * Settles trials on a backend and passes on the results in the order of the trials. Trials are skipped if they need what
 * the backend declares not to have, or if it does not support their kind at all.
 * @returns seconds of processor time of this process, in all its threads: mostly to prepare trials and to judge answers
 * @throws BackendUnavailable if the backend cannot be started again or answers nothing, SuiteFault if a case cannot be made
 *   or judged. Earlier results have been passed on by then
 */
export async function runTrials(backend: Backend, trials: readonly Trial[], settings: RunSettings): Promise<number> {
  const {
    onResult,
    onLeftOut,
    onLoss,
    onRefused,
    signal,
    workers = 1,
    ahead = usualAhead,
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
  // until the backend has answered, only the first cases are asked
  const prefetchLimit = () =>
    answered ? ahead * Math.max(workers, threads?.count ?? 1) : Math.min(ahead, maxInitialLosses - lost);
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
  const whyNot = ({ models }: Trial) => describeUndeclared(backend.capabilities, models);
  const settle = async (trial: Trial): Promise<Settled> => {
    const { id, probe } = trial;
    const kept = before.get(id);
    if (kept) return { result: kept, counts: false, isLost: false };
    let isLost: boolean | undefined;
    const askFirst: Ask = async (request) => {
      const answer = await clock.during(backend.run(request, id));
      if (isAnswered(answer)) isLost ??= isLoss(answer);
      return answer;
    };
    try {
      const work = async (ask: Ask) =>
        (await threads?.settle({ id }, ask)) ?? [await settleDeclared(trial, backend.capabilities, ask)];
      const [result] = await (store?.settle(groupOf(trial), id, askFirst, work) ?? work(askFirst));
      // a trial that was not asked does not show whether the backend answers
      return { result: result!, counts: probe !== undefined && isLost !== undefined, isLost: isLost === true };
    } catch (error) {
      if (error instanceof UnjudgedTrial) return { leftOut: trial };
      throw error;
    }
  };
  const survey = new Survey(kinds, { has: (trial) => whyNot(trial) === undefined, settle, onRefused });
  try {
    for (const trial of trials) {
      if (signal?.aborted) break;
      if (before.has(trial.id)) continue;
      const waiting = blameCase(trial.id, () => survey.settle(trial));
      waiting.catch(() => {}); // an error is reported in the order of trials, after the results before it
      pending.push(waiting);
      while (pending.length >= prefetchLimit()) await handOut();
    }
    while (pending.length > 0 && !signal?.aborted) await handOut();
  } finally {
    // a listener would keep all trials in memory as long as the signal exists
    signal?.removeEventListener('abort', stop);
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

/** Returns the operator and version of a case: `Add/14`. Invalid models come last, so that they have groups of their own. */
const groupOf = ({ id, probe }: Trial): string => [...id.split('/', 2), ...(probe ? [] : ['invalid'])].join('/');

const noKinds: TrialsByKind = new Map();
const noResults: ReadonlyMap<string, CaseResult> = new Map();

/** Tries cases spread over the whole run, since the first ones share an operator version and dtype. */
async function respondsToProbes(backend: Backend, trials: readonly Trial[]): Promise<boolean> {
  const askable = trials.filter(
    ({ models, probe }) => probe && describeUndeclared(backend.capabilities, models) === undefined,
  );
  const chosen = Array.from(
    { length: probeCount },
    (_, i) => askable[Math.floor(((i + 1) * (askable.length - 1)) / probeCount)]!,
  );
  const answers = await Promise.all(chosen.map(({ id, probe }) => blameCase(id, () => backend.run(probe!()))));
  return answers.some((answer) => isAnswered(answer) && !isLoss(answer));
}
