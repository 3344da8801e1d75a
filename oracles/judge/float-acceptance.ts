import { type Exact, enclosed } from '../arithmetic/exact.ts';
import type { PublishedAccuracy } from '../arithmetic/functions.ts';
import {
  contains,
  empty,
  intervalWithError,
  isSingle,
  spanOf,
  stored,
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
  type JudgementGoal,
  type Known,
  rejected,
  show,
} from './acceptance.ts';
import { describe } from './describe-bound.ts';
import { type ElementError, errorOf } from './element-error.ts';
import { type Fault, floatFault } from './fault.ts';
import { type CandidateWithDefault, type ChoiceCandidate, inferChoices } from './infer-choices.ts';
import { type Observation, observe } from './policy.ts';
import { bestOf, evaluateAt, guardBits, isSpecial, roundCorrectly } from './true-value.ts';

/** What computes an element: its true value to some bits, and all that evaluations in a type, or in wider ones, can give. */
interface ValueEvaluation {
  exact(bits: number): Exact;
  bounds(type: FloatFormat, least?: FloatFormat): ValueSet;
  /** other ways to the same value, whose roundings are admitted as well */
  readonly algorithms: readonly BoundsIn[];
}

type BoundsIn = (type: FloatFormat, least?: FloatFormat) => ValueSet;

/** Another evaluation that the specification admits, as choices of policies. */
export interface OtherChoice extends CandidateWithDefault {
  /** it evaluates the same value in another way, so that no answer of it is exact; absent: it has a value of its own */
  readonly isSameValue?: true;
  /** what it rounds counts where it is asked whether anything rounds */
  readonly isForm?: true;
  /** false for terms over which it tells nothing; always true if absent */
  readonly isDistinguishing?: (terms: readonly number[]) => boolean;
  /** of NaN: why it may give no other value */
  readonly limit?: string;
}

interface FloatAlternative extends OtherChoice {
  readonly exact: (bits: number) => Exact;
  readonly bounds: BoundsIn;
  readonly algorithms: readonly BoundsIn[];
  /** whether it accounts for the other elements of the row as well, where these are known */
  accounts?(): boolean;
}

/** What computes an element, and what else may. */
export interface FloatEvaluation extends ValueEvaluation {
  /** whether it accounts for the other elements of the row as well, where these are known */
  accounts?(): boolean;
  /** those that round a partial result of the same kind at each step, and so do where nothing else is rounded */
  readonly stepwise: readonly BoundsIn[];
  /** the terms that come to it, if several do, and what comes of their magnitudes, which is no less */
  readonly terms?: { readonly own: () => readonly number[]; readonly ofMagnitudes: () => Exact } | undefined;
  /** it is a logarithm: its error is absolute where it is near 0 */
  readonly isLogarithm?: true | undefined;
  /** by how much published tests of the whole operator let an answer miss the true value */
  readonly accuracy?: PublishedAccuracy | undefined;
  /** the inputs are so far from the ends of the range that it need not be asked whether a partial result leaves it */
  cannotOverflow(): boolean;
  /** made when they are asked for */
  readonly alternatives: readonly FloatAlternative[];
}

/** The acceptance of a float that kernels compute. Everything beyond the true value is computed when an answer is not exact. */
export function computedFloat(element: FloatEvaluation, format: FloatFormat): ElementAcceptance {
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

  /** What evaluations in the type itself, or in a wider one, can give. */
  get native(): ValueSet {
    if (this.#native === undefined) {
      const all = [this.#stored(...this.#ways), ...this.#published].reduce(union);
      // of one rounding there is one answer; of several, both neighbours of the true value are legal
      const near = isSingle(all) ? [] : this.#near;
      this.#native = [all, ...near].reduce(union);
    }
    return this.#native;
  }

  /** The neighbours of the true value, as far as they are numbers. */
  get #near(): readonly number[] {
    return this.#neighbours.filter(Number.isFinite);
  }

  /** What evaluations of the definition itself can give. */
  get #own(): ValueSet {
    this.#definition ??= this.#stored(this.#main);
    return this.#definition;
  }

  get #main(): BoundsIn {
    return (type, least) => this.#element.bounds(type, least);
  }

  /** Everything that gives the value. */
  get #ways(): readonly [BoundsIn, ...BoundsIn[]] {
    const { algorithms, stepwise } = this.#element;
    return [this.#main, ...algorithms, ...stepwise];
  }

  #isWide(got: number): boolean {
    return contains(this.#storedFromWider(this.#main), got) || contains(this.wide, got);
  }

  /** What evaluations in the next wider type can give. */
  get wide(): ValueSet {
    this.#wide ??= this.#storedFromWider(...this.#ways);
    return this.#wide;
  }

  /** What the evaluations of other choices can give, in their order. */
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

  /** Whether the evaluations of another choice can give an answer; its other algorithms are asked where its definition cannot. */
  #mayGive(i: number, got: number): boolean {
    const { bounds, accounts } = this.#alternatives[i]!;
    const isGiven = contains(this.#stored(bounds), got) || contains(this.#alternative(i), got);
    return isGiven && (accounts?.() ?? true);
  }

  /** What ways that compute in the type can leave there. */
  #stored(...ways: readonly BoundsIn[]): ValueSet {
    return ways.map((way) => stored(way(this.#format), this.#format)).reduce(union);
  }

  /** What ways that compute in the next wider type can leave in this one. */
  #storedFromWider(...ways: readonly BoundsIn[]): ValueSet {
    const wider = widerThan(this.#format);
    return ways.map((way) => stored(way(wider, wider), this.#format)).reduce(union);
  }

  get #terms(): readonly number[] {
    return this.#element.terms?.own() ?? [];
  }

  get #published(): readonly ValueSet[] {
    const { accuracy } = this.#element;
    const { value } = this.#exactly;
    if (!accuracy || isSpecial(value)) return [];
    const finite = intervalWithError(enclosed(value), accuracy, this.#format);
    return [stored({ ...spanOf(this.best), finite, isRounded: true }, this.#format)];
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
    return this.isExactInAnyOrder || isSingle(this.native);
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
    if (asked === 'verdict' && this.#isGiven(got) && this.#accounts()) return this.#ofDefinition(acceptedNative, got);
    // other algorithms take time, and are asked where the definition does not explain an answer
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
    const tells = ({ isDistinguishing }: FloatAlternative) =>
      !isDistinguishing || !Number.isFinite(got) || isDistinguishing(this.#terms);
    const observations = giving.every(tells) ? inferChoices([this.#usual, ...this.#alternatives], giving) : [];
    const error = made.isSameValue && this.#errorOf(got);
    const vacuous = !isBest && this.#isOpen(made);
    return { accepted: true, tier, errorOverBound: 0, ...error, vacuous, observations };
  }

  #accounts(): boolean {
    return this.#element.accounts?.() ?? true;
  }

  /** Whether some way gives an answer, or all of them together; what takes less time is asked first. */
  #isGiven(got: number): boolean {
    if (contains(this.#own, got)) return true;
    if (!isSingle(this.#own) && this.#near.some((one) => Object.is(one, got))) return true;
    const [, ...others] = this.#ways;
    return others.some((way) => contains(this.#stored(way), got)) || contains(this.native, got);
  }

  /** Evaluations of other choices that give an answer: of each choice the first one. */
  #giving(got: number): readonly FloatAlternative[] {
    return this.#firstOfEach((_, i) => this.#mayGive(i, got));
  }

  /** The alternatives of which something holds, of those that make the same choices the first one: the others say no more. */
  #firstOfEach(holds: (other: FloatAlternative, i: number) => boolean): readonly FloatAlternative[] {
    const found: FloatAlternative[] = [];
    for (const [i, other] of this.#alternatives.entries()) {
      const isFound = found.some(({ choices }) => isSameChoice(choices, other.choices));
      if (!isFound && holds(other, i)) found.push(other);
    }
    return found;
  }

  /** What came in place of what. */
  #words(got: number) {
    const usual = describe(this.native, got);
    const others = this.#alternatives.map((other, i) => ({ ...other, bound: this.#alternative(i) }));
    const words = new Map<string, Set<string>>();
    for (const { choices, bound, limit } of others) {
      // it may give the answer, but not the whole row
      const allowed = contains(bound, got) ? 'what one number gives that its row shares' : describe(bound, got);
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
    // kernels of functions, which round on the way, keep to an absolute error where values are below 1
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
    if (isSpecial(value)) return show(value);
    return real.toDecimal(
      enclosed(typeof value === 'number' ? value : evaluateAt(() => this.#element.exact(displayPrecision), value)),
    );
  }

  /** How far a finite answer is from the exact value, known to a millionth of a unit, if that is rounded to a finite one. */
  #errorOf(got: number): { readonly error?: ElementError } {
    const { value, best } = this.#exactly;
    if (!Number.isFinite(got) || !Number.isFinite(best) || got === best) return {};
    return { error: errorOf(got, enclosed(value).lo, this.#format) };
  }

  /** The label of an answer that is not exact. */
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

  /** Whether the evaluations of another choice can give most of the numbers of the type. */
  #isOpen(other: FloatAlternative): boolean {
    const { finite } = spanOf(this.#alternative(this.#alternatives.indexOf(other)));
    return finite !== undefined && d.toNumber(finite.hi) - d.toNumber(finite.lo) > largestFinite(this.#format) / 2;
  }

  /** True if an answer within the bound says nothing. */
  #isVacuous(bound: d.Dyadic): boolean {
    const { terms } = this.#element;
    if (!terms) return d.toNumber(bound) > largestFinite(this.#format) / 2;
    if (d.compare(bound, d.abs(enclosed(this.#exactly.value).lo)) < 0) return false;
    const most = terms.ofMagnitudes();
    if (isSpecial(most)) return false;
    // both are known to some bits
    const { lo } = enclosed(most);
    return d.sign(lo) > 0 && d.compare(bound, d.roundToBits(lo, guardBits, 'down')) >= 0;
  }

  /** Adds what an answer of the definition tells about choices that the specification leaves open. */
  #ofDefinition(verdict: Accepted, got: number): Accepted {
    return new AcceptedByDefinition(verdict, (known) => this.#observed(got, known));
  }

  /** The definition, with its choices where the alternatives make others. */
  get #usual(): ChoiceCandidate {
    return { choices: this.#alternatives.flatMap(({ otherwise }) => otherwise) };
  }

  /** An alternative with all its choices: where it says nothing, it does as the definition does. */
  #withUsual({ choices }: ChoiceCandidate): ChoiceCandidate {
    const others = this.#usual.choices.filter(({ policy }) => !choices.some((own) => own.policy === policy));
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
    // one that underflows has the sign of its value
    const { plusZero, minusZero } = this.#exactly.value === 0 && got === 0 ? spanOf(this.native) : empty;
    if (plusZero && minusZero) observations.push(observe('zero-sign', Object.is(got, -0) ? '-0' : '0'));
    const leavesOpen = ({ exact, isSameValue, isDistinguishing }: FloatAlternative, i: number) =>
      (isDistinguishing && !isDistinguishing(this.#terms)) ||
      // where both choices have one value, an answer that misses it may come of either; this takes less time to ask
      (!isSameValue && Object.is(bestOf(exact, this.#format), best)) ||
      this.#mayGive(i, got);
    if (this.#usual.choices.every(({ policy }) => known.isSettled(policy))) return observations;
    const all = this.#alternatives;
    const telling = all.filter(({ otherwise }) => otherwise.length > 0);
    const open = this.#firstOfEach((other, i) => telling.includes(other) && leavesOpen(other, i));
    const isOpen = ({ choices }: FloatAlternative) => open.some((one) => isSameChoice(one.choices, choices));
    if (telling.every(isOpen)) return observations;
    // nothing follows for a policy of which the definition says nothing
    const { choices: usual } = this.#usual;
    const mayTell = ({ choices }: FloatAlternative) =>
      choices.some(({ policy }) => usual.some((one) => one.policy === policy));
    const others = this.#firstOfEach((other, i) => !telling.includes(other) && mayTell(other) && leavesOpen(other, i));
    const admitted = [...open, ...others].map((one) => this.#withUsual(one));
    return [...observations, ...inferChoices([this.#usual, ...all], [this.#usual, ...admitted])];
  }
}

const isSameChoice = (some: readonly Observation[], others: readonly Observation[]): boolean =>
  some === others ||
  (some.length === others.length &&
    some.every(({ policy, choice }, i) => policy === others[i]!.policy && choice === others[i]!.choice));

const formatObservation = ({ policy, choice }: Observation): string => `${policy}: ${choice}`;

/** More than any format has. */
const displayPrecision = 192;

/** A type of twice the precision, for accumulators of pairs of doubles. */
const pairsOfDoubles: FloatFormat = { ...formatOf('float64'), precision: 104, minExponent: -2000 };

/** What evaluations with more precision than that of a type compute in. */
function widerThan({ bits }: FloatFormat): FloatFormat {
  return bits < 32 ? formatOf('float32') : bits < 64 ? formatOf('float64') : pairsOfDoubles;
}

/** The quotient of two sizes that may be beyond the range of doubles: at most 1. */
function ratio(error: d.Dyadic, bound: d.Dyadic): number {
  const shift = -d.leadingExponent(bound);
  return Math.min(1, d.toNumber(d.scale(error, shift)) / d.toNumber(d.scale(bound, shift)));
}
