/**
 * `npm run evidence -- campaign`: runs a campaign of three workers over a Redis server. A worker, the server and the coordinator are
 * killed midway. Then it runs the same batches on this machine alone. Both runs must have equal programs, outcomes, coverage, causes and
 * failures. `npm run evidence -- campaign Softmax Conv -b onnxruntime-node --batches 40` uses other operators, another backend and more
 * batches.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Status } from '../../src/campaign/campaign.ts';
import type { StoredBatchResult } from '../../src/fuzz/batch.ts';
import { hasRedis, testRedis } from '../../tests/campaign/redis.ts';
import { readArguments } from '../arguments.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const { values, positionals } = readArguments({
  options: {
    backend: { type: 'string', short: 'b', default: 'onnxruntime-node' },
    batches: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const ids = positionals.length > 0 ? positionals : ['ReduceSum'];
const batches = Number(values.batches);
const what = [...ids, '--batches', values.batches, '--seed', values.seed];

/** The exit code: 1 if anything is lost, or counted twice. */
async function main(): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'campaign-'));
  mkdirSync(join(dir, 'redis'));
  const redis = await testRedis(join(dir, 'redis'));
  try {
    await redis.start();
    const server = ['--redis', redis.url];
    const coordinator = () => campaign('coordinator', 'start', ...what, ...server, '--out', join(dir, 'queue'));
    let coordinating = coordinator();
    const workers = ['worker 1', 'worker 2', 'worker 3'].map((name) => campaign(name, 'work', ...server));
    await reached(dir, 0.25);
    say('kills worker 1');
    await killed(workers[0]!);
    await reached(dir, 0.5);
    say('kills the server, and starts it again after 3 s');
    await redis.kill();
    await sleep(3000);
    await redis.start();
    await reached(dir, 0.75);
    say('kills the coordinator, and starts it again');
    await killed(coordinating);
    coordinating = coordinator();
    await ended(coordinating);
    await Promise.all(workers.slice(1).map(ended));
    const alone = campaign('alone', 'start', ...what, '--workers', '2', '--out', join(dir, 'alone'));
    await ended(alone);
    const done = workers.map(({ lines }) => lines.filter((line) => / batch \d+: /.test(line)).length);
    return verdict(read(join(dir, 'queue'))!, read(join(dir, 'alone'))!, done);
  } finally {
    for (const { child } of started) child.kill('SIGKILL');
    await redis.kill();
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Running {
  readonly child: ChildProcess;
  readonly lines: string[];
}
const started: Running[] = [];

function campaign(name: string, ...args: string[]): Running {
  const main = join(root, 'bin/onnx-conformance.js');
  const child = spawn(process.execPath, [main, 'fuzz', ...args, '-b', values.backend]);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      for (const line of `${chunk}`.trimEnd().split('\n')) {
        lines.push(line);
        process.stdout.write(`${name.padEnd(12)} ${line.replace('onnx-conformance: ', '')}\n`);
      }
    });
  }
  const running = { child, lines };
  started.push(running);
  return running;
}

async function ended({ child }: Running): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function killed(running: Running): Promise<void> {
  running.child.kill('SIGKILL');
  await ended(running);
}

/** Resolves when this share of the batches is done. */
async function reached(dir: string, share: number): Promise<void> {
  while ((read(join(dir, 'queue'))?.status.batches ?? 0) < share * batches) await sleep(100);
}

interface Stored {
  readonly status: Status;
  readonly result: StoredBatchResult;
}

/** The state that a coordinator has written so far; `undefined` if there is none yet. */
function read(dir: string): Stored | undefined {
  const part = (name: string) => JSON.parse(readFileSync(join(dir, name), 'utf8'));
  if (!existsSync(join(dir, 'campaign.json'))) return undefined;
  return { status: part('campaign.json'), result: part('fuzz.json').result };
}

function verdict(queue: Stored, alone: Stored, done: readonly number[]): number {
  const isWhole = isDeepStrictEqual(
    queue.result.batches,
    Array.from({ length: batches }, (_, batch) => batch),
  );
  const isSame = isDeepStrictEqual(summaryOf(queue.result), summaryOf(alone.result));
  const ran = done.reduce((a, b) => a + b);
  say(`${batches} batches, each counted once: ${isWhole ? 'yes' : `no: ${queue.result.batches.join()}`}`);
  say(`batches that the workers finished: ${done.join(' + ')} = ${ran}`);
  say(`programs: ${queue.result.programs}; on this machine alone: ${alone.result.programs}`);
  say(`causes: ${queue.result.findings.length}; on this machine alone: ${alone.result.findings.length}`);
  say(`programs, outcomes, coverage, causes and the number of failures are the same: ${isSame ? 'yes' : 'no'}`);
  say(`failures counted to another cause: ${countedElsewhere(queue.result, alone.result)}`);
  return isWhole && isSame ? 0 : 1;
}

/**
 * The parts of a result that must be equal. Three things may differ: the time, the example program of a cause, and the cause of a failure
 * that several causes explain.
 */
function summaryOf({ batches, programs, outcomes, coverage, open, faults, findings }: StoredBatchResult) {
  const causes = findings.map(({ id, backend }) => ({ id, backend: backend.name }));
  const failures = findings.reduce((sum, { count }) => sum + count, 0);
  return { batches, programs, outcomes, coverage, open, faults, causes, failures };
}

const countedElsewhere = (one: StoredBatchResult, other: StoredBatchResult): number =>
  one.findings.reduce((sum, { id, count }) => {
    const there = other.findings.find((finding) => finding.id === id)?.count ?? 0;
    return sum + Math.max(0, count - there);
  }, 0);

function say(line: string): void {
  process.stdout.write(`${'check'.padEnd(12)} ${line}\n`);
}

if (hasRedis) process.exitCode = await main();
else {
  process.stderr.write('redis-server is not installed: install it, e.g. Debian package redis-server\n');
  process.exitCode = 2;
}
