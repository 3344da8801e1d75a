import { mustBeConsistent } from '../oracles/acceptance/policy.ts';
import { AccuracyTally } from './accuracy.ts';
import { getOr, groupBy } from './grouping.ts';
import type { CaseResult } from './schema.ts';

/** What was seen of one operator in one dtype, whatever the version and the clause. */
export class Profile {
  readonly accuracy = new AccuracyTally();
  /** cases by kind of data */
  readonly data = new Map<string, number>();
  /** policy → choice → version → count */
  readonly choices = new Map<string, Map<string, Map<number, number>>>();

  /** policy → answers that made two choices of it, where a backend has to choose once */
  readonly contradictions = new Map<string, number>();

  add(result: CaseResult): void {
    this.accuracy.add(result);
    this.data.set(result.dataClass, (this.data.get(result.dataClass) ?? 0) + 1);
    if (result.observations === undefined) return;
    if (result.problem === 'inconsistency') {
      for (const [policy, seen] of groupBy(result.observations, (observation) => observation.policy)) {
        if (seen.length < 2 || !mustBeConsistent(policy)) continue;
        this.contradictions.set(policy, (this.contradictions.get(policy) ?? 0) + 1);
      }
    }
    for (const { policy, choice } of result.observations) {
      const byChoice = getOr(this.choices, policy, () => new Map<string, Map<number, number>>());
      const counts = getOr(byChoice, choice, () => new Map<number, number>());
      counts.set(result.version, (counts.get(result.version) ?? 0) + 1);
    }
  }
}
