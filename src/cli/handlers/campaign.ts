import { availableParallelism } from 'node:os';
import { sanitize } from '../../../reports/print/layout.ts';
import type { Dispatch, FailedBatch, Goal, Status } from '../../campaign/campaign.ts';
import { coordinate } from '../../campaign/coordinator.ts';
import { readFormer, readStatus, writeCampaign } from '../../campaign/folder.ts';
import { openWorkerFuzzer } from '../../campaign/open.ts';
import { processDispatch } from '../../campaign/processes.ts';
import { queueDispatch } from '../../campaign/queue.ts';
import { workOnQueue } from '../../campaign/queue-worker.ts';
import { connect } from '../../campaign/redis.ts';
import { statusLine, statusLines } from '../../campaign/view.ts';
import type { BatchResult } from '../../fuzz/batch.ts';
import { notFound, withKnownFindings } from '../../fuzz/expected-findings.ts';
import type { FuzzSettings } from '../../fuzz/fuzzer.ts';
import { fuzzRun } from '../../fuzz/state.ts';
import { type LaunchArguments, parseLaunch } from '../../options/launch.ts';
import { UsageError } from '../../options/usage-error.ts';
import { whileLocked } from '../../run/folder/lock.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Interruption } from '../interruption.ts';
import { columnsOf, heartbeat, print } from '../terminal.ts';
import { codeOf, type FuzzArguments, fuzzSettings, printFindings, printStale } from './fuzz.ts';
import { liveBlock } from './live-block.ts';

interface ServerArguments {
  readonly redis: string | undefined;
  readonly name: string;
}

/** The options of `fuzz start`. */
export interface StartArguments
  extends Omit<FuzzArguments, 'runs' | 'resume' | 'replay' | 'maxFailures' | 'workers' | 'quiet'>,
    ServerArguments {
  readonly batches: number | undefined;
  readonly workers: number | undefined;
  readonly reportOnly: boolean;
}

export interface WorkArguments extends Omit<LaunchArguments, 'backend'>, ServerArguments {
  readonly backend: readonly string[];
}

export interface StatusArguments extends ServerArguments {
  readonly out: string;
}

/** Milliseconds after which the batch of a silent worker is given to another one. */
const patience = 60_000;

const say = (line: string) => print(`onnx-conformance: ${line}\n`, process.stderr);

/**
 * The command `fuzz start`.
 * @returns the exit code
 * @throws BadInput and BackendUnavailable, which the CLI prints
 */
export async function startCampaign(args: StartArguments, interrupt: Interruption): Promise<number> {
  const goal = goalOf(args);
  const { redis } = args;
  if (redis !== undefined && args.workers !== undefined) {
    throw new UsageError("--workers is for this machine; with --redis, start 'fuzz work' as often as you like");
  }
  const settings = fuzzSettings(args);
  return whileLocked(args.out, () => coordinateAll(args, goal, settings, interrupt));
}

async function coordinateAll(
  args: StartArguments,
  goal: Goal,
  settings: FuzzSettings,
  interrupt: Interruption,
): Promise<number> {
  const { redis, name, out } = args;
  const { expected = [] } = settings;
  const run = fuzzRun(args.seed, settings);
  const before = readFormer(out, run);
  const former = before && { ...before, result: withKnownFindings(before.result, expected) };
  const view = viewOf();
  const server = redis === undefined ? undefined : await connect(redis, view.say);
  let dispatch: Dispatch | undefined;
  try {
    dispatch = server
      ? await queueDispatch(server, name, run, { expected, patience })
      : processDispatch(args.workers ?? availableParallelism(), { run, expected, launches: launchesOf(args) });
    interrupt.begin('the same command continues from here');
    const save = (result: BatchResult, status: Status) => writeCampaign(out, result, status);
    const { signal } = interrupt;
    const onRefused = ({ batch, reason }: FailedBatch) =>
      view.say(`the result of batch ${batch} is refused: ${sanitize(reason)}`);
    const ended = await coordinate(dispatch, { run, goal, former, save, onRefused, onStatus: view.show, signal });
    view.end();
    const { status, failure } = ended;
    const result = withKnownFindings(ended.result, expected); // workers may know what was expected earlier
    if (failure && result.programs === 0) throw failure;
    // outcomes come in the order of the backends
    const names = Object.keys(result.outcomes);
    const launchOf = (of: string) => settings.backends[names.indexOf(of)]!.launch;
    const reported = printFindings(result, out, launchOf, settings.requirements);
    printStale(notFound(expected, result));
    if (!status.over) print(`${statusLine(status)}; the same command continues\n`);
    for (const { batch, reason } of status.failed) say(`batch ${batch} was given up: ${sanitize(reason)}`);
    if (failure) throw failure;
    const code = codeOf(reported, undefined, !status.over || status.failed.length > 0);
    return args.reportOnly && code === exitCodes.notConformant ? exitCodes.conformant : code;
  } finally {
    view.end();
    await dispatch?.close();
    server?.close();
  }
}

/** The command `fuzz work`. */
export async function workOnCampaign(args: WorkArguments, interrupt: Interruption): Promise<number> {
  if (args.redis === undefined) {
    throw new UsageError(
      "--redis is missing: a worker takes batches from a queue server; on one machine 'fuzz start' is enough",
    );
  }
  const launches = launchesOf(args);
  launches.forEach(parseLaunch); // so that their errors are reported before any waiting
  const server = await connect(args.redis, say);
  try {
    interrupt.begin('the batch in progress is left to others');
    await workOnQueue(server, args.name, {
      open: async ({ status: { run }, expected }) => openWorkerFuzzer({ run, expected, launches }),
      onWait: () => say(`waiting for the campaign '${args.name}' to start`),
      onBatch: ({ batches, programs, findings }) =>
        say(`batch ${batches.join()}: ${programs} programs, ${findings.length} causes`),
      signal: interrupt.signal,
    });
    return interrupt.signal.aborted ? exitCodes.inconclusive : exitCodes.conformant;
  } finally {
    server.close();
  }
}

/** The command `fuzz status`. */
export async function showCampaign({ redis, name, out }: StatusArguments): Promise<void> {
  const show = (status: Status) => print(`${statusLines(status, columnsOf(process.stdout)).join('\n')}\n`);
  if (redis === undefined) {
    const status = readStatus(out);
    if (!status) throw new UsageError(`--out ${out} holds no campaign; name the folder of one, or --redis`);
    return show(status);
  }
  const server = await connect(redis, say);
  try {
    const state = await server.status(name);
    if (!state) throw new UsageError(`--redis: the server knows no campaign of the name '${name}'`);
    show(state.status);
    const silent = Math.round((Date.now() - state.at) / 1000);
    if (!state.status.over && silent > 30) say(`its coordinator has said nothing for ${silent} s`);
  } finally {
    server.close();
  }
}

function goalOf({ batches, for: seconds }: StartArguments): Goal {
  if (batches !== undefined) return { batches };
  if (seconds !== undefined) return { seconds };
  throw new UsageError('say when the campaign is over: --batches 100 or --for 8h');
}

const launchesOf = (args: WorkArguments): LaunchArguments[] => args.backend.map((backend) => ({ ...args, backend }));

/** The display of a running campaign on stderr. */
interface View {
  show(status: Status): void;
  say(line: string): void;
  end(): void;
}

/** Returns the display: on a terminal it updates itself; elsewhere it prints a line now and then, and one for each new cause. */
function viewOf(): View {
  const { stderr } = process;
  if (stderr.isTTY) {
    const block = liveBlock(stderr);
    return {
      show: (status) => block.draw(statusLines(status, columnsOf(stderr) - 1, stderr.rows - 1)),
      // the block is drawn again below it
      say: (line) => {
        block.clear();
        say(line);
      },
      end: block.clear,
    };
  }
  const keysOf = ({ causes }: Status) => new Map(causes.map((cause) => [`${cause.id} ${cause.backend}`, cause]));
  let known: ReturnType<typeof keysOf> | undefined;
  let last = performance.now();
  return {
    show: (status) => {
      const now = keysOf(status);
      if (known) for (const [key, { id, title }] of now) if (!known.has(key)) say(`found ${id}: ${sanitize(title)}`);
      known = now;
      if (performance.now() - last < heartbeat) return;
      last = performance.now();
      say(statusLine(status));
    },
    say,
    end: () => {},
  };
}
