import type { Observation } from './policy.ts';
import { observeOneOf } from './possible-choices.ts';

/** An answer that the specification admits, with the choices of policies that lead to it. */
export interface ChoiceCandidate {
  readonly choices: readonly Observation[];
}

/** An alternative evaluation with the choices that it stands for. */
export interface CandidateWithDefault extends ChoiceCandidate {
  /** the choices that are inferred if an answer cannot come from that evaluation */
  readonly otherwise: readonly Observation[];
}

/** Returns the definition as a candidate, with the choices that oppose those of its alternatives. */
export const usualCandidate = (alternatives: readonly CandidateWithDefault[]): ChoiceCandidate => ({
  choices: alternatives.flatMap(({ otherwise }) => otherwise),
});

/**
 * Returns what an answer shows about each policy: the choices of the `matching` candidates, if it rules others out. A candidate
 * without a choice of a policy leaves that policy open.
 */
export function inferChoices(
  candidates: readonly ChoiceCandidate[],
  matching: readonly ChoiceCandidate[],
): Observation[] {
  const choiceOf = (c: ChoiceCandidate, policy: string) => c.choices.find((o) => o.policy === policy)?.choice;
  const policies = new Set(candidates.flatMap((c) => c.choices.map((o) => o.policy)));
  return [...policies].flatMap((policy) => {
    const possible = new Set(candidates.map((c) => choiceOf(c, policy)));
    const admitted = new Set(matching.map((c) => choiceOf(c, policy)));
    if (admitted.has(undefined) || admitted.size === possible.size) return [];
    // candidates without a choice do not count: the admitted choices may be all that there are
    possible.delete(undefined);
    if (admitted.size > 1 && admitted.size === possible.size) return [];
    return [observeOneOf(policy, [...admitted] as string[])];
  });
}
