import type { Accepted, Known } from './acceptance.ts';
import { mustBeConsistent, type Observation } from './policy.ts';
import { commonChoices, intersectChoices, narrowestObservations } from './possible-choices.ts';

/** An observation and the first place where it was made. */
export interface PlacedObservation extends Observation {
  readonly place: string;
}

/** Two or more observations of a policy that no single choice explains, in the order of the table of policies. */
export interface Contradiction {
  readonly policy: string;
  readonly choices: readonly Pick<PlacedObservation, 'choice' | 'place'>[];
}

/** Returns the contradiction among observations of a policy that requires consistency; `undefined` if there is none. */
export function contradictionAmong(seen: readonly PlacedObservation[]): Contradiction | undefined {
  const [first] = seen;
  if (!first || commonChoices(seen).length > 0) return undefined;
  return { policy: first.policy, choices: narrowestObservations(seen).map(({ choice, place }) => ({ choice, place })) };
}

/** Collects the observations of one answer and finds the contradictions among them. */
export class Contradictions implements Known {
  readonly #seen = new Map<string, Map<string, PlacedObservation>>();
  /** policies whose choice is known from an answer that the definition gives */
  readonly #settled = new Set<string>();

  /**
   * Adds the observations of an element.
   * @param placeOf returns its position as text
   */
  add(verdict: Accepted, placeOf: () => string): void {
    for (const observation of verdict.besides?.(this) ?? verdict.observations) {
      const { policy, choice, among } = observation;
      const seen = this.#seen.get(policy) ?? new Map<string, PlacedObservation>();
      this.#seen.set(policy, seen);
      if (!seen.has(choice)) seen.set(choice, { ...observation, place: placeOf() });
      if (verdict.isOfDefinition && !among && mustBeConsistent(policy)) this.#settled.add(policy);
    }
  }

  has(policy: string, choice: string): boolean {
    return this.#seen.get(policy)?.has(choice) ?? false;
  }

  isSettled(policy: string): boolean {
    return this.#settled.has(policy);
  }

  get first(): Contradiction | undefined {
    const consistent = [...this.#seen].filter(([policy]) => mustBeConsistent(policy));
    return consistent.map(([, seen]) => contradictionAmong([...seen.values()])).find((found) => found !== undefined);
  }

  /** The choices that the whole answer shows: for a policy that requires consistency, those that all elements admit. */
  get observations(): readonly Observation[] {
    const unplaced = [...this.#seen.values()].flatMap((seen) =>
      [...seen.values()].map(({ place: _, ...rest }) => rest),
    );
    return intersectChoices(unplaced);
  }
}

/** "nan-in-extremum depends on the position: propagates at [0], ignored at [3]". */
export function describeContradiction({ policy, choices }: Contradiction, on: 'position' | 'case'): string {
  const places = choices.map(({ choice, place }) => `${choice} ${on === 'case' ? 'in' : 'at'} ${place}`);
  return `${policy} depends on the ${on}: ${places.join(', ')}`;
}
