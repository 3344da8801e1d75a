import type { ExpectationsTally, KnownFailures } from '../../../reports/aggregate/expectations.ts';
import type { CaseResult, Report } from '../../../reports/schema.ts';
import { agendaFor } from '../agenda.ts';
import { ReportBuilder } from '../report-builder.ts';
import { executeRun, looksOf, type RunEnd, type RunEvents, type SuiteRun, withSecondLooks } from '../suite-run.ts';
import { readFormer } from './resume.ts';
import { createRunFolder } from './run-folder.ts';

/** Who listens to a run that is stored. */
export interface StoredRunEvents extends Omit<RunEvents, 'onState'> {
  /** the expectations that a run is judged by in the end, if these are others than those it began with */
  readonly conclude?: ((report: Report, tally: ExpectationsTally) => KnownFailures | undefined) | undefined;
}

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
  { onResult, onFormer, conclude, ...events }: StoredRunEvents,
  resume: boolean,
): Promise<StoredRunEnd> {
  const former = resume ? readFormer(dir, run) : undefined;
  const files = createRunFolder(dir);
  const results: CaseResult[] = [];
  // only for who may judge them again: they are many
  const keep = (result: CaseResult) => conclude && results.push(result);
  const first = await executeRun(
    run,
    {
      ...events,
      onState: (state) => files.begin(state),
      onFormer: (before) => {
        for (const result of before) keep(result);
        files.replace(before);
        onFormer?.(before);
      },
      onResult: (result) => {
        keep(result);
        files.append(result);
        onResult?.(result);
      },
    },
    former,
  );
  if (!files.touched && !first.report.complete) return { ...first, stored: false };
  let end: RunEnd = first;
  try {
    const { failure, expectations } = first;
    const expected = !failure && expectations && conclude?.(first.report, expectations);
    if (expected) {
      const again = judgedAgain(run, first, results, expected);
      files.replace(again.results);
      end = again;
    }
  } catch (error) {
    end = { ...first, failure: error as Error };
  }
  try {
    await files.finish(end.report);
    return { ...end, stored: true };
  } catch (error) {
    // what was found is reported all the same
    return { ...end, failure: end.failure ?? (error as Error), stored: false };
  }
}

/** A complete run as it compares with other expectations than it was run with. */
function judgedAgain(
  { agenda, options, settings }: SuiteRun,
  { report, further = [] }: RunEnd,
  results: readonly CaseResult[],
  expected: KnownFailures,
): RunEnd & { readonly results: readonly CaseResult[] } {
  const builder = new ReportBuilder(
    agendaFor(agenda, report.capabilities),
    settings.launching.launch,
    options,
    expected,
  );
  const marked = builder.addAll(results);
  for (const result of further) builder.addFurther(result);
  const again = builder.report(report);
  return { report: withSecondLooks(again, looksOf(report)), expectations: builder.expectations, results: marked };
}
