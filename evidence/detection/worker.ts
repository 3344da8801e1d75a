import { parentPort } from 'node:worker_threads';
import { perform, type Task } from './tasks.ts';

// a thread of pool.ts: a task in, its findings out
parentPort!.on('message', (task: Task) => {
  parentPort!.postMessage(perform(task));
});
