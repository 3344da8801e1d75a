import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Watch } from '../../../oracles/graph/expect.ts';
import type { Graph } from '../../../oracles/graph/graph.ts';
import { LimitReached } from '../../../oracles/spec/bad-input.ts';

/** What the oracle may spend on a model, and who hears how far it is. */
export interface EffortSettings {
  /** seconds of processor time; {@link usualLimit} if absent, Infinity for no limit */
  readonly limit?: number | undefined;
  /** what raises the limit of time; --limit if absent */
  readonly option?: string | undefined;
  /** takes a line every few seconds */
  readonly onProgress?: ((line: string) => void) | undefined;
}

/** Seconds of processor time that the oracle spends on a model at most, where nothing else is asked for. */
export const usualLimit = 30;

/** Milliseconds between two looks at the clock, and between two lines of progress. */
const [look, beat] = [100, 10_000];

/** Of the memory that the process may have: the share in use from which garbage is collected, and that after it which ends work. */
const memoryShare = { toCollect: 0.8, toEnd: 0.7 };

/** What the oracle spends on one model with its inputs: it ends at a limit of time or memory, and says how far it is. */
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
   * The result of work of the oracle; only such time counts.
   * @param share of the limit at which it ends
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

  /** Looks, before an element of a node is computed, at what has been spent. @throws LimitReached if that is too much */
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

/** What work comes to; where it reaches a limit, what comes of the reason. */
export function unlessLimited<T, U>(work: () => T, otherwise: (why: string) => U): T | U {
  try {
    return work();
  } catch (error) {
    if (error instanceof LimitReached) return otherwise(error.message);
    throw error;
  }
}

let collect: (() => void) | undefined;

/** Whether most of the memory is in use, and stays so when garbage is collected. */
function isMemoryFull(): boolean {
  if (usedMemory() < memoryShare.toCollect) return false;
  if (!collect) {
    // only so can a collection be asked for from within
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
