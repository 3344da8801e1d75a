import type { Exact } from '../arithmetic/exact.ts';
import type { PublishedAccuracy } from '../arithmetic/functions.ts';
import type { ValueSet } from '../arithmetic/value-set.ts';
import type { FloatFormat } from '../numerics/dtype.ts';
import type { Evaluations } from './evaluations.ts';
import type { FloatEvaluation, OtherChoice } from './float-acceptance.ts';
import type { ChoiceCandidate } from './infer-choices.ts';

/** The evaluations and facts that all elements of an output share. */
export interface SharedEvaluations {
  readonly termsOf: ((index: number) => readonly number[]) | undefined;
  readonly isLogarithm: true | undefined;
  readonly accuracy: PublishedAccuracy | undefined;
  exact(way: Evaluations, bits: number, index: number): Exact;
  bounds(way: Evaluations, type: FloatFormat, least: FloatFormat | undefined, index: number): ValueSet;
  readonly main: Evaluations;
  readonly others: readonly Evaluations[];
  readonly steps: readonly Evaluations[];
  readonly choices: () => readonly (OtherChoice & Evaluations & { readonly algorithms: readonly Evaluations[] })[];
  readonly usual: () => ChoiceCandidate;
  ofMagnitudes(index: number): Exact;
  cannotOverflow(index: number): boolean;
}

/** Returns whether evaluations explain the whole row of an element. */
type Accounts = (ways: readonly [Evaluations, ...Evaluations[]], index: number) => boolean;

/** An element of a computed output. There are many: everything is computed on first use. */
export class EvaluatedElement implements FloatEvaluation {
  readonly #of: SharedEvaluations;
  readonly #index: number;
  readonly #accounts: Accounts | undefined;

  constructor(of: SharedEvaluations, index: number, accounts?: Accounts) {
    this.#of = of;
    this.#index = index;
    this.#accounts = accounts;
  }

  exact(bits: number): Exact {
    return this.#of.exact(this.#of.main, bits, this.#index);
  }

  bounds(type: FloatFormat, least?: FloatFormat): ValueSet {
    return this.#of.bounds(this.#of.main, type, least, this.#index);
  }

  get algorithms() {
    return this.#of.others.map((way) => this.#within(way));
  }

  get stepwise() {
    return this.#of.steps.map((way) => this.#within(way));
  }

  get terms() {
    const { termsOf } = this.#of;
    return termsOf && { own: () => termsOf(this.#index), ofMagnitudes: () => this.#of.ofMagnitudes(this.#index) };
  }

  get isLogarithm() {
    return this.#of.isLogarithm;
  }

  get accuracy() {
    return this.#of.accuracy;
  }

  cannotOverflow(): boolean {
    return this.#of.cannotOverflow(this.#index);
  }

  accounts(): boolean {
    const { main, others, steps } = this.#of;
    return this.#accounts?.([main, ...others, ...steps], this.#index) ?? true;
  }

  get usual() {
    return this.#of.usual();
  }

  get alternatives() {
    const accounts = this.#accounts;
    return this.#of.choices().map((other) => ({
      ...other,
      exact: (bits: number) => this.#of.exact(other, bits, this.#index),
      bounds: this.#within(other),
      algorithms: other.algorithms.map((way) => this.#within(way)),
      ...(accounts && { accounts: () => accounts([other, ...other.algorithms], this.#index) }),
    }));
  }

  #within(way: Evaluations): (type: FloatFormat, least?: FloatFormat) => ValueSet {
    return (type, least) => this.#of.bounds(way, type, least, this.#index);
  }
}
