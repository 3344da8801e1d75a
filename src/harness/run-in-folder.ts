import { resultFilesIn } from './result-files.ts';
import { readFormer } from './resume.ts';
import { executeRun, type RunEnd, type RunEvents, type SuiteRun } from './suite-run.ts';

/** Who listens to a run that is stored. */
export type StoredRunEvents = Omit<RunEvents, 'onState'>;

/** How it ended. */
export interface StoredRunEnd extends RunEnd {
  /** false where the folder was left as it was */
  readonly stored: boolean;
}

/**
 * Puts a planned run to its backend, and its results and report into a folder, which is left as it is where nothing is answered.
 * @param resume go on with what the folder holds of the same run
 * @throws BackendUnavailable if the backend does not start; BadInput if it, or the run in the folder, is another one than before
 */
export async function executeRunIn(
  dir: string,
  run: SuiteRun,
  { onResult, onFormer, ...events }: StoredRunEvents,
  resume: boolean,
): Promise<StoredRunEnd> {
  const former = resume ? readFormer(dir, run) : undefined;
  const files = resultFilesIn(dir);
  const end = await executeRun(
    run,
    {
      ...events,
      onState: (state) => files.begin(state),
      onFormer: (results) => {
        files.restore(results);
        onFormer?.(results);
      },
      onResult: (result) => {
        files.add(result);
        onResult?.(result);
      },
    },
    former,
  );
  if (!files.touched && !end.report.complete) return { ...end, stored: false };
  try {
    await files.finish(end.report);
    return { ...end, stored: true };
  } catch (error) {
    // what was found is told all the same
    return { ...end, failure: end.failure ?? (error as Error), stored: false };
  }
}
