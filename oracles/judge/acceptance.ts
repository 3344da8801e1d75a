import type { Scalar } from '../numerics/trait.ts';
import { once } from '../spec/node.ts';
import type { ElementError } from './element-error.ts';
import type { Fault } from './fault.ts';
import type { Observation, UndefinedValue } from './policy.ts';
import type { Tier } from './tier.ts';

/** The element is accepted. */
export interface Accepted {
  readonly accepted: true;
  /** absent if any value is accepted */
  readonly tier?: Tier | undefined;
  /** |error| / native bound; 0 for exact answers and for values that are not finite */
  readonly errorOverBound: number;
  /** present for a float that differs from the correctly rounded exact value */
  readonly error?: ElementError | undefined;
  /**
   * whether acceptance shows nothing: the native bound is at least the sum of magnitudes, the value is undefined, or a choice
   * admits most values of the type
   */
  readonly vacuous: boolean;
  /** the choices that the answer shows; for some answers computed on first access, which takes longer than the verdict */
  readonly observations: readonly Observation[];
  /**
   * Set if the definition itself gives the answer under the first choice of each policy that requires consistency. The
   * observations of two such answers never contradict each other.
   */
  readonly isOfDefinition?: true;
  /**
   * Returns the observations, except those that other elements of the answer have already shown. Present where the definition
   * gives the answer.
   */
  besides?(known: Known): readonly Observation[];
}

/** The choices that the elements of an answer have shown so far. */
export interface Known {
  has(policy: string, choice: string): boolean;
  /** returns whether the choice of a policy is known, so that answers of the definition cannot narrow it */
  isSettled(policy: string): boolean;
}

const nothing: Known = { has: () => false, isSettled: () => false };

/** The element is rejected. Values are printed so that they can be read back exactly, some of them on first access. */
export interface Rejected {
  readonly accepted: false;
  readonly exact: string;
  readonly allowed: string;
  /** as for an accepted answer */
  readonly error?: ElementError | undefined;
}

export type ElementVerdict = Accepted | Rejected;

/**
 * The facts that a judgement must determine. A tier: better tiers need not be distinguished. `verdict`: only whether the answer is
 * accepted, and the choices that it shows. Everything if absent.
 */
export type JudgementGoal = Tier | 'verdict';

/** The values that are accepted for one element of an output. */
export interface ElementAcceptance {
  /** the oracle's own answer: the true value rounded once, under the first choice of each policy */
  readonly best: Scalar;
  /** true if nothing rounds in any order of evaluation, so that every correct implementation returns the same bits */
  readonly isExactInAnyOrder: boolean;
  /** true if exactly one answer is right; equals `isExactInAnyOrder` if absent */
  readonly hasOneAnswer?: boolean;
  /** the specification calls the value undefined: every answer is accepted */
  readonly isUndefined?: true;
  /**
   * Values at which the verdict may change, in any order. Zeros and infinities have verdicts of their own. All other values
   * between two neighbouring breakpoints have the same verdict.
   */
  readonly breakpoints: readonly Scalar[];
  judge(got: Scalar, asked?: JudgementGoal): ElementVerdict;
  /** Returns the fault of a rejected answer; if absent, the fault is its value. */
  fault?(got: Scalar): Fault;
}

/** An acceptance that wraps another one and changes only its verdicts. */
export abstract class WrappedAcceptance implements ElementAcceptance {
  protected readonly own: ElementAcceptance;

  constructor(own: ElementAcceptance) {
    this.own = own;
  }

  get best(): Scalar {
    return this.own.best;
  }

  get isExactInAnyOrder(): boolean {
    return this.own.isExactInAnyOrder;
  }

  get hasOneAnswer(): boolean {
    return this.own.hasOneAnswer ?? this.own.isExactInAnyOrder;
  }

  get breakpoints(): readonly Scalar[] {
    return this.own.breakpoints;
  }

  abstract judge(got: Scalar, asked?: JudgementGoal): ElementVerdict;

  fault(got: Scalar): Fault {
    return this.own.fault?.(got) ?? 'value';
  }
}

/** The oracle's own answer. */
export const acceptedExact: Accepted = {
  accepted: true,
  tier: 'exact',
  errorOverBound: 0,
  vacuous: false,
  observations: [],
};

/** Accepted at tier `native`; nothing else is known. */
export const acceptedNative: Accepted = { ...acceptedExact, tier: 'native' };

/** The verdict on an answer that the definition gives. Its observations are computed on first access. */
export class AcceptedByDefinition implements Accepted {
  readonly accepted = true;
  readonly tier: Tier | undefined;
  readonly errorOverBound: number;
  readonly error: ElementError | undefined;
  readonly vacuous: boolean;
  readonly isOfDefinition = true;
  readonly #observe: (known: Known) => readonly Observation[];
  #observations: readonly Observation[] | undefined;

  constructor(
    { tier, errorOverBound, error, vacuous }: Omit<Accepted, 'observations'>,
    observe: (known: Known) => readonly Observation[],
  ) {
    this.tier = tier;
    this.errorOverBound = errorOverBound;
    this.error = error;
    this.vacuous = vacuous;
    this.#observe = observe;
  }

  get observations(): readonly Observation[] {
    this.#observations ??= this.#observe(nothing);
    return this.#observations;
  }

  besides(known: Known): readonly Observation[] {
    return this.#observations ?? this.#observe(known);
  }
}

/** Returns a rejection whose error and description are computed on first access. */
export function rejected(
  errorOf: () => ElementError | undefined,
  describeRejection: () => Pick<Rejected, 'exact' | 'allowed'>,
): Rejected {
  const [error, words] = [once(errorOf), once(describeRejection)];
  return {
    accepted: false,
    get exact() {
      return words().exact;
    },
    get allowed() {
      return words().allowed;
    },
    get error() {
      return error();
    },
  };
}

/** Returns a verdict without its observations. */
export const withoutObservations = ({ tier, errorOverBound, error, vacuous }: Accepted): Accepted => ({
  accepted: true,
  ...(tier && { tier }),
  errorOverBound,
  ...(error && { error }),
  vacuous,
  observations: [],
});

/** Returns the acceptance of a value that the specification leaves undefined: it accepts everything and records it under the policy. */
export function acceptAnything(policy: UndefinedValue, best: Scalar): ElementAcceptance {
  return {
    best,
    isExactInAnyOrder: false,
    isUndefined: true,
    breakpoints: [best],
    judge: (got) => {
      const name = Number.isNaN(got) ? 'NaN' : Number(got) === 0 ? '0' : 'other';
      return { accepted: true, errorOverBound: 0, vacuous: true, observations: [{ policy, choice: name }] };
    },
  };
}

/** Formats a scalar so that it can be read back exactly; -0 keeps its sign. */
export function formatScalar(x: Scalar): string {
  if (typeof x === 'string') return JSON.stringify(x);
  if (typeof x === 'object') return `(${formatScalar(x.re)}, ${formatScalar(x.im)})`;
  return Object.is(x, -0) ? '-0' : String(x);
}
