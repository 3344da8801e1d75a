import { AccuracyTally } from './accuracy.ts';
import { getOr } from './grouping.ts';
import type { CaseResult } from './schema.ts';

/** What was seen of one operator in one dtype, whatever the version and the clause. */
export class Profile {
  readonly accuracy = new AccuracyTally();
  /** cases by kind of data */
  readonly data = new Map<string, number>();
  /** policy → choice → count */
  readonly choices = new Map<string, Map<string, number>>();

  add(result: CaseResult): void {
    this.accuracy.add(result);
    this.data.set(result.dataClass, (this.data.get(result.dataClass) ?? 0) + 1);
    if (result.observations === undefined) return;
    for (const { policy, choice } of result.observations) {
      const counts = getOr(this.choices, policy, () => new Map<string, number>());
      counts.set(choice, (counts.get(choice) ?? 0) + 1);
    }
  }
}
