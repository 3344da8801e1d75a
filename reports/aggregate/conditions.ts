import { aspects } from '../../generators/classes/class.ts';
import { formatOf, isDType } from '../../oracles/numerics/dtype.ts';
import { graphName } from '../../oracles/spec/graph-operator.ts';
import type { CaseResult, Condition } from '../schema.ts';
import { addNumber, type BitSet, bitsWhere, differenceOf, intersectionOf, sizeOf, unionOfSets } from './bits.ts';
import { getOr, groupBy, minCasesForClaim, unique } from './grouping.ts';

/** The classes of a case, in the numbering of its operator. */
export type ClassList = Uint16Array;

/** A property in which calls of an operator differ. */
interface Dimension {
  readonly aspect: string;
  readonly name: string;
  /** the number of the class of each value */
  readonly values: Map<string, number>;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const orderOf = (aspect: string): number => (aspects as readonly string[]).indexOf(aspect);

/** Orders dimensions by aspect, then by name. */
const byName = (a: Dimension, b: Dimension): number =>
  orderOf(a.aspect) - orderOf(b.aspect) || compareText(a.name, b.name);

/** A condition that all broken cases meet. */
interface Candidate extends Condition {
  /** the cost of the condition's description, in bits */
  readonly cost: number;
  /** the compared passing cases that also meet it */
  readonly passing: BitSet;
}

/** Restricts the passing cases with which broken ones are compared. */
export interface ComparedCases {
  /** only cases with these values in an input: `NaN` */
  readonly values?: string | undefined;
  /** only cases that the fault of this id would make fail */
  readonly explanation?: string;
  /** the error message of the broken cases: a dimension that it names is a likely reason, values rarely are */
  readonly refusal?: string;
  /** whether the broken cases have a wrong shape: values are rarely the reason */
  readonly isOfShape?: boolean;
  /** whether broken values are close to right ones: the more elements, the likelier one of them is too far off */
  readonly isClose?: boolean;
}

/** Conditions that may distinguish broken cases from passing ones. */
export interface Distinction {
  readonly conditions: readonly Condition[];
  /** the length of the description: of the conditions, and of the broken cases among those that meet them */
  readonly bits: number;
  /** the number of passing cases that also meet them */
  readonly left: number;
  /** the passing cases that also meet them */
  readonly met: BitSet;
}

/** Collects the classes of an operator's cases, and finds conditions that distinguish its broken cases. */
export class OperatorClasses {
  readonly #dimensions = new Map<string, Dimension>();
  /** by the number of a class; `cases`: the passing and the unexpectedly broken cases in the class */
  readonly #classes: { readonly dimension: Dimension; readonly text: string; readonly cases: number[] }[] = [];
  /** all passing cases */
  readonly #passing: number[] = [];
  /** all passing and all unexpectedly broken cases */
  readonly #placed: number[] = [];
  /** the further cases about unexpectedly broken ones */
  readonly #aboutUnexpected: number[] = [];
  /** the lists of cases that are expected to be broken */
  readonly #expected = new Set<ClassList>();
  #count = 0;
  /** the versions, the types and the opsets with judged cases: `22`, `float32`, `opset 23` */
  readonly tried = new Set<string>();
  /** the number of each list, for the keys of `#found` */
  readonly #numbers = new Map<ClassList, number>();
  /** what {@link possible} has found since the last case was added */
  readonly #found = new Map<string, readonly [Distinction, ...Distinction[]]>();
  /** the passing cases that refute each explanation, by its id */
  readonly #refuting = new Map<string, number[]>();

  /** Returns the classes of a further case, and stores them. @param isExpected whether the failures that it is about are expected */
  addFurther(result: CaseResult, isExpected: boolean): ClassList {
    const before = this.#count;
    const own = this.add(result, isExpected);
    if (!isExpected) for (let place = before; place < this.#count; place++) addNumber(this.#aboutUnexpected, place);
    return own;
  }

  /** Returns the classes of a case, and stores them. @param isExpected whether it is expected to be broken */
  add(result: CaseResult, isExpected = false): ClassList {
    const { id, opset, operator, classes = {}, outcome, refutes, rightBefore = [] } = result;
    if (outcome === 'pass' || outcome === 'fail')
      for (const part of [...id.split('/').slice(1, 3), `opset ${opset}`]) this.tried.add(part);
    for (const right of rightBefore) this.#pass(this.#listOf(right));
    const own = this.#listOf(operator === graphName ? withoutVersion(classes) : classes);
    if (outcome === 'pass') this.#pass(own, refutes);
    else this.#numbers.set(own, this.#numbers.size);
    if (outcome !== 'pass' && isExpected) this.#expected.add(own);
    else if (outcome !== 'pass') this.#put(own);
    this.#found.clear();
    return own;
  }

  /** The number of runs that were judged, the earlier ones of sessions included. */
  get judged(): number {
    return sizeOf(this.#passing) + this.#numbers.size;
  }

  /** Gives a case a place, in its classes too. @returns the place */
  #put(list: ClassList): number {
    const place = this.#count++;
    addNumber(this.#placed, place);
    for (const number of list) addNumber(this.#classes[number]!.cases, place);
    return place;
  }

  #pass(list: ClassList, refutes: readonly string[] = []): void {
    const place = this.#put(list);
    addNumber(this.#passing, place);
    for (const explanation of refutes)
      addNumber(
        getOr(this.#refuting, explanation, () => []),
        place,
      );
  }

  #listOf(classes: Classes): ClassList {
    const list = aspects.flatMap((aspect) =>
      withSigns(classes[aspect] ?? {}).map(([name, value]) => this.#numberOf(aspect, name, value)),
    );
    return Uint16Array.from(list);
  }

  #numberOf(aspect: string, name: string, value: string): number {
    const dimension = getOr(this.#dimensions, name, () => ({ aspect, name, values: new Map() }));
    return getOr(dimension.values, value, () => this.#classes.push({ dimension, text: value, cases: [] }) - 1);
  }

  /**
   * Returns what may distinguish broken cases from passing ones, the shortest description first (minimum description length).
   * All broken cases meet the conditions, and few passing ones do. If no condition shortens the description, the first has none.
   */
  possible(broken: readonly ClassList[], compared: ComparedCases = {}): readonly [Distinction, ...Distinction[]] {
    const key = JSON.stringify([broken.map((list) => this.#numbers.get(list)), compared]);
    return getOr(this.#found, key, () => this.#possible(broken, compared));
  }

  #possible(broken: readonly ClassList[], compared: ComparedCases): readonly [Distinction, ...Distinction[]] {
    const { values, explanation } = compared;
    const { length: count } = broken;
    const besides = explanation === undefined ? this.#besides(broken) : (this.#refuting.get(explanation) ?? []);
    const others = values === undefined ? besides : intersectionOf(besides, this.#withSome(values));
    const number = sizeOf(others);
    const all = this.#candidates(broken, others, compared);
    const nothing = { conditions: [], bits: choose(count + number, count), left: number, met: others };
    const found: Distinction[] = [nothing];
    let best: Distinction & { readonly conditions: readonly Candidate[] } = nothing;
    // if few cases are broken, the first condition is cheaper; unless about as many passing cases meet it
    const free = count > number ? 0 : Math.log2(aspects.length) + (count < minCasesForClaim ? fewCasesBonus : 0);
    // where a size or a range of ranks is the reason, such calls fail; otherwise it goes along with what shows a wrong answer
    const goingAlong = new Set<Condition>(
      all.filter((one) => isOfSize(one) || (compared.refusal === undefined && isOfRanks(one))),
    );
    const signs = new Set<Condition>(all.filter(isOfSign));
    const consider = (...conditions: readonly Candidate[]) => {
      const words = conditions.reduce((sum, { cost }) => sum + cost, 0);
      const more = extraCost[conditions.length]!;
      // too long even if no passing case meets them
      if (words - free + more >= best.bits + unlikelyBits) return;
      const met = conditions.map(({ passing }) => passing).reduce(intersectionOf);
      const left = sizeOf(met);
      if (4 * left >= count && conditions.some((one) => goingAlong.has(one))) return;
      // a sign may do so as well, where as many such calls pass; it is rarely the reason for rounding
      if ((compared.isClose ? 4 : 1) * left >= count && conditions.some((one) => signs.has(one))) return;
      const bits = words - (2 * left < count ? free : 0) + choose(count + left, count) + more;
      const one = { conditions, bits, left, met };
      if (bits < best.bits + unlikelyBits) found.push(one);
      if (bits < best.bits) best = one;
    };
    for (const one of all) consider(one);
    for (const [i, one] of all.entries())
      for (const other of all.slice(i + 1)) if (other.dimension !== one.dimension) consider(one, other);
    const pair = best.conditions;
    if (pair.length === 2 && best.left > 0)
      for (const one of all) if (pair.every(({ dimension }) => dimension !== one.dimension)) consider(...pair, one);
    return found
      .filter(({ bits }) => bits < best.bits + unlikelyBits)
      .toSorted((a, b) => a.bits - b.bits)
      .map(({ conditions, ...own }) => ({
        conditions: conditions.map(({ dimension, values, except }) => ({
          dimension,
          values,
          ...(except !== undefined && { except }),
        })),
        ...own,
      })) as unknown as readonly [Distinction, ...Distinction[]];
  }

  /**
   * Returns the passing cases, with which broken ones are compared. Unexpectedly broken ones passed when other failures were noted
   * as expected, and there were no further cases about them, so what is said of these stays the same.
   */
  #besides(broken: readonly ClassList[]): BitSet {
    return broken.some((list) => this.#expected.has(list))
      ? differenceOf(this.#placed, this.#aboutUnexpected)
      : this.#passing;
  }

  /** Returns those of some cases that meet all conditions. */
  meeting(conditions: readonly Condition[], lists: readonly ClassList[]): readonly ClassList[] {
    const textsOf = (list: ClassList) =>
      new Map(
        Array.from(list, (number) => [this.#classes[number]!.dimension.name, this.#classes[number]!.text] as const),
      );
    return lists.filter((list) => {
      const own = textsOf(list);
      return conditions.every((condition) => isMet(condition, own));
    });
  }

  /**
   * Returns what given conditions leave of the passing cases; `undefined` if some broken case does not meet them.
   * @param explanation if given, only passing cases that this fault would make fail count
   */
  distinctionBy(
    conditions: readonly Condition[],
    broken: readonly ClassList[],
    explanation?: string,
  ): Distinction | undefined {
    if (this.meeting(conditions, broken).length < broken.length) return undefined;
    const others = explanation === undefined ? this.#besides(broken) : (this.#refuting.get(explanation) ?? []);
    const met = conditions.reduce((left, condition) => intersectionOf(left, this.#meeting(condition)), others);
    const left = sizeOf(met);
    return { conditions, left, met, bits: choose(broken.length + left, left) };
  }

  /**
   * Returns tests that split broken cases in two, the most likely split first. A test requires one class or two that few
   * passing cases have. The two parts may have different causes.
   */
  parts(broken: readonly ClassList[]): readonly ((list: ClassList) => boolean)[] {
    const inOrder = unique(broken.flatMap((list) => [...list])).toSorted((one, other) => {
      const [a, b] = [this.#classes[one]!, this.#classes[other]!];
      return byName(a.dimension, b.dimension) || compareText(a.text, b.text);
    });
    const others = this.#besides(broken);
    const atoms = inOrder.map((number) => {
      const { cases, dimension } = this.#classes[number]!;
      const passing = intersectionOf(cases, others);
      const own = bitsWhere(broken.length, (i) => broken[i]!.includes(number));
      const cost = this.#costOf(dimension.aspect) + Math.log2(Math.max(2, dimension.values.size));
      return { number, own, passing, cost };
    });
    const found: { readonly numbers: readonly number[]; readonly bits: number }[] = [];
    const consider = (numbers: readonly number[], cost: number, own: BitSet, passing: BitSet) => {
      const [count, left] = [sizeOf(own), sizeOf(passing)];
      const [rest, without] = [broken.length - count, sizeOf(others) - left];
      if (rest === 0 || left > count) return;
      found.push({ numbers, bits: cost + choose(count + left, count) + choose(rest + without, rest) });
    };
    for (const { number, own, passing, cost } of atoms) consider([number], cost, own, passing);
    for (const [i, a] of atoms.entries())
      for (const b of atoms.slice(i + 1))
        consider(
          [a.number, b.number],
          a.cost + b.cost,
          intersectionOf(a.own, b.own),
          intersectionOf(a.passing, b.passing),
        );
    return found
      .toSorted((a, b) => a.bits - b.bits)
      .slice(0, maxParts)
      .map(
        ({ numbers }) =>
          (list) =>
            numbers.every((number) => list.includes(number)),
      );
  }

  /** Returns the cost of naming a dimension of an aspect, in bits. */
  #costOf(aspect: string): number {
    let count = 0;
    for (const other of this.#dimensions.values()) if (other.aspect === aspect) count++;
    return Math.log2(aspects.length) + Math.log2(count);
  }

  /** Returns the cases with these values in some input. */
  #withSome(values: string): BitSet {
    const named = this.#classes.filter(({ dimension }) => dimension.name.startsWith(`${values} in `));
    return unionOfSets(named.map(({ cases }) => cases));
  }

  /** Returns the cases in any of the classes. */
  #withAny(numbers: Iterable<number>): BitSet {
    return unionOfSets(Array.from(numbers, (number) => this.#classes[number]!.cases));
  }

  /** Returns the cases that meet a condition, as {@link isMet} says. */
  #meeting({ dimension, values }: Condition): BitSet {
    const list = dimension.startsWith(entryOf) ? dimension.slice(entryOf.length) : undefined;
    const own = [...this.#dimensions.values()].filter(({ name }) =>
      list === undefined ? isNamed(dimension, name) : listOf(name) === list,
    );
    const numbersOf = (text: string) => own.flatMap((one) => one.values.get(text) ?? []);
    if (values.length === 0) return this.#withAny(own.flatMap((one) => [...one.values.values()]));
    const having = this.#withAny(values.flatMap(numbersOf));
    return list === undefined && values.includes(absent)
      ? unionOfSets([having, this.#without(dimension, this.#placed)])
      : having;
  }

  /**
   * Whether a dimension compares the shapes of two inputs that need not go along each other, as some valid calls show: kernels
   * rarely compare them then.
   */
  #isOfUnrelated(name: string): boolean {
    const [, own, other] = /^(?:rank of )?(\S+) (?:along|relative to) (\S+)$/.exec(name) ?? [];
    return this.#dimensions.get(`${own} along ${other}`)?.values.has('of another shape') === true;
  }

  /** Returns those of some cases that have no value in a dimension, nor a list instead. */
  #without(dimension: string, among: BitSet): BitSet {
    const own = [dimension, lengthOf(dimension)].flatMap((name) => [
      ...(this.#dimensions.get(name)?.values.values() ?? []),
    ]);
    return differenceOf(among, this.#withAny(own));
  }

  /** Returns the classes of a case by dimension. */
  #numbersBy(list: ClassList): ReadonlyMap<Dimension, number> {
    // if two aspects have the same dimension, the first one counts
    return new Map(Array.from(list, (number) => [this.#classes[number]!.dimension, number] as const).reverse());
  }

  /** Returns the conditions that all broken cases meet and some passing cases do not. */
  #candidates(
    broken: readonly ClassList[],
    others: BitSet,
    { values: compared, refusal, isOfShape, isClose = false }: ComparedCases,
  ): readonly Candidate[] {
    // the more elements, the likelier one of them has the values, or is too far off
    const isExcluded = ({ aspect, name }: Dimension) =>
      (compared !== undefined && aspect === 'values') || ((compared !== undefined || isClose) && ofSizes.test(name));
    const found: Candidate[] = [];
    const count = sizeOf(others);
    // values are rarely the reason for a refusal, unless its message names them, and still more rarely for a shape or for rounding,
    // for which ranks are as rarely
    const isRefusal = refusal !== undefined && !namesValues.test(refusal);
    const valueCost = isOfShape || isClose ? 2 * rareCost : isRefusal ? rareCost : 0;
    const ofBroken = broken.map((list) => this.#numbersBy(list));
    // sorted: the result must not depend on the order of cases
    for (const dimension of [...this.#dimensions.values()].toSorted(byName)) {
      const { aspect, name } = dimension;
      const values = new Map([...dimension.values].toSorted(([a], [b]) => compareText(a, b)));
      if (isExcluded(dimension)) continue;
      // an earlier version has no such attribute
      const missing = values.get(absent);
      const ofLists = this.#dimensions.get(lengthOf(name));
      const numberIn = (own: ReadonlyMap<Dimension, number>) =>
        own.get(dimension) ?? (ofLists && own.has(ofLists) ? undefined : missing);
      const seen = ofBroken.map(numberIn);
      // nodes of graphs have no version
      const unknown = seen.filter((number) => number === undefined).length;
      if (name === version ? 2 * unknown >= seen.length : unknown > 0) continue;
      const more =
        (aspect === 'values' ? valueCost : 0) +
        (isClose && ofRank.test(name) ? 2 * rareCost : 0) +
        (farFetched.test(name) || this.#isOfUnrelated(name) ? rareCost : 0) -
        (namesSubject(refusal, name) ? rareCost : 0);
      const base = this.#costOf(aspect) + more;
      const texts = [...values].filter(([, number]) => seen.includes(number)).map(([text]) => text);
      const lacking = missing === undefined ? [] : this.#without(name, others);
      /**
       * @param chosen the values that meet the condition; any value if absent
       * @param except the only other value, if that says more
       */
      const propose = (cost: number, chosen?: readonly string[], except?: string) => {
        const named = chosen ?? [...values.keys()];
        const having = this.#withAny(named.map((text) => values.get(text)!));
        const passing = intersectionOf(others, named.includes(absent) ? unionOfSets([having, lacking]) : having);
        if (sizeOf(passing) < count)
          found.push({
            dimension: name,
            values: chosen ?? [],
            cost: base + cost,
            passing,
            ...(except !== undefined && { except }),
          });
      };
      const every = [...values.keys()];
      const each = Math.log2(Math.max(2, every.length));
      const inOrder = ordered(every);
      // a number is imprecise whatever the signs of others
      const isOfSome = isClose && isOfSign({ dimension: name }) && !texts.includes('all');
      const [except, another] = every.filter((text) => !texts.includes(text));
      if (except !== undefined && another === undefined && isRest(name, texts, inOrder?.indexOf(except)))
        propose(each + 1, texts, except);
      else if (texts.length <= maxListed && !isOfSome && isNatural(name, texts, inOrder))
        propose(texts.length * each + (texts.length > 1 && rarelySeveral.test(name) ? rareCost : 0), texts);
      // a list has other classes than a single number: that one is there shows nothing of the list
      if (!alwaysThere.test(name) && !values.has(absent) && !ofLists) propose(0.5);
      if (texts.length === every.length) continue;
      const kinds = unique(texts.map(kindOfType));
      const ofKind = every.filter((text) => kindOfType(text) === kinds[0]);
      if (kinds.length === 1 && kinds[0] && ofKind.length > maxListed && ofKind.length < every.length)
        propose(1, ofKind);
      const given = every.filter((text) => !usual.includes(text));
      if (given.length < every.length && texts.every((text) => given.includes(text)) && !ofLists) propose(1, given);
      if (!inOrder || texts.length < 2) continue;
      const places = texts.map((text) => inOrder.indexOf(text));
      const [from, to] = [Math.min(...places), Math.max(...places)];
      // small sizes rarely show a wrong value, so their absence is not a condition; a refusal may concern all that are larger
      const isSize = ofCounts.test(name);
      const areSmall = isSize && Number.parseInt(inOrder[from]!, 10) <= 3;
      if (areSmall && refusal === undefined) continue;
      if (from > 0) propose(each, inOrder.slice(from), from === 1 ? inOrder[0] : undefined);
      if (areSmall) continue;
      if (to < inOrder.length - 1) propose(each, inOrder.slice(0, to + 1));
      // few kernels depend on a size with two limits
      if (from > 0 && to < inOrder.length - 1) propose(2 * each + (isSize ? rareCost : 0), inOrder.slice(from, to + 1));
    }
    for (const [list, places] of groupBy([...this.#dimensions.values()].toSorted(byName), ({ name }) => listOf(name))) {
      if (list === undefined || isExcluded(places[0]!)) continue;
      const texts = unique(places.flatMap(({ values }) => [...values.keys()])).toSorted(compareText);
      for (const text of texts) {
        const numbers = places.flatMap(({ values }) => values.get(text) ?? []);
        if (!broken.every((own) => numbers.some((number) => own.includes(number)))) continue;
        const passing = intersectionOf(others, this.#withAny(numbers));
        const cost = this.#costOf(places[0]!.aspect) + Math.log2(Math.max(2, texts.length));
        if (sizeOf(passing) < count) found.push({ dimension: `${entryOf}${list}`, values: [text], cost, passing });
      }
    }
    const ofValues = [...this.#dimensions.values()].filter(({ aspect }) => aspect === 'values').toSorted(byName);
    for (const [kind, all] of groupBy(ofValues, ({ name }) => kindOfValues(name))) {
      if (kind === undefined || all.length < 2 || compared !== undefined) continue;
      if (!all.every((dimension) => ofBroken.some((own) => own.has(dimension)))) continue;
      // an input that has them in each broken case says more
      if (all.some((dimension) => ofBroken.every((own) => own.has(dimension)))) continue;
      if (!ofBroken.every((own) => all.some((dimension) => own.has(dimension)))) continue;
      const passing = intersectionOf(others, this.#withAny(all.flatMap(({ values }) => [...values.values()])));
      const cost = this.#costOf('values') + valueCost;
      if (sizeOf(passing) < count) found.push({ dimension: `${kind} in ${anyInput}`, values: [], cost, passing });
    }
    return found;
  }
}

/** The bits that a condition of few cases may cost more than it saves: few cases are hard to distinguish. */
const fewCasesBonus = 3;

/** Words of an error message whose reason is a value. */
const namesValues = /\b(?:infinity|nan)\b/i;

/** Whether a message names the subject of a dimension: `stash_type` of `default of stash_type`. */
function namesSubject(message: string | undefined, dimension: string): boolean {
  const [subject] = /\b[a-z]\w{3,}$/i.exec(inputOf(dimension)) ?? [];
  return subject !== undefined && message !== undefined && new RegExp(`\\b${subject}\\b`).test(message);
}

/** Extra costs of none, one, two and three conditions, in bits: some of the many pairs always fit by chance, and a third is rarely needed. */
const extraCost = [0, 1, 3, 8] as const;

/** The extra cost of an aspect or a dimension that is rarely the reason, and the discount for a dimension that a message names, in bits. */
const rareCost = 4;

/** The greatest number of splits to return. */
const maxParts = 16;

/** A description is dropped as unlikely if it is this many bits longer than the shortest. */
const unlikelyBits = 6;

/** The greatest number of values to name one by one. */
const maxListed = 3;

/**
 * Whether some values may have a reason in common: of sizes and other numbers those that follow one another, but for one number; of types
 * those of one kind, or those that share bytes; of what sizes are multiples of, one.
 */
function isNatural(name: string, values: readonly string[], inOrder: readonly string[] | undefined): boolean {
  if (values.length === 1) return true;
  if (ofRelations.test(name))
    return values.length === 2 && values.includes('somewhere equal to') && !values.includes(absent);
  if (!inOrder)
    return (
      !name.startsWith('divisors of ') &&
      (unique(values.map(kindOfType)).length === 1 || values.every(isPacked)) &&
      (!values.some(isOfEnd) || isOfOnePlace(values))
    );
  const places = values.map((text) => inOrder.indexOf(text));
  const between = inOrder.slice(Math.min(...places), Math.max(...places));
  const missing = between.filter((text) => !values.includes(text));
  return missing.length === 0 || (missing.length === 1 && /^\d+$/.test(missing[0]!));
}

/**
 * Whether some values are best described by the only other one: numbers on both sides of it, or more choices than are listed.
 * @param place of the other one in the order of the values, if they have one
 */
const isRest = (name: string, values: readonly string[], place?: number): boolean =>
  !ofComparison.test(name) &&
  (place === undefined
    ? values.length >= maxListed && !values.some((text) => usual.includes(text) || isOfEnd(text))
    : place > 0 && place < values.length);

/** Whether a value is an axis counted from the end. */
const isOfEnd = (value: string): boolean => value.endsWith(', negative');

/** Whether axes are one place, counted from either end, or not given. */
const isOfOnePlace = (values: readonly string[]): boolean =>
  unique(values.filter((value) => value !== absent).map(placeOfAxis)).length === 1;

/** Returns the place of an axis: `the last` for `the last, negative`. */
export const placeOfAxis = (value: string): string => value.replace(/, negative$/, '');

/** Dimensions that every large enough tensor has: their presence alone shows nothing. */
const alwaysThere =
  /^(?:size|divisors|equal sizes|elements) of |^rank of \S+$| along |^entries of .* relative to |^float types$/;

/** Dimensions that compare two lists: above, equal to and below are in an order. */
const ofRelations = /^entries of .* relative to /;

/** Dimensions of sizes, and of ranks. */
const [ofSizes, ofRank] = [/^(?:size|divisors|equal sizes|elements) of /, /^rank of \S+$/] as const;

/** Dimensions of sizes and of numbers of elements. */
const ofCounts = /^(?:size|elements) of /;

/** Dimensions in which several values rarely have a common cause: orders of a list, small sizes, and places of values in an input. */
const rarelySeveral = /^(?:order|size|elements) of | in \S+$/;

/** Dimensions whose values are not choices: sizes, orders, places of values, and how two things compare. */
const ofComparison =
  /^(?:order|sizes?|elements|divisors|equal sizes|signs|zeros) of | in \S+$| (?:along|relative to|since) /;

/** Dimensions on which few kernels depend, and which often follow from a rank or a size. */
const farFetched = /^(?:divisors|equal sizes) of /;

/** The kind of numbers of a type: integer, float …; `undefined` for text that names no type of tensors. */
export const kindOfType = (text: string): string | undefined => (isDType(text) ? formatOf(text).kind : undefined);

/** Whether several elements of a type share a byte. */
function isPacked(text: string): boolean {
  const format = isDType(text) && formatOf(text);
  return format && 'bits' in format && format.bits < 8;
}

/** The values of an attribute, and of an input, that is not there. */
export const [absent, leftOut] = ['absent', 'left out'] as const;

/** Usual values: all others together may be one condition. */
const usual: readonly string[] = [absent, leftOut, 'of the same shape'];

/** The prefix of a dimension for any entry of a list: `one of activations`. */
const entryOf = 'one of ';

/** Returns the list to which a dimension's entry belongs: `activations` for `activations[0]`; otherwise `undefined`. */
const listOf = (dimension: string): string | undefined => /^(.+)\[\d+\]$/.exec(dimension)?.[1];

/** The end of a dimension of any input: `NaN in any input`, `form of any input`. */
const anyInput = 'any input';

/** Returns the kind of values whose places a dimension gives: `NaN` for `NaN in X`; `undefined` for other dimensions. */
const kindOfValues = (dimension: string): string | undefined => /^(.+) in \S+$/.exec(dimension)?.[1];

/** Whether a condition on a dimension speaks of one with a name. */
const isNamed = (dimension: string, name: string): boolean =>
  dimension === name ||
  (dimension.endsWith(` ${anyInput}`) && ofInput.exec(name)?.[1] === dimension.slice(0, -anyInput.length));

/** Dimensions that an operator may have of each input: `form of X`, `type of X`, `NaN in X`. */
const ofInput = /^(form of |type of |.+ in )(\S+)$/;

/** Returns conditions on a single input as conditions on any; `undefined` if they are others. */
export function ofAnyInput(conditions: readonly Condition[]): readonly Condition[] | undefined {
  const parts = conditions.map(({ dimension }) => ofInput.exec(dimension));
  if (parts.length === 0 || !parts.every((part) => part !== null && part[2] === parts[0]![2])) return undefined;
  return conditions.map(({ values }, i) => {
    const [, kind] = parts[i]!;
    return { dimension: `${kind}${anyInput}`, values: kind!.endsWith(' of ') ? values : [] };
  });
}

/** What a condition speaks of: that an attribute is 1, and that it is not its default, are two words for one thing. */
export const subjectOf = ({ dimension }: Condition): string =>
  dimension.replace(/^(?:default|length|entries|order|parity) of /, '');

/** Returns the input or attribute that a dimension is about: `axes` for `size of axes at -1` and for `axes along data`. */
export const inputOf = (dimension: string): string =>
  dimension.replace(/ (?:at|along|relative to|since) .*$/, '').replace(/^.* /, '');

/** The beginning of a dimension of a single input that others may share: "A and B are int64". */
export const aboutInput = /^(?:form|type|rank|size|elements) of /;

/** Whether a condition is on a size other than 0, or on sizes that are equal. */
export const isOfSize = ({ dimension, values }: Condition): boolean =>
  /^(?:sizes?|elements|divisors|equal sizes) of /.test(dimension) && String(values) !== '0';

/** Whether a condition is on a range of ranks. */
const isOfRanks = ({ dimension, values }: Condition): boolean => ofRank.test(dimension) && values.length > 1;

/** The dimension of the version of an operator. */
const version = 'version';

/** Leaves out the version: all graphs are of one opset, so that of a node in them says nothing. */
const withoutVersion = ({ inputs: { version: _, ...inputs } = {}, ...others }: Classes): Classes => ({
  inputs,
  ...others,
});

type Classes = NonNullable<CaseResult['classes']>;

/** Whether a condition is on negative numbers in an input. */
const isOfSign = ({ dimension }: Pick<Condition, 'dimension'>): boolean => dimension.startsWith('negative numbers in ');

/** Whether a condition is on the remainder of a size, or on equal sizes. */
export const isFarFetched = ({ dimension }: Condition): boolean => farFetched.test(dimension);

/** Whether a condition is on values of an input other than NaN and infinities. */
export const isOfUsualValues = ({ dimension }: Condition): boolean =>
  / in (?:\S+|any input)$/.test(dimension) && !/^(?:NaN|infinities) in /.test(dimension);

/** Whether a condition is on the form of an input, on the order of a list, or on how a shape goes along another. */
export const isOfForm = ({ dimension }: Condition): boolean => /^(?:form|order) of | along /.test(dimension);

/** Whether a condition is on how two shapes or lists compare. */
export const isOfComparison = ({ dimension }: Condition): boolean => / (?:along|relative to) /.test(dimension);

/** Whether a condition is one of several. */
export const isAmong = (all: readonly Condition[], { dimension, values }: Condition): boolean =>
  all.some((own) => own.dimension === dimension && String(own.values) === String(values));

/** Returns the classes of a call by dimension, as conditions see them. */
export const classesByDimension = (classes: Classes): ReadonlyMap<string, string> =>
  new Map(Object.values(classes).flatMap((own) => withSigns(own)));

/** Adds to the class of a single negative number that of a list: both have negative entries. */
const withSigns = (
  classes: Readonly<Record<string, string>>,
): readonly (readonly [dimension: string, value: string])[] =>
  Object.entries(classes).flatMap((own) =>
    isNegative(own[1]) && !own[0].startsWith('signs of ') ? [own, [`signs of ${own[0]}`, 'negative'] as const] : [own],
  );

const isNegative = (value: string): boolean => ['-1', 'negative', 'far below zero'].includes(value) || isOfEnd(value);

/** Whether a call with some classes has a condition. */
export function isMet({ dimension, values }: Condition, classes: ReadonlyMap<string, string>): boolean {
  if (dimension.startsWith(entryOf)) {
    const list = dimension.slice(entryOf.length);
    return [...classes].some(([name, value]) => listOf(name) === list && values.includes(value));
  }
  const named = [...classes].filter(([name]) => isNamed(dimension, name)).map(([, value]) => value);
  if (values.length === 0) return named.length > 0;
  if (dimension === version && named.length === 0) return true;
  const isAbsent = named.length === 0 && !classes.has(lengthOf(dimension));
  return (isAbsent ? [absent] : named).some((value) => values.includes(value));
}

/** Returns the name of the dimension for the length of a list. */
const lengthOf = (name: string): string => `length of ${name}`;

/** Returns sizes, ranks or versions in ascending order; `undefined` for other values. */
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

/** Returns the bits needed to choose `k` of `n` things. */
const choose = (n: number, k: number): number => factorial(n) - factorial(k) - factorial(n - k);
