import { join } from 'node:path';
import { batchSize } from '../../../generators/fuzz/draw.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { groupBy } from '../../../reports/aggregate/grouping.ts';
import { hangingIndent, sanitize } from '../../../reports/print/layout.ts';
import type { Launch } from '../../../reports/schema.ts';
import { launchAsTyped, quoted, requirementsAsTyped } from '../../../reports/view/launch.ts';
import { plural, thousands } from '../../../reports/view/plural.ts';
import type { BackendUnavailable } from '../../backends/backend.ts';
import { findExpectations } from '../../expectations/file.ts';
import { type BatchResult, mergeResults, noResult, otherVersion } from '../../fuzz/batch.ts';
import { folderOf, isStored } from '../../fuzz/corpus/store-finding.ts';
import type { CorpusFinding } from '../../fuzz/corpus/stored-finding.ts';
import { missingClasses } from '../../fuzz/coverage.ts';
import { fixedFindings, notFound, withKnownFindings } from '../../fuzz/expected-findings.ts';
import type { FuzzFinding } from '../../fuzz/finding.ts';
import type { BatchRun, FuzzSettings } from '../../fuzz/fuzzer.ts';
import { openFuzzer } from '../../fuzz/open.ts';
import { fuzzRun, readFuzz, writeFuzz } from '../../fuzz/state.ts';
import { type LaunchArguments, parseLaunch } from '../../options/launch.ts';
import type { OptionValues } from '../../options/option.ts';
import { parseRequirements, parseSelection } from '../../options/selection.ts';
import { whileLocked } from '../../run/folder/lock.ts';
import type { Requirements } from '../../run/trial/judge.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Interruption } from '../interruption.ts';
import type { drawingOptions } from '../options/drawing-options.ts';
import { columnsOf, heartbeat, print } from '../terminal.ts';
import { keepFindings, replayCorpus } from './fuzz-prune.ts';
import { describeFuzz, isJudged } from './fuzz-text.ts';

/** The options of drawing programs and judging answers. */
export type DrawingArguments = OptionValues<ReturnType<typeof drawingOptions>> & Omit<LaunchArguments, 'backend'>;

/** The options of `fuzz`. */
export interface FuzzArguments extends DrawingArguments {
  /** seconds */
  readonly for: number | undefined;
  /** programs */
  readonly runs: number | undefined;
  readonly workers: number;
  readonly out: string;
  readonly resume: boolean;
  /** a corpus to run first */
  readonly replay: string | undefined;
  readonly maxFailures: number | undefined;
  readonly quiet: boolean;
}

/** The default length of a run, in seconds. */
const usualSeconds = 60;

/** The greatest share of the time for asking what is supported. */
const shareOfAsking = 1 / 4;

/**
 * The command `fuzz`.
 * @returns the exit code
 * @throws BadInput and BackendUnavailable, which the CLI prints; the latter after the findings so far
 */
export async function fuzz(args: FuzzArguments, interrupt: Interruption): Promise<number> {
  const settings = { ...fuzzSettings(args), workers: args.workers };
  // the time for the corpus counts too
  const seconds = args.for ?? (args.runs === undefined ? usualSeconds : Number.POSITIVE_INFINITY);
  const times = { asking: after(seconds * shareOfAsking), end: after(seconds) };
  const replayed = args.replay === undefined ? undefined : await replayFirst(args.replay, settings, interrupt);
  if (replayed && (args.for ?? args.runs) === undefined) return replayed.code;
  return whileLocked(args.out, () => searchFailures(args, settings, { times, before: replayed?.kept }, interrupt));
}

/** The state before the search for failures: the findings of another corpus, and the remaining time. */
interface Beginning {
  readonly before: readonly CorpusFinding[] | undefined;
  readonly times: { readonly asking: AbortSignal; readonly end: AbortSignal };
}

/** Looks for failures. @returns the exit code */
async function searchFailures(
  args: FuzzArguments,
  settings: FuzzSettings,
  { before, times: { asking, end } }: Beginning,
  interrupt: Interruption,
): Promise<number> {
  const { seed, out, runs, maxFailures = Number.POSITIVE_INFINITY } = args;
  const run = fuzzRun(seed, settings);
  const { expected = [] } = settings;
  // complete batches only: a resumed run repeats the others
  let whole = withKnownFindings((args.resume ? readFuzz(out, run) : undefined) ?? noResult, expected);
  let result = whole;
  let uninvestigated = 0;
  let failure: BackendUnavailable | undefined;
  const pulse = pulseOf(args.quiet);
  const fuzzer = await openFuzzer(settings, asking).catch((error: unknown) => {
    pulse.stop();
    throw error;
  });
  if (asking.aborted)
    pulse.say(
      'a quarter of the time was too short to ask what is supported: operators that were not asked about are left out',
    );
  const { without = [] } = fuzzer.selection;
  if (without.length > 0) pulse.say(`not supported, and not drawn: ${describeSignatures(without)}`);
  interrupt.begin('what was found until now is kept');
  const signal = AbortSignal.any([interrupt.signal, end]);
  const isNew = (finding: FuzzFinding) => knownOf(finding, out, before) === undefined;
  try {
    const versions = Object.fromEntries(fuzzer.backends.map(({ name, version }) => [name, version]));
    const other = otherVersion(whole, versions);
    if (other !== undefined) throw new BadInput(`--resume: ${other}; name another --out, or leave out --resume`);
    while (!failure && !signal.aborted && result.findings.filter(isNew).length < maxFailures) {
      const left = (runs ?? Number.POSITIVE_INFINITY) - result.programs;
      if (left <= 0) break;
      const batch = nextBatch(result);
      const seen = new Set(result.findings.map(({ id }) => id));
      const one = await fuzzer.run(
        { seed, batch, ...(left < batchSize && { programs: left }) },
        {
          onProgram: () => pulse.step(),
          onFinding: (finding) => {
            const { id, title } = finding;
            if (isNew(finding) && !seen.has(id)) pulse.say(`found ${id}: ${title}`);
            seen.add(id);
          },
        },
        signal,
      );
      result = mergeResults(result, one);
      uninvestigated += one.uninvestigated ?? 0;
      failure = one.failure;
      if (one.batches.length > 0) whole = result;
      writeFuzz(out, run, whole);
    }
  } finally {
    pulse.stop();
    await fuzzer.close();
  }
  const launchOf = (name: string) => settings.backends[fuzzer.backends.findIndex((own) => own.name === name)]!.launch;
  const reported = printFindings({ ...result, uninvestigated }, out, launchOf, settings.requirements, before);
  printStale(notFound(expected, result));
  if (failure) throw failure;
  return codeOf(reported, fuzzer.selection, interrupt.signal.aborted);
}

/** Returns a signal that aborts after some seconds. In Node 20, AbortSignal.any may lose AbortSignal.timeout to the collector. */
function after(seconds: number): AbortSignal {
  const end = new AbortController();
  if (Number.isFinite(seconds)) setTimeout(() => end.abort(), seconds * 1000).unref();
  return end.signal;
}

/** Counts signatures, pairs of a version and types, by operator: "Cast (82), CastLike (107), … and 3 more operators". */
function describeSignatures(signatures: readonly string[]): string {
  const most = [...groupBy(signatures, (name) => name.split('/')[0])]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([operator, own]) => `${operator} (${own.length})`);
  const more = most.length - 5;
  const others = more > 0 ? ` and ${plural(more, 'more operator')}` : '';
  return `${plural(signatures.length, 'pair')} of a version and types, of ${most.slice(0, 5).join(', ')}${others}`;
}

/**
 * Returns the settings of the fuzzer from the arguments.
 * @throws BadInput that names the option that cannot be used
 */
export function fuzzSettings(args: DrawingArguments): FuzzSettings {
  return {
    backends: args.backend.map((backend) => parseLaunch({ ...args, backend })),
    selection: parseSelection(args),
    requirements: parseRequirements(args),
    expected: findExpectations({ ...args, strict: false, updateExpectations: false })?.expected.fuzz ?? [],
  };
}

/**
 * Stores the findings in a folder, and prints them.
 * @param launchOf returns the launch of a backend by its name
 * @param requirements the requirements on answers
 * @param before the findings of another corpus
 * @returns the result, where findings of the folder or the other corpus are marked as known
 */
export function printFindings(
  result: BatchRun,
  out: string,
  launchOf: (name: string) => Launch,
  requirements: Requirements,
  before: readonly CorpusFinding[] = [],
): BatchRun {
  const reported = {
    ...result,
    findings: result.findings.map((finding) => {
      const known = knownOf(finding, out, before);
      return known === undefined ? finding : { ...finding, known };
    }),
  };
  const replay = (finding: FuzzFinding) =>
    [
      `npx onnx-conformance fuzz --replay ${quoted(join(out, folderOf(finding)))}`,
      launchAsTyped(launchOf(finding.backend.name)),
      ...requirementsAsTyped(requirements),
    ].join(' ');
  const columns = columnsOf(process.stdout);
  // printed first, in case the files cannot be written
  print(describeFuzz(reported, { columns, replay }));
  const kept = keepFindings(out, reported.findings, launchOf, requirements);
  if (kept !== '') print(`${hangingIndent('', sanitize(kept), columns).join('\n')}\n`);
  return reported;
}

/** Prints the entries of the expectations that are not needed. */
export function printStale(lines: readonly string[]): void {
  const columns = columnsOf(process.stdout);
  for (const line of lines) {
    const words = `${line}: remove it from the expectations if its causes are fixed`;
    print(`${hangingIndent('stale  ', sanitize(words), columns).join('\n')}\n`);
  }
}

/** Returns why a finding is not new: the expectations or a corpus have it. Returns `undefined` if it is new. */
function knownOf(finding: FuzzFinding, out: string, before: readonly CorpusFinding[] = []): string | undefined {
  if (finding.known !== undefined) return finding.known;
  const folder = folderOf(finding);
  if (isStored(out, finding)) return `kept before in ${join(out, folder)}`;
  const kept = before.find(({ about }) => folderOf(about) === folder);
  return kept && `kept before in ${kept.path}`;
}

/**
 * Returns the exit code of a result.
 * @param selection the selection, if known: all its classes should have been drawn
 */
export function codeOf(
  result: BatchRun,
  selection: FuzzSettings['selection'] | undefined,
  interrupted: boolean,
): number {
  const missing = selection ? missingClasses(result, selection) : [];
  const faults = [
    ...Object.entries(result.faults).map(([message, id]) => `${id} cannot be judged: ${message}`),
    ...(missing.length > 0
      ? [`nothing was drawn of ${plural(missing.length, 'class', 'classes')}: ${missing.slice(0, 5).join(', ')}`]
      : []),
  ];
  for (const fault of faults) {
    process.stderr.write(`onnx-conformance: the suite is at fault; please report it: ${fault}\n`);
  }
  if (interrupted) return exitCodes.inconclusive;
  if (result.findings.some(({ known }) => known === undefined)) return exitCodes.notConformant;
  const isInconclusive = faults.length > 0 || !isJudged(result) || (result.uninvestigated ?? 0) > 0;
  return isInconclusive ? exitCodes.inconclusive : exitCodes.conformant;
}

const nextBatch = ({ batches }: BatchResult): number => {
  const done = new Set(batches);
  for (let batch = 0; ; batch++) if (!done.has(batch)) return batch;
};

/** Runs a corpus. @returns its findings, and 1 as the exit code if some of them still fail */
async function replayFirst(
  dir: string,
  { backends, requirements, expected = [] }: FuzzSettings,
  interrupt: Interruption,
) {
  interrupt.begin('the report covers what has been tried');
  const { replayed, code } = await replayCorpus(dir, backends, requirements, interrupt.signal);
  printStale(fixedFindings(expected, replayed));
  const fails = replayed.some(({ status }) => status === 'same' || status === 'otherwise');
  const judged = replayed.some(({ status }) => status === 'passes');
  const verdict = fails ? exitCodes.notConformant : judged ? exitCodes.conformant : exitCodes.inconclusive;
  return { kept: replayed.map(({ kept }) => kept), code: code === exitCodes.conformant ? verdict : code };
}

/** Returns the display of progress on stderr. */
function pulseOf(quiet: boolean) {
  const started = performance.now();
  const { stderr } = process;
  const watched = stderr.isTTY === true;
  let programs = 0;
  const beat = () => {
    const seconds = Math.round((performance.now() - started) / 1000);
    const what = programs === 0 ? 'asking what is supported:' : `${thousands(programs)} programs in`;
    const words = `${what} ${seconds} s`;
    print(watched ? `\r\u001b[K${words}` : `onnx-conformance: ${words}\n`, stderr);
  };
  const timer = quiet ? undefined : setInterval(beat, watched ? 1000 : heartbeat).unref();
  return {
    step: () => {
      programs++;
    },
    say: (line: string) => {
      if (!quiet) print(`${watched ? '\r\u001b[K' : ''}onnx-conformance: ${line}\n`, stderr);
    },
    stop: () => {
      clearInterval(timer);
      if (watched && !quiet) stderr.write('\r\u001b[K');
    },
  };
}
