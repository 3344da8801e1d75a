import type { Case } from '../../generators/cases.ts';
import { contradictionInWords } from '../../oracles/acceptance/contradictions.ts';
import { mustBeConsistent, type Observation } from '../../oracles/acceptance/policy.ts';

/** The choices of one implementation, case by case. */
export class Choices {
  readonly #first = new Map<string, { readonly choice: string; readonly place: string }>();

  /** Takes the choices of a case; the complaint if an earlier one of its operator version and dtype chose otherwise. */
  add({ id, cell }: Case, observations: readonly Observation[]): string | undefined {
    const { operator, version, dtype } = cell;
    for (const { policy, choice } of observations.filter((seen) => mustBeConsistent(seen.policy))) {
      const key = `${policy} ${operator.name}/${version.since}/${dtype}`;
      const before = this.#first.get(key);
      if (!before) this.#first.set(key, { choice, place: id });
      else if (before.choice !== choice) {
        return contradictionInWords({ policy, choices: [before, { choice, place: id }] }, 'case');
      }
    }
    return undefined;
  }
}
