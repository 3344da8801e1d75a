import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Selection } from '../../generators/suite/cases.ts';
import { opsetsAsked } from '../../generators/suite/check-id.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { ExpectationsTally, KnownFailures } from '../../reports/aggregate/expectations.ts';
import { breaksClause } from '../../reports/schema/counts.ts';
import { schemaVersion } from '../../reports/schema/report.ts';
import type { CaseResult, Launch, Report, RerunResult, RunOptions, RunState } from '../../reports/schema.ts';
import type { BackendCommand, BackendOptions } from '../backends/backend.ts';
import type { InProcess } from '../backends/in-process.ts';
import { openWorkers } from '../backends/pool.ts';
import { packageInfo } from '../package-info.ts';
import { type Agenda, agendaFor, suiteAgenda, vectorAgenda } from './agenda.ts';
import { askFurther, settleFurther } from './further.ts';
import type { NetworkPlan } from './network/plan.ts';
import { OracleThreads } from './oracle-threads.ts';
import { programOf } from './program.ts';
import { replayCommand } from './replay.ts';
import { ReportBuilder } from './report-builder.ts';
import { rerunCases } from './rerun.ts';
import { runTrials } from './run.ts';
import { aboutBackend, checkBackend, type Former, incidentsOf } from './run-state.ts';
import type { Shard } from './shard.ts';
import { CaseStore, digestOf } from './store/case-store.ts';
import { StoreFolder } from './store/store-folder.ts';
import type { Requirements } from './trial/case-result.ts';
import type { EffortSettings } from './trial/effort.ts';
import type { Ask } from './trial/trial.ts';
import { WaitClock } from './wait-clock.ts';

/** A backend as the user wants it: how to start it, and the same for the report. */
export interface Launching {
  readonly command: BackendCommand | InProcess;
  readonly options: BackendOptions & Required<Pick<BackendOptions, 'caseTimeout' | 'startTimeout'>>;
  readonly launch: Launch;
}

/** What is run on which backend, and what its answers have to reach. */
export interface SuiteSettings {
  readonly launching: Launching;
  /** with `vectors` it selects nothing, and lends its seed only */
  readonly selection: Selection;
  readonly requirements: Requirements;
  /** files in and below this folder in place of the suite */
  readonly vectors?: string | undefined;
  /** the nodes of a model in place of the suite */
  readonly network?: PlannedNetwork | undefined;
  /** invalid models count */
  readonly gateInvalid?: boolean;
  /** invalid models are left out: what is run reads no models */
  readonly validOnly?: boolean;
  /** only this part of the selection */
  readonly shard?: Shard | undefined;
  /** broken cases that no one expects, and which end the run; absent: none do */
  readonly maxFailures?: number | undefined;
  /** what is expected to be broken */
  readonly expected?: KnownFailures | undefined;
  /** what the oracle may spend on a model of `vectors` */
  readonly effort?: EffortSettings;
  /** processes of the backend; default 1 */
  readonly workers?: number;
  /** keep what is asked and answered, and ask the oracle only what was not kept; not of files */
  readonly store?: boolean;
}

/** A model whose nodes are judged. */
export interface PlannedNetwork {
  /** its path */
  readonly model: string;
  readonly judged: NonNullable<RunOptions['nodes']>;
  readonly plan: NetworkPlan;
}

/** A run of which all is known but the answers. */
export interface SuiteRun {
  readonly agenda: Agenda;
  readonly options: RunOptions;
  readonly settings: SuiteSettings;
}

/** Who listens to a run. */
export interface RunEvents {
  /** the backend is there; numbers of cases and of invalid models */
  readonly onStart?: (cases: number, invalid: number) => void;
  /** what would have to be known to go on with this run later: at its start, and when a process of the backend was lost */
  readonly onState?: (state: RunState) => void;
  /** results of before, as they compare with what is expected now */
  readonly onFormer?: (results: readonly CaseResult[]) => void;
  /** takes each result as it comes, in the order of the agenda */
  readonly onResult?: (result: CaseResult) => void;
  /** a trial could not be judged: the report says so */
  readonly onLeftOut?: () => void;
  /** all cases were asked, and more is asked about those that fail: in words what */
  readonly onFollowUp?: (what: string) => void;
  /** ends the run early, with a report of what has been run */
  readonly signal?: AbortSignal;
}

/** How a run ended. */
export interface RunEnd {
  readonly report: Report;
  /** how its results compare with what was expected */
  readonly expectations?: ExpectationsTally | undefined;
  /** cases that were asked to tell what sets those of a finding apart */
  readonly further?: readonly CaseResult[];
  /** what ended it before its time: the backend, or a fault of the suite */
  readonly failure?: Error;
}

/** Cases from which threads of the oracle pay: one takes half a second to start. */
const minCasesForThreads = 2000;
/** Threads of the oracle on a machine of many cores: each has its own copy of the suite in memory. */
const mostThreads = 4;

/**
 * Plans a run; nothing is started.
 * @throws BadInput for ids, opsets or dtypes that cannot match, and for a folder of vectors that cannot be read
 */
export function planRun(settings: SuiteSettings): SuiteRun {
  const { selection, requirements, vectors } = settings;
  const { policies = [], requireTier } = requirements;
  return {
    agenda: agendaOf(settings),
    options: {
      seed: selection.seed,
      ids: selection.ids,
      opsets: opsetsAsked(selection),
      dtypes: selection.dtypes,
      requireTier,
      ...(selection.suite && selection.suite !== 'standard' && { suite: selection.suite }),
      ...(policies.length > 0 && { policies }),
      ...(settings.shard && { shard: settings.shard }),
      ...(settings.maxFailures !== undefined && { maxFailures: settings.maxFailures }),
      ...(settings.gateInvalid && { gateInvalid: true }),
      ...(vectors !== undefined && { vectors }),
      ...(settings.network && { vectors: settings.network.model, nodes: settings.network.judged }),
    },
    settings,
  };
}

/**
 * What a run has to try.
 * @throws BadInput for ids, opsets or dtypes that cannot match, and for a folder of vectors that cannot be read
 */
export function agendaOf(settings: Omit<SuiteSettings, 'launching'>): Agenda {
  const { selection, requirements, vectors, network } = settings;
  if (network) return network.plan;
  return vectors === undefined ? suiteAgenda(selection, requirements, settings) : vectorsIn(vectors, settings);
}

/**
 * Puts a planned run to its backend.
 * @param former what has been run of it before: it is not run again
 * @throws BackendUnavailable if the backend does not start, BadInput if it is not the one that ran before
 */
export async function executeRun(
  run: SuiteRun,
  { onStart, onState, onFormer, onResult, onLeftOut, onFollowUp, signal }: RunEvents = {},
  former?: Former,
): Promise<RunEnd> {
  const { agenda, options } = run;
  const { launching, selection, requirements, workers = 1, maxFailures = Number.POSITIVE_INFINITY } = run.settings;
  const isOfSuite = options.vectors === undefined;
  const stop = signal ?? new AbortController().signal;
  const builder = new ReportBuilder(agenda, launching.launch, options, run.settings.expected);
  const { expectations } = builder;
  const enough = new AbortController();
  let failures = 0;
  const count = (given: CaseResult): CaseResult => {
    const result = builder.add(given);
    const isNew = breaksClause(result) && result.known === undefined;
    if (isNew && ++failures >= maxFailures) enough.abort();
    return result;
  };
  const before = (former?.results ?? []).map(count);
  const threads =
    isOfSuite && agenda.trials.length - before.length >= minCasesForThreads
      ? new OracleThreads(Math.max(workers, Math.min(availableParallelism(), mostThreads)), { selection, requirements })
      : undefined;
  if (!run.settings.store) threads?.start();
  const program = programOf(launching.command);
  const backend = await openWorkers(launching.command, workers, launching.options).catch(async (error) => {
    await threads?.close();
    throw error;
  });
  const about = aboutBackend(backend);
  const { trials, kinds } = agendaFor(agenda, backend.capabilities);
  const started = new Date();
  const state = (): RunState => ({
    schemaVersion,
    tool: packageInfo(),
    ...about,
    launch: launching.launch,
    options,
    incidents: incidentsOf(backend, former?.state),
    started: former?.state.started ?? started.toISOString(),
    ...(program !== undefined && { program }),
  });
  let seen = 0;
  const lost = new Set<string>();
  const invalid = agenda.plan.reduce((sum, { isInvalid, cases }) => (isInvalid ? sum + cases : sum), 0);
  try {
    if (former) checkBackend(former.state, about);
    onState?.(state());
    onStart?.(agenda.trials.length - invalid, invalid);
    if (former) onFormer?.(before);
  } catch (error) {
    await Promise.all([backend.close(), threads?.close()]);
    throw error;
  }
  const store =
    run.settings.store && isOfSuite
      ? new CaseStore(new StoreFolder({ seed: selection.seed, requirements, capabilities: backend.capabilities }))
      : undefined;
  const clock = new WaitClock();
  let oracleSeconds = 0;
  let failure: Error | undefined;
  let incidents: Report['incidents'] | undefined;
  try {
    oracleSeconds = await runTrials(backend, trials, {
      workers,
      ...(threads && { threads }),
      ...(store && { store }),
      ...(kinds && { kinds }),
      before: new Map(before.map((result) => [result.id, result])),
      clock,
      answered: before.some(({ outcome }) => outcome === 'pass' || outcome === 'fail'),
      signal: AbortSignal.any([stop, enough.signal]),
      onResult: (result) => {
        const counted = count(result);
        onResult?.(counted);
        if (backend.incidents.count === seen) return;
        seen = backend.incidents.count;
        onState?.(state());
      },
      onLoss: (id) => lost.add(id),
      onLeftOut: (trial) => {
        builder.leaveOut(trial);
        onLeftOut?.();
      },
    });
    // what all cases show only all shards together tell
    if (isOfSuite && !options.shard && !enough.signal.aborted) {
      incidents = incidentsOf(backend, former?.state);
      const asked = agenda.trials.length - invalid;
      const { capabilities } = backend;
      await askFurther(backend, builder, {
        seed: selection.seed,
        asked,
        settle: (question, ask) => {
          const work = (ask: Ask) =>
            threads?.settleFurther(question, ask) ?? settleFurther(question, { requirements, capabilities }, ask);
          return store?.settle('further', digestOf(question), ask, work) ?? work(ask);
        },
        onAsking: () => onFollowUp?.('asking further cases, to tell what sets those that fail apart'),
        signal: stop,
      });
    }
  } catch (error) {
    // what was found until then is reported first
    failure = error as Error;
  } finally {
    incidents ??= incidentsOf(backend, former?.state); // closing a backend that hangs is none
    await Promise.all([backend.close(), threads?.close(), store?.close()]);
  }
  const first = builder.report({
    ...about,
    incidents,
    times: {
      started: state().started,
      seconds: (Date.now() - started.getTime()) / 1000,
      oracleSeconds,
      // what was waited for before it was resumed nobody knows
      ...(!former && { backendSeconds: clock.seconds }),
      workers,
    },
  });
  if (failure) return { report: first, expectations, failure };
  // which of them will be the smallest of a finding, only all shards together tell
  const smallest = options.shard ? builder.smallest : first.findings.map((finding) => finding.smallest);
  const asked = smallest.filter(({ id }) => !lost.has(id));
  if (asked.length > 0) onFollowUp?.('asking the smallest case of each finding again');
  const looks = await rerunCases(asked, { ...launching, trials, isTraced: isOfSuite && !options.shard, signal: stop });
  const report = withSecondLooks(first, looks);
  return {
    report: options.shard ? { ...report, secondLooks: Object.fromEntries(looks) } : report,
    expectations,
    further: builder.further,
  };
}

/** What became of the smallest cases of a report when they were asked again. */
export function looksOf({ findings }: Report): ReadonlyMap<string, RerunResult> {
  return new Map(findings.flatMap(({ smallest, again }) => (again ? [[smallest.id, again]] : [])));
}

/** A report that tells of each smallest case what became of it when it was asked again. */
export function withSecondLooks(report: Report, looks: ReadonlyMap<string, RerunResult>): Report {
  const findings = report.findings.map((finding) => {
    const again = looks.get(finding.smallest.id);
    if (!again) return finding;
    const { after } = again;
    const before =
      report.launch && after !== undefined && after !== finding.smallest.id
        ? { replay: replayCommand(report.launch, report.options, [after]) }
        : {};
    return { ...finding, again, ...before };
  });
  return { ...report, findings };
}

function vectorsIn(dir: string, { requirements, effort }: Omit<SuiteSettings, 'launching'>): Agenda {
  checkVectorFolder(dir);
  return vectorAgenda(dir, requirements, effort);
}

/** @throws BadInput for a folder of vectors that is none */
export function checkVectorFolder(dir: string): void {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found?.isDirectory()) {
    const problem = found ? 'is a file' : 'does not exist';
    throw new BadInput(`--vectors ${dir} ${problem}; name a folder that holds model.onnx files at any depth`);
  }
}
