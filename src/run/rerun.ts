import { isDeepStrictEqual } from 'node:util';
import { missesRequirement } from '../../reports/schema/predicates.ts';
import { type CaseResult, isValid, type RerunResult, type ValidResult } from '../../reports/schema.ts';
import { type BackendCommand, type BackendOptions, BackendUnavailable } from '../backends/backend.ts';
import type { InProcess } from '../backends/in-process.ts';
import { openBackend } from '../backends/process.ts';
import { oneLine, Tail } from '../backends/text.ts';
import { runTrials } from './run.ts';
import type { Trial } from './trial/trial.ts';

/** The trials to choose from, and the backend that runs them again. */
interface Rerun {
  readonly command: BackendCommand | InProcess;
  readonly options: BackendOptions;
  readonly trials: readonly Trial[];
  /** the trials are a whole run of the suite: earlier cases that a failure needs are sought among them */
  readonly isTraced: boolean;
  readonly signal: AbortSignal;
}

/**
 * Runs cases once more, each in a fresh process. This shows whether a failure needs earlier cases, and what the runtime
 * writes to stderr. If a case does not fail alone, the earlier cases that it needs are sought.
 * @param results failures without crashes: a crashed case has already run alone
 * @returns the outcomes by id; cases that could not be run are missing
 */
export async function rerunCases(
  results: readonly CaseResult[],
  rerun: Rerun,
): Promise<ReadonlyMap<string, RerunResult>> {
  const looks = new Map<string, RerunResult>();
  const former = new Map(results.filter(isWorthIt).map((result) => [result.id, result]));
  const chosen = rerun.trials.filter(({ id }) => former.has(id));
  if (chosen.length === 0 || rerun.signal.aborted || 'adapter' in rerun.command) return looks;
  try {
    await runAfresh(chosen, rerun, ({ id, outcome, failure }, stderr) => {
      const isOther = failure && !isDeepStrictEqual(failure, former.get(id)!.failure);
      looks.set(id, {
        outcome,
        ...(isOther && { got: `${failure.got} at [${failure.index}]` }),
        ...(stderr !== '' && { stderr }),
      });
    });
    const passing = rerun.isTraced ? [...looks].filter(([, { outcome }]) => outcome === 'pass') : [];
    for (const [id, look] of passing.slice(0, maxTraced)) {
      const after = await traced(former.get(id)!, rerun);
      if (after !== undefined) looks.set(id, { ...look, after });
    }
  } catch (error) {
    // a backend that no longer starts leaves the findings unchanged
    if (!(error instanceof BackendUnavailable)) throw error;
  }
  return looks;
}

/** Limits: findings whose earlier cases are sought, earlier cases run for each finding, and runs of a case alone. */
const [maxTraced, maxBefore, oftenAsked] = [8, 500, 5] as const;

/**
 * Returns the id prefix of the earlier cases after which a case fails as before; `undefined` if it does not.
 * The prefix is that of the case itself, its clause, or its operator, in this order.
 */
async function traced({ id, outcome }: CaseResult, rerun: Rerun): Promise<string | undefined> {
  const { trials } = rerun;
  const [clause, operator] = [4, 1].map((parts) => id.split('/').slice(0, parts).join('/')) as [string, string];
  const upTo = trials.slice(0, trials.findIndex((trial) => trial.id === id) + 1);
  const within = (scope: string) => upTo.filter((trial) => trial.id.startsWith(`${scope}/`));
  const ways = [
    { after: id, before: new Array<Trial>(oftenAsked).fill(upTo.at(-1)!) },
    ...[clause, operator].map((after) => ({ after, before: within(after) })),
  ];
  for (const { after, before } of ways) {
    if (before.length < 2 || before.length > maxBefore) continue;
    const outcomes: CaseResult['outcome'][] = [];
    await runAfresh(before, rerun, (result) => {
      if (result.id === id) outcomes.push(result.outcome);
    });
    if (outcomes.includes(outcome)) return after;
  }
  return undefined;
}

/** Runs trials one by one in a fresh process. @param onResult takes each result with the text written to stderr meanwhile */
async function runAfresh(
  trials: readonly Trial[],
  { command, options, signal }: Rerun,
  onResult: (result: ValidResult, stderr: string) => void,
): Promise<void> {
  if ('adapter' in command) return;
  let said = new Tail();
  const onStderr = (chunk: Uint8Array) => {
    said.push(Buffer.from(chunk));
    options.onStderr?.(chunk);
  };
  const backend = await openBackend(command, { ...options, onStderr }, signal);
  try {
    for (const trial of trials) {
      said = new Tail();
      const results: CaseResult[] = [];
      await runTrials(backend, [trial], { signal, onResult: (result) => results.push(result) });
      await pipesRead();
      for (const result of results) if (isValid(result)) onResult(result, oneLine(said.toString()));
    }
  } finally {
    await backend.close();
  }
}

const isWorthIt = ({ outcome, problem }: CaseResult): boolean =>
  !missesRequirement(problem) && (outcome === 'fail' || outcome === 'error');

/** Waits until the event loop has read what the backend wrote to stderr before its answer. */
const pipesRead = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
