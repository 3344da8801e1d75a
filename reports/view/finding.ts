import { isOfClause } from '../schema/predicates.ts';
import type { Finding, Report } from '../schema.ts';
import { plural, thousands } from './plural.ts';

/** Describes how many cases show a finding, among all that could: "31 of the 96 cases of these clauses and dtypes". */
export const shareOf = ({ cases, of, problem }: Finding): string =>
  `${thousands(cases)} of the ${plural(of, 'case')} of these ${isOfClause(problem) ? 'clauses' : 'opsets'} and dtypes`;

/** Returns the number of right answers that only miss a requirement of the user: they break no clause. */
export function casesWith(wanted: 'tier' | 'policy', { findings }: Pick<Report, 'findings'>): number {
  return findings.filter(({ problem }) => problem === wanted).reduce((sum, { cases }) => sum + cases, 0);
}
