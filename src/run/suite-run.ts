import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Selection } from '../../generators/suite/cases.ts';
import { selectedOpsets } from '../../generators/suite/check-id.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { ExpectationsTally, KnownFailures } from '../../reports/aggregate/expectations.ts';
import type { FurtherResult } from '../../reports/aggregate/findings.ts';
import { breaksClause } from '../../reports/schema/counts.ts';
import { schemaVersion } from '../../reports/schema/report.ts';
import type { CaseResult, Launch, Report, RerunResult, RunOptions, RunState } from '../../reports/schema.ts';
import type { BackendCommand, BackendOptions } from '../backends/backend.ts';
import type { InProcess } from '../backends/in-process.ts';
import { sumOfIncidents } from '../backends/incidents.ts';
import { openWorkers } from '../backends/pool.ts';
import { packageInfo } from '../package-info.ts';
import { type Agenda, agendaFor, selectionFor, suiteAgenda, vectorAgenda } from './agenda.ts';
import { askFurther, settleFurther } from './further.ts';
import type { NetworkPlan } from './network/plan.ts';
import { OracleThreads } from './oracle-threads.ts';
import { programOf } from './program.ts';
import { replayCommand } from './replay.ts';
import { ReportBuilder } from './report-builder.ts';
import { rerunCases } from './rerun.ts';
import { runTrials } from './run.ts';
import { aboutBackend, checkBackend, type EarlierResults } from './run-state.ts';
import type { Shard } from './shard.ts';
import { CaseStore, digestOf } from './store/case-store.ts';
import { StoreFolder } from './store/store-folder.ts';
import { StoredOutlines } from './store/stored-outlines.ts';
import type { EffortSettings } from './trial/effort.ts';
import type { Requirements } from './trial/judge.ts';
import type { Ask } from './trial/trial.ts';
import { WaitClock } from './wait-clock.ts';

/** How to start a backend, for the harness and in the form of a report. */
export interface Launching {
  readonly command: BackendCommand | InProcess;
  readonly options: BackendOptions & Required<Pick<BackendOptions, 'caseTimeout' | 'startTimeout'>>;
  readonly launch: Launch;
}

/** The settings of a run: the backend, the cases, and the requirements on answers. */
export interface SuiteSettings {
  readonly launching: Launching;
  /** with `vectors` only its seed is used */
  readonly selection: Selection;
  readonly requirements: Requirements;
  /** a folder of vectors, at any depth, to run instead of the suite */
  readonly vectors?: string | undefined;
  /** a model whose nodes are judged instead of the suite */
  readonly network?: PlannedNetwork | undefined;
  /** invalid models count */
  readonly gateInvalid?: boolean;
  /** leaves invalid models out: the backend reads no models */
  readonly validOnly?: boolean;
  /** only this part of the selection */
  readonly shard?: Shard | undefined;
  /** the number of unexpected broken cases that ends the run; no limit if absent */
  readonly maxFailures?: number | undefined;
  /** the expected failures */
  readonly expected?: KnownFailures | undefined;
  /** the oracle's limits for a model of `vectors` */
  readonly effort?: EffortSettings;
  /** processes of the backend; default 1 */
  readonly workers?: number;
  /** stores results by request and answer, and calls the oracle only for new ones; not for files */
  readonly store?: boolean;
}

/** A model whose nodes are judged. */
export interface PlannedNetwork {
  /** its path */
  readonly model: string;
  readonly judged: NonNullable<RunOptions['nodes']>;
  readonly plan: NetworkPlan;
}

/** A planned run, not started yet. */
export interface SuiteRun {
  readonly agenda: Agenda;
  readonly options: RunOptions;
  readonly settings: SuiteSettings;
}

/** The listeners of a run. */
export interface RunEvents {
  /** called when the backend has started, with the numbers of cases and of invalid models */
  readonly onStart?: (cases: number, invalid: number) => void;
  /** takes the state that resuming needs: at the start, and when a process of the backend was lost */
  readonly onState?: (state: RunState) => void;
  /** takes the results of a resumed run, compared with the present expectations */
  readonly onFormer?: (results: readonly CaseResult[]) => void;
  /** takes each result as it comes, in the order of the agenda */
  readonly onResult?: (result: CaseResult) => void;
  /** called for a trial that could not be judged; the report counts it */
  readonly onLeftOut?: () => void;
  /** called with a description of further questions, after all cases were asked */
  readonly onFollowUp?: (what: string) => void;
  /** called while further cases are asked, with the numbers of operators */
  readonly onFurther?: (done: number, of: number) => void;
  /** ends the run early, with a report of what has been run */
  readonly signal?: AbortSignal;
}

/** How a run ended. */
export interface RunEnd {
  readonly report: Report;
  /** the comparison of its results with the expected failures */
  readonly expectations?: ExpectationsTally | undefined;
  /** further cases, asked to learn the conditions of findings */
  readonly further?: readonly FurtherResult[];
  /** the error that ended it early: of the backend, or a fault of the suite */
  readonly failure?: Error;
}

/** The number of cases from which threads of the oracle save time: one takes half a second to start. */
const minCasesForThreads = 2000;
/** The number of tasks that a store of earlier results may leave before the threads are started for more. */
const fewTasks = 1000;
/** The greatest number of threads of the oracle: each has its own copy of the suite in memory. */
const maxThreads = 4;

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
      opsets: selectedOpsets(selection),
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
 * Returns the trials of a run.
 * @throws BadInput for ids, opsets or dtypes that cannot match, and for a folder of vectors that cannot be read
 */
export function agendaOf(settings: Omit<SuiteSettings, 'launching'>): Agenda {
  const { selection, requirements, vectors, network } = settings;
  if (network) return network.plan;
  if (vectors !== undefined) return vectorsIn(vectors, settings);
  const stored = settings.store ? new StoredOutlines(selection.seed) : undefined;
  const agenda = suiteAgenda(selection, requirements, { ...settings, outlines: stored?.outlines });
  stored?.keep();
  return agenda;
}

/**
 * Runs a planned run on its backend.
 * @param former the part that has been run before and is not run again
 * @throws BackendUnavailable if the backend does not start, BadInput if it is not the one that ran before
 */
export async function executeRun(
  run: SuiteRun,
  { onStart, onState, onFormer, onResult, onLeftOut, onFollowUp, onFurther, signal }: RunEvents = {},
  former?: EarlierResults,
): Promise<RunEnd> {
  const { options } = run;
  const { launching, selection, requirements, workers = 1, maxFailures = Number.POSITIVE_INFINITY } = run.settings;
  const isOfSuite = options.vectors === undefined;
  const stop = signal ?? new AbortController().signal;
  const program = programOf(launching.command);
  const backend = await openWorkers(launching.command, workers, launching.options);
  const agenda = agendaFor(run.agenda, backend.capabilities);
  const builder = new ReportBuilder(agenda, launching.launch, options, run.settings.expected);
  const { expectations } = builder;
  const failureLimit = new AbortController();
  let failures = 0;
  const count = (given: CaseResult): CaseResult => {
    const result = builder.add(given);
    const isNew = breaksClause(result) && result.known === undefined;
    if (isNew && ++failures >= maxFailures) failureLimit.abort();
    return result;
  };
  const before = (former?.results ?? []).map(count);
  const threads =
    isOfSuite && agenda.trials.length - before.length >= minCasesForThreads
      ? new OracleThreads(
          Math.max(workers, Math.min(availableParallelism(), maxThreads)),
          { selection: selectionFor(selection, backend.capabilities), requirements },
          fewTasks,
        )
      : undefined;
  const about = aboutBackend(backend);
  const { trials, kinds, ahead } = agenda;
  const started = new Date();
  const incidentsSoFar = () => sumOfIncidents([...(former ? [former.state.incidents] : []), backend.incidents]);
  const state = (): RunState => ({
    schemaVersion,
    tool: packageInfo(),
    ...about,
    launch: launching.launch,
    options,
    incidents: incidentsSoFar(),
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
  // with a store, there may be little to do
  if (!store?.hasSome) threads?.start();
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
      ...(ahead !== undefined && { ahead }),
      before: new Map(before.map((result) => [result.id, result])),
      clock,
      answered: before.some(({ outcome }) => outcome === 'pass' || outcome === 'fail'),
      signal: AbortSignal.any([stop, failureLimit.signal]),
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
    // conditions need all cases, so a shard cannot ask for them
    if (isOfSuite && !options.shard && !failureLimit.signal.aborted) {
      incidents = incidentsSoFar();
      const asked = agenda.trials.length - invalid;
      const { capabilities } = backend;
      await askFurther(backend, builder, {
        seed: selection.seed,
        asked,
        settle: (question, ask) => {
          const work = (ask: Ask) =>
            threads?.settle({ further: question }, ask) ?? settleFurther(question, { requirements, capabilities }, ask);
          return store?.settle('further', digestOf(question), ask, work) ?? work(ask);
        },
        onProgress: (done, of) => {
          if (done === 0) onFollowUp?.('asking further cases, to learn under which condition cases fail');
          onFurther?.(done, of);
        },
        signal: stop,
      });
    }
  } catch (error) {
    // the results so far are reported first
    failure = error as Error;
  } finally {
    incidents ??= incidentsSoFar(); // counted before the backend is closed: closing one that hangs is not an incident
    await Promise.all([backend.close(), threads?.close(), store?.close()]);
  }
  const first = builder.report({
    ...about,
    incidents,
    times: {
      started: state().started,
      seconds: (Date.now() - started.getTime()) / 1000,
      oracleSeconds,
      // the waiting time before a resumption is not known
      ...(!former && { backendSeconds: clock.seconds }),
      workers,
    },
  });
  if (failure) return { report: first, expectations, failure };
  // which case is the smallest of a finding is known only with all shards
  const smallest = options.shard ? builder.smallest : first.findings.map((finding) => finding.smallest);
  const asked = smallest.filter(({ id }) => !lost.has(id));
  if (asked.length > 0) onFollowUp?.('asking the smallest case of each finding again');
  const looks = await rerunCases(asked, { ...launching, trials, isTraced: isOfSuite && !options.shard, signal: stop });
  const report = withReruns(first, looks);
  return {
    report: options.shard ? { ...report, secondLooks: Object.fromEntries(looks) } : report,
    expectations,
    further: builder.further,
  };
}

/** Returns the outcomes of the smallest cases of a report when they were run again, by id. */
export function rerunResults({ findings }: Report): ReadonlyMap<string, RerunResult> {
  return new Map(findings.flatMap(({ smallest, again }) => (again ? [[smallest.id, again]] : [])));
}

/** Returns the report with the outcome of running each smallest case again. */
export function withReruns(report: Report, looks: ReadonlyMap<string, RerunResult>): Report {
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

/** @throws BadInput if the path is not a folder */
export function checkVectorFolder(dir: string): void {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found?.isDirectory()) {
    const problem = found ? 'is a file' : 'does not exist';
    throw new BadInput(`--vectors ${dir} ${problem}; name a folder that holds model.onnx files at any depth`);
  }
}
