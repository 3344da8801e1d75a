import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { KnownFinding } from '../../reports/schema/expectations-file.ts';
import { BackendUnavailable } from '../backends/backend.ts';
import { type BatchRef, readResult, type StoredBatchResult } from '../fuzz/batch.ts';
import type { FuzzRun } from '../fuzz/state.ts';
import type { LaunchArguments } from '../options/launch.ts';
import { bundled } from '../package-info.ts';
import { type Dispatch, type FailedBatch, maxLostWorkers, tooManyLostWorkers } from './campaign.ts';

/** The parameters that a process needs before its first batch. */
export interface BatchAssignment {
  readonly run: FuzzRun;
  readonly expected: readonly KnownFinding[];
  readonly launches: readonly LaunchArguments[];
  /** names of signatures that no backend supports; if absent, the process asks the backends */
  readonly without?: readonly string[];
}
export type ToProcess = { readonly assignment: BatchAssignment } | { readonly run: BatchRef };
export type FromProcess =
  | { readonly without: readonly string[] }
  | { readonly result: StoredBatchResult }
  | { readonly failed: string }
  | { readonly unavailable: string; readonly partial?: StoredBatchResult };

interface Process {
  readonly child: ChildProcess;
  isReady: boolean;
  batch?: BatchRef | undefined;
}

/**
 * Options of the engine. The oracle creates many short-lived objects: with a larger young generation, fewer are moved. Each
 * process has one core, for which collector threads would compete. Most of its code runs often enough to be compiled.
 */
export const execArgv = [
  ...process.execArgv,
  '--max_semi_space_size=64',
  '--single-threaded-gc',
  '--no-lazy-feedback-allocation',
];

/** Returns a dispatch to processes on this machine, without a queue server. */
export function processDispatch(count: number, assignment: BatchAssignment): Dispatch {
  const waiting = new Map<number, BatchRef>();
  const results = new Map<number, StoredBatchResult>();
  const failed = new Map<number, FailedBatch>();
  const deaths = new Map<number, number>();
  const processes = new Set<Process>();
  let unavailable: BackendUnavailable | undefined;
  /** the unsupported signatures found by the first process; the others start after that */
  let without: readonly string[] | undefined;
  const partial: StoredBatchResult[] = [];
  let isClosing = false;

  const giveUp = (batch: number, reason: string) => failed.set(batch, { batch, reason });
  const handOut = (process: Process) => {
    const [next] = waiting.values();
    if (!process.isReady || process.batch || !next) return;
    waiting.delete(next.batch);
    process.batch = next;
    process.child.send({ run: next } satisfies ToProcess);
  };
  const start = () => {
    const child = fork(script, { serialization: 'advanced', execArgv });
    const process: Process = { child, isReady: false };
    processes.add(process);
    child.send({ assignment: { ...assignment, ...(without && { without }) } } satisfies ToProcess);
    child.on('message', (message: FromProcess) => {
      if ('unavailable' in message) {
        unavailable ??= new BackendUnavailable(message.unavailable);
        if (message.partial) partial.push(message.partial);
      } else if ('without' in message) {
        process.isReady = true;
        without ??= message.without;
        while (processes.size < count && !isClosing) start();
      } else {
        const { batch } = process.batch!;
        process.batch = undefined;
        if ('result' in message) results.set(batch, message.result);
        else giveUp(batch, message.failed);
      }
      handOut(process);
    });
    child.on('exit', (code, signal) => {
      processes.delete(process);
      if (isClosing) return;
      const { batch } = process;
      if (!batch && !process.isReady)
        unavailable ??= new BackendUnavailable(`a worker ended with ${signal ?? code} at its start`);
      if (unavailable) return;
      if (batch) {
        const lost = (deaths.get(batch.batch) ?? 0) + 1;
        deaths.set(batch.batch, lost);
        if (lost < maxLostWorkers) waiting.set(batch.batch, batch);
        else giveUp(batch.batch, tooManyLostWorkers);
      }
      start();
    });
  };
  start();
  const isKnown = ({ batch }: BatchRef) =>
    waiting.has(batch) ||
    results.has(batch) ||
    failed.has(batch) ||
    [...processes].some((one) => one.batch?.batch === batch);
  return {
    offer: async (batches) => {
      for (const batch of batches) if (!isKnown(batch)) waiting.set(batch.batch, batch);
      for (const process of processes) handOut(process);
    },
    withdraw: async () => waiting.clear(),
    collect: async () => {
      return {
        ...(unavailable && { ended: { failure: unavailable, partial: partial.map((one) => readResult(one)) } }),
        results: [...results].map(([batch, result]) => readResult(result, batch)),
        failed: [...failed.values()],
        workers: processes.size,
        running: [...processes].filter(({ batch }) => batch).length,
      };
    },
    forget: async (batches) => {
      for (const batch of batches) results.delete(batch);
    },
    publish: async () => {},
    close: async () => {
      isClosing = true;
      await Promise.all(
        [...processes].map(
          ({ child }) =>
            new Promise((resolve) => {
              child.on('exit', resolve);
              child.disconnect(); // it then ends itself and its backend, unless a single call takes long
              setTimeout(() => child.kill('SIGKILL'), 1000).unref();
            }),
        ),
      );
    },
  };
}

const script = fileURLToPath(bundled('process-worker'));
