import { setImmediate } from 'node:timers/promises';
import { classesOf } from '../../generators/fuzz/classes.ts';
import { batchOf, batchSize, poolOf } from '../../generators/fuzz/draw.ts';
import type { Program } from '../../generators/fuzz/program.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { isBroken } from '../../reports/schema/counts.ts';
import { type Outcome, outcomes, type ValidResult } from '../../reports/schema.ts';
import { type Answer, BackendUnavailable } from '../backends/backend.ts';
import { openWorkers } from '../backends/pool.ts';
import { runTrials } from '../run/run.ts';
import type { Ask } from '../run/trial/trial.ts';
import { type BatchRef, mergeFindings } from './batch.ts';
import { countOpen, type ProgramAnswer } from './differences.ts';
import { reasonFor } from './expected-findings.ts';
import type { FuzzFinding } from './finding.ts';
import type { BatchRun, FuzzEvents, Fuzzer, FuzzSettings } from './fuzzer.ts';
import { narrowSelection } from './probe-support.ts';
import { type ProgramTrial, programTrial, settleProgram } from './program-trial.ts';
import { type Target, Triage } from './triage.ts';

const never = new AbortController().signal;

/** The numbers of programs to run before their failures are investigated: few at first, in case the time is short. */
const [firstChunk, chunk] = [10, 100];

/**
 * Starts the backends, and asks them what they support, unless the selection already excludes signatures.
 * @param signal ends the asking
 * @throws BackendUnavailable if one does not start, BadInput if one is named twice, or the selection is empty
 */
export async function openFuzzer(settings: FuzzSettings, signal: AbortSignal = never): Promise<Fuzzer> {
  const specs = settings.backends.map(({ launch }) => launch.backend);
  const twice = specs.find((spec, i) => specs.indexOf(spec) < i);
  if (twice !== undefined) throw new BadInput(`--backend ${twice} is given twice; name different ones`);
  const { requirements, workers = 1 } = settings;
  poolOf(settings.selection);
  const opened = await Promise.allSettled(
    settings.backends.map(({ command, options }) => openWorkers(command, workers, options)),
  );
  const backends = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const triages: Triage[] = [];
  const close = async () => {
    await Promise.all([...backends, ...triages].map((one) => one.close()));
  };
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed) {
    await close();
    throw failed.reason;
  }
  const names = backends.map(({ info }) => info.name);
  const targets = backends.map((backend, i): Target => {
    const launching = settings.backends[i]!;
    const isAlone = names.filter((name) => name === names[i]).length === 1;
    const info = { ...backend.info, name: isAlone ? names[i]! : launching.launch.backend };
    return { backend, info, launching, requirements, workers };
  });
  const selection = await narrowSelection(settings, backends, signal).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  for (const target of targets) {
    triages.push(
      new Triage(
        target,
        targets.filter((other) => other !== target),
        selection,
      ),
    );
  }
  const reasonOf = reasonFor(settings.expected ?? []);
  return {
    backends: targets.map(({ info }) => info),
    selection,
    run: (batch, events = {}, signal = new AbortController().signal) =>
      runBatch({ settings: { ...settings, selection }, targets, triages, reasonOf }, batch, events, signal),
    close,
  };
}

interface Running {
  readonly settings: FuzzSettings;
  readonly targets: readonly Target[];
  /** one for each target */
  readonly triages: readonly Triage[];
  readonly reasonOf: (id: string) => string | undefined;
}

async function runBatch(
  { settings, targets, triages, reasonOf }: Running,
  ref: BatchRef,
  { onProgram, onFinding }: FuzzEvents,
  signal: AbortSignal,
): Promise<BatchRun> {
  const { requirements, workers = 1 } = settings;
  const { seed, batch, programs: most } = ref;
  const started = now();
  const coverage: Record<string, number> = {};
  const counts = targets.map(() => Object.fromEntries(outcomes.map((name) => [name, 0])) as Record<Outcome, number>);
  const findings: FuzzFinding[] = [];
  const open: Record<string, number> = {};
  const faults: Record<string, string> = {};
  const drawing = stopAtSuiteError(batchOf(seed, batch, settings.selection), (message) => {
    faults[message] ??= `batch ${batch} of seed ${seed}`;
  });
  let size = batchSize;
  const end = Math.min(most ?? size, size);
  let failure: BackendUnavailable | undefined;
  let generation = 0;
  let runtime = 0;
  let investigation = 0;
  let uninvestigated = 0;
  let done = 0;
  const isInvestigated = ({ result }: { readonly result: ValidResult }) =>
    settings.investigates !== false && isBroken(result.outcome);
  const draw = async (from: number) => {
    const wanted = Math.min(Math.max(firstChunk, Math.min(from, chunk)), end - from);
    const programs = await drawn(drawing, wanted, signal, (seconds) => {
      generation += seconds;
    });
    if (programs.length < wanted && !signal.aborted) size = from + programs.length;
    return programs;
  };
  try {
    let programs = await draw(0);
    while (programs.length > 0 && !signal.aborted) {
      const from = done;
      const trials = programs.map((program, i) => programTrial(program, nameOf(ref, from + i), requirements));
      const asked = performance.eventLoopUtilization();
      // the next programs are drawn while these run
      const [answered, next] = await Promise.all([
        Promise.all(targets.map((target) => askAll(target, trials, { workers, signal, faults }))),
        draw(from + programs.length),
      ]);
      runtime += performance.eventLoopUtilization(asked).idle / 1000;
      const complete = Math.min(...answered.map(({ length }) => length));
      for (const [i, program] of programs.slice(0, complete).entries()) {
        const own = answered.map((of) => of[i]!);
        if (signal.aborted && own.some(isInvestigated)) {
          uninvestigated++;
          continue;
        }
        const classes = classesOf(program);
        for (const name of classes) coverage[name] = (coverage[name] ?? 0) + 1;
        for (const [k, settled] of own.entries()) {
          const { result } = settled;
          counts[k]![result.outcome]++;
          if (!isInvestigated(settled)) continue;
          const drawn = { seed, batch, index: from + i };
          const begun = now();
          const found = await triages[k]!.investigate({ program, result, drawn, classes }, signal);
          investigation += now() - begun;
          const known = reasonOf(found.id);
          const finding = known === undefined ? found : { ...found, known };
          findings.push(finding);
          onFinding?.(finding);
        }
        countOpen(own, open);
        done++;
        onProgram?.(done, Math.min(size, end));
      }
      if (complete < programs.length) break;
      programs = next;
    }
  } catch (error) {
    if (!(error instanceof BackendUnavailable)) throw error;
    failure = error;
  } finally {
    drawing.return();
  }
  const total = now() - started;
  return {
    // an incomplete batch is not done
    batches: done === size ? [batch] : [],
    programs: done,
    versions: Object.fromEntries(targets.map(({ info }) => [info.name, info.version])),
    outcomes: Object.fromEntries(targets.map(({ info }, i) => [info.name, counts[i]!])),
    coverage,
    findings: mergeFindings(findings),
    open,
    faults,
    seconds: {
      generation,
      oracle: total - generation - runtime - investigation,
      runtime,
      investigation,
      total,
    },
    ...(uninvestigated > 0 && { uninvestigated }),
    ...(failure && { failure }),
  };
}

/** Yields programs until drawing fails, which is a fault of the suite and does not end the run. */
function* stopAtSuiteError(programs: Iterable<Program>, onFault: (message: string) => void): Generator<Program, void> {
  try {
    yield* programs;
  } catch (error) {
    onFault((error as Error).message);
  }
}

/**
 * Draws programs, fewer if there are no more or the run is ended. After each one, other tasks may run.
 * @param onDrawn takes the seconds of each program
 */
async function drawn(
  programs: Iterator<Program>,
  wanted: number,
  signal: AbortSignal,
  onDrawn: (seconds: number) => void,
): Promise<Program[]> {
  const all: Program[] = [];
  while (all.length < wanted && !signal.aborted) {
    const started = now();
    const { value, done } = programs.next();
    onDrawn(now() - started);
    if (done) break;
    all.push(value);
    await setImmediate();
  }
  return all;
}

/** Returns the wall-clock time in seconds. */
const now = () => performance.now() / 1000;

/** Returns the name of a program: "1-0-17" for program 17 of batch 0 of seed 1. */
const nameOf = ({ seed, batch }: BatchRef, index: number): string => `${seed}-${batch}-${index}`;

/** The context for running the programs of a chunk. */
interface BatchContext {
  readonly workers: number;
  readonly signal: AbortSignal;
  /** collects errors of the oracle */
  readonly faults: Record<string, string>;
}

/** Returns the results of a backend in the order of the trials, with its answers; fewer if the run is ended. */
async function askAll(
  { backend }: Target,
  trials: readonly ProgramTrial[],
  { workers, signal, faults }: BatchContext,
): Promise<readonly ProgramAnswer[]> {
  const answered: ProgramAnswer[] = [];
  const answers = new Map<string, Answer>();
  const judges = new Map(trials.map((trial) => [trial.id, trial]));
  const recording = trials.map((trial) => ({
    ...trial,
    settle: (ask: Ask) =>
      settleProgram(
        trial,
        async (request) => {
          const answer = await ask(request);
          if (!answers.has(trial.id)) answers.set(trial.id, answer);
          return answer;
        },
        (message) => {
          faults[message] ??= trial.id;
        },
      ),
  }));
  await runTrials(backend, recording, {
    workers,
    signal,
    onResult(result) {
      const answer = answers.get(result.id);
      const choices = () => (answer && judges.get(result.id)!.withChoices(answer).observations) ?? [];
      answered.push({ result: result as ValidResult, answer, choices });
    },
  });
  return answered;
}
