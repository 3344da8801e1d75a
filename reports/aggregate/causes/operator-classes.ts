import { aspects } from '../../../generators/classes/class.ts';
import { anyInput } from '../../../generators/classes/notation.ts';
import { graphName } from '../../../oracles/spec/graph-operator.ts';
import type { CaseResult } from '../../schema.ts';
import { getOr, minCasesForClaim, unique } from '../grouping.ts';
import { addNumber, type BitSet, bitsNeeded, bitsWhere, differenceOf, intersectionOf, sizeOf } from './bits.ts';
import { type Candidate, type ComparedCases, candidatesOf } from './candidates.ts';
import { type ClassCondition, isGoingAlong, isMet, isOfSize } from './conditions.ts';
import { byName, type ClassList, callOf, compareText, TriedClasses } from './tried-classes.ts';

/** Conditions that may distinguish broken cases from passing ones. */
export interface Distinction {
  readonly conditions: readonly ClassCondition[];
  /** the length of the description: of the conditions, and of the broken cases among those that meet them */
  readonly bits: number;
  /** the number of passing cases that also meet them */
  readonly left: number;
  /** the passing cases that also meet them */
  readonly met: BitSet;
}

type Classes = NonNullable<CaseResult['classes']>;

/** Collects the classes of an operator's cases, and finds conditions that distinguish its broken cases. */
export class OperatorClasses {
  /** the cases of a class are the passing and the unexpectedly broken ones */
  readonly #classes = new TriedClasses();
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
    for (const right of rightBefore) this.#pass(this.#classes.listOf(right));
    const own = this.#classes.listOf(operator === graphName ? withoutVersion(classes) : classes);
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
    for (const { cases } of list) addNumber(cases, place);
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

  /**
   * Returns the passing cases, with which broken ones are compared. Unexpectedly broken ones passed when other failures were noted
   * as expected, and there were no further cases about them, so what is said of these stays the same.
   * @param explanation if given, only passing cases that this fault would make fail count
   */
  #besides(broken: readonly ClassList[], explanation?: string): BitSet {
    if (explanation !== undefined) return this.#refuting.get(explanation) ?? [];
    return broken.some((list) => this.#expected.has(list))
      ? differenceOf(this.#placed, this.#aboutUnexpected)
      : this.#passing;
  }

  /**
   * Returns what may distinguish broken cases from passing ones, the shortest description first (minimum description length).
   * All broken cases meet the conditions, and few passing ones do. If no condition shortens the description, the first has none.
   */
  possible(broken: readonly ClassList[], compared: ComparedCases = {}): readonly [Distinction, ...Distinction[]] {
    const key = JSON.stringify([broken.map((list) => this.#numbers.get(list)), compared]);
    return getOr(this.#found, key, () => {
      const { values: what, explanation } = compared;
      const besides = this.#besides(broken, explanation);
      const withSome: ClassCondition = { dimension: { kind: 'values', what: what!, of: anyInput }, values: [] };
      const likely = what === undefined ? besides : this.#classes.meeting(withSome, besides);
      const others = isOfValues(compared) ? differenceOf(likely, this.#classes.uniform(broken)) : likely;
      return distinctions(candidatesOf(this.#classes, broken, others, compared), broken.length, others, compared);
    });
  }

  /**
   * Returns what given conditions leave of the passing cases; `undefined` if some broken case does not meet them.
   * @param explanation if given, only passing cases that this fault would make fail count
   */
  distinctionBy(
    conditions: readonly ClassCondition[],
    broken: readonly ClassList[],
    explanation?: string,
  ): Distinction | undefined {
    const calls = broken.map(callOf);
    if (!calls.every((call) => conditions.every((condition) => isMet(condition, call)))) return undefined;
    const met = conditions.reduce(
      (left, condition) => this.#classes.meeting(condition, left),
      this.#besides(broken, explanation),
    );
    const left = sizeOf(met);
    return { conditions, left, met, bits: bitsNeeded(broken.length + left, left) };
  }

  /**
   * Returns tests that split broken cases in two, the most likely split first. A test requires one class or two that few
   * passing cases have. The two parts may have different causes.
   */
  parts(broken: readonly ClassList[]): readonly ((list: ClassList) => boolean)[] {
    const others = this.#besides(broken);
    const atoms = unique(broken.flat())
      .toSorted((a, b) => byName(a.tried, b.tried) || compareText(a.value, b.value))
      .map((one) => ({
        classes: [one],
        own: bitsWhere(broken.length, (i) => broken[i]!.includes(one)),
        passing: intersectionOf(one.cases, others),
        cost: this.#classes.costOf(one.tried.aspect) + Math.log2(Math.max(2, one.tried.classes.size)),
      }));
    const pairs = atoms.flatMap((a, i) =>
      atoms.slice(i + 1).map((b) => ({
        classes: [...a.classes, ...b.classes],
        own: intersectionOf(a.own, b.own),
        passing: intersectionOf(a.passing, b.passing),
        cost: a.cost + b.cost,
      })),
    );
    return [...atoms, ...pairs]
      .flatMap(({ classes, own, passing, cost }) => {
        const [count, left] = [sizeOf(own), sizeOf(passing)];
        const [rest, without] = [broken.length - count, sizeOf(others) - left];
        if (rest === 0 || left > count) return [];
        return [{ classes, bits: cost + bitsNeeded(count + left, count) + bitsNeeded(rest + without, rest) }];
      })
      .toSorted((a, b) => a.bits - b.bits)
      .slice(0, maxParts)
      .map(
        ({ classes }) =>
          (list) =>
            classes.every((one) => list.includes(one)),
      );
  }
}

/** Whether broken cases have wrong values: those right elsewhere show less where all are equal. */
const isOfValues = ({ explanation, refusal, isOfShape = false }: ComparedCases): boolean =>
  explanation === undefined && refusal === undefined && !isOfShape;

/** Returns the likely ones of all conditions, and pairs of them, the shortest description first. @param count the number of broken cases */
function distinctions(
  all: readonly Candidate[],
  count: number,
  others: BitSet,
  { refusal, isClose = false }: ComparedCases,
): readonly [Distinction, ...Distinction[]] {
  const number = sizeOf(others);
  const nothing = { conditions: [], bits: bitsNeeded(count + number, count), left: number, met: others };
  const found: Distinction[] = [nothing];
  let best: Distinction & { readonly conditions: readonly Candidate[] } = nothing;
  // if few cases are broken, the first condition is cheaper; unless about as many passing cases meet it
  const free = count > number ? 0 : Math.log2(aspects.length) + (count < minCasesForClaim ? fewCasesBonus : 0);
  // where a size is the reason, most such calls fail; otherwise it goes along with what shows a wrong answer
  const sizes = new Set<ClassCondition>(all.filter(isOfSize));
  // so may ranks and signs, where as many such calls pass; they are rarely the reason for rounding
  const extents = new Set<ClassCondition>(
    all.filter(
      ({ dimension: { kind }, values }) =>
        kind === 'negatives' || (refusal === undefined && kind === 'rank' && values.length > 1),
    ),
  );
  /** those that most cases break which meet them */
  const enough = new Set<Candidate>();
  const consider = (...conditions: readonly Candidate[]) => {
    const words = conditions.reduce((sum, { cost }) => sum + cost, 0);
    const more = extraCost[conditions.length]!;
    // too long even if no passing case meets them
    if (words - free + more >= best.bits + unlikelyBits) return;
    const isSpare = (one: Candidate) =>
      isGoingAlong(one) && conditions.length === 2 && conditions.some((other) => other !== one && enough.has(other));
    if (conditions.some(isSpare)) return;
    const met = conditions.map(({ passing }) => passing).reduce(intersectionOf);
    const left = sizeOf(met);
    // a third one is for certainty
    if (4 * left >= count && (conditions.length > 2 || conditions.some((one) => sizes.has(one)))) return;
    if ((isClose ? 4 : 1) * left >= count && conditions.some((one) => extents.has(one))) return;
    const bits = words - (2 * left < count ? free : 0) + bitsNeeded(count + left, count) + more;
    const one = { conditions, bits, left, met };
    if (conditions.length === 1 && left < count) enough.add(conditions[0]!);
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
    .toSorted((a, b) => a.bits - b.bits) as unknown as readonly [Distinction, ...Distinction[]];
}

/** The bits that a condition of few cases may cost more than it saves: few cases are hard to distinguish. */
const fewCasesBonus = 3;

/** Extra costs of none, one, two and three conditions, in bits: some of the many pairs always fit by chance, and a third is rarely needed. */
const extraCost = [0, 1, 3, 8] as const;

/** The greatest number of splits to return. */
const maxParts = 16;

/** A description is dropped as unlikely if it is this many bits longer than the shortest. */
const unlikelyBits = 6;

/** Leaves out the version: all graphs are of one opset, so that of a node in them says nothing. */
const withoutVersion = ({ inputs: { version: _, ...inputs } = {}, ...others }: Classes): Classes => ({
  inputs,
  ...others,
});
