import { existsSync, statSync } from 'node:fs';
import { type Case, type Cell, type Selection, select } from '../../generators/cases.ts';
import { requiredData } from '../../generators/plans.ts';
import { BadInput } from '../../oracles/bad-input.ts';
import type { IllegalResult, Launch, Report, RunOptions } from '../../reports/schema.ts';
import { Aggregator } from '../../reports/tally/aggregate.ts';
import type { PlannedCell } from '../../reports/tally/catalogue.ts';
import { IllegalTally, type PlannedRule } from '../../reports/tally/illegal.ts';
import { renderTerminal } from '../../reports/terminal.ts';
import { launchAsTyped, quoted } from '../../reports/words/launch.ts';
import { verdict } from '../../reports/words/verdict.ts';
import { openWorkers } from '../backends/pool.ts';
import { catalogue } from '../catalogue.ts';
import { runIllegal } from '../illegal-trial.ts';
import { OracleThreads } from '../oracle-threads.ts';
import { openOutput } from '../output.ts';
import { packageInfo } from '../package-info.ts';
import { type Prospect, prospectOfCase, prospectOfTrial } from '../prospect.ts';
import { runTrials } from '../run.ts';
import { secondLook } from '../second-look.ts';
import { readVectors, vectorClause } from '../vectors.ts';
import { wantsColor } from './color.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import type { Interruption } from './interruption.ts';
import { launching } from './launch.ts';
import { progressBar } from './progress.ts';
import type { RunArguments } from './run.ts';
import { nothingSelected, opsetsAsked, parsePolicies, parseSelection, parseTier } from './selection.ts';

/** What is going to be run: trials with the cells that they fill. */
interface Agenda {
  readonly trials: readonly Prospect[];
  readonly plan: readonly PlannedCell[];
  readonly illegal: { readonly cases: readonly Case[]; readonly plan: readonly PlannedRule[] };
  readonly notKnown?: Report['notKnown'];
  /** printed after the report; each makes the run a failure */
  readonly problems: readonly string[];
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
  const { command, options: bounds, launch } = launching(args);
  const agenda = args.vectors === undefined ? suiteAgenda(selection) : vectorAgenda(args.vectors, args);
  const length = agenda.trials.length + agenda.illegal.cases.length;
  if (length === 0 && agenda.problems.length === 0 && !agenda.notKnown) {
    process.stderr.write(`onnx-conformance: ${nothingToRun(args)}\n`);
    return exitCodes.tooLittle;
  }
  const output = openOutput(args.out);
  const asked = opsetsAsked(selection);
  const options: RunOptions = {
    seed: selection.seed,
    ids: selection.ids,
    opsets: asked,
    dtypes: selection.dtypes,
    requireTier,
    ...(selection.suite === 'full' && { suite: selection.suite }),
    ...(policies.length > 0 && { policies }),
    ...(args.gateIllegal && { gateIllegal: true }),
    ...(args.vectors !== undefined && { vectors: args.vectors }),
  };
  const aggregator = new Aggregator({
    catalogue: catalogue(args.vectors === undefined ? [] : [vectorClause], asked),
    plan: agenda.plan,
    replay: (...results) => replayCommand(args, launch, options, results),
    // a part of the suite need not hold every kind of data
    ...(isWholeSuite(options) && { requiredData }),
  });
  const gate = args.gateIllegal ? ' --gate-illegal' : '';
  const illegal = new IllegalTally(agenda.illegal.plan, (id) => replayCommand(args, launch, options, [{ id }]) + gate);
  const threads =
    args.vectors === undefined && agenda.trials.length >= worthThreads
      ? new OracleThreads(args.workers, { selection, demands: { requireTier, policies } })
      : undefined;
  const backend = await openWorkers(command, args.workers, bounds);
  interrupt.begin();
  const started = new Date();
  const progress = progressBar(agenda.trials.length, agenda.illegal.cases.length, args.verbose);
  let broken = 0;
  let oracleSeconds = 0;
  let end: Error | undefined;
  let incidents: Report['incidents'] = { count: 0, first: [] };
  try {
    oracleSeconds = await runTrials(backend, agenda.trials, {
      requireTier,
      policies,
      workers: args.workers,
      ...(threads && { threads }),
      signal: interrupt.signal,
      onResult: (result) => {
        aggregator.add(result);
        output.add(result);
        broken += result.outcome === 'pass' || result.outcome === 'unsupported' ? 0 : 1;
        progress.step(broken);
      },
    });
    const onIllegal = (result: IllegalResult) => {
      illegal.add(result);
      output.addIllegal(result);
      progress.step(broken);
    };
    await runIllegal(backend, agenda.illegal.cases, onIllegal, interrupt.signal);
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
  const demands = { requireTier, policies };
  const question = { command, options: bounds, prospects: agenda.trials, demands, signal: interrupt.signal };
  const looks = await secondLook(end ? [] : first.findings, question);
  const report = withLooks(first, looks);
  output.finish(report);
  print(report, args);
  if (end) throw end;
  if (interrupt.signal.aborted) return exitCodes.tooLittle;
  return finish(report, agenda.problems, args);
}

function withLooks(report: Report, looks: Awaited<ReturnType<typeof secondLook>>): Report {
  const findings = report.findings.map((finding) => {
    const again = looks.get(finding.smallest.id);
    return again ? { ...finding, again } : finding;
  });
  return { ...report, findings };
}

function isWholeSuite({ ids, opsets, dtypes, vectors }: RunOptions): boolean {
  return ids.length + opsets.length + dtypes.length === 0 && vectors === undefined;
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
  if (forgiven) return report.complete ? exitCodes.conformant : exitCodes.tooLittle;
  return code;
}

function suiteAgenda({ ids, ...rest }: Selection): Agenda {
  const { cells, invalid, cases } = select({ ids, ...rest });
  const counted = (own: readonly Cell[]) =>
    own
      .map((cell) => ({ cell, own: cases(cell) }))
      .filter(({ own }) => own.length > 0 || ids.length === 0) // the ids leave the others out
      .map(({ cell: { operator, version, dtype, clause }, own }) => {
        return { own, clause, planned: { operator: operator.name, version: version.since, dtype, cases: own.length } };
      });
  const [suite, refused] = [counted(cells), counted(invalid)];
  return {
    trials: suite.flatMap(({ own }) => own.map(prospectOfCase)),
    plan: suite.map(({ planned, clause }) => ({ ...planned, clause: clause.id })),
    illegal: {
      cases: refused.flatMap(({ own }) => own),
      plan: refused.map(({ planned, clause }) => ({ ...planned, rule: clause })),
    },
    problems: [],
  };
}

function vectorAgenda(dir: string, args: RunArguments): Agenda {
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
  const { trials, notKnown, unreadable, disagreements } = readVectors(dir);
  const plan = trials.map(({ operator, version, dtype, clause }) => ({
    operator,
    version,
    dtype,
    clause: clause.id,
    cases: 1,
  }));
  const count = [...notKnown.values()].reduce((sum, n) => sum + n, 0);
  return {
    trials: trials.map(prospectOfTrial),
    plan,
    illegal: { cases: [], plan: [] },
    ...(count > 0 && { notKnown: { count, operators: Object.fromEntries(notKnown) } }),
    problems: [...unreadable, ...disagreements],
  };
}

function nothingToRun(args: RunArguments): string {
  return args.vectors === undefined
    ? nothingSelected(args)
    : `--vectors ${args.vectors}: there is no model.onnx in or below this folder; name the folder that holds the vectors`;
}

/** The command that runs cases again. */
function replayCommand(
  args: RunArguments,
  launch: Launch,
  options: RunOptions,
  results: readonly { readonly id: string }[],
): string {
  const backend = launchAsTyped(launch);
  const tier = options.requireTier === 'native' ? '' : ` --require ${options.requireTier}`;
  const policies = (options.policies ?? []).map(({ policy, choice }) => ` --policy ${quoted(`${policy}=${choice}`)}`);
  const demands = `${tier}${policies.join('')}`;
  if (args.vectors !== undefined) {
    const [result, ...others] = results;
    const below = `${args.vectors.replace(/\/+$/, '')}/${result!.id.replace(/\/[^/]*$/, '')}`;
    // which may be the vector itself; of several vectors it is what holds them all
    const folder = others.length === 0 && existsSync(below) ? below : args.vectors;
    return `npx onnx-conformance run --vectors ${quoted(folder)} ${backend}${demands}`;
  }
  return `npx onnx-conformance run ${results.map(({ id }) => quoted(id)).join(' ')} ${backend} --seed ${options.seed}${demands}`;
}
