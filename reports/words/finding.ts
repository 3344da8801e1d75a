import type { Finding, Report } from '../schema.ts';
import { groupBy } from '../tally/grouping.ts';
import { plural } from './plural.ts';
import { symptomOf, wrong } from './symptom.ts';

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

/** "wrong values in 12 cases, error in 3 cases (2 findings)": kinds in order of first appearance. */
export function kindsInWords(findings: readonly Finding[]): string {
  return [...groupBy(findings, kindOf)]
    .map(([kind, own]) => {
      const cases = own.reduce((sum, finding) => sum + finding.cases, 0);
      return `${kind} in ${plural(cases, 'case')}${own.length > 1 ? ` (${own.length} findings)` : ''}`;
    })
    .join(', ');
}

function kindOf({ outcome, problem = 'value', other }: Finding): string {
  if (other) return 'differs from case to case';
  return outcome === 'fail' ? wrong[problem] : outcome;
}
