import type { OperatorVersion } from '../oracles/operator.ts';
import type { Draft, PlanContext, Proposal, ProposedInput } from './proposal.ts';

/** A model that breaks one rule, and its legal twin: the same shapes and data with the rule mended. */
export interface Breach {
  readonly broken: Proposal;
  readonly twin: Proposal;
  /** the version that the twin is for: another one where the rule is mended by the opset */
  readonly twinVersion: OperatorVersion;
}

/** What a backend has to refuse: an illegal model, or a legal one (`broken` is `twin` then) with inputs that do not fit. */
export interface Attempt extends Breach {
  /** the inputs of the run, where they are not those of the model */
  readonly fed?: readonly ProposedInput[];
}

/** The models that break one rule. */
export type IllegalPlan = (context: PlanContext) => Iterable<Draft<Breach>>;

/**
 * A legal call of the version at hand that has all its attributes and inputs; its data are small integers that are not
 * negative, which every dtype can hold, and depend on the stream of random numbers alone.
 */
export type Control = (context: PlanContext) => Draft;

/** What a family of operators tries of illegal models: the plans of its own rules, and a control for all others. */
export interface IllegalFamily {
  readonly control: Control;
  readonly plans: Readonly<Record<string, IllegalPlan>>;
}

/** A legal call with one thing changed, which `what` says in a few words. */
export function breach(
  context: PlanContext,
  legal: Draft,
  what: string,
  change: (twin: Proposal) => Proposal,
): Draft<Breach> {
  return {
    get summary() {
      return `${legal.summary}; ${what}`;
    },
    get facts() {
      return legal.facts;
    },
    draw(random) {
      const twin = legal.draw(random);
      return { broken: change(twin), twin, twinVersion: context.version };
    },
  };
}
