import { isDeepStrictEqual } from 'node:util';
import { isDemanded } from '../../reports/schema/predicates.ts';
import { type CaseResult, isValid, type RerunResult } from '../../reports/schema.ts';
import { type BackendCommand, type BackendOptions, BackendUnavailable } from '../backends/backend.ts';
import type { InProcess } from '../backends/in-process.ts';
import { openBackend } from '../backends/process.ts';
import { oneLine, Tail } from '../backends/text.ts';
import { runTrials } from './run.ts';
import type { Trial } from './trial/trial.ts';

/** What is tried again, on what. */
interface Rerun {
  readonly command: BackendCommand | InProcess;
  readonly options: BackendOptions;
  readonly trials: readonly Trial[];
  readonly signal: AbortSignal;
}

/**
 * Asks cases once more, one by one, in a process that runs nothing else: whether a failure needs the cases before it, and
 * what the runtime writes to stderr about it.
 * @param results none that cost the backend its process: these were alone already
 * @returns by id of the case; what could not be asked is missing
 */
export async function rerunCases(
  results: readonly CaseResult[],
  { command, options, trials, signal }: Rerun,
): Promise<ReadonlyMap<string, RerunResult>> {
  const looks = new Map<string, RerunResult>();
  const former = new Map(results.filter(isWorthIt).map((result) => [result.id, result]));
  const chosen = trials.filter(({ id }) => former.has(id));
  if (chosen.length === 0 || signal.aborted || 'adapter' in command) return looks;
  let said = new Tail();
  const onStderr = (chunk: Uint8Array) => {
    said.push(Buffer.from(chunk));
    options.onStderr?.(chunk);
  };
  try {
    const backend = await openBackend(command, { ...options, onStderr }, signal);
    try {
      for (const trial of chosen) {
        said = new Tail();
        const results: CaseResult[] = [];
        await runTrials(backend, [trial], {
          signal,
          onResult: (result) => results.push(result),
        });
        await pipesRead();
        const [result] = results;
        const stderr = oneLine(said.toString());
        if (result && isValid(result)) {
          const { outcome, failure } = result;
          const isOther = failure && !isDeepStrictEqual(failure, former.get(trial.id)!.failure);
          looks.set(trial.id, {
            outcome,
            ...(isOther && { got: `${failure.got} at [${failure.index}]` }),
            ...(stderr !== '' && { stderr }),
          });
        }
      }
    } finally {
      await backend.close();
    }
  } catch (error) {
    // the findings stand as they are
    if (!(error instanceof BackendUnavailable)) throw error;
  }
  return looks;
}

const isWorthIt = ({ outcome, problem }: CaseResult): boolean =>
  !isDemanded(problem) && (outcome === 'fail' || outcome === 'error');

/** What was written to stderr before the answer is in its pipe; the next turn of the event loop reads it. */
const pipesRead = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
