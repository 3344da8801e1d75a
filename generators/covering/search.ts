import type { Class } from '../classes/class.ts';

/** A run of a call: its classes, which occur together, and what would show in it. */
export interface DescribedRun {
  readonly classes: readonly Class[];
  /** a bit for each way to go wrong that changes its answer */
  readonly shows: number;
}

/** A call that is drawn, and its runs. */
export interface DescribedCall {
  /** name of the cell */
  readonly name: string;
  readonly index: number;
  readonly runs: readonly DescribedRun[];
  /** the cost of trying it, 1 for the smallest call */
  readonly cost: number;
}

/** When a choice ends. */
interface SearchLimits {
  /** what a candidate has to add for its cost, as a share of all that shows in the calls that are drawn */
  readonly worth?: number;
  /** the share of all that shows in the calls that are drawn which has to be covered, however little a candidate adds */
  readonly share?: number;
  /** candidates that are chosen at most */
  readonly most?: number;
}

/** The pairs of a call, each with what shows in some of the runs that have it. */
interface ShownPairs {
  readonly pairs: Int32Array;
  readonly shows: Int32Array;
}

/**
 * Pairs of classes that occur together in the runs of some calls, each with what has shown where they do: a pair may occur in calls whose
 * data hide a fault, and has to occur in others as well. What shows in many of the calls that are drawn counts most: users make such calls.
 */
export class Covering {
  /** bits of what may show */
  readonly #ways: number;
  readonly #pairs = new Pairs();
  readonly #calls: ReadonlyMap<DescribedCall, ShownPairs>;
  /** in how many of the calls that are drawn a pair shows something, by pair and way */
  readonly #counts: Int32Array;
  readonly #total: number;
  readonly #shown: Int32Array;
  /** as a share of the total */
  #covered = 0;

  /** @param drawn the calls that may be chosen */
  constructor(ways: number, drawn: readonly DescribedCall[]) {
    this.#ways = ways;
    this.#calls = new Map(drawn.map((call) => [call, this.#shownBy(call)]));
    this.#shown = new Int32Array(this.#pairs.count);
    this.#counts = new Int32Array(this.#pairs.count * ways);
    for (const { pairs, shows } of this.#calls.values()) {
      for (let i = 0; i < pairs.length; i++)
        forBits(shows[i]!, (way) => {
          this.#counts[pairs[i]! * ways + way]!++;
        });
    }
    this.#total = this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** Counts what a call covers that is tried in any case. */
  add(call: Pick<DescribedCall, 'runs'>): void {
    this.#cover(this.#shownBy(call));
  }

  /** Some of the calls, in the order in which they are taken: again and again the one that adds most for what it costs. */
  choose(
    candidates: readonly DescribedCall[],
    { worth = 0, share = 0, most = Number.POSITIVE_INFINITY }: SearchLimits = {},
  ): DescribedCall[] {
    const gainOf = (i: number) => this.#gainOf(this.#calls.get(candidates[i]!)!) / candidates[i]!.cost;
    // what a candidate would bring only becomes less: only the first of the queue is counted anew
    const queue = candidates.map((_, i) => ({ i, gain: gainOf(i) })).sort((a, b) => b.gain - a.gain || a.i - b.i);
    const chosen: DescribedCall[] = [];
    while (queue.length > 0 && chosen.length < most) {
      const [best] = queue as [{ i: number; gain: number }];
      const gain = gainOf(best.i);
      if (gain < best.gain) best.gain = gain;
      else if (gain === 0 || (gain <= worth && this.#covered >= share)) break;
      else {
        this.#cover(this.#calls.get(candidates[best.i]!)!);
        chosen.push(candidates[best.i]!);
        best.gain = 0;
      }
      sink(queue);
    }
    return chosen;
  }

  #shownBy({ runs }: Pick<DescribedCall, 'runs'>): ShownPairs {
    const all = new Map<number, number>();
    for (const { classes, shows } of runs)
      for (const pair of this.#pairs.of(classes)) all.set(pair, (all.get(pair) ?? 0) | shows);
    return { pairs: Int32Array.from(all.keys()), shows: Int32Array.from(all.values()) };
  }

  #cover(call: ShownPairs): void {
    this.#covered += this.#gainOf(call);
    const { pairs, shows } = call;
    for (let i = 0; i < pairs.length; i++) {
      // a pair that is in none of the calls that are drawn counts nothing
      if (pairs[i]! < this.#shown.length) this.#shown[pairs[i]!]! |= shows[i]!;
    }
  }

  #gainOf({ pairs, shows }: ShownPairs): number {
    let gain = 0;
    for (let i = 0; i < pairs.length; i++) {
      const first = pairs[i]! * this.#ways;
      forBits(shows[i]! & ~this.#shown[pairs[i]!]!, (way) => {
        // a pair that is in none of the calls that are drawn counts nothing
        gain += this.#counts[first + way] ?? 0;
      });
    }
    return this.#total === 0 ? 0 : gain / this.#total;
  }
}

function forBits(x: number, visit: (bit: number) => void): void {
  for (let rest = x; rest !== 0; rest &= rest - 1) visit(31 - Math.clz32(rest & -rest));
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

  /** The numbers of the pairs of a run, each once; a class alone counts as one. */
  of(classes: readonly Class[]): number[] {
    const own = classes.map(({ dimension, value }) => this.#class(`${dimension}: ${value}`)).sort((a, b) => a - b);
    return own.flatMap((one, i) => own.slice(i).map((other) => this.#pair(one, other)));
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
