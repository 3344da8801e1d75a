import type { Scalar } from '../numerics/trait.ts';
import { once } from '../spec/node.ts';
import type { ElementError } from './element-error.ts';
import type { Fault } from './fault.ts';
import type { Observation, UndefinedValue } from './policy.ts';
import type { Tier } from './tier.ts';

/** The element is accepted. */
export interface Accepted {
  readonly accepted: true;
  /** absent where any value is allowed */
  readonly tier?: Tier | undefined;
  /** |error| / native bound; 0 for exact answers and for values that are not finite */
  readonly errorOverBound: number;
  /** of a float that is not the exact value rounded once */
  readonly error?: ElementError | undefined;
  /**
   * passing says nothing: the native bound is at least the sum of magnitudes, the value is undefined, or a choice admits most
   * of the type
   */
  readonly vacuous: boolean;
  /** what the answer tells of choices; of some answers it is only computed when it is asked for, and takes longer than the verdict */
  readonly observations: readonly Observation[];
  /**
   * The definition gives the answer, under the first choice of each policy of which a backend has to choose once: its
   * observations contradict none of another such answer
   */
  readonly isOfDefinition?: true;
  /** the observations of an answer of the definition, but for some that other elements of the answer have shown */
  besides?(known: Known): readonly Observation[];
}

/** What the elements of an answer have shown of choices so far. */
export interface Known {
  has(policy: string, choice: string): boolean;
  /** whether the choice of a policy is known, and answers of the definition can add nothing to it */
  isSettled(policy: string): boolean;
}

const nothing: Known = { has: () => false, isSettled: () => false };

/** The element is rejected. Values are printed so that they read back exactly, some when they are asked for. */
export interface Rejected {
  readonly accepted: false;
  readonly exact: string;
  readonly allowed: string;
  /** as of an accepted answer */
  readonly error?: ElementError | undefined;
}

export type ElementVerdict = Accepted | Rejected;

/**
 * What a judgement has to find out: a tier, if no better one matters; `verdict`, whether the answer is accepted and which
 * choices it shows. Everything if absent.
 */
export type JudgementGoal = Tier | 'verdict';

/** What may stand in one element of an output. */
export interface ElementAcceptance {
  /** the oracle's own answer: the true value rounded once, under the first choice of every policy */
  readonly best: Scalar;
  /** true if nothing rounds in any order of evaluation, so that every correct implementation returns the same bits */
  readonly isExactInAnyOrder: boolean;
  /** true if one answer alone is right; as `isExactInAnyOrder` if absent */
  readonly hasOneAnswer?: boolean;
  /** the specification calls the value undefined: every answer is accepted */
  readonly isUndefined?: true;
  /**
   * Values at which the verdict may change, in any order: between two neighbours among them, zeros and infinities, which
   * are verdicts of their own, all values of the type are judged alike
   */
  readonly breakpoints: readonly Scalar[];
  judge(got: Scalar, asked?: JudgementGoal): ElementVerdict;
  /** what is wrong with a rejected answer; its value if absent */
  fault?(got: Scalar): Fault;
}

/** An acceptance that is another one but for how it judges. */
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

/** Accepted, without anything else known. */
export const acceptedNative: Accepted = { ...acceptedExact, tier: 'native' };

/** The verdict on an answer of the definition, whose observations are computed when they are asked for. */
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

/** A rejected answer; how far off it is, and the words for it, are made when they are asked for. */
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

/** A verdict that says nothing of choices. */
export const withoutObservations = ({ tier, errorOverBound, error, vacuous }: Accepted): Accepted => ({
  accepted: true,
  ...(tier && { tier }),
  errorOverBound,
  ...(error && { error }),
  vacuous,
  observations: [],
});

/** Where the specification calls the value undefined: everything is accepted, and recorded under the policy. */
export function acceptAnything(policy: UndefinedValue, best: Scalar): ElementAcceptance {
  return {
    best,
    isExactInAnyOrder: false,
    isUndefined: true,
    breakpoints: [best],
    judge: (got) => {
      const name = Number.isNaN(got) ? 'NaN' : Number(got) === 0 ? '0' : 'another value';
      return { accepted: true, errorOverBound: 0, vacuous: true, observations: [{ policy, choice: name }] };
    },
  };
}

/** A scalar as text that reads back exactly; -0 keeps its sign. */
export function show(x: Scalar): string {
  if (typeof x === 'string') return JSON.stringify(x);
  if (typeof x === 'object') return `(${show(x.re)}, ${show(x.im)})`;
  return Object.is(x, -0) ? '-0' : String(x);
}
