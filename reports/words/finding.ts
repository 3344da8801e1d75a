import type { Finding, Report } from '../schema.ts';
import { plural } from './plural.ts';
import { symptomOf } from './symptom.ts';

/** "int64 values go through float64, in 31 of 96 cases": how many cases show it, of those that could. */
export function findingInWords(finding: Finding): string {
  const { cases, of } = finding;
  // how many others ran in the one opset of a single case says nothing
  const all = cases === 1 && finding.outcome !== 'fail' ? '1 case' : `${cases} of ${plural(of, 'case')}`;
  return `${symptomOf(finding)}, in ${all}`;
}

/** Cases whose answer is right and only not what the user requires of it: they break no clause. */
export function casesWith(wanted: 'tier' | 'policy', { findings }: Pick<Report, 'findings'>): number {
  return findings.filter(({ problem }) => problem === wanted).reduce((sum, { cases }) => sum + cases, 0);
}
