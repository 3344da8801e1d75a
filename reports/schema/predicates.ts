import type { Problem } from '../../oracles/acceptance/comparator.ts';
import type { CaseResult } from './case-result.ts';
import type { Finding } from './findings.ts';

/** What a result or a finding is, as far as it tells by itself. */

/** The operator of a case, or of the run that is wrong in a session of several. */
export function operatorAtFault({ operator, atFault }: Pick<CaseResult, 'operator' | 'atFault'>): string {
  return atFault?.operator ?? operator;
}

/** What is wrong with a wrong answer; results that do not say have a wrong value. */
export function problemOf({ outcome, problem = 'value' }: CaseResult): Problem | undefined {
  return outcome === 'fail' ? problem : undefined;
}

/** True for answers that are right, and only not what the user requires. */
export function isDemanded(problem: Problem | undefined): boolean {
  return problem === 'tier' || problem === 'policy';
}

/** True for what no case shows by itself, or what only the user requires. */
export function breaksNoClause({ problem, other }: Pick<Finding, 'problem' | 'other'>): boolean {
  return isDemanded(problem) || other !== undefined;
}

/** True for what is reported clause by clause. */
export function isOfClause(problem: Problem | undefined): boolean {
  return problem === 'value' || problem === 'file';
}
