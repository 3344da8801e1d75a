import { BadInput } from '../../oracles/bad-input.ts';
import type { CaseResult, IllegalResult, Report } from '../../reports/schema.ts';
import { renderTerminal } from '../../reports/terminal.ts';
import { openResultFiles } from '../harness/result-files.ts';
import { executeRun, planRun } from '../harness/suite-run.ts';
import { refuseEmpty, type SuiteOptions, settingsOf } from './options.ts';
import { printedAs } from './printing.ts';

/** The options of the command `run` by the same names, and who listens. */
export interface RunOptions extends SuiteOptions {
  /** a folder for results.jsonl, report.json and report.md; nothing is written if absent */
  readonly out?: string;
  /** ends the run early, with a report of what has been run */
  readonly signal?: AbortSignal;
  /** the backend is there; numbers of cases and of illegal models */
  readonly onStart?: (cases: number, illegal: number) => void;
  /** takes each result as it comes, in the order of the suite; those of illegal models, which have a `rule`, last */
  readonly onResult?: (result: CaseResult | IllegalResult) => void;
}

/**
 * Runs the suite on a backend, as the command `run` does.
 * @throws BadInput for options that cannot be used; BackendUnavailable if the backend does not start, or is lost: then the
 *   error has what was found until then as its `report`
 */
export async function run(options: RunOptions): Promise<Report> {
  const { vectors, ids, opset, dtype, signal, onStart, onResult, out } = options;
  if (vectors !== undefined && [ids, opset, dtype].some((one) => one !== undefined)) {
    throw new BadInput('vectors runs all files below a folder; leave out ids, opset and dtype, or name a subfolder');
  }
  const planned = planRun(settingsOf(options, 'out', 'signal', 'onStart', 'onResult'));
  const { trials, problems, notKnown } = planned.agenda;
  if (trials.length === 0 && problems.length === 0 && !notKnown) refuseEmpty(options);
  const files = out === undefined ? undefined : openResultFiles(out);
  const { report, failure } = await executeRun(planned, {
    ...(signal && { signal }),
    ...(onStart && { onStart }),
    onResult: (result) => {
      files?.add(result);
      onResult?.(result);
    },
  });
  files?.finish(report);
  if (failure) throw Object.assign(failure, { report });
  return printedAs(report, () => renderTerminal(report));
}
