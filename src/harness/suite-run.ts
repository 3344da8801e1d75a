import { statSync } from 'node:fs';
import type { Selection } from '../../generators/cases.ts';
import { opsetsAsked } from '../../generators/check-id.ts';
import { BadInput } from '../../oracles/bad-input.ts';
import type { Launch, Report, RunOptions } from '../../reports/schema.ts';
import type { BackendCommand, BackendOptions } from '../backends/backend.ts';
import type { InProcess } from '../backends/in-process.ts';
import { openWorkers } from '../backends/pool.ts';
import { type Agenda, suiteAgenda, vectorAgenda } from './agenda.ts';
import type { Requirements } from './judge.ts';
import { OracleThreads } from './oracle-threads.ts';
import { ReportBuilder } from './report-builder.ts';
import { rerunSmallestCases } from './rerun.ts';
import { runTrials } from './run.ts';
import type { Result } from './trial.ts';
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
  /** illegal models count */
  readonly gateIllegal?: boolean;
  /** illegal models are left out: what is run reads no models */
  readonly legalOnly?: boolean;
  /** processes of the backend, and threads of the oracle; default 1 */
  readonly workers?: number;
}

/** A run of which all is known but the answers. */
export interface SuiteRun {
  readonly agenda: Agenda;
  readonly options: RunOptions;
  readonly settings: SuiteSettings;
}

/** Who listens to a run. */
export interface RunEvents {
  /** the backend is there; numbers of cases and of illegal models */
  readonly onStart?: (cases: number, illegal: number) => void;
  /** takes each result as it comes, in the order of the agenda */
  readonly onResult?: (result: Result) => void;
  /** ends the run early, with a report of what has been run */
  readonly signal?: AbortSignal;
}

/** How a run ended. */
export interface RunEnd {
  readonly report: Report;
  /** what ended it before its time: the backend, or a fault of the suite */
  readonly failure?: Error;
}

/** Cases from which threads of the oracle pay: one takes half a second to start. */
const worthThreads = 2000;

/**
 * Plans a run; nothing is started.
 * @throws BadInput for ids, opsets or dtypes that cannot match, and for a folder of vectors that cannot be read
 */
export function planRun(settings: SuiteSettings): SuiteRun {
  const { selection, requirements, vectors } = settings;
  const { policies = [], requireTier } = requirements;
  return {
    agenda: vectors === undefined ? suiteAgenda(selection, requirements, settings) : vectorsIn(vectors, requirements),
    options: {
      seed: selection.seed,
      ids: selection.ids,
      opsets: opsetsAsked(selection),
      dtypes: selection.dtypes,
      requireTier,
      ...(selection.suite && selection.suite !== 'standard' && { suite: selection.suite }),
      ...(policies.length > 0 && { policies }),
      ...(settings.gateIllegal && { gateIllegal: true }),
      ...(vectors !== undefined && { vectors }),
    },
    settings,
  };
}

/**
 * Puts a planned run to its backend.
 * @throws BackendUnavailable if the backend does not start
 */
export async function executeRun(run: SuiteRun, { onStart, onResult, signal }: RunEvents = {}): Promise<RunEnd> {
  const { agenda, options } = run;
  const { launching, selection, requirements, vectors, workers = 1 } = run.settings;
  const stop = signal ?? new AbortController().signal;
  const builder = new ReportBuilder(agenda, launching.launch, options);
  const threads =
    vectors === undefined && agenda.trials.length >= worthThreads
      ? new OracleThreads(workers, { selection, requirements })
      : undefined;
  const backend = await openWorkers(launching.command, workers, launching.options);
  const illegal = agenda.rules.reduce((sum, { cases }) => sum + cases, 0);
  onStart?.(agenda.trials.length - illegal, illegal);
  const started = new Date();
  const clock = new WaitClock();
  let oracleSeconds = 0;
  let failure: Error | undefined;
  let incidents: Report['incidents'];
  try {
    oracleSeconds = await runTrials(backend, agenda.trials, {
      workers,
      ...(threads && { threads }),
      clock,
      signal: stop,
      onResult: (result) => {
        builder.add(result);
        onResult?.(result);
      },
    });
  } catch (error) {
    // what was found until then is reported first
    failure = error as Error;
  } finally {
    incidents = structuredClone(backend.incidents); // closing a backend that hangs is none
    await Promise.all([backend.close(), threads?.close()]);
  }
  const first = builder.report({
    backend: backend.info,
    ...(Object.keys(backend.capabilities).length > 0 && { capabilities: backend.capabilities }),
    incidents,
    times: {
      started: started.toISOString(),
      seconds: (Date.now() - started.getTime()) / 1000,
      oracleSeconds,
      backendSeconds: clock.seconds,
      workers,
    },
  });
  if (failure) return { report: first, failure };
  const looks = await rerunSmallestCases(first.findings, { ...launching, trials: agenda.trials, signal: stop });
  const findings = first.findings.map((finding) => {
    const again = looks.get(finding.smallest.id);
    return again ? { ...finding, again } : finding;
  });
  return { report: { ...first, findings } };
}

function vectorsIn(dir: string, requirements: Requirements): Agenda {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found?.isDirectory()) {
    const problem = found ? 'is a file' : 'does not exist';
    throw new BadInput(`--vectors ${dir} ${problem}; name a folder that holds model.onnx files at any depth`);
  }
  return vectorAgenda(dir, requirements);
}
