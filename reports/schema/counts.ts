import {
  type CaseResult,
  type InvalidOutcome,
  invalidOutcomes,
  type Outcome,
  type OutcomeCounts,
  outcomes,
  type Report,
} from '../schema.ts';

/** Counts that can still grow. */
export type OutcomeTally = Record<Outcome, number>;

/** Every outcome at 0, in the order of the schema. */
export const noCounts = (): OutcomeTally => zeros(outcomes);
export const noInvalidCounts = (): Record<InvalidOutcome, number> => zeros(invalidOutcomes);

function zeros<K extends string>(keys: readonly K[]): Record<K, number> {
  return Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
}

/** Adds `counts` to `tally`. */
export function addCounts(tally: OutcomeTally, counts: OutcomeCounts): void {
  for (const outcome of outcomes) tally[outcome] += counts[outcome];
}

/** Returns the sum of several counts. */
export function sumCounts(all: readonly OutcomeCounts[]): OutcomeCounts {
  const tally = noCounts();
  for (const counts of all) addCounts(tally, counts);
  return tally;
}

/** Whether an outcome breaks the clause under test. */
export function isBroken(outcome: CaseResult['outcome']): boolean {
  return outcome === 'fail' || outcome === 'error' || outcome === 'crash' || outcome === 'timeout';
}

/** Whether a valid case breaks its clause. */
export function breaksClause(result: CaseResult): boolean {
  return !result.isInvalid && isBroken(result.outcome);
}

/** Whether an invalid model was accepted, or made the backend crash or hang. */
export function isNotRejected(result: CaseResult): boolean {
  return result.isInvalid === true && (result.outcome === 'accepted' || isBroken(result.outcome));
}

/** Returns the number of cases that break their clause: they failed, threw, crashed or hung. */
export function broken(counts: OutcomeCounts): number {
  return outcomes.filter(isBroken).reduce((sum, outcome) => sum + counts[outcome], 0);
}

/** Returns the number of cases that count for conformance. `unsupported` is a separate figure. */
export function judged(counts: OutcomeCounts): number {
  return counts.pass + broken(counts);
}

/** Returns the number of cases with any result. */
export function recorded(counts: OutcomeCounts): number {
  return judged(counts) + counts.unsupported;
}

/** Whether `--max-failures` ended a run: expected failures do not count. */
export function endedByMaxFailures({ complete, options, totals, cells }: Report): boolean {
  if (complete || options.maxFailures === undefined) return false;
  return broken(totals) - cells.reduce((known, cell) => known + (cell.known ?? 0), 0) >= options.maxFailures;
}
