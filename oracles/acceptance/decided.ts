import type { Observation } from './policy.ts';

/** An answer that the specification admits, with the choices of policies that lead to it. */
export interface Choosing {
  readonly choices: readonly Observation[];
}

/**
 * The policies that an answer decides: all `matching` candidates made the same choice, and some other candidate another.
 * A candidate that says nothing of a policy leaves it undecided.
 */
export function decided(candidates: readonly Choosing[], matching: readonly Choosing[]): Observation[] {
  const choiceOf = (c: Choosing, policy: string) => c.choices.find((o) => o.policy === policy)?.choice;
  const policies = new Set(candidates.flatMap((c) => c.choices.map((o) => o.policy)));
  return [...policies].flatMap((policy) => {
    const seen = new Set(matching.map((c) => choiceOf(c, policy)));
    const [choice] = seen;
    const open = candidates.some((c) => choiceOf(c, policy) !== choice);
    return seen.size === 1 && choice !== undefined && open ? [{ policy, choice }] : [];
  });
}
