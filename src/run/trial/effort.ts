import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Watch } from '../../../oracles/graph/expect.ts';
import type { Graph } from '../../../oracles/graph/graph.ts';
import { LimitReached } from '../../../oracles/spec/bad-input.ts';

/** The oracle's limits for a model, and the listener to its progress. */
export interface EffortSettings {
  /** seconds of processor time; {@link usualLimit} if absent, Infinity for no limit */
  readonly limit?: number | undefined;
  /** the option that raises the time limit, for messages; --limit if absent */
  readonly option?: string | undefined;
  /** takes a line of progress every few seconds */
  readonly onProgress?: ((line: string) => void) | undefined;
}

/** The default limit of processor time that the oracle spends on a model, in seconds. */
export const usualLimit = 30;

/** Milliseconds between checks of the clock, and between lines of progress. */
const [look, beat] = [100, 10_000];

/** Shares of the heap limit: garbage is collected above the first; work ends if more than the second is still in use. */
const memoryShare = { toCollect: 0.8, toEnd: 0.7 };

/** Limits the oracle's time and memory for one model with its inputs, and reports progress. */
export class Effort {
  readonly #id: string;
  readonly #nodes: Graph['nodes'];
  readonly #limit: number;
  readonly #option: string;
  readonly #say: (line: string) => void;
  #before = 0;
  #share = 1;
  #since: NodeJS.CpuUsage | undefined;
  #nextLook = 0;
  #nextBeat = 0;

  constructor(
    id: string,
    { nodes }: Pick<Graph, 'nodes'>,
    { limit = usualLimit, option = '--limit', onProgress }: EffortSettings = {},
  ) {
    this.#id = id;
    this.#nodes = nodes;
    this.#limit = limit;
    this.#option = option;
    this.#say = onProgress ?? (() => {});
  }

  /**
   * Runs work of the oracle and returns its result. Only time spent here counts.
   * @param share the share of the limit at which the work ends
   * @throws LimitReached from within {@link watch}
   */
  during<T>(work: () => T, share = 1): T {
    if (this.#since) return work();
    this.#since = process.cpuUsage();
    this.#share = share;
    this.#nextBeat = performance.now() + beat;
    try {
      return work();
    } finally {
      this.#before = this.#seconds;
      this.#since = undefined;
    }
  }

  /** Checks the time and memory spent before an element of a node is computed. @throws LimitReached if a limit is exceeded */
  readonly watch: Watch = (node) => {
    const now = performance.now();
    if (now < this.#nextLook) return;
    this.#nextLook = now + look;
    const seconds = this.#seconds;
    if (seconds > this.#share * this.#limit)
      this.#end(node, `the limit of ${this.#limit} s of processor time`, `${this.#option} raises it`);
    if (isMemoryFull()) this.#end(node, 'the limit of memory', 'node --max-old-space-size raises it');
    if (now < this.#nextBeat) return;
    this.#nextBeat = now + beat;
    this.#say(`${this.#id}: ${this.#place(node)}, ${Math.round(seconds)} s of processor time`);
  };

  get #seconds(): number {
    if (!this.#since) return this.#before;
    const { user, system } = process.cpuUsage(this.#since);
    return this.#before + (user + system) / 1e6;
  }

  /** "node 3 of 12, Conv" */
  #place(node: number): string {
    return `node ${node + 1} of ${this.#nodes.length}, ${this.#nodes[node]?.operator.name}`;
  }

  #end(node: number, what: string, remedy: string): never {
    throw new LimitReached(`${what} was reached at ${this.#place(node)} (${remedy})`);
  }
}

/** Returns the result of work; if it reaches a limit, the result of `otherwise` for the message. */
export function unlessLimited<T, U>(work: () => T, otherwise: (why: string) => U): T | U {
  try {
    return work();
  } catch (error) {
    if (error instanceof LimitReached) return otherwise(error.message);
    throw error;
  }
}

let collect: (() => void) | undefined;

/** Whether most of the memory is in use even after garbage is collected. */
function isMemoryFull(): boolean {
  if (usedMemory() < memoryShare.toCollect) return false;
  if (!collect) {
    // the only way to request a collection from within the process
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  return usedMemory() > memoryShare.toEnd;
}

function usedMemory(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}
