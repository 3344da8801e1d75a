import { type Exact, enclosed } from '../arithmetic/exact.ts';
import type { PublishedAccuracy } from '../arithmetic/functions.ts';
import {
  contains,
  empty,
  hasOneValue,
  intervalWithError,
  roundStored,
  spanOf,
  union,
  type ValueSet,
} from '../arithmetic/value-set.ts';
import { type FloatFormat, formatOf } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import * as real from '../numerics/real.ts';
import { largestFinite } from '../numerics/rounding.ts';
import type { Scalar } from '../numerics/trait.ts';
import {
  type Accepted,
  AcceptedByDefinition,
  acceptedExact,
  acceptedNative,
  type ElementAcceptance,
  type ElementVerdict,
  formatScalar,
  type JudgementGoal,
  type Known,
  rejected,
} from './acceptance.ts';
import { formatBound } from './describe-bound.ts';
import { type ElementError, errorOf } from './element-error.ts';
import { type Fault, floatFault } from './fault.ts';
import { type CandidateWithDefault, type ChoiceCandidate, inferChoices } from './infer-choices.ts';
import { type Observation, observe } from './policy.ts';
import { bestOf, evaluateAt, guardBits, isSpecial, roundCorrectly } from './true-value.ts';

/** The evaluations of an element: its true value to some precision, and the bounds of evaluations in a type or wider ones. */
interface ValueEvaluation {
  exact(bits: number): Exact;
  bounds(type: FloatFormat, least?: FloatFormat): ValueSet;
  /** other algorithms for the same value, whose roundings are accepted as well */
  readonly algorithms: readonly BoundsIn[];
}

type BoundsIn = (type: FloatFormat, least?: FloatFormat) => ValueSet;

/** Another evaluation that the specification admits, with the choices of policies that it stands for. */
export interface OtherChoice extends CandidateWithDefault {
  /** it computes the same value by another formula, so its answers do not count as exact; if absent, it computes another value */
  readonly isSameValue?: true;
  /** its roundings count for `isExactInAnyOrder` */
  readonly isForm?: true;
  /** returns false for terms whose results do not depend on the choice; if absent, all results do */
  readonly isDistinguishing?: (terms: readonly number[]) => boolean;
  /** the reason why NaN is the only accepted answer */
  readonly limit?: string;
}

interface FloatAlternative extends OtherChoice {
  readonly exact: (bits: number) => Exact;
  readonly bounds: BoundsIn;
  readonly algorithms: readonly BoundsIn[];
  /** returns whether it also explains the other elements of the row, if these are known */
  accounts?(): boolean;
}

/** The evaluations of an element by the definition and by its alternatives. */
export interface FloatEvaluation extends ValueEvaluation {
  /** returns whether it also explains the other elements of the row, if these are known */
  accounts?(): boolean;
  /** evaluations that round the partial result after each step, even where no other evaluation rounds */
  readonly stepwise: readonly BoundsIn[];
  /** the terms that the element combines, if there are several, and the same combination of their magnitudes, which is at least as large */
  readonly terms?: { readonly own: () => readonly number[]; readonly ofMagnitudes: () => Exact } | undefined;
  /** the element is a logarithm, whose error is absolute near 0 */
  readonly isLogarithm?: true | undefined;
  /** the error that published tests of the whole operator allow */
  readonly accuracy?: PublishedAccuracy | undefined;
  /** returns true if the inputs are so small that no partial result can leave the range */
  cannotOverflow(): boolean;
  /** the definition, with the choices that oppose those of the alternatives */
  readonly usual: ChoiceCandidate;
  /** computed on first access */
  readonly alternatives: readonly FloatAlternative[];
}

/** Returns the acceptance of a float that kernels compute. Everything but the true value is computed only if an answer is not exact. */
export function acceptFloat(element: FloatEvaluation, format: FloatFormat): ElementAcceptance {
  return new EvaluatedFloat(element, format);
}

class EvaluatedFloat implements ElementAcceptance {
  readonly #element: FloatEvaluation;
  readonly #format: FloatFormat;
  #certain: { readonly value: Exact; readonly best: number } | undefined;
  #definition: ValueSet | undefined;
  #native: ValueSet | undefined;
  #wide: ValueSet | undefined;
  #others: readonly FloatAlternative[] | undefined;
  #ofOthers: ValueSet[] | undefined;
  /** the last verdict on an answer that is not the best */
  #last:
    | { readonly got: number; readonly asked: JudgementGoal | undefined; readonly verdict: ElementVerdict }
    | undefined;

  constructor(element: FloatEvaluation, format: FloatFormat) {
    this.#element = element;
    this.#format = format;
  }

  get best(): number {
    return this.#exactly.best;
  }

  get #exactly(): { readonly value: Exact; readonly best: number } {
    this.#certain ??= roundCorrectly((bits) => this.#element.exact(bits), this.#format);
    return this.#certain;
  }

  /** The results of all evaluations in the type itself or in a wider one. */
  get native(): ValueSet {
    if (this.#native === undefined) {
      const all = [this.#stored(...this.#ways), ...this.#published].reduce(union);
      // a single rounding has one result; after several, both neighbours of the true value are legal
      const near = hasOneValue(all) ? [] : this.#near;
      this.#native = [all, ...near].reduce(union);
    }
    return this.#native;
  }

  /** The finite neighbours of the true value. */
  get #near(): readonly number[] {
    return this.#neighbours.filter(Number.isFinite);
  }

  /** The results of evaluations of the definition itself. */
  get #own(): ValueSet {
    this.#definition ??= this.#stored(this.#main);
    return this.#definition;
  }

  get #main(): BoundsIn {
    return (type, least) => this.#element.bounds(type, least);
  }

  /** The definition and all other algorithms for its value. */
  get #ways(): readonly [BoundsIn, ...BoundsIn[]] {
    const { algorithms, stepwise } = this.#element;
    return [this.#main, ...algorithms, ...stepwise];
  }

  #isWide(got: number): boolean {
    return contains(this.#storedFromWider(this.#main), got) || contains(this.wide, got);
  }

  /** The results of evaluations in the next wider type. */
  get wide(): ValueSet {
    this.#wide ??= this.#storedFromWider(...this.#ways);
    return this.#wide;
  }

  /** The results of the alternatives, in their order. */
  get #givenByOthers(): readonly ValueSet[] {
    return this.#alternatives.map((_, i) => this.#alternative(i));
  }

  get #alternatives(): readonly FloatAlternative[] {
    this.#others ??= this.#element.alternatives;
    return this.#others;
  }

  #alternative(i: number): ValueSet {
    const other = this.#alternatives[i]!;
    this.#ofOthers ??= [];
    this.#ofOthers[i] ??= this.#stored(other.bounds, ...other.algorithms);
    return this.#ofOthers[i];
  }

  /** Returns whether an alternative can give an answer; its other algorithms are evaluated only if its definition cannot. */
  #mayGive(i: number, got: number): boolean {
    const { bounds, accounts } = this.#alternatives[i]!;
    const isGiven = contains(this.#stored(bounds), got) || contains(this.#alternative(i), got);
    return isGiven && (accounts?.() ?? true);
  }

  /** Returns the results of evaluations in the type, as stored in it. */
  #stored(...ways: readonly BoundsIn[]): ValueSet {
    return ways.map((way) => roundStored(way(this.#format), this.#format)).reduce(union);
  }

  /** Returns the results of evaluations in the next wider type, as stored in this one. */
  #storedFromWider(...ways: readonly BoundsIn[]): ValueSet {
    const wider = widerThan(this.#format);
    return ways.map((way) => roundStored(way(wider, wider), this.#format)).reduce(union);
  }

  get #terms(): readonly number[] {
    return this.#element.terms?.own() ?? [];
  }

  get #published(): readonly ValueSet[] {
    const { accuracy } = this.#element;
    const { value } = this.#exactly;
    if (!accuracy || isSpecial(value)) return [];
    const finite = intervalWithError(enclosed(value), accuracy, this.#format);
    return [roundStored({ ...spanOf(this.best), finite, isRounded: true }, this.#format)];
  }

  get isExactInAnyOrder(): boolean {
    const value = this.#main(this.#format);
    const givesIt = (way: BoundsIn) => {
      const other = way(this.#format);
      return typeof other === 'number' && (other === value || Object.is(other, value));
    };
    if (typeof value !== 'number' || !this.#element.algorithms.every(givesIt)) return false;
    return this.#alternatives.every(({ isForm, bounds }) => !isForm || givesIt(bounds));
  }

  get hasOneAnswer(): boolean {
    return this.isExactInAnyOrder || hasOneValue(this.native);
  }

  get breakpoints(): readonly number[] {
    const ends = (bound: ValueSet) => {
      const { finite } = spanOf(bound);
      return finite ? [d.toNumber(finite.lo), d.toNumber(finite.hi)] : [];
    };
    const bests = this.#alternatives.flatMap(({ exact }) => bestOf(exact, this.#format) ?? []);
    return [
      this.best,
      ...this.#neighbours,
      ...bests,
      ...[this.native, this.wide, ...this.#givenByOthers].flatMap(ends),
    ];
  }

  judge(answer: Scalar, asked?: JudgementGoal): ElementVerdict {
    const got = answer as number;
    if (Object.is(got, this.best)) return this.#ofDefinition(acceptedExact, got);
    // elements of equal operands have one acceptance, and mostly equal answers
    const last = this.#last;
    if (last && Object.is(last.got, got) && last.asked === asked) return last.verdict;
    const verdict = this.#judged(got, asked);
    this.#last = { got, asked, verdict };
    return verdict;
  }

  #judged(got: number, asked: JudgementGoal | undefined): ElementVerdict {
    if (asked === 'verdict' && this.#isGiven(got) && this.#accounts()) return this.#ofDefinition(acceptedNative, got);
    // other algorithms take time: they are evaluated only if the definition does not explain the answer
    const explaining = [() => this.#own, () => this.native].find((bound) => contains(bound(), got));
    if (explaining && this.#accounts()) return this.#ofDefinition(this.#accepted(got, explaining(), asked), got);
    const giving = this.#giving(got);
    const [made] = giving;
    if (!made) {
      return rejected(
        () => this.#errorOf(got).error,
        () => this.#words(got),
      );
    }
    const isBest = this.#alternatives.some((other) => {
      const isGiving = giving.some(({ choices }) => isSameChoice(choices, other.choices));
      return isGiving && !other.isSameValue && Object.is(bestOf(other.exact, this.#format), got);
    });
    const tier = isBest ? 'exact' : 'native';
    const isTelling = ({ isDistinguishing }: FloatAlternative) =>
      !isDistinguishing || !Number.isFinite(got) || isDistinguishing(this.#terms);
    const observations = giving.every(isTelling)
      ? inferChoices([this.#element.usual, ...this.#alternatives], giving)
      : [];
    const error = made.isSameValue && this.#errorOf(got);
    const vacuous = !isBest && this.#isOpen(made);
    return { accepted: true, tier, errorOverBound: 0, ...error, vacuous, observations };
  }

  #accounts(): boolean {
    return this.#element.accounts?.() ?? true;
  }

  /** Returns whether one evaluation, or the union of all, contains an answer; the cheaper ones are tried first. */
  #isGiven(got: number): boolean {
    if (contains(this.#own, got)) return true;
    if (!hasOneValue(this.#own) && this.#near.some((one) => Object.is(one, got))) return true;
    const [, ...others] = this.#ways;
    return others.some((way) => contains(this.#stored(way), got)) || contains(this.native, got);
  }

  /** Returns the alternatives that can give an answer, the first one for each combination of choices. */
  #giving(got: number): readonly FloatAlternative[] {
    return this.#firstOfEach((_, i) => this.#mayGive(i, got));
  }

  /** Returns the alternatives that satisfy a predicate, the first one for each combination of choices. */
  #firstOfEach(holds: (other: FloatAlternative, i: number) => boolean): readonly FloatAlternative[] {
    const found: FloatAlternative[] = [];
    for (const [i, other] of this.#alternatives.entries()) {
      const isFound = found.some(({ choices }) => isSameChoice(choices, other.choices));
      if (!isFound && holds(other, i)) found.push(other);
    }
    return found;
  }

  /** Returns the exact value and the accepted values as text. */
  #words(got: number) {
    const usual = formatBound(this.native, got);
    const others = this.#alternatives.map((other, i) => ({ ...other, bound: this.#alternative(i) }));
    const words = new Map<string, Set<string>>();
    for (const { choices, bound, limit } of others) {
      // the alternative may give this element, but not the whole row
      const allowed = contains(bound, got) ? 'values that agree with the rest of the row' : formatBound(bound, got);
      if (allowed !== usual) {
        const choice = ` or (${choices.map(formatObservation).join(', ')}) `;
        words.set(choice, (words.get(choice) ?? new Set()).add(allowed));
      } else if (limit && Number.isNaN(this.best)) words.set(`: ${limit}`, new Set());
    }
    const inEachChoice = [...words].map(([choice, allowed]) => choice + [...allowed].join(' or '));
    const isProven = this.#element.terms && Number.isFinite(this.best) && this.isExactInAnyOrder && this.hasOneAnswer;
    return {
      exact: this.#exactText,
      allowed: [usual, isProven ? ': no order of evaluation rounds' : '', ...inEachChoice].join(''),
    };
  }

  fault(answer: Scalar): Fault {
    const { best } = this;
    const { terms, isLogarithm, accuracy } = this.#element;
    const { finite } = spanOf(this.native);
    const radius = finite ? Math.max(d.toNumber(finite.hi) - best, best - d.toNumber(finite.lo)) : 0;
    const own = terms && this.#terms;
    // kernels of functions with intermediate roundings have an absolute error for values below 1
    const roundsOnTheWay = this.#format.bits >= 32 && !terms && !this.isExactInAnyOrder;
    const isAbsolute = isLogarithm !== undefined || accuracy !== undefined || roundsOnTheWay;
    return floatFault(
      { ...(own && { terms: own }), format: this.#format, best, radius, isOnGrid: this.isExactInAnyOrder, isAbsolute },
      answer as number,
    );
  }

  get #neighbours(): readonly number[] {
    const { value, best } = this.#exactly;
    if (isSpecial(value)) return [best];
    const { below, above } = real.neighbours(enclosed(value), this.#format);
    return [below, above];
  }

  get #exactText(): string {
    const { value } = this.#exactly;
    if (isSpecial(value)) return formatScalar(value);
    return real.toDecimal(
      enclosed(typeof value === 'number' ? value : evaluateAt(() => this.#element.exact(displayPrecision), value)),
    );
  }

  /** Returns the error of a finite answer, to a millionth of a unit, if the exact value rounds to a finite number. */
  #errorOf(got: number): { readonly error?: ElementError } {
    const { value, best } = this.#exactly;
    if (!Number.isFinite(got) || !Number.isFinite(best) || got === best) return {};
    return { error: errorOf(got, enclosed(value).lo, this.#format) };
  }

  /** Returns the verdict on an accepted answer that is not exact. */
  #accepted(got: number, native: ValueSet, asked?: JudgementGoal): Accepted {
    const { value, best } = this.#exactly;
    const silent = { accepted: true, errorOverBound: 0, vacuous: false, observations: [] } as const;
    if (got === 0 && best === 0) return { ...silent, tier: 'exact' };
    const { finite } = spanOf(native);
    if (!Number.isFinite(got) || isSpecial(value) || !finite) return { ...silent, tier: 'native' };
    const isWide = () => asked !== 'native' && this.#isWide(got);
    const tier = this.#neighbours.includes(got) ? 'faithful' : isWide() ? 'wide' : 'native';
    const truth = enclosed(value).lo;
    const error = d.subtract(d.fromNumber(got), truth);
    const bound = d.sign(error) > 0 ? d.subtract(finite.hi, truth) : d.subtract(truth, finite.lo);
    const errorOverBound = ratio(d.abs(error), bound);
    return { ...silent, tier, errorOverBound, ...this.#errorOf(got), vacuous: this.#isVacuous(bound) };
  }

  /** Returns whether the results of an alternative span most numbers of the type. */
  #isOpen(other: FloatAlternative): boolean {
    const { finite } = spanOf(this.#alternative(this.#alternatives.indexOf(other)));
    return finite !== undefined && d.toNumber(finite.hi) - d.toNumber(finite.lo) > largestFinite(this.#format) / 2;
  }

  /** Returns whether an answer within the bound proves nothing. */
  #isVacuous(bound: d.Dyadic): boolean {
    const { terms } = this.#element;
    if (!terms) return d.toNumber(bound) > largestFinite(this.#format) / 2;
    if (d.compare(bound, d.abs(enclosed(this.#exactly.value).lo)) < 0) return false;
    const most = terms.ofMagnitudes();
    if (isSpecial(most)) return false;
    // both are known to a limited precision
    const { lo } = enclosed(most);
    return d.sign(lo) > 0 && d.compare(bound, d.roundToBits(lo, guardBits, 'down')) >= 0;
  }

  /** Adds the observations to the verdict on an answer that the definition gives. */
  #ofDefinition(verdict: Accepted, got: number): Accepted {
    return new AcceptedByDefinition(verdict, (known) => this.#observed(got, known));
  }

  /** Returns all choices of an alternative: where it makes none, it follows the definition. */
  #withUsual({ choices }: ChoiceCandidate): ChoiceCandidate {
    const others = this.#element.usual.choices.filter(({ policy }) => !choices.some((own) => own.policy === policy));
    return { choices: [...choices, ...others] };
  }

  #observed(got: number, known: Known): readonly Observation[] {
    const { best } = this;
    const observations: Observation[] = [];
    const overflows = () => {
      const { plusInfinity, minusInfinity, nan } = spanOf(this.native);
      return plusInfinity || minusInfinity || nan;
    };
    const range = Number.isFinite(got) ? 'finite' : 'overflows';
    const isNew = Number.isFinite(best) && !known.has('intermediate-range', range);
    if (isNew && (!Number.isFinite(got) || (!this.#element.cannotOverflow() && overflows()))) {
      observations.push(observe('intermediate-range', range));
    }
    // a zero from underflow has the sign of its value
    const { plusZero, minusZero } = this.#exactly.value === 0 && got === 0 ? spanOf(this.native) : empty;
    if (plusZero && minusZero) observations.push(observe('zero-sign', Object.is(got, -0) ? '-0' : '0'));
    const leavesOpen = ({ exact, isSameValue, isDistinguishing }: FloatAlternative, i: number) =>
      (isDistinguishing && !isDistinguishing(this.#terms)) ||
      // if both choices have the same value, an inexact answer may come from either; this is cheaper to check
      (!isSameValue && Object.is(bestOf(exact, this.#format), best)) ||
      this.#mayGive(i, got);
    if (this.#element.usual.choices.every(({ policy }) => known.isSettled(policy))) return observations;
    const all = this.#alternatives;
    const telling = all.filter(({ otherwise }) => otherwise.length > 0);
    const open = this.#firstOfEach((other, i) => telling.includes(other) && leavesOpen(other, i));
    const isOpen = ({ choices }: FloatAlternative) => open.some((one) => isSameChoice(one.choices, choices));
    if (telling.every(isOpen)) return observations;
    // nothing can be inferred for a policy for which the definition makes no choice
    const { choices: usual } = this.#element.usual;
    const mayTell = ({ choices }: FloatAlternative) =>
      choices.some(({ policy }) => usual.some((one) => one.policy === policy));
    const others = this.#firstOfEach((other, i) => !telling.includes(other) && mayTell(other) && leavesOpen(other, i));
    const admitted = [...open, ...others].map((one) => this.#withUsual(one));
    return [...observations, ...inferChoices([this.#element.usual, ...all], [this.#element.usual, ...admitted])];
  }
}

const isSameChoice = (some: readonly Observation[], others: readonly Observation[]): boolean =>
  some === others ||
  (some.length === others.length &&
    some.every(({ policy, choice }, i) => policy === others[i]!.policy && choice === others[i]!.choice));

const formatObservation = ({ policy, choice }: Observation): string => `${policy}: ${choice}`;

/** More bits than any format has. */
const displayPrecision = 192;

/** The format of an accumulator that is a pair of doubles. */
const pairsOfDoubles: FloatFormat = { ...formatOf('float64'), precision: 104, minExponent: -2000 };

/** Returns the next wider type, in which evaluations with more precision compute. */
function widerThan({ bits }: FloatFormat): FloatFormat {
  return bits < 32 ? formatOf('float32') : bits < 64 ? formatOf('float64') : pairsOfDoubles;
}

/** Returns the quotient, at most 1, of two magnitudes that may exceed the range of doubles. */
function ratio(error: d.Dyadic, bound: d.Dyadic): number {
  const shift = -d.leadingExponent(bound);
  return Math.min(1, d.toNumber(d.scale(error, shift)) / d.toNumber(d.scale(bound, shift)));
}
