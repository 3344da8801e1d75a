import { findPolicy, mustBeConsistent, type Observation } from './policy.ts';

/** Returns the choices that an observation admits; the backend made one of them. */
export const possibleChoices = ({ choice, among }: Observation): readonly string[] => among ?? [choice];

/** Returns the choices of a policy, in the order of the table of policies; empty for a policy that is not in it. */
const choicesOf = (policy: string): readonly string[] => Object.keys(findPolicy(policy)?.choices ?? {});

/**
 * Returns the choices of a policy that a word stands for: the choice of that name, or all whose names begin with it and a
 * hyphen. For example, `nearest` stands for those that differ only in halves. Empty if there is none.
 */
export function choicesNamed(policy: string, word: string): readonly string[] {
  const choices = choicesOf(policy);
  if (choices.includes(word)) return [word];
  const group = choices.filter((choice) => choice.startsWith(`${word}-`));
  return group.length > 1 ? group : [];
}

/** Formats choices: "truncate or floor". A word replaces the choices that it stands for, if all of them are present. */
export function formatChoices(policy: string, choices: readonly string[]): string {
  const words = choices.map((choice) => {
    const stem = choice.split('-')[0]!;
    const meant = choicesNamed(policy, stem);
    return meant.length > 0 && meant.every((one) => choices.includes(one)) ? stem : choice;
  });
  return [...new Set(words)].join(' or ');
}

/**
 * Returns the observation that one of several choices was made.
 * @param choices at least one, without duplicates, in any order; the result has them in the order of the table of policies
 */
export function observeOneOf(policy: string, choices: readonly string[]): Observation {
  const order = choicesOf(policy);
  const among = choices.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  const choice = formatChoices(policy, among);
  return among.length === 1 ? { policy, choice } : { policy, choice, among };
}

/** Returns the choices that all observations of a policy admit; empty if they contradict each other. */
export function commonChoices(seen: readonly Observation[]): readonly string[] {
  return seen.map(possibleChoices).reduce((a, b) => a.filter((choice) => b.includes(choice)));
}

/** Returns the observations of a policy without those that admit all choices of another one, in the order of the table of policies. */
export function narrowestObservations<T extends Observation>(seen: readonly T[]): readonly T[] {
  const order = seen.flatMap(({ policy }) => choicesOf(policy));
  const place = (one: T) => order.indexOf(possibleChoices(one)[0]!);
  const isWider = (one: T, other: T) =>
    one !== other && possibleChoices(other).every((c) => possibleChoices(one).includes(c));
  return seen.filter((one) => !seen.some((other) => isWider(one, other))).sort((a, b) => place(a) - place(b));
}

/**
 * Combines observations that were made together. For a policy that requires consistency, the result is one observation of the
 * choices that all of them allow, or else the contradicting observations. For other policies, the result is each different
 * observation.
 */
export function intersectChoices(seen: readonly Observation[]): readonly Observation[] {
  const perPolicy = new Map<string, Map<string, Observation>>();
  for (const one of seen) {
    const own = perPolicy.get(one.policy) ?? new Map<string, Observation>();
    perPolicy.set(one.policy, own.set(one.choice, own.get(one.choice) ?? one));
  }
  return [...perPolicy].flatMap(([policy, own]) => {
    const different = [...own.values()];
    if (!mustBeConsistent(policy)) return different;
    const common = commonChoices(different);
    return common.length > 0 ? [observeOneOf(policy, common)] : narrowestObservations(different);
  });
}
