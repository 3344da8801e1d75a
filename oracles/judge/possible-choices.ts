import { findPolicy, mustBeConsistent, type Observation } from './policy.ts';

/** The choices of which a backend made one, as far as an observation tells. */
export const possibleChoices = ({ choice, among }: Observation): readonly string[] => among ?? [choice];

/** The choices of a policy, in the order of the table of policies; none of a policy that is not in it. */
const choicesOf = (policy: string): readonly string[] => Object.keys(findPolicy(policy)?.choices ?? {});

/**
 * The choices of a policy that a word stands for: the one of that name, or all whose names begin with it and a hyphen, as
 * `nearest` does for those that differ in halves only; none if there is none.
 */
export function choicesMeant(policy: string, word: string): readonly string[] {
  const choices = choicesOf(policy);
  if (choices.includes(word)) return [word];
  const group = choices.filter((choice) => choice.startsWith(`${word}-`));
  return group.length > 1 ? group : [];
}

/** "truncate or floor"; choices that a word stands for, if all of them are there, by that word. */
export function formatChoices(policy: string, choices: readonly string[]): string {
  const words = choices.map((choice) => {
    const stem = choice.split('-')[0]!;
    const meant = choicesMeant(policy, stem);
    return meant.length > 0 && meant.every((one) => choices.includes(one)) ? stem : choice;
  });
  return [...new Set(words)].join(' or ');
}

/**
 * The observation that one of some choices was made.
 * @param choices different ones, at least one, in any order; they come to stand in that of the table of policies
 */
export function observeAmong(policy: string, choices: readonly string[]): Observation {
  const order = choicesOf(policy);
  const among = choices.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  const choice = formatChoices(policy, among);
  return among.length === 1 ? { policy, choice } : { policy, choice, among };
}

/** The choices that all observations of a policy admit; none if they contradict each other. */
export function commonTo(seen: readonly Observation[]): readonly string[] {
  return seen.map(possibleChoices).reduce((a, b) => a.filter((choice) => b.includes(choice)));
}

/** Observations of a policy without those that admit all that another one admits, in the order of the table of policies. */
export function narrowest<T extends Observation>(seen: readonly T[]): readonly T[] {
  const order = seen.flatMap(({ policy }) => choicesOf(policy));
  const place = (one: T) => order.indexOf(possibleChoices(one)[0]!);
  const isWider = (one: T, other: T) =>
    one !== other && possibleChoices(other).every((c) => possibleChoices(one).includes(c));
  return seen.filter((one) => !seen.some((other) => isWider(one, other))).sort((a, b) => place(a) - place(b));
}

/**
 * What observations come to that were made together. Of a policy of which a backend has to choose once: that it made a
 * choice which all of them admit; if there is none, those that contradict each other. Of others: each that was made.
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
    const common = commonTo(different);
    return common.length > 0 ? [observeAmong(policy, common)] : narrowest(different);
  });
}
