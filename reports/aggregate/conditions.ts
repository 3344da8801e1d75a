import { aspects } from '../../generators/classes/class.ts';
import { formatOf, isDType } from '../../oracles/numerics/dtype.ts';
import type { CaseResult, Condition } from '../schema.ts';
import { type BitSet, bitsWhere, both, either, except, include, sizeOf } from './bits.ts';
import { getOr, groupBy, minCasesForClaim, unique } from './grouping.ts';

/** The classes of a case, as numbers that its operator gives them. */
export type ClassList = Uint16Array;

/** One way in which the calls of an operator differ. */
interface Dimension {
  readonly aspect: string;
  readonly name: string;
  /** by value the number of the class */
  readonly values: Map<string, number>;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const orderOf = (aspect: string): number => (aspects as readonly string[]).indexOf(aspect);

/** By aspect, then by name. */
const byName = (a: Dimension, b: Dimension): number =>
  orderOf(a.aspect) - orderOf(b.aspect) || compareText(a.name, b.name);

/** What may be said of cases: that they have one of some values of a dimension. */
interface Candidate extends Condition {
  /** what it takes to say it, in bits */
  readonly cost: number;
  /** those that have it, of the cases that pass and are compared */
  readonly passing: BitSet;
}

/** Which of the cases that pass are compared. */
export interface Among {
  readonly values?: string | undefined;
  readonly explanation?: string;
  /** the cases were refused in these words: what they name is likely the reason, and values seldom are */
  readonly refusal?: string;
}

/** What may set cases apart. */
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
  /** by the number of a class; `passing`: which of the cases that pass have it */
  readonly #classes: { readonly dimension: Dimension; readonly text: string; readonly passing: number[] }[] = [];
  /** cases that pass */
  readonly #passing: number[] = [];
  #count = 0;
  /** the versions, and the types, with judged cases: `22`, `float32` */
  readonly tried = new Set<string>();
  /** by an explanation the cases that pass and rule it out */
  readonly #refuting = new Map<string, number[]>();

  /** The classes of a case; those of one that passes are kept. */
  add({ id, classes = {}, outcome, dataClass, refutes, rightBefore = [] }: CaseResult): ClassList {
    if (outcome === 'pass' || outcome === 'fail') for (const part of id.split('/').slice(1, 3)) this.tried.add(part);
    for (const right of rightBefore) this.#pass(this.#listOf(right, dataClass));
    const own = this.#listOf(classes, dataClass);
    if (outcome === 'pass') this.#pass(own, refutes);
    return own;
  }

  #pass(list: ClassList, refutes: readonly string[] = []): void {
    const place = this.#count++;
    include(this.#passing, place);
    for (const number of list) include(this.#classes[number]!.passing, place);
    for (const explanation of refutes)
      include(
        getOr(this.#refuting, explanation, () => []),
        place,
      );
  }

  #listOf(classes: NonNullable<CaseResult['classes']>, dataClass: string): ClassList {
    const list = aspects.flatMap((aspect) =>
      Object.entries(classes[aspect] ?? {}).map(([name, value]) => this.#numberOf(aspect, name, value)),
    );
    return Uint16Array.from([...list, this.#numberOf('data', 'kind of data', dataClass)]);
  }

  #numberOf(aspect: string, name: string, value: string): number {
    const dimension = getOr(this.#dimensions, name, () => ({ aspect, name, values: new Map() }));
    return getOr(dimension.values, value, () => this.#classes.push({ dimension, text: value, passing: [] }) - 1);
  }

  /**
   * What may set some broken cases apart from those that pass, the most likely first: what takes the fewest bits to say. All broken
   * cases have it, and few others; where nothing says less than it takes to say, it is nothing.
   * @param among of those that pass only these count: with some values in an input, or such that an explanation would have them fail
   */
  possible(broken: readonly ClassList[], { values, explanation, refusal }: Among = {}): readonly [Apart, ...Apart[]] {
    const { length: count } = broken;
    const counted = [
      values === undefined ? this.#passing : this.#withSome(values),
      explanation === undefined ? this.#passing : (this.#refuting.get(explanation) ?? []),
    ] as const;
    const others = both(...counted);
    const number = sizeOf(others);
    // which data were drawn refuses nothing
    const without = values !== undefined ? ['values', 'data'] : refusal !== undefined ? ['data'] : [];
    const all = this.#candidates(broken, others, without, refusal);
    const nothing = { conditions: [], bits: choose(count + number, count), left: number };
    const found: Apart[] = [nothing];
    let best: Apart & { readonly conditions: readonly Candidate[] } = nothing;
    // where most cases are broken, and of what as many have that pass, a condition has to save what it costs
    const free = count > number ? 0 : Math.log2(aspects.length + 1) + (count < minCasesForClaim ? rare : 0);
    const consider = (...conditions: readonly Candidate[]) => {
      const words = conditions.reduce((sum, { cost }) => sum + cost, 0);
      const more = another[conditions.length]!;
      // too long even if no case that passes has them
      if (words - free + more >= best.bits + unlikely) return;
      const left = sizeOf(conditions.map(({ passing }) => passing).reduce(both));
      const bits = words - (2 * left < count ? free : 0) + choose(count + left, count) + more;
      if (bits < best.bits + unlikely) found.push({ conditions, bits, left });
      if (bits < best.bits) best = { conditions, bits, left };
    };
    for (const one of all) consider(one);
    for (const [i, one] of all.entries())
      for (const other of all.slice(i + 1)) if (other.dimension !== one.dimension) consider(one, other);
    const pair = best.conditions;
    if (pair.length === 2 && best.left > 0)
      for (const one of all) if (pair.every(({ dimension }) => dimension !== one.dimension)) consider(...pair, one);
    return found
      .filter(({ bits }) => bits < best.bits + unlikely)
      .toSorted((a, b) => a.bits - b.bits)
      .map(({ conditions, bits, left }) => ({
        conditions: conditions.map(({ dimension, values }) => ({ dimension, values })),
        bits,
        left,
      })) as unknown as readonly [Apart, ...Apart[]];
  }

  /**
   * What may set a part of some broken cases apart, the most likely first: one class or two that few have which pass. The cases of a
   * part, and the others, may have causes of their own.
   */
  parts(broken: readonly ClassList[]): readonly ((list: ClassList) => boolean)[] {
    const inOrder = unique(broken.flatMap((list) => [...list])).toSorted((one, other) => {
      const [a, b] = [this.#classes[one]!, this.#classes[other]!];
      return byName(a.dimension, b.dimension) || compareText(a.text, b.text);
    });
    const atoms = inOrder.map((number) => {
      const { passing, dimension } = this.#classes[number]!;
      const own = bitsWhere(broken.length, (i) => broken[i]!.includes(number));
      const cost = this.#costOf(dimension.aspect) + Math.log2(Math.max(2, dimension.values.size));
      return { number, own, passing, cost };
    });
    const found: { readonly numbers: readonly number[]; readonly bits: number }[] = [];
    const consider = (numbers: readonly number[], cost: number, own: BitSet, passing: BitSet) => {
      const [count, left] = [sizeOf(own), sizeOf(passing)];
      const [rest, others] = [broken.length - count, this.#count - left];
      if (rest === 0 || left > count) return;
      found.push({ numbers, bits: cost + choose(count + left, count) + choose(rest + others, rest) });
    };
    for (const { number, own, passing, cost } of atoms) consider([number], cost, own, passing);
    for (const [i, a] of atoms.entries())
      for (const b of atoms.slice(i + 1))
        consider([a.number, b.number], a.cost + b.cost, both(a.own, b.own), both(a.passing, b.passing));
    return found
      .toSorted((a, b) => a.bits - b.bits)
      .slice(0, mostParts)
      .map(
        ({ numbers }) =>
          (list) =>
            numbers.every((number) => list.includes(number)),
      );
  }

  /** What it takes to name one of the dimensions of an aspect, in bits. */
  #costOf(aspect: string): number {
    let count = 0;
    for (const other of this.#dimensions.values()) if (other.aspect === aspect) count++;
    return Math.log2(aspects.length + 1) + Math.log2(count) + (aspect === 'data' ? seldom : 0);
  }

  /** The cases that pass and have such values in some input. */
  #withSome(values: string): BitSet {
    const named = this.#classes.filter(({ dimension }) => dimension.name.startsWith(`${values} in `));
    return either(named.map(({ passing }) => passing));
  }

  /** The cases that pass and have one of some classes. */
  #withAny(numbers: Iterable<number>): BitSet {
    return either(Array.from(numbers, (number) => this.#classes[number]!.passing));
  }

  /** The classes of a case by dimension. */
  #numbersBy(list: ClassList): ReadonlyMap<Dimension, number> {
    // of a dimension that two aspects name the first counts
    return new Map(Array.from(list, (number) => [this.#classes[number]!.dimension, number] as const).reverse());
  }

  /** What all broken cases have and some that pass have not. */
  #candidates(
    broken: readonly ClassList[],
    others: BitSet,
    without: readonly string[],
    refusal?: string,
  ): readonly Candidate[] {
    const found: Candidate[] = [];
    const count = sizeOf(others);
    const ofBroken = broken.map((list) => this.#numbersBy(list));
    // whatever the order of the cases was
    for (const dimension of [...this.#dimensions.values()].toSorted(byName)) {
      const { aspect, name } = dimension;
      const values = new Map([...dimension.values].toSorted(([a], [b]) => compareText(a, b)));
      if (without.includes(aspect)) continue;
      // an earlier version has no such attribute
      const missing = values.get(absent);
      const ofLists = this.#dimensions.get(lengthOf(name));
      const numberIn = (own: ReadonlyMap<Dimension, number>) =>
        own.get(dimension) ?? (ofLists && own.has(ofLists) ? undefined : missing);
      const seen = ofBroken.map(numberIn);
      if (seen.includes(undefined)) continue;
      const isUnusual = refusal !== undefined && aspect === 'values' && !namesValues.test(refusal);
      const more =
        (isUnusual ? seldom : 0) + (farFetched.test(name) ? 2 : 0) - (namesSubject(refusal, name) ? seldom : 0);
      const base = this.#costOf(aspect) + more;
      const texts = [...values].filter(([, number]) => seen.includes(number)).map(([text]) => text);
      const lacking =
        missing === undefined
          ? []
          : except(others, this.#withAny([...values.values(), ...(ofLists?.values.values() ?? [])]));
      /** @param chosen values that it is one of; any if absent */
      const propose = (cost: number, chosen?: readonly string[]) => {
        const named = chosen ?? [...values.keys()];
        const having = this.#withAny(named.map((text) => values.get(text)!));
        const passing = both(others, named.includes(absent) ? either([having, lacking]) : having);
        if (sizeOf(passing) < count) found.push({ dimension: name, values: chosen ?? [], cost: base + cost, passing });
      };
      const every = [...values.keys()];
      const each = Math.log2(Math.max(2, every.length));
      const inOrder = ordered(every);
      if (texts.length <= most && isNatural(name, texts, inOrder)) propose(texts.length * each, texts);
      if (!alwaysThere.test(name) && !values.has(absent)) propose(0.5);
      if (texts.length === every.length) continue;
      const kinds = unique(texts.map(kindOfType));
      const ofKind = every.filter((text) => kindOfType(text) === kinds[0]);
      if (kinds.length === 1 && kinds[0] && ofKind.length > most && ofKind.length < every.length) propose(1, ofKind);
      const given = every.filter((text) => !usual.includes(text));
      if (given.length < every.length && texts.every((text) => given.includes(text))) propose(1, given);
      if (!inOrder || texts.length < 2) continue;
      const places = texts.map((text) => inOrder.indexOf(text));
      const [from, to] = [Math.min(...places), Math.max(...places)];
      // that the least sizes show nothing says nothing
      if (/^(?:size|elements) of /.test(name) && Number.parseInt(inOrder[from]!, 10) <= 3) continue;
      if (from > 0) propose(each, inOrder.slice(from));
      if (to < inOrder.length - 1) propose(each, inOrder.slice(0, to + 1));
      if (from > 0 && to < inOrder.length - 1) propose(2 * each, inOrder.slice(from, to + 1));
    }
    for (const [list, places] of groupBy([...this.#dimensions.values()].toSorted(byName), ({ name }) => listOf(name))) {
      if (list === undefined || without.includes(places[0]!.aspect)) continue;
      const texts = unique(places.flatMap(({ values }) => [...values.keys()])).toSorted(compareText);
      for (const text of texts) {
        const numbers = places.flatMap(({ values }) => values.get(text) ?? []);
        if (!broken.every((own) => numbers.some((number) => own.includes(number)))) continue;
        const passing = both(others, this.#withAny(numbers));
        const cost = this.#costOf(places[0]!.aspect) + Math.log2(Math.max(2, texts.length));
        if (sizeOf(passing) < count) found.push({ dimension: `${entryOf}${list}`, values: [text], cost, passing });
      }
    }
    return found;
  }
}

/** What a condition of few cases, which are hard to tell apart from others, may cost more than it saves, in bits. */
const rare = 3;

/** What a refusal says whose reason are values after all. */
const namesValues = /\b(?:infinity|nan)\b/i;

/** Whether a message names what a dimension is of: `stash_type` of `default of stash_type`. */
function namesSubject(message: string | undefined, dimension: string): boolean {
  const [subject] = /\b[a-z]\w{3,}$/i.exec(dimension.replace(/ (?:at|along|relative to|since) .*$/, '')) ?? [];
  return subject !== undefined && message !== undefined && new RegExp(`\\b${subject}\\b`).test(message);
}

/** What none, one, two and three conditions have to save besides what it takes to say them, in bits: a third is seldom needed. */
const another = [0, 1, 2, 4] as const;

/** What an aspect costs more that is seldom the reason, and less what a message names, in bits. */
const seldom = 4;

/** Parts that are looked at more closely. */
const mostParts = 16;

/** How many bits more than the best make something unlikely. */
const unlikely = 6;

/** Values that are named one by one. */
const most = 3;

/**
 * Whether some values may have a reason in common: of sizes and other numbers those that follow one another, but for one number; of types
 * those of one kind, or those that share bytes; of what sizes are multiples of, one.
 */
function isNatural(name: string, values: readonly string[], inOrder: readonly string[] | undefined): boolean {
  if (values.length === 1) return true;
  if (!inOrder)
    return !name.startsWith('divisors of ') && (unique(values.map(kindOfType)).length === 1 || values.every(isPacked));
  const places = values.map((text) => inOrder.indexOf(text));
  const between = inOrder.slice(Math.min(...places), Math.max(...places));
  const missing = between.filter((text) => !values.includes(text));
  return missing.length === 0 || (missing.length === 1 && /^\d+$/.test(missing[0]!));
}

/** Dimensions that every large enough tensor has: their presence alone tells nothing. */
const alwaysThere = /^(?:size|divisors|equal sizes|elements) of |^rank of \S+$/;

/** What few kernels look at, and often goes with a rank or a size. */
const farFetched = /^(?:divisors|equal sizes) of /;

/** The kind of numbers of a type: integer, float …; `undefined` for text that names no type of tensors. */
export const kindOfType = (text: string): string | undefined => (isDType(text) ? formatOf(text).kind : undefined);

/** Whether several elements of a type share a byte. */
function isPacked(text: string): boolean {
  const format = isDType(text) && formatOf(text);
  return format && 'bits' in format && format.bits < 8;
}

/** Of an attribute, and of an input. */
const [absent, leftOut] = ['absent', 'left out'] as const;

/** What is usual, so that all other values together are one condition. */
const usual: readonly string[] = [absent, leftOut, 'of the same shape'];

/** Of a list of names an entry, wherever it stands: the beginning of what that is called. */
const entryOf = 'one of ';

/** The list that a dimension is an entry of, if it is one. */
const listOf = (dimension: string): string | undefined => /^(.+)\[\d+\]$/.exec(dimension)?.[1];

/** What a condition speaks of: that an attribute is 1, and that it is not its default, are two words for one thing. */
export const subjectOf = ({ dimension }: Condition): string =>
  dimension.replace(/^(?:default|length|entries|order) of /, '');

/** Whether a call with some classes has a condition. */
export function isMet({ dimension, values }: Condition, classes: ReadonlyMap<string, string>): boolean {
  if (dimension.startsWith(entryOf)) {
    const list = dimension.slice(entryOf.length);
    return [...classes].some(([name, value]) => listOf(name) === list && values.includes(value));
  }
  if (values.length === 0) return classes.has(dimension);
  const value = classes.get(dimension) ?? (classes.has(lengthOf(dimension)) ? undefined : absent);
  return value !== undefined && values.includes(value);
}

/** The dimension of an attribute that is a list of several. */
const lengthOf = (name: string): string => `length of ${name}`;

/** Sizes, ranks and versions in their order; `undefined` for other values. */
export function ordered(values: readonly string[]): readonly string[] | undefined {
  if (!values.every((text) => /^\d+(?: to \d+| or more)?$/.test(text))) return undefined;
  return values.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
}

/** The base-2 logarithms of factorials, computed as far as needed. */
const factorials = [0];

function factorial(n: number): number {
  for (let i = factorials.length; i <= n; i++) factorials.push(factorials[i - 1]! + Math.log2(i));
  return factorials[n]!;
}

/** How many bits it takes to say which `k` of `n` things are meant. */
const choose = (n: number, k: number): number => factorial(n) - factorial(k) - factorial(n - k);
