import { parentPort } from 'node:worker_threads';
import { measure } from './measure.ts';

// a thread of pool.ts: an operator in, its findings out
parentPort!.on('message', (operator: string) => {
  parentPort!.postMessage(measure(operator));
});
