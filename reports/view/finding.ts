import type { Finding, Report } from '../schema.ts';
import { plural } from './plural.ts';
import { titleOf } from './symptom.ts';

/** Describes a finding: "int64 values go through float64, in 31 of 96 cases". */
export const describeFinding = (finding: Finding): string => `${titleOf(finding)}, in ${extentOf(finding)}`;

/** Describes how many cases show a finding, among those that could: "31 of 96 cases". */
export function extentOf({ cases, of, outcome }: Finding): string {
  // for a single case, the number of other cases in its opset does not matter
  return cases === 1 && outcome !== 'fail' ? '1 case' : `${cases} of ${plural(of, 'case')}`;
}

/** Returns the number of right answers that only miss a requirement of the user: they break no clause. */
export function casesWith(wanted: 'tier' | 'policy', { findings }: Pick<Report, 'findings'>): number {
  return findings.filter(({ problem }) => problem === wanted).reduce((sum, { cases }) => sum + cases, 0);
}
