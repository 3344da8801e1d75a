import type { Case } from '../../generators/suite/cases.ts';
import {
  contradictionAmong,
  describeContradiction,
  type PlacedObservation,
} from '../../oracles/judge/contradictions.ts';
import { mustBeConsistent, type Observation } from '../../oracles/judge/policy.ts';

/** The choices of one implementation, case by case. */
export class Choices {
  readonly #seen = new Map<string, PlacedObservation[]>();

  /** Takes the choices of a case; the complaint if they contradict those of earlier ones of its operator version and dtype. */
  add({ id, cell }: Case, observations: readonly Observation[]): string | undefined {
    const { operator, version, dtype } = cell;
    for (const observation of observations.filter(({ policy }) => mustBeConsistent(policy))) {
      const key = `${observation.policy} ${operator.name}/${version.since}/${dtype}`;
      const before = this.#seen.get(key) ?? [];
      if (before.some(({ choice }) => choice === observation.choice)) continue;
      const seen = [...before, { ...observation, place: id }];
      const contradiction = contradictionAmong(seen);
      // each case that contradicts those before it is a complaint of its own
      if (contradiction) return describeContradiction(contradiction, 'case');
      this.#seen.set(key, seen);
    }
    return undefined;
  }
}
