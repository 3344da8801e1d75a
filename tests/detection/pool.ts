import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * The results of every task, in the order of the tasks, by as many threads as the machine has processors.
 * @param file the thread: for each task that comes as a message, it sends its result
 * @throws what a thread throws
 */
export async function performAll<Task, Result>(
  file: URL,
  tasks: readonly Task[],
  done: (task: Task, result: Result) => void,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = [...tasks.entries()];
  const threads = Array.from({ length: Math.min(availableParallelism(), tasks.length) }, async () => {
    const worker = new Worker(file);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, task] = next;
      worker.postMessage(task);
      const [result] = await once(worker, 'message');
      results[index] = result as Result;
      done(task, result as Result);
    }
    await worker.terminate();
  });
  await Promise.all(threads);
  return results;
}
