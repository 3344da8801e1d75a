import { parentPort } from 'node:worker_threads';
import rows from '../../generators/covering/rows.json' with { type: 'json' };
import { findOperator } from '../../oracles/operators.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import { choose } from './choose.ts';
import { coverageOf } from './coverage.ts';
import { singlesOf } from './singles.ts';

/** What a thread may be asked of an operator. */
const jobs = { choose, cover: coverageOf, singles: (operator: Operator) => singlesOf(operator, rows) };

/** The task of a thread: an operator, and whether to choose calls, to measure coverage, or to look for classes that no case has. */
export interface Task {
  readonly name: string;
  readonly job: keyof typeof jobs;
}

// a thread of pool.ts: it receives a task, and sends what comes of it
parentPort!.on('message', ({ name, job }: Task) => {
  parentPort!.postMessage(jobs[job](findOperator(name)!));
});
