import { Worker } from 'node:worker_threads';
import type { Selection } from '../generators/cases.ts';
import type { CaseResult } from '../reports/schema.ts';
import type { Answer, Backend, Request } from './backends/backend.ts';
import type { Demands } from './verdict.ts';

/** What a thread works on: the cases of a selection, by their place in it. */
export interface Assignment {
  readonly selection: Selection;
  readonly demands: Demands;
}

export type ToThread = { readonly examine: number } | { readonly question: number; readonly answer: Answer };

/** Of a case: a request to the backend, the result, or what went wrong with the oracle. */
export type FromThread = { readonly of: number } & {
  readonly question?: number;
  readonly request?: Request;
  readonly result?: CaseResult;
  readonly error?: Error;
};

interface Examination {
  readonly backend: Pick<Backend, 'run'>;
  readonly resolve: (result: CaseResult) => void;
  readonly reject: (error: Error) => void;
}

/** A thread and the cases that it works on. */
interface Thread {
  readonly worker: Worker;
  readonly underWay: Map<number, Examination>;
}

/** Threads that share the oracle's work: each prepares trials and judges their answers, while this one talks to the backend. */
export class OracleThreads {
  readonly #threads: readonly Thread[];

  constructor(count: number, assignment: Assignment) {
    this.#threads = Array.from({ length: count }, () => start(assignment));
  }

  /** The result of the case at a place in the selection, by the thread that has the fewest to do. */
  examine(of: number, backend: Pick<Backend, 'run'>): Promise<CaseResult> {
    const { worker, underWay } = this.#threads.reduce((a, b) => (b.underWay.size < a.underWay.size ? b : a));
    return new Promise((resolve, reject) => {
      underWay.set(of, { backend, resolve, reject });
      worker.postMessage({ examine: of } satisfies ToThread);
    });
  }

  /** Ends the threads; cases that are under way come to nothing. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }
}

function start(assignment: Assignment): Thread {
  const here = import.meta.url.endsWith('.ts') ? '../dist/src/' : './';
  const worker = new Worker(new URL(`${here}oracle-thread.js`, import.meta.url), { workerData: assignment });
  worker.unref(); // the backend's processes keep this one alive
  const underWay = new Map<number, Examination>();
  worker.on('message', ({ of, question, request, result, error }: FromThread) => {
    const { backend, resolve, reject } = underWay.get(of)!;
    if (request) {
      const answered = (answer: Answer) =>
        worker.postMessage(withoutSpare({ question: question!, answer } satisfies ToThread));
      backend.run(request).then(answered, reject);
      return;
    }
    underWay.delete(of);
    if (result) resolve(result);
    else reject(error!);
  });
  worker.on('error', (error) => {
    for (const { reject } of underWay.values()) reject(error);
  });
  return { worker, underWay };
}

/** A message whose byte arrays are no views of larger buffers: these would be copied whole when it is sent. */
export function withoutSpare<T>(message: T): T {
  if (ArrayBuffer.isView(message)) {
    return message.byteLength < message.buffer.byteLength ? (Uint8Array.from(message as never) as T) : message;
  }
  if (Array.isArray(message)) return message.map(withoutSpare) as T;
  if (typeof message !== 'object' || message === null || message instanceof Error) return message;
  return Object.fromEntries(Object.entries(message).map(([key, value]) => [key, withoutSpare(value)])) as T;
}
