import type { Finding, Report } from '../schema.ts';
import { plural } from './plural.ts';
import { titleOf } from './symptom.ts';

/** "int64 values go through float64, in 31 of 96 cases". */
export const describeFinding = (finding: Finding): string => `${titleOf(finding)}, in ${extentOf(finding)}`;

/** "31 of 96 cases": how many show it, of those that could. */
export function extentOf({ cases, of, outcome }: Finding): string {
  // how many others ran in the one opset of a single case says nothing
  return cases === 1 && outcome !== 'fail' ? '1 case' : `${cases} of ${plural(of, 'case')}`;
}

/** Cases whose answer is right and only not what the user requires of it: they break no clause. */
export function casesWith(wanted: 'tier' | 'policy', { findings }: Pick<Report, 'findings'>): number {
  return findings.filter(({ problem }) => problem === wanted).reduce((sum, { cases }) => sum + cases, 0);
}
