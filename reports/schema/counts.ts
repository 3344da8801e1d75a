import { type Outcome, type OutcomeCounts, outcomes, type Report } from '../schema.ts';

/** Counts that can still grow. */
export type Tally = Record<Outcome, number>;

/** All outcomes at 0, in the order of the schema. */
export function noCounts(): Tally {
  return Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Tally;
}

/** Adds `counts` to `tally`. */
export function addCounts(tally: Tally, counts: OutcomeCounts): void {
  for (const outcome of outcomes) tally[outcome] += counts[outcome];
}

/** The sum of several counts. */
export function sumCounts(all: readonly OutcomeCounts[]): OutcomeCounts {
  const tally = noCounts();
  for (const counts of all) addCounts(tally, counts);
  return tally;
}

/** True for an outcome that breaks the clause under test. */
export function isBroken(outcome: Outcome): boolean {
  return outcome !== 'pass' && outcome !== 'unsupported';
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
