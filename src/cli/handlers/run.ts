import { findSubject } from '../../../generators/suite/subjects.ts';
import { sanitize } from '../../../reports/print/layout.ts';
import { renderTerminal } from '../../../reports/print/report.ts';
import { breaksClause } from '../../../reports/schema/counts.ts';
import type { CaseResult, Report } from '../../../reports/schema.ts';
import { formatIds, unitOf } from '../../../reports/view/phrases.ts';
import { plural } from '../../../reports/view/plural.ts';
import { truncate } from '../../../reports/view/truncate.ts';
import { verdict } from '../../../reports/view/verdict.ts';
import { findExpectations, type ReadExpectations } from '../../expectations/file.ts';
import { type UpdatedExpectations, writeUpdated } from '../../expectations/update.ts';
import type { SelectionArguments } from '../../options/groups.ts';
import { type LaunchArguments, parseLaunch } from '../../options/launch.ts';
import { checkConflicts } from '../../options/option-conflicts.ts';
import {
  nothingSelected,
  parseRequirements,
  parseSelection,
  type RequirementArguments,
} from '../../options/selection.ts';
import { whileLocked } from '../../run/folder/lock.ts';
import { executeRunIn } from '../../run/folder/run-in-folder.ts';
import type { Shard } from '../../run/shard.ts';
import { checkVectorFolder, planRun, type SuiteSettings } from '../../run/suite-run.ts';
import type { EffortSettings } from '../../run/trial/effort.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import { annotateGitHub } from '../github-actions.ts';
import type { Interruption } from '../interruption.ts';
import { type ConclusionArguments, extentOf } from '../options/conclusion.ts';
import { parseFormats, type RequestedFormat, writeFormats } from '../options/formats.ts';
import { onStdout, print, sayOnStderr } from '../terminal.ts';
import { noProgress, type Progress, progressOf } from './progress.ts';

/** The options of `run`. */
export interface RunArguments extends LaunchArguments, SelectionArguments, RequirementArguments, ConclusionArguments {
  readonly seed: number;
  readonly vectors: string | undefined;
  readonly limit: number;
  readonly gateInvalid: boolean;
  readonly shard: Shard | undefined;
  readonly resume: boolean;
  readonly maxFailures: number | undefined;
  readonly workers: number;
  readonly store: boolean;
}

/**
 * The command `run`, from the arguments to the printed report.
 * @returns the exit code
 * @throws BadInput and BackendUnavailable, which the CLI prints
 */
export async function runSuite(args: RunArguments, interrupt: Interruption): Promise<number> {
  const { vectors, gateInvalid, shard, maxFailures, workers, store } = args;
  checkConflicts(args);
  if (vectors !== undefined) checkVectorFolder(vectors);
  const selection = parseSelection(args);
  const requirements = parseRequirements(args);
  const formats = parseFormats(args.format);
  const expectations = findExpectations(args);
  const settings = (effort: EffortSettings): SuiteSettings => ({
    launching: parseLaunch(args),
    selection,
    requirements,
    vectors,
    gateInvalid,
    shard,
    maxFailures,
    expected: expectations?.expected,
    workers,
    store,
    effort,
  });
  const what = { words: `${whatIsRun(args)}; counting its cases`, nothing: () => nothingToRun(args) };
  return runInFolder(args, { settings, formats, expectations, what }, interrupt);
}

/** The parsed arguments of a command that runs cases. */
interface ParsedArguments {
  /** @param effort the oracle's limits, and the listener to its progress */
  readonly settings: (effort: EffortSettings) => SuiteSettings;
  readonly formats: readonly RequestedFormat[];
  readonly expectations: ReadExpectations | undefined;
  readonly what: { readonly words: string; readonly nothing: () => string };
  /** returns the text below the report */
  readonly more?: (report: Report) => string;
}

/** The arguments common to all commands that run cases. */
interface RunningArguments extends ConclusionArguments, Pick<RunArguments, 'limit' | 'verbose' | 'resume' | 'shard'> {}

/** Executes a planned run while holding the lock of its folder, and prints its report. @returns the exit code */
export const runInFolder = (
  args: RunningArguments,
  parsed: ParsedArguments,
  interrupt: Interruption,
): Promise<number> => whileLocked(args.out, () => runWhileLocked(args, parsed, interrupt), `--out ${args.out}`);

async function runWhileLocked(
  args: RunningArguments,
  { settings, formats, expectations, what, more }: ParsedArguments,
  interrupt: Interruption,
): Promise<number> {
  if (!args.quiet) sayOnStderr(`onnx-conformance: running ${what.words}`);
  let progress: Progress = noProgress;
  const effort = { limit: args.limit, onProgress: (line: string) => progress.say(line) };
  const run = planRun(settings(effort));
  const { trials, problems, notKnown } = run.agenda;
  // the last of many shards may be empty, but merge needs it too
  if (trials.length === 0 && problems.length === 0 && !notKnown && !args.shard) {
    process.stderr.write(`onnx-conformance: ${what.nothing()}\n`);
    return exitCodes.inconclusive;
  }
  let broken = 0;
  let isLong = false;
  let unsupported: number | undefined = 0;
  const step = (result: CaseResult) => {
    if (unsupported !== undefined) {
      unsupported = result.outcome === 'unsupported' ? unsupported + 1 : undefined;
      if (unsupported === minCasesToAnnounce) progress.say(nothingSupported);
    }
    if (!breaksClause(result) || result.known !== undefined) return progress.step(broken);
    if (++broken === 1 && isLong) progress.say(firstFailure(result));
    progress.step(broken);
  };
  let updated: UpdatedExpectations | undefined;
  const { report, failure, stored } = await executeRunIn(
    args.out,
    run,
    {
      signal: interrupt.signal,
      onStart: (cases, invalid) => {
        interrupt.begin('the report covers what has been run', args.out);
        isLong = cases >= minCasesToAnnounce;
        if (args.quiet) return;
        const models = invalid > 0 ? ` and ${plural(invalid, 'invalid model')}` : '';
        sayOnStderr(`onnx-conformance: running ${plural(cases, unitOf(run.options))}${models}`);
        progress = progressOf(cases, invalid, args.verbose);
      },
      onFormer: (results) => {
        if (!args.quiet && results.length > 0)
          progress.say(`going on after ${plural(results.length, 'case')} of before`);
        results.forEach(step);
      },
      onResult: step,
      onLeftOut: () => progress.step(broken),
      onFollowUp: (what) => {
        if (isLong) progress.say(what);
      },
      onFurther: (done, of) => progress.further(done, of),
      ...(expectations &&
        args.updateExpectations && {
          conclude: (judged, tally) => {
            updated = writeUpdated(expectations, tally, judged);
            return updated?.expected;
          },
        }),
    },
    args.resume,
  ).finally(() => progress.stop());
  printReport(report, args, stored);
  if (more && !args.quiet) process.stdout.write(more(report));
  if (stored) await writeFormats(formats, report, args.out);
  annotateGitHub(report, args);
  if (updated) process.stdout.write(updated.said);
  if (failure) throw failure;
  if (interrupt.signal.aborted) return exitCodes.inconclusive;
  return finish(report, problems, args);
}

/** Describes a run: "the quick suite on ./backend.mjs", "Softmax/13 of the standard suite on onnxruntime-node". */
function whatIsRun({ vectors, ids, opset, dtype, suite, backend }: RunArguments): string {
  if (vectors !== undefined) return sanitize(`the files in ${vectors} on ${backend}`);
  const part = [formatIds(ids), ...opset.map((one) => `opset ${one}`), ...dtype].filter(Boolean).join(', ');
  return sanitize(`${part === '' ? '' : `${part} of `}the ${suite} suite on ${backend}`);
}

/**
 * Prints a report for a terminal.
 * @param isStored whether the folder of `out` contains it
 */
export function printReport(report: Report, args: ConclusionArguments, isStored = true): void {
  print(renderTerminal(report, { ...onStdout(), ...extentOf(args), ...(isStored && { folder: args.out }) }));
}

/** The least number of cases to show the first failure immediately: with fewer, the report comes soon enough. */
const minCasesToAnnounce = 1000;

const nothingSupported =
  `the first ${minCasesToAnnounce.toLocaleString('en')} cases are not supported; ` +
  'Ctrl-C ends the run if the adapter lacks its operators yet';

/** The most characters of a message that announces a failure. */
const maxAnnouncedLength = 120;

/**
 * Describes the first failure: "first failure: ReduceA/13/…/0: 1 of 2 elements wrong (keepdims-zero: With …)". The clause is
 * shown only for a wrong answer.
 */
export function firstFailure({ id, operator, version, clause, outcome, message }: CaseResult): string {
  const said = message && truncate(message, maxAnnouncedLength);
  if (outcome !== 'fail') return sanitize(`first failure: ${[id, outcome, said ?? []].flat().join(': ')}`);
  const own = findSubject(operator)?.versions.find(({ since }) => since === version);
  const text = own?.clauses.find((each) => each.id === clause)?.text;
  return sanitize(`first failure: ${id}: ${said ?? 'wrong'}${text === undefined ? '' : ` (${clause}: ${text})`}`);
}

/** Prints the text after a report, and returns the exit code. */
export function finish(report: Report, problems: readonly string[], { reportOnly }: ConclusionArguments): number {
  for (const problem of problems) process.stderr.write(`onnx-conformance: ${problem}\n`);
  const code = exitCodeOf[verdict(report).kind];
  const forgiven = reportOnly && code === exitCodes.notConformant;
  // a shard may have no judged cases: merge decides with all shards
  if (reportOnly && report.options.shard && report.complete) return exitCodes.conformant;
  if (problems.length > 0) return code === exitCodes.notConformant && !forgiven ? code : exitCodes.badInput;
  if (forgiven) return report.complete ? exitCodes.conformant : exitCodes.inconclusive;
  return code;
}

function nothingToRun(args: RunArguments): string {
  return args.vectors === undefined
    ? nothingSelected(args)
    : `--vectors ${args.vectors}: there is no model.onnx in or below this folder; name the folder that holds the vectors`;
}
