import type { ExpectationsTally, KnownFailures } from '../../../reports/aggregate/expectations.ts';
import type { CaseResult, Report } from '../../../reports/schema.ts';
import { agendaFor } from '../agenda.ts';
import { ReportBuilder } from '../report-builder.ts';
import { executeRun, type RunEnd, type RunEvents, rerunResults, type SuiteRun, withReruns } from '../suite-run.ts';
import { readFormer } from './resume.ts';
import { createRunFolder } from './run-folder.ts';

/** The listeners of a stored run. */
export interface StoredRunEvents extends Omit<RunEvents, 'onState'> {
  /** returns the expectations that judge the finished run, if they differ from those at its start */
  readonly conclude?: ((report: Report, tally: ExpectationsTally) => KnownFailures | undefined) | undefined;
}

/** How a stored run ended. */
export interface StoredRunEnd extends RunEnd {
  /** false if the folder was left unchanged */
  readonly stored: boolean;
}

/**
 * Runs a planned run and writes its results and report to a folder. The folder is unchanged if nothing is answered.
 * @param resume continues the same run from the results in the folder
 * @throws BackendUnavailable if the backend does not start; BadInput if it, or the run in the folder, is not the same as before
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
  // kept only if they may be judged again: there are many
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
    // the results are still reported
    return { ...end, failure: end.failure ?? (error as Error), stored: false };
  }
}

/** Returns the end of a complete run, judged by other expectations than those it was run with. */
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
  for (const one of further) builder.addFurther(one);
  const again = builder.report(report);
  return { report: withReruns(again, rerunResults(report)), expectations: builder.expectations, results: marked };
}
