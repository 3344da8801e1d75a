import { parentPort } from 'node:worker_threads';
import { findOperator } from '../../oracles/operators.ts';
import { choose } from './choose.ts';
import { coverageOf } from './coverage.ts';

/** The task of a thread: an operator, and whether to choose calls or to measure coverage. */
export interface Task {
  readonly name: string;
  readonly chooses: boolean;
}

// a thread of pool.ts: it receives a task, and sends the choice of calls or their coverage
parentPort!.on('message', ({ name, chooses }: Task) => {
  const operator = findOperator(name)!;
  parentPort!.postMessage(chooses ? choose(operator) : coverageOf(operator));
});
