import type { Class } from '../classes/class.ts';

/** A call that is drawn, and the classes of its runs. */
export interface Described {
  /** name of the cell */
  readonly name: string;
  readonly index: number;
  /** of each run: what occurs together in one */
  readonly runs: readonly (readonly Class[])[];
  /** what it takes to try it, 1 for the smallest call */
  readonly cost: number;
}

/** Candidates in the order in which they are taken, and how many pairs of classes there are. */
export interface Covering {
  readonly chosen: readonly Described[];
  readonly pairs: number;
  /** pairs that occur in the first of the chosen, by their number */
  readonly covered: readonly number[];
}

/**
 * A choice of candidates in which classes occur together that do in any: again and again the one with the most pairs that are new
 * for what it costs.
 * @param worth pairs that a candidate has to bring for its cost
 * @param most candidates that are chosen at most
 */
export function cover(candidates: readonly Described[], { worth = 0, most = Number.POSITIVE_INFINITY } = {}): Covering {
  const pairs = new Pairs();
  const lists = candidates.map(({ runs }) => pairs.of(runs));
  const isCovered = new Uint8Array(pairs.count);
  // what a candidate would bring only becomes less: only the first of the queue is counted anew
  const queue = lists
    .map((list, i) => ({ i, gain: list.length / candidates[i]!.cost }))
    .sort((a, b) => b.gain - a.gain || a.i - b.i);
  const chosen: Described[] = [];
  const covered: number[] = [];
  let total = 0;
  while (queue.length > 0 && chosen.length < most) {
    const [best] = queue as [{ i: number; gain: number }];
    const added = lists[best.i]!.reduce((sum, pair) => sum + (isCovered[pair] ? 0 : 1), 0);
    const gain = added / candidates[best.i]!.cost;
    if (gain < best.gain) {
      best.gain = gain;
      sink(queue);
      continue;
    }
    if (gain <= worth) break;
    for (const pair of lists[best.i]!) isCovered[pair] = 1;
    total += added;
    chosen.push(candidates[best.i]!);
    covered.push(total);
    best.gain = 0;
    sink(queue);
  }
  return { chosen, pairs: pairs.count, covered };
}

/** Puts the first of a sorted queue where it belongs. */
function sink(queue: { readonly i: number; gain: number }[]): void {
  const first = queue.shift()!;
  if (first.gain === 0) return;
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (queue[middle]!.gain > first.gain) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, first);
}

/** Numbers for pairs of classes. */
export class Pairs {
  readonly #classes = new Map<string, number>();
  readonly #pairs = new Map<number, number>();

  get count(): number {
    return this.#pairs.size;
  }

  /** The numbers of the pairs in some runs, each once. */
  of(runs: Described['runs']): Int32Array {
    const found = new Set<number>();
    for (const classes of runs) {
      const own = classes.map(({ dimension, value }) => this.#class(`${dimension}: ${value}`)).sort((a, b) => a - b);
      for (let i = 0; i < own.length; i++) for (let k = i; k < own.length; k++) found.add(this.#pair(own[i]!, own[k]!));
    }
    return Int32Array.from(found);
  }

  #class(text: string): number {
    const known = this.#classes.get(text) ?? this.#classes.size;
    this.#classes.set(text, known);
    return known;
  }

  #pair(a: number, b: number): number {
    const key = a * 2 ** 20 + b;
    const known = this.#pairs.get(key) ?? this.#pairs.size;
    this.#pairs.set(key, known);
    return known;
  }
}
