import { isOfClause } from '../schema/predicates.ts';
import type { Finding, Report, RunOptions } from '../schema.ts';
import { unitOf } from './phrases.ts';
import { plural, thousands } from './plural.ts';

/**
 * Describes how many cases show a finding, among all that could: "31 of the 96 cases of these clauses and dtypes". If its title may
 * have a share, it is of the same cases: "31 of the 38 cases with this condition, further ones included".
 */
export function shareOf({ cases, of, problem, conditions, share }: Finding, options: RunOptions): string {
  const among = (count: number, all: number) => `${thousands(count)} of the ${plural(all, unitOf(options))}`;
  if (!share) return `${among(cases, of)} of these ${isOfClause(problem) ? 'clauses' : 'opsets'} and dtypes`;
  const which = conditions.length > 0 ? 'with this condition' : 'of this operator';
  // the nodes of a network are all of them
  return `${among(share.failing, share.of)} ${which}${options.nodes ? '' : ', further ones included'}`;
}

/** Returns the number of right answers that only miss a requirement of the user: they break no clause. */
export function casesWith(wanted: 'tier' | 'policy', { findings }: Pick<Report, 'findings'>): number {
  return findings.filter(({ problem }) => problem === wanted).reduce((sum, { cases }) => sum + cases, 0);
}
