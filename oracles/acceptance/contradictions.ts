import { findPolicy, mustBeConsistent, type Observation } from './policy.ts';

/** Two or more choices of a policy of which a backend may make only one, each with the first place where it was made. */
export interface Contradiction {
  readonly policy: string;
  /** in the order of the table of policies: the same fault is always told in the same words */
  readonly choices: readonly { readonly choice: string; readonly place: string }[];
}

/** Collects choices, within one answer or within an operator version and dtype, to find those that contradict each other. */
export class Contradictions {
  readonly #places = new Map<string, Map<string, string>>();

  add({ policy, choice }: Observation, place: string): void {
    if (!mustBeConsistent(policy)) return;
    const places = this.#places.get(policy) ?? new Map<string, string>();
    this.#places.set(policy, places);
    if (!places.has(choice)) places.set(choice, place);
  }

  get first(): Contradiction | undefined {
    for (const [policy, places] of this.#places) {
      if (places.size < 2) continue;
      const order = Object.keys(findPolicy(policy)!.choices);
      const choices = [...places].map(([choice, place]) => ({ choice, place }));
      return { policy, choices: choices.sort((a, b) => order.indexOf(a.choice) - order.indexOf(b.choice)) };
    }
    return undefined;
  }
}

/** "nan-in-extremum depends on the position: propagates at [0], ignored at [3]". */
export function contradictionInWords({ policy, choices }: Contradiction, on: 'position' | 'case'): string {
  const told = choices.map(({ choice, place }) => `${choice} ${on === 'case' ? 'in' : 'at'} ${place}`);
  return `${policy} depends on the ${on}: ${told.join(', ')}`;
}
