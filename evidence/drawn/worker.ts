import { parentPort } from 'node:worker_threads';
import { findOperator } from '../../oracles/operators.ts';
import { measure, type Task } from './measure.ts';

// a thread of pool.ts: an operator in, what became of its faults out
parentPort!.on('message', ({ operator, count, seed }: Task) => {
  parentPort!.postMessage(measure(findOperator(operator)!, count, seed));
});
