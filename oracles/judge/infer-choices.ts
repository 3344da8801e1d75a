import type { Observation } from './policy.ts';
import { observeAmong } from './possible-choices.ts';

/** An answer that the specification admits, with the choices of policies that lead to it. */
export interface ChoiceCandidate {
  readonly choices: readonly Observation[];
}

/** Choices that another evaluation stands for. */
export interface CandidateWithDefault extends ChoiceCandidate {
  /** the choices that are made where an answer cannot come from that evaluation */
  readonly otherwise: readonly Observation[];
}

/**
 * What an answer tells of each policy: the choices that the `matching` candidates made, if others are ruled out. A
 * candidate that says nothing of a policy leaves it open.
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
    // of two choices and silence: both are all that there is
    possible.delete(undefined);
    if (admitted.size > 1 && admitted.size === possible.size) return [];
    return [observeAmong(policy, [...admitted] as string[])];
  });
}
