import type { Problem } from '../../oracles/judge/comparator.ts';
import { isOpen } from '../../oracles/spec/level.ts';
import { domainOf } from '../../oracles/spec/operator-name.ts';
import type { CaseResult } from './case-result.ts';
import type { EntryResult, Expectations } from './expectations.ts';
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

/** Whether the answer itself is wrong, rather than what else becomes of it. */
export const isOfAnswer = (problem: Problem | undefined): boolean =>
  problem === 'value' || problem === 'shape' || problem === 'dtype' || problem === 'outputs';

/** True for answers that are right, and only not what the user requires. */
export function isDemanded(problem: Problem | undefined): boolean {
  return problem === 'tier' || problem === 'policy';
}

/** True for what no case shows by itself, or what only the user requires. */
export function breaksNoClause({ problem, other }: Pick<Finding, 'problem' | 'other'>): boolean {
  return isDemanded(problem) || other !== undefined;
}

/**
 * What a finding breaks, from grave to slight: a sentence of ONNX, or of another domain; what ONNX builds on; what it leaves open, by an answer that no
 * choice explains, or by making no single choice; or only what the user requires.
 */
export const gravities = ['text', 'domain', 'implied', 'open', 'inconsistent', 'demanded'] as const;
export type Gravity = (typeof gravities)[number];

export function gravityOf({ level, problem, other, where }: GravityBasis): Gravity {
  if (isDemanded(problem)) return 'demanded';
  const varies = other !== undefined || problem === 'inconsistency';
  if (isOpen(level)) return varies ? 'inconsistent' : 'open';
  if (level === 'implied') return level;
  return where.every(({ operator }) => domainOf(operator) !== '') ? 'domain' : 'text';
}

/** What the gravity of a finding follows from. */
interface GravityBasis extends Pick<Finding, 'level' | 'problem' | 'other'> {
  readonly where: readonly Pick<Finding['where'][number], 'operator'>[];
}

/** What ends the process comes first: on legal input that may be a hole in its security. */
const mostSevere: readonly CaseResult['outcome'][] = ['crash', 'timeout'];

/** Whether a case cost the backend its process. */
export const isLoss = ({ outcome }: Pick<CaseResult, 'outcome'>): boolean => mostSevere.includes(outcome);

/** The place of an outcome in the order in which people want to see them. */
export function severityOf({ outcome }: Pick<CaseResult, 'outcome'>): number {
  const place = mostSevere.indexOf(outcome);
  return place < 0 ? mostSevere.length : place;
}

/** True for what is reported clause by clause. */
export function isOfClause(problem: Problem | undefined): boolean {
  return problem === 'value' || problem === 'file';
}

/** True for a finding of which every case is expected. */
export function isKnown({ known, cases }: Pick<Finding, 'known' | 'cases'>): boolean {
  return known === cases;
}

/** What is broken and expected, or broken and not expected, taken together. */
export function expectedInAll({ cases, choices, invalid }: Expectations['known']): number {
  return cases + choices + invalid;
}

/** True for an entry that the file should no longer have as it is. */
export function isStale({ state }: EntryResult): boolean {
  return state !== 'met' && state !== 'not-run';
}

/** False for an entry of which `--update-expectations` could not know the reason, and nobody has said it. */
export function hasReason({ reason }: Pick<EntryResult, 'reason'>): boolean {
  return !/^todo\b/i.test(reason.trim());
}

/** True if the gate is shut though nothing new is broken: the run is less than the file says, or the file is not kept. */
export function isLessThanExpected({ shortfalls, strict, entries, figures }: Expectations): boolean {
  if (shortfalls.length > 0 || figures === 'less') return true;
  return strict === true && (figures === 'none' || entries.some((entry) => isStale(entry) || !hasReason(entry)));
}
