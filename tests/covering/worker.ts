import { parentPort } from 'node:worker_threads';
import { findOperator } from '../../oracles/operators.ts';
import { choose } from './choose.ts';

// a thread of pool.ts: the name of an operator in, the choice of its cases out
parentPort!.on('message', (name: string) => {
  parentPort!.postMessage(choose(findOperator(name)!));
});
