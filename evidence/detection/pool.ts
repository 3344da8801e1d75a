import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Some tasks came to nothing; the message has a line for each. */
export class Unfinished extends Error {}

/** Megabytes for what a thread has just made: most of it is garbage once its case is judged, and need not be moved. */
const youngGeneration = 192;

/**
 * The results of every task, in the order of the tasks, by as many threads as the machine has processors.
 * @param file the thread: for each task that comes as a message, it sends its result
 * @throws Unfinished when all others are done, if a thread throws, or ends for want of memory
 */
export async function performAll<Task, Result>(
  file: URL,
  tasks: readonly Task[],
  done: (task: Task, result: Result) => void,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const failures: string[] = [];
  const waiting = [...tasks.entries()];
  const threads = Array.from({ length: Math.min(availableParallelism(), tasks.length) }, async () => {
    let worker = start(file);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, task] = next;
      worker.postMessage(task);
      const result = await once(worker, 'message').catch((error: Error) => error);
      if (result instanceof Error) {
        failures.push(`${JSON.stringify(task)} failed: ${result.message}`);
        worker = start(file);
      } else {
        results[index] = result[0] as Result;
        done(task, results[index]);
      }
    }
    await worker.terminate();
  });
  await Promise.all(threads);
  if (failures.length > 0) throw new Unfinished(failures.join('\n'));
  return results;
}

const start = (file: URL): Worker =>
  new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: youngGeneration } });
