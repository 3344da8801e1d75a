import { BadInput } from '../../oracles/bad-input.ts';
import { renderTerminal } from '../../reports/print/report.ts';
import type { CaseResult, IllegalResult, Report } from '../../reports/schema.ts';
import { whileLocked } from '../harness/lock.ts';
import { executeRunIn } from '../harness/run-in-folder.ts';
import { executeRun, planRun } from '../harness/suite-run.ts';
import { parseCount, parseShard } from '../options/numbers.ts';
import { refuseContradictions } from '../options/together.ts';
import { refuseEmpty, type SuiteOptions, settingsOf } from './options.ts';
import { printedAs } from './printing.ts';

/** The options of the command `run` by the same names, and who listens. */
export interface RunOptions extends SuiteOptions {
  /** a folder for results.jsonl, report.json and report.md; nothing is written if absent */
  readonly out?: string;
  /** '1/4': this part of the cases; the reports of all parts are merged by the command `merge` */
  readonly shard?: string;
  /** illegal models count for the verdict; a kernel is not asked any */
  readonly gateIllegal?: boolean;
  /** goes on with what `out` holds of the same run */
  readonly resume?: boolean;
  /** broken cases that end the run */
  readonly maxFailures?: number;
  /** ends the run early, with a report of what has been run */
  readonly signal?: AbortSignal;
  /** the backend is there; numbers of cases and of illegal models */
  readonly onStart?: (cases: number, illegal: number) => void;
  /** takes each result as it comes, in the order of the suite; those of illegal models, which have a `rule`, last */
  readonly onResult?: (result: CaseResult | IllegalResult) => void;
}

const own = ['out', 'shard', 'gateIllegal', 'resume', 'maxFailures', 'signal', 'onStart', 'onResult'];

/**
 * Runs the suite on a backend, as the command `run` does.
 * @throws BadInput for options that cannot be used; BackendUnavailable if the backend does not start, or is lost: then the
 *   error has what was found until then as its `report`
 */
export async function run(options: RunOptions): Promise<Report> {
  const settings = settingsOf(options, ...own);
  const { vectors, ids, opset, dtype, signal, onStart, onResult, out, resume = false, gateIllegal = false } = options;
  const selects = [ids, opset, dtype].some((one) => one !== undefined);
  if (gateIllegal && settings.legalOnly)
    throw new BadInput('a kernel is asked no illegal models; leave out gateIllegal');
  const shard = parseShard(options.shard);
  const maxFailures = options.maxFailures === undefined ? undefined : parseCount('max-failures', options.maxFailures);
  refuseContradictions({ selects, vectors, shard, resume, maxFailures });
  if (resume && out === undefined) throw new BadInput('resume goes on with the run in a folder: name it by out');
  const planned = planRun({ ...settings, gateIllegal, shard, maxFailures });
  const { trials, problems, notKnown } = planned.agenda;
  if (trials.length === 0 && problems.length === 0 && !notKnown && !shard) refuseEmpty(options);
  const events = { ...(signal && { signal }), ...(onStart && { onStart }), ...(onResult && { onResult }) };
  const { report, failure } = await (out === undefined
    ? executeRun(planned, events)
    : whileLocked(out, () => executeRunIn(out, planned, events, resume), `--out ${out}`));
  if (failure) throw Object.assign(failure, { report });
  return printedAs(report, () => renderTerminal(report));
}
