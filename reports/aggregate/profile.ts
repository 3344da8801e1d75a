import { mustBeConsistent, type Observation } from '../../oracles/judge/policy.ts';
import { intersectChoices } from '../../oracles/judge/possible-choices.ts';
import type { CaseResult } from '../schema.ts';
import { AccuracyTally } from './accuracy.ts';
import { getOr, groupBy } from './grouping.ts';

/** Collects the observations of one operator in one dtype, over all versions and clauses. */
export class Profile {
  readonly accuracy = new AccuracyTally();
  /** numbers of cases by kind of data */
  readonly data = new Map<string, number>();
  /** the observations of each policy */
  readonly policies = new Map<string, PolicyTally>();

  /** by policy, the number of answers with two choices where a backend has to choose once */
  readonly contradictions = new Map<string, number>();

  /** Takes a result without its accuracy, which may belong to another operator or dtype. */
  add(result: CaseResult): void {
    this.data.set(result.dataClass, (this.data.get(result.dataClass) ?? 0) + 1);
    // choices in the right elements of a wrong answer do not characterize the backend
    if (result.observations === undefined || result.problem === 'value') return;
    if (result.problem === 'inconsistency') {
      for (const [policy, seen] of groupBy(result.observations, (observation) => observation.policy)) {
        if (seen.length < 2 || !mustBeConsistent(policy)) continue;
        this.contradictions.set(policy, (this.contradictions.get(policy) ?? 0) + 1);
      }
    }
    for (const observation of result.observations) {
      getOr(this.policies, observation.policy, () => new PolicyTally()).add(observation, result.version);
    }
  }
}

/** Counts the observations of one policy. */
class PolicyTally {
  readonly #seen = new Map<string, { readonly observation: Observation; readonly version: number; cases: number }>();

  add(observation: Observation, version: number): void {
    const key = `${version} ${observation.choice}`;
    getOr(this.#seen, key, () => ({ observation, version, cases: 0 })).cases++;
  }

  /**
   * The numbers of cases by choice and version. A case may be compatible with several choices. It then counts for the single
   * choice that explains all cases; failing that, for the single one that explains all cases of its version.
   */
  get choices(): ReadonlyMap<string, ReadonlyMap<number, number>> {
    const counts = new Map<string, Map<number, number>>();
    const all = [...this.#seen.values()];
    for (const { observation, version, cases } of all) {
      const explained = [all, all.filter((other) => other.version === version)].map((group) =>
        intersectChoices(group.map((one) => one.observation)),
      );
      const { choice } = explained.find((group) => group.length === 1)?.[0] ?? observation;
      const byVersion = getOr(counts, choice, () => new Map<number, number>());
      byVersion.set(version, (byVersion.get(version) ?? 0) + cases);
    }
    return counts;
  }
}
