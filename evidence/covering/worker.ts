import { parentPort } from 'node:worker_threads';
import { findOperator } from '../../oracles/operators.ts';
import { choose } from './choose.ts';
import { coverageOf } from './coverage.ts';

/** What a thread is asked of an operator. */
export interface Task {
  readonly name: string;
  readonly chooses: boolean;
}

// a thread of pool.ts: a task in, the choice of cases or their coverage out
parentPort!.on('message', ({ name, chooses }: Task) => {
  const operator = findOperator(name)!;
  parentPort!.postMessage(chooses ? choose(operator) : coverageOf(operator));
});
