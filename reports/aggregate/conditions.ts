import { aspects } from '../../generators/classes/class.ts';
import type { CaseResult, Condition } from '../schema.ts';
import { getOr, minCasesForClaim } from './grouping.ts';

/** The classes of a case, as numbers that its operator gives them. */
export type ClassList = Uint16Array;

/** One way in which the calls of an operator differ. */
interface Dimension {
  readonly aspect: string;
  readonly name: string;
  /** by value the number of the class */
  readonly values: Map<string, number>;
}

/** What may be said of cases: that they have one of some values of a dimension. */
interface Candidate extends Condition {
  /** what it takes to say it, in bits */
  readonly cost: number;
  /** of the cases that pass those that have it, bit by bit */
  readonly passing: Uint32Array;
}

/** What sets cases apart. */
export interface Apart {
  readonly conditions: readonly Condition[];
  /** what it takes to say which cases are meant */
  readonly bits: number;
  /** cases that pass and have it, too */
  readonly left: number;
}

/** The classes that the cases of an operator have, and those of its cases that pass. */
export class OperatorClasses {
  readonly #dimensions = new Map<string, Dimension>();
  readonly #classes: Dimension[] = [];
  readonly #passing: ClassList[] = [];
  /** of those that pass what each rules out */
  readonly #refuting = new Map<ClassList, readonly string[]>();

  /** The classes of a case; those of one that passes are kept. */
  add({ classes = {}, outcome, dataClass, refutes, rightBefore = [] }: CaseResult): ClassList {
    for (const right of rightBefore) this.#passing.push(this.#listOf(right, dataClass));
    const own = this.#listOf(classes, dataClass);
    if (outcome === 'pass') this.#passing.push(own);
    if (refutes) this.#refuting.set(own, refutes);
    return own;
  }

  #listOf(classes: NonNullable<CaseResult['classes']>, dataClass: string): ClassList {
    const list = aspects.flatMap((aspect) =>
      Object.entries(classes[aspect] ?? {}).map(([name, value]) => this.#numberOf(aspect, name, value)),
    );
    return Uint16Array.from([...list, this.#numberOf('data', 'kind of data', dataClass)]);
  }

  #numberOf(aspect: string, name: string, value: string): number {
    const dimension = getOr(this.#dimensions, name, () => ({ aspect, name, values: new Map() }));
    return getOr(dimension.values, value, () => this.#classes.push(dimension) - 1);
  }

  /**
   * What sets some broken cases apart from those that pass, in the fewest bits: all of these have it, and few others.
   * None where that says less than it takes to say.
   * @param values what answers are wrong for, such as NaN: others that have none say nothing
   */
  conditionsOf(broken: readonly ClassList[], values?: string): Apart {
    const { length: count } = broken;
    const others = values === undefined ? this.#passing : this.#passing.filter((list) => this.#hasSome(list, values));
    const all = this.#candidates(broken, others, values === undefined ? [] : ['values', 'data']);
    let best: Omit<Apart, 'conditions'> & { readonly conditions: readonly Candidate[] } = {
      conditions: [],
      bits: choose(count + others.length, count),
      left: others.length,
    };
    // where most cases are broken, a condition has to save what it costs
    const free = count > others.length ? 0 : Math.log2(aspects.length + 1) + (count < minCasesForClaim ? rare : 0);
    const consider = (conditions: readonly Candidate[], passing: Uint32Array) => {
      const left = ones(passing);
      const words = conditions.reduce((sum, { cost }) => sum + cost, 0) - free;
      const bits = words + choose(count + left, count);
      if (bits < best.bits - (conditions.length > best.conditions.length ? 1 : 0)) best = { conditions, bits, left };
    };
    for (const one of all) consider([one], one.passing);
    for (const [i, one] of all.entries())
      for (const other of all.slice(i + 1))
        if (other.dimension !== one.dimension) consider([one, other], both(one.passing, other.passing));
    const pair = best.conditions;
    if (pair.length === 2 && best.left > 0) {
      const passing = both(pair[0]!.passing, pair[1]!.passing);
      for (const one of all)
        if (pair.every(({ dimension }) => dimension !== one.dimension))
          consider([...pair, one], both(passing, one.passing));
    }
    return {
      ...best,
      conditions: best.conditions.map(({ dimension, values }) => ({ dimension, values })),
    };
  }

  /** Whether a case that passes rules an explanation out, of those that have some conditions. */
  isRefuted(explanation: string, conditions: readonly Condition[]): boolean {
    return [...this.#refuting].some(
      ([list, ids]) => ids.includes(explanation) && conditions.every((condition) => this.#holds(condition, list)),
    );
  }

  #holds({ dimension, values }: Condition, list: ClassList): boolean {
    const all = this.#dimensions.get(dimension)!.values;
    const own = values.length === 0 ? [...all.values()] : values.map((value) => all.get(value)!);
    return list.some((number) => own.includes(number));
  }

  /** Whether some input of a case has such values. */
  #hasSome(list: ClassList, values: string): boolean {
    return list.some((number) => this.#classes[number]!.name.startsWith(`${values} in `));
  }

  /** What all broken cases have and some that pass have not. */
  #candidates(
    broken: readonly ClassList[],
    others: readonly ClassList[],
    without: readonly string[],
  ): readonly Candidate[] {
    const perAspect = new Map<string, number>();
    for (const { aspect } of this.#dimensions.values()) perAspect.set(aspect, (perAspect.get(aspect) ?? 0) + 1);
    const found: Candidate[] = [];
    for (const dimension of this.#dimensions.values()) {
      const { aspect, name, values } = dimension;
      if (without.includes(aspect)) continue;
      const own = new Set(values.values());
      // an earlier version has no such attribute; lists have dimensions of their own
      const missing = values.size > 1 ? values.get(absent) : undefined;
      const numberIn = (list: ClassList) => list.find((number) => own.has(number)) ?? missing;
      const seen = broken.map(numberIn);
      if (seen.includes(undefined)) continue;
      const base = Math.log2(aspects.length + 1) + Math.log2(perAspect.get(aspect)!) + (aspect === 'data' ? 4 : 0);
      const texts = [...values].filter(([, number]) => seen.includes(number)).map(([text]) => text);
      /** @param chosen values that it is one of; any if absent */
      const propose = (cost: number, chosen?: readonly string[]) => {
        const numbers = new Set((chosen ?? [...values.keys()]).map((text) => values.get(text)!));
        const passing = bitsOf(others, (list) => numbers.has(numberIn(list) ?? -1));
        if (ones(passing) < others.length)
          found.push({ dimension: name, values: chosen ?? [], cost: base + cost, passing });
      };
      const every = [...values.keys()];
      const each = Math.log2(Math.max(2, every.length));
      if (texts.length <= most) propose(texts.length * each, texts);
      if (!alwaysThere.test(name)) propose(0.5);
      if (texts.length === every.length) continue;
      if (every.includes(absent) && !texts.includes(absent))
        propose(
          1,
          every.filter((text) => text !== absent),
        );
      const inOrder = ordered(every);
      if (!inOrder || texts.length < 2) continue;
      const places = texts.map((text) => inOrder.indexOf(text));
      const [from, to] = [Math.min(...places), Math.max(...places)];
      if (from > 0) propose(each, inOrder.slice(from));
      if (to < inOrder.length - 1) propose(each, inOrder.slice(0, to + 1));
      if (from > 0 && to < inOrder.length - 1) propose(2 * each, inOrder.slice(from, to + 1));
    }
    return found;
  }
}

/** What a condition of few cases, which are hard to tell apart from others, may cost more than it saves, in bits. */
const rare = 3;

/** Values that are named one by one. */
const most = 3;

/** Dimensions that every large enough tensor has: their presence alone tells nothing. */
const alwaysThere = /^(?:size|divisors|equal sizes|elements) of |^rank of \S+$/;

const absent = 'absent';

/** Sizes, ranks and versions in their order; `undefined` for other values. */
export function ordered(values: readonly string[]): readonly string[] | undefined {
  if (!values.every((text) => /^\d+(?: to \d+| or more)?$/.test(text))) return undefined;
  return values.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
}

/** How many bits it takes to say which `k` of `n` things are meant. */
function choose(n: number, k: number): number {
  let bits = 0;
  for (let i = 1; i <= Math.min(k, n - k); i++) bits += Math.log2((n - i + 1) / i);
  return bits;
}

function bitsOf<T>(all: readonly T[], holds: (one: T) => boolean): Uint32Array {
  const bits = new Uint32Array(Math.ceil(all.length / 32));
  for (const [i, one] of all.entries()) if (holds(one)) bits[i >> 5]! |= 1 << (i & 31);
  return bits;
}

const both = (a: Uint32Array, b: Uint32Array): Uint32Array => a.map((bits, i) => bits & b[i]!);

function ones(bits: Uint32Array): number {
  let count = 0;
  for (let word of bits) for (; word !== 0; word &= word - 1) count++;
  return count;
}
