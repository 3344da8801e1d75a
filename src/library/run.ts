import * as v from 'valibot';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { renderTerminal } from '../../reports/print/report.ts';
import type { CaseResult, Report } from '../../reports/schema.ts';
import { flag, type OptionInput, single, text } from '../options/option.ts';
import { checkConflicts } from '../options/option-conflicts.ts';
import * as values from '../options/values.ts';
import { whileLocked } from '../run/folder/lock.ts';
import { executeRunIn } from '../run/folder/run-in-folder.ts';
import { executeRun, planRun } from '../run/suite-run.ts';
import { programOption, readCall, settingsOf, suiteOptions, throwEmptySelection } from './options.ts';
import { printAs } from './printing.ts';

const runOptions = {
  ...suiteOptions,
  out: single(v.optional(text), 'a folder for results.jsonl, report.json and report.md; nothing is written if absent'),
  shard: single(
    v.optional(values.shard),
    "'1/4': this part of the cases; the reports of all parts are merged by the command merge",
  ),
  gateInvalid: flag('invalid models count for the verdict; not for a kernel'),
  resume: flag('continues the same run from the folder of out'),
  maxFailures: single(v.optional(values.count), 'broken cases that end the run'),
  signal: programOption<AbortSignal>('ends the run early, with a report of what has been run'),
  onStart: programOption<(cases: number, invalid: number) => void>(
    'called when the backend has started, with the numbers of cases and of invalid models',
  ),
  onResult: programOption<(result: CaseResult) => void>(
    'takes each result as it comes, in the order of the suite; those of invalid models last',
  ),
};

/** The options of the command `run` with the same names, and listeners. */
export type RunOptions = OptionInput<typeof runOptions>;

/**
 * Runs the suite on a backend, as the command `run` does.
 * @throws BadInput for unusable options; BackendUnavailable if the backend does not start, or is lost. In the latter case,
 *   the error's `report` contains the results so far
 */
export async function run(options: RunOptions): Promise<Report> {
  const args = readCall(runOptions, options);
  const { signal, onStart, onResult, out, shard, resume, gateInvalid, maxFailures } = args;
  const settings = settingsOf(args);
  if (gateInvalid && settings.validOnly) throw new BadInput('a kernel gets no invalid models; leave out gateInvalid');
  checkConflicts(args);
  if (resume && out === undefined) throw new BadInput('resume continues the run in a folder; name the folder by out');
  const planned = planRun({ ...settings, gateInvalid, shard, maxFailures });
  const { trials, problems, notKnown } = planned.agenda;
  if (trials.length === 0 && problems.length === 0 && !notKnown && !shard) throwEmptySelection(args);
  const events = { ...(signal && { signal }), ...(onStart && { onStart }), ...(onResult && { onResult }) };
  const { report, failure } = await (out === undefined
    ? executeRun(planned, events)
    : whileLocked(out, () => executeRunIn(out, planned, events, resume), `--out ${out}`));
  if (failure) throw Object.assign(failure, { report });
  return printAs(report, () => renderTerminal(report));
}
