import { statSync } from 'node:fs';
import type { Selection } from '../../../generators/cases.ts';
import { requiredData } from '../../../generators/plans.ts';
import { BadInput } from '../../../oracles/bad-input.ts';
import { isBroken } from '../../../reports/schema/counts.ts';
import type { Report, RunOptions } from '../../../reports/schema.ts';
import { Aggregator } from '../../../reports/tally/aggregate.ts';
import { IllegalTally } from '../../../reports/tally/illegal.ts';
import { renderTerminal } from '../../../reports/terminal.ts';
import { verdict } from '../../../reports/words/verdict.ts';
import { openWorkers } from '../../backends/pool.ts';
import { catalogue, vectorCatalogue } from '../../catalogue.ts';
import { type Agenda, suiteAgenda, vectorAgenda } from '../../harness/agenda.ts';
import type { Requirements } from '../../harness/judge.ts';
import { OracleThreads } from '../../harness/oracle-threads.ts';
import { replayCommand } from '../../harness/replay.ts';
import { rerunSmallestCases } from '../../harness/rerun.ts';
import { openResultFiles } from '../../harness/result-files.ts';
import { runTrials } from '../../harness/run.ts';
import { packageInfo } from '../../package-info.ts';
import { wantsColor } from '../color.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import type { Interruption } from '../interruption.ts';
import { parseLaunch } from '../options/launch.ts';
import type { LaunchArguments } from '../options/launch-options.ts';
import { nothingSelected, opsetsAsked, parsePolicies, parseSelection, parseTier } from '../options/selection.ts';
import type { SelectionArguments } from '../options/selection-options.ts';
import { progressBar } from './progress.ts';

/** The options of `run`. */
export interface RunArguments extends LaunchArguments, SelectionArguments {
  readonly seed: number;
  readonly require: string;
  readonly policy: readonly string[];
  readonly vectors: string | undefined;
  readonly out: string;
  readonly reportOnly: boolean;
  readonly gateIllegal: boolean;
  readonly byDtype: boolean;
  readonly workers: number;
}

/** Cases from which threads of the oracle pay: one takes half a second to start. */
const worthThreads = 2000;

/**
 * The command `run`: everything from the arguments to the printed report.
 * @returns the exit code
 * @throws BadInput and BackendUnavailable, which the CLI prints
 */
export async function runSuite(args: RunArguments, interrupt: Interruption): Promise<number> {
  const selection = parseSelection(args);
  const requireTier = parseTier(args.require);
  const policies = parsePolicies(args.policy);
  const { command, options: bounds, launch } = parseLaunch(args);
  const requirements = { requireTier, policies };
  const agenda = agendaOf(args, selection, requirements);
  if (agenda.trials.length === 0 && agenda.problems.length === 0 && !agenda.notKnown) {
    process.stderr.write(`onnx-conformance: ${nothingToRun(args)}\n`);
    return exitCodes.inconclusive;
  }
  const files = openResultFiles(args.out);
  const asked = opsetsAsked(selection);
  const options: RunOptions = {
    seed: selection.seed,
    ids: selection.ids,
    opsets: asked,
    dtypes: selection.dtypes,
    requireTier,
    ...(selection.suite && selection.suite !== 'standard' && { suite: selection.suite }),
    ...(policies.length > 0 && { policies }),
    ...(args.gateIllegal && { gateIllegal: true }),
    ...(args.vectors !== undefined && { vectors: args.vectors }),
  };
  const aggregator = new Aggregator({
    catalogue: args.vectors === undefined ? catalogue(asked) : vectorCatalogue(),
    plan: agenda.plan,
    replay: (...results) =>
      replayCommand(
        launch,
        options,
        results.map(({ id }) => id),
      ),
    // a part of the suite need not hold every kind of data
    ...(isWholeSuite(options) && { requiredData }),
  });
  const gate = args.gateIllegal ? ' --gate-illegal' : '';
  const illegal = new IllegalTally(agenda.rules, (id) => replayCommand(launch, options, [id]) + gate);
  const threads =
    args.vectors === undefined && agenda.trials.length >= worthThreads
      ? new OracleThreads(args.workers, { selection, requirements })
      : undefined;
  const backend = await openWorkers(command, args.workers, bounds);
  interrupt.begin();
  const started = new Date();
  const refused = agenda.rules.reduce((sum, { cases }) => sum + cases, 0);
  const progress = progressBar(agenda.trials.length - refused, refused, args.verbose);
  let broken = 0;
  let oracleSeconds = 0;
  let end: Error | undefined;
  let incidents: Report['incidents'] = { count: 0, first: [] };
  try {
    oracleSeconds = await runTrials(backend, agenda.trials, {
      workers: args.workers,
      ...(threads && { threads }),
      signal: interrupt.signal,
      onResult: (result) => {
        if ('rule' in result) illegal.add(result);
        else {
          aggregator.add(result);
          broken += isBroken(result.outcome) ? 1 : 0;
        }
        files.add(result);
        progress.step(broken);
      },
    });
  } catch (error) {
    // what was found until then is reported first
    end = error as Error;
  } finally {
    progress.stop();
    incidents = structuredClone(backend.incidents); // closing a backend that hangs is none
    await Promise.all([backend.close(), threads?.close()]);
  }
  const illegalModels = illegal.summary();
  const first = aggregator.report({
    tool: packageInfo(),
    backend: backend.info,
    ...(Object.keys(backend.capabilities).length > 0 && { capabilities: backend.capabilities }),
    launch,
    options,
    incidents,
    problems: agenda.problems,
    ...(illegalModels && { illegal: illegalModels }),
    ...(agenda.notKnown && { notKnown: agenda.notKnown }),
    times: {
      started: started.toISOString(),
      seconds: (Date.now() - started.getTime()) / 1000,
      oracleSeconds,
      workers: args.workers,
    },
  });
  const rerun = { command, options: bounds, trials: agenda.trials, signal: interrupt.signal };
  const report = withLooks(first, await rerunSmallestCases(end ? [] : first.findings, rerun));
  files.finish(report);
  print(report, args);
  if (end) throw end;
  if (interrupt.signal.aborted) return exitCodes.inconclusive;
  return finish(report, agenda.problems, args);
}

function withLooks(report: Report, looks: Awaited<ReturnType<typeof rerunSmallestCases>>): Report {
  const findings = report.findings.map((finding) => {
    const again = looks.get(finding.smallest.id);
    return again ? { ...finding, again } : finding;
  });
  return { ...report, findings };
}

function isWholeSuite({ ids, opsets, dtypes, vectors, suite }: RunOptions): boolean {
  return ids.length + opsets.length + dtypes.length === 0 && vectors === undefined && suite !== 'quick';
}

function print(report: Report, args: RunArguments): void {
  const { isTTY, columns } = process.stdout;
  const color = wantsColor(isTTY, process.env);
  process.stdout.write(renderTerminal(report, { columns: columns ?? 80, color, byDType: args.byDtype }));
  process.stdout.write(`\nFull report: ${args.out}/report.md and ${args.out}/report.json\n`);
}

function finish(report: Report, problems: readonly string[], { reportOnly }: RunArguments): number {
  for (const problem of problems) process.stderr.write(`onnx-conformance: ${problem}\n`);
  const code = exitCodeOf[verdict(report).kind];
  const forgiven = reportOnly && code === exitCodes.notConformant;
  if (problems.length > 0) return code === exitCodes.notConformant && !forgiven ? code : exitCodes.badInput;
  if (forgiven) return report.complete ? exitCodes.conformant : exitCodes.inconclusive;
  return code;
}

/** @throws BadInput for what does not go with --vectors, or for a folder that cannot be read */
function agendaOf(args: RunArguments, selection: Selection, requirements: Requirements): Agenda {
  const { vectors: dir } = args;
  if (dir === undefined) return suiteAgenda(selection, requirements);
  if (args.ids.length + args.opset.length + args.dtype.length > 0) {
    throw new BadInput(
      '--vectors runs all files below a folder; leave out ids, --opset and --dtype, or name a subfolder',
    );
  }
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found?.isDirectory()) {
    const problem = found ? 'is a file' : 'does not exist';
    throw new BadInput(`--vectors ${dir} ${problem}; name a folder that holds model.onnx files at any depth`);
  }
  return vectorAgenda(dir, requirements);
}

function nothingToRun(args: RunArguments): string {
  return args.vectors === undefined
    ? nothingSelected(args)
    : `--vectors ${args.vectors}: there is no model.onnx in or below this folder; name the folder that holds the vectors`;
}
