import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Findings } from '../mutants/suite.ts';
import type { Task } from './tasks.ts';

/**
 * The findings of every task, in the order of the tasks, by as many threads as the machine has processors.
 * @throws what a thread throws
 */
export async function performAll(tasks: readonly Task[], done: (task: Task) => void): Promise<readonly Findings[]> {
  const findings: Findings[] = [];
  const waiting = [...tasks.entries()];
  const threads = Array.from({ length: Math.min(availableParallelism(), tasks.length) }, async () => {
    const worker = new Worker(new URL('./worker.js', import.meta.url));
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, task] = next;
      worker.postMessage(task);
      const [found] = await once(worker, 'message');
      findings[index] = found as Findings;
      done(task);
    }
    await worker.terminate();
  });
  await Promise.all(threads);
  return findings;
}
