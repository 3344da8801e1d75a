import { Worker } from 'node:worker_threads';
import type { Selection } from '../../generators/suite/cases.ts';
import type { Capabilities, CaseResult } from '../../reports/schema.ts';
import type { Answer, Request } from '../backends/backend.ts';
import { bundled } from '../package-info.ts';
import type { FurtherQuestion } from './further.ts';
import type { Requirements } from './trial/judge.ts';
import { type Ask, UnjudgedTrial } from './trial/trial.ts';

/** The selection whose cases a thread settles, by their ids. */
export interface ThreadAssignment {
  readonly selection: Selection;
  readonly requirements: Requirements;
}

/** A task for a thread: a case of the selection by its id, or further cases for a finding. */
export type ThreadTask = { readonly id: string } | { readonly further: FurtherQuestion };

export type ToThread =
  | { readonly capabilities: Capabilities }
  | { readonly task: ThreadTask; readonly number: number }
  | { readonly question: number; readonly answer: Answer };

/** A message about task number `of`: a request to the backend, the results, or an error of the oracle. */
export type FromThread = { readonly of: number } & {
  readonly question?: number;
  readonly request?: Request;
  readonly results?: readonly CaseResult[];
  readonly error?: Error;
  /** the trial cannot be judged; a flag, since a message loses the class of an error */
  readonly isLeftOut?: true;
};

interface Pending {
  readonly ask: Ask;
  readonly resolve: (results: readonly CaseResult[]) => void;
  readonly reject: (error: Error) => void;
}

/** A thread and the tasks that it works on. */
interface Thread {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
  /** the operators that it has worked on: its engine knows their code, and it has calls drawn for their findings */
  readonly operators: Set<string>;
  /** the error that ended it */
  ended?: Error;
}

/** The number of waiting tasks of a thread from which other threads take cases of its operator: most operators have fewer cases. */
const maxPerThread = 64;

/** Threads that share the oracle's work: each prepares trials and judges answers. The main thread talks to the backend. */
export class OracleThreads {
  readonly count: number;
  readonly #assignment: ThreadAssignment;
  #threads: readonly Thread[] = [];
  #capabilities: Capabilities = {};
  #tasks = 0;
  #left = 0;
  readonly #few: number;

  /** @param few so many tasks are left to the caller before the threads start: they may be all */
  constructor(count: number, assignment: ThreadAssignment, few = 0) {
    this.count = count;
    this.#assignment = assignment;
    this.#few = few;
  }

  /** Starts the threads, unless they run. The first tasks also start them. */
  start(): void {
    if (this.#threads.length > 0) return;
    this.#threads = Array.from({ length: this.count }, () => start(this.#assignment));
    this.declare(this.#capabilities);
  }

  /** Sends the threads what the backend declares: trials that need more are not asked. */
  declare(capabilities: Capabilities): void {
    this.#capabilities = capabilities;
    for (const { worker } of this.#threads) worker.postMessage({ capabilities } satisfies ToThread);
  }

  /** Returns the result of a task: a case of the selection, or further cases; `undefined` if the caller is to settle it. */
  settle(task: ThreadTask, ask: Ask): Promise<readonly CaseResult[]> | undefined {
    if (this.#threads.length === 0 && this.#left++ < this.#few) return undefined;
    this.start();
    const { worker, pending, ended } = this.#threadFor(task);
    const number = this.#tasks++;
    return new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      pending.set(number, { ask, resolve, reject });
      worker.postMessage({ task, number } satisfies ToThread);
    });
  }

  /**
   * Returns the thread that has worked on the operator of the task, since its engine knows that code. It is the least busy
   * thread if there is none, or if many tasks wait for it.
   */
  #threadFor(task: ThreadTask): Thread {
    const id = 'id' in task ? task.id : task.further.finding.smallest.id;
    const operator = id.split('/', 1)[0]!;
    const known = this.#threads.find(({ operators }) => operators.has(operator));
    if (known && known.pending.size < maxPerThread) return known;
    const idlest = this.#threads.reduce((a, b) => (b.pending.size < a.pending.size ? b : a));
    idlest.operators.add(operator);
    return idlest;
  }

  /** Ends the threads. Cases that are being settled fail. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }
}

/** Megabytes of a thread's young generation: most objects are garbage once their case is judged, and need not be moved. */
const youngGeneration = 64;

function start(assignment: ThreadAssignment): Thread {
  const worker = new Worker(bundled('oracle-thread'), {
    workerData: assignment,
    resourceLimits: { maxYoungGenerationSizeMb: youngGeneration },
  });
  worker.unref(); // the backend's processes keep this one alive
  const pending = new Map<number, Pending>();
  const thread: Thread = { worker, pending, operators: new Set() };
  worker.on('message', ({ of, question, request, results, error, isLeftOut }: FromThread) => {
    const { ask, resolve, reject } = pending.get(of)!;
    if (request) {
      const answered = (answer: Answer) =>
        worker.postMessage(compactBuffers({ question: question!, answer } satisfies ToThread));
      ask(request).then(answered, reject);
      return;
    }
    pending.delete(of);
    if (results) resolve(results);
    else reject(isLeftOut ? new UnjudgedTrial() : error!);
  });
  const end = (error: Error) => {
    thread.ended ??= error;
    for (const { reject } of pending.values()) reject(thread.ended);
  };
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`a thread of the oracle ended with ${code}`)));
  return thread;
}

/** Returns the message with views of larger buffers copied: otherwise the whole buffers would be sent. */
export function compactBuffers<T>(message: T): T {
  if (ArrayBuffer.isView(message)) {
    return message.byteLength < message.buffer.byteLength ? (Uint8Array.from(message as never) as T) : message;
  }
  if (Array.isArray(message)) return message.map(compactBuffers) as T;
  if (typeof message !== 'object' || message === null || message instanceof Error) return message;
  return Object.fromEntries(Object.entries(message).map(([key, value]) => [key, compactBuffers(value)])) as T;
}
