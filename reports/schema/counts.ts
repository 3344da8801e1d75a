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

/** The sum of several counts. */
export function sumCounts(all: readonly OutcomeCounts[]): OutcomeCounts {
  const tally = noCounts();
  for (const counts of all) addCounts(tally, counts);
  return tally;
}

/** True for an outcome that breaks the clause under test. */
export function isBroken(outcome: CaseResult['outcome']): boolean {
  return outcome === 'fail' || outcome === 'error' || outcome === 'crash' || outcome === 'timeout';
}

/** True for a valid case that breaks its clause. */
export function breaksClause(result: CaseResult): boolean {
  return !result.isInvalid && isBroken(result.outcome);
}

/** True for an invalid model that was taken, or took the runtime with it. */
export function isTaken(result: CaseResult): boolean {
  return result.isInvalid === true && (result.outcome === 'accepted' || isBroken(result.outcome));
}

/** Cases that break their clause: they failed, threw, crashed or hung. */
export function broken(counts: OutcomeCounts): number {
  return outcomes.filter(isBroken).reduce((sum, outcome) => sum + counts[outcome], 0);
}

/** Cases that say something about conformance. `unsupported` does not: it is a figure of its own. */
export function judged(counts: OutcomeCounts): number {
  return counts.pass + broken(counts);
}

/** Cases with a result, of whatever kind. */
export function recorded(counts: OutcomeCounts): number {
  return judged(counts) + counts.unsupported;
}

/** True for a run that `--max-failures` ended: failures that are expected do not count. */
export function isEnough({ complete, options, totals, cells }: Report): boolean {
  if (complete || options.maxFailures === undefined) return false;
  return broken(totals) - cells.reduce((known, cell) => known + (cell.known ?? 0), 0) >= options.maxFailures;
}
