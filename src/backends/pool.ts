import type { Answer, Backend, BackendCommand, BackendOptions, Request } from './backend.ts';
import { callInProcess, type InProcess } from './in-process.ts';
import { sumOfIncidents } from './incidents.ts';
import { openBackend } from './process.ts';

/** One of several processes that share the cases, and the number of its outstanding answers. */
interface Worker {
  readonly backend: Backend;
  outstanding: number;
}

/**
 * Starts several processes of a backend, and waits for all hellos. A backend in this process exists once.
 * @throws BackendUnavailable if one of them does not start
 */
export async function openWorkers(
  command: BackendCommand | InProcess,
  count: number,
  options: BackendOptions,
): Promise<Backend> {
  if ('adapter' in command) return callInProcess(command);
  const opened = await Promise.allSettled(Array.from({ length: count }, () => openBackend(command, options)));
  const backends = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = opened.find((one) => one.status === 'rejected');
  if (!failed) return count === 1 ? backends[0]! : new BackendPool(backends);
  await Promise.all(backends.map((backend) => backend.close()));
  throw failed.reason;
}

/** Gives each case to the process with the fewest outstanding answers. Answers come in any order; the caller sorts them. */
class BackendPool implements Backend {
  readonly info: Backend['info'];
  readonly capabilities: Backend['capabilities'];
  readonly #workers: readonly Worker[];

  constructor(backends: readonly Backend[]) {
    this.#workers = backends.map((backend) => ({ backend, outstanding: 0 }));
    this.info = backends[0]!.info;
    this.capabilities = backends[0]!.capabilities;
  }

  get incidents(): Backend['incidents'] {
    return sumOfIncidents(this.#workers.map(({ backend }) => backend.incidents));
  }

  async run(request: Request, id?: string): Promise<Answer> {
    const worker = this.#workers.reduce((best, one) => (one.outstanding < best.outstanding ? one : best));
    worker.outstanding++;
    try {
      return await worker.backend.run(request, id);
    } finally {
      worker.outstanding--;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map(({ backend }) => backend.close()));
  }
}
