import { type Exact, Undecided } from '../arithmetic/exact.ts';
import { type Format, formatOf, type IntegerFormat, intoRange } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { toDecimal, workingBits } from '../numerics/real.ts';
import type { Scalar } from '../numerics/trait.ts';
import { once } from '../spec/node.ts';
import { AcceptedByDefinition, acceptedExact, type ElementAcceptance, type ElementVerdict } from './acceptance.ts';
import type { Fault } from './fault.ts';
import { type CandidateWithDefault, inferChoices } from './infer-choices.ts';
import {
  candidatesOf,
  firstCandidate,
  type IntegerCandidate,
  type IntegerElement,
  type IntegerPolicies,
  trueValue,
} from './integer-candidates.ts';
import { type Observation, observe } from './policy.ts';

/** The evaluations of an integer element by the definition and by its alternatives. */
export interface IntegerEvaluation {
  exact(bits: number): Exact;
  readonly alternatives: readonly (CandidateWithDefault & { readonly exact: (bits: number) => Exact })[];
}

/** An integer computed in several steps, and the choices left open for them. */
type InSteps = IntegerElement & { readonly policies: IntegerPolicies };

const truthValues: IntegerFormat = { ...formatOf('uint8'), bits: 1 };

/**
 * Returns the acceptance of an integer, or truth value, that kernels compute. It accepts the true value if that fits the type;
 * else its value modulo two to the number of bits, or the nearest one. It also accepts the results of open policies.
 */
export function acceptInteger(element: IntegerEvaluation, format: Format, inSteps?: InSteps): ElementAcceptance {
  const type = format.kind === 'integer' ? format : truthValues;
  const { alternatives } = element;
  if (!inSteps && alternatives.length === 0) {
    const value = certainInteger(element);
    if (value !== undefined && isWithin(value, type)) return new OneInteger(value);
  }
  if (inSteps) {
    const { policies } = inSteps;
    return new ChosenInteger(
      firstCandidate(inSteps, policies, type),
      () => candidatesOf(inSteps, policies, type),
      () => toDecimal(trueValue(inSteps, workingBits), 24),
    );
  }
  const own = stored(
    certainInteger(element),
    type,
    alternatives.flatMap(({ otherwise }) => otherwise),
  );
  const [first] = own as [IntegerCandidate];
  const others = () => alternatives.flatMap((other) => stored(certainInteger(other), type, other.choices));
  return new ChosenInteger(
    first,
    () => [...own, ...others()],
    () => String(first.lo),
  );
}

/** The acceptance of an integer with several candidates. They are computed only if an answer differs from the first. */
class ChosenInteger implements ElementAcceptance {
  readonly #first: IntegerCandidate;
  readonly #candidates: () => readonly IntegerCandidate[];
  readonly #truth: () => string;

  constructor(first: IntegerCandidate, candidates: () => readonly IntegerCandidate[], truth: () => string) {
    this.#first = first;
    this.#candidates = once(candidates);
    this.#truth = truth;
  }

  get best(): bigint {
    return this.#first.lo;
  }

  get isExactInAnyOrder(): boolean {
    return this.#candidates().every((c) => c.lo === this.best && c.hi === this.best && !c.anything);
  }

  get breakpoints(): readonly bigint[] {
    return this.#candidates().flatMap(({ lo, hi }) => [lo, hi]);
  }

  fault(answer: Scalar): Fault {
    if (this.isExactInAnyOrder) return 'value';
    if (this.#candidates().some(overflows)) return 'integer-overflow';
    const isNear = ({ lo, hi, choices }: IntegerCandidate) =>
      choices.some(({ policy }) => policy === 'integer-rounding') && near(BigInt(answer as bigint), lo, hi);
    return this.#candidates().some(isNear) ? 'integer-rounding' : 'value';
  }

  judge(answer: Scalar): ElementVerdict {
    const got = BigInt(answer as bigint);
    if (got === this.best && !this.#first.anything)
      return new AcceptedByDefinition(acceptedExact, () => this.#observed(got));
    const matching = this.#matching(got);
    if (matching.length === 0) {
      return { accepted: false, exact: this.#truth(), allowed: describeCandidates(this.#candidates()) };
    }
    const tier = matching.some((c) => c.exact) ? 'exact' : matching.some((c) => !c.anything) ? 'native' : undefined;
    const { tier: _, ...accepted } = acceptedExact;
    return { ...accepted, ...(tier && { tier }), vacuous: tier === undefined, observations: this.#observed(got) };
  }

  #matching(got: bigint): readonly IntegerCandidate[] {
    return this.#candidates().filter((c) => c.anything || (c.lo <= got && got <= c.hi));
  }

  #observed(got: bigint): readonly Observation[] {
    return inferChoices(this.#candidates(), this.#matching(got));
  }
}

/** The acceptance of an integer with one right answer. */
class OneInteger implements ElementAcceptance {
  readonly best: bigint;
  readonly isExactInAnyOrder = true;

  constructor(best: bigint) {
    this.best = best;
  }

  get breakpoints(): readonly bigint[] {
    return [this.best, this.best];
  }

  fault(): Fault {
    return 'value';
  }

  judge(answer: Scalar): ElementVerdict {
    if (BigInt(answer as bigint) === this.best) return acceptedExact;
    const only = String(this.best);
    return { accepted: false, exact: only, allowed: only };
  }
}

const isWithin = (value: bigint, type: IntegerFormat): boolean => intoRange(value, type, 'wrap') === value;

const near = (x: bigint, lo: bigint, hi: bigint): boolean => lo - 1n <= x && x <= hi + 1n;

/** Returns whether the result, or a partial result, leaves the range of the type. */
function overflows({ choices, anything }: IntegerCandidate): boolean {
  return (
    anything === true ||
    choices.some(
      ({ policy, choice }) =>
        policy === 'integer-overflow' || (policy === 'integer-intermediate' && choice !== 'widen'),
    )
  );
}

/** Describes candidates: "2", or "1 (tie-index: first) or 4 (tie-index: last)". */
function describeCandidates(candidates: readonly IntegerCandidate[]): string {
  const rangeOf = ({ lo, hi }: IntegerCandidate) => (lo === hi ? `${lo}` : `[${lo}, ${hi}]`);
  const words = [...new Set(candidates.map(rangeOf))].map((range) => {
    const choices = inferChoices(
      candidates,
      candidates.filter((candidate) => rangeOf(candidate) === range),
    );
    return choices.length > 0
      ? `${range} (${choices.map(({ policy, choice }) => `${policy}: ${choice}`).join(', ')})`
      : range;
  });
  return words.join(' or ');
}

/** Returns the candidates for storing a value in a type; any answer if the value is not a number. */
function stored(value: bigint | undefined, type: IntegerFormat, choices: readonly Observation[]): IntegerCandidate[] {
  if (value === undefined) return [{ lo: 0n, hi: 0n, anything: true, choices }];
  if (isWithin(value, type)) return [{ lo: value, hi: value, exact: true, choices }];
  return (['wrap', 'saturate'] as const).map((overflow) => {
    const brought = intoRange(value, type, overflow);
    return { lo: brought, hi: brought, exact: true, choices: [...choices, observe('integer-overflow', overflow)] };
  });
}

/** Returns the integer that a kernel computes; `undefined` if it is NaN or an infinity. */
function certainInteger(element: Pick<IntegerEvaluation, 'exact'>): bigint | undefined {
  for (let bits = 192; ; bits *= 2) {
    try {
      const value = element.exact(bits);
      if (typeof value === 'number') return Number.isFinite(value) ? BigInt(value) : undefined;
      if (!d.isInteger(value.lo)) throw new Error('a kernel of integers leaves a fraction');
      return d.toInteger(value.lo);
    } catch (error) {
      if (!(error instanceof Undecided) || bits > 2 ** 14) throw error;
    }
  }
}
