import type { Problem } from '../../oracles/judge/comparator.ts';
import { isOpen } from '../../oracles/spec/level.ts';
import { domainOf } from '../../oracles/spec/operator-name.ts';
import type { CaseResult } from './case-result.ts';
import type { EntryResult, Expectations } from './expectations.ts';
import type { Finding } from './findings.ts';

/** Predicates of single results and findings. */

/** Returns the operator of a case; for a session, the operator of the wrong run. */
export function operatorAtFault({ operator, atFault }: Pick<CaseResult, 'operator' | 'atFault'>): string {
  return atFault?.operator ?? operator;
}

/** Returns the problem of a wrong answer; `value` if the result does not name one. */
export function problemOf({ outcome, problem = 'value' }: CaseResult): Problem | undefined {
  return outcome === 'fail' ? problem : undefined;
}

/** Whether a case cost the backend its process. */
export const endsProcess = ({ outcome }: Pick<CaseResult, 'outcome'>): boolean =>
  outcome === 'crash' || outcome === 'timeout';

/** Whether the problem is in the outputs of a single run. */
export const isOfAnswer = (problem: Problem | undefined): boolean =>
  problem === 'value' || problem === 'shape' || problem === 'dtype' || problem === 'outputs';

/** Whether an answer is right and only misses the user's requirements. */
export function missesRequirement(problem: Problem | undefined): boolean {
  return problem === 'tier' || problem === 'policy';
}

/** Whether a finding breaks no clause: no case shows it alone, or only the user's requirements are missed. */
export function breaksNoClause({ problem, other }: Pick<Finding, 'problem' | 'other'>): boolean {
  return missesRequirement(problem) || other !== undefined;
}

/**
 * What a finding breaks, the most severe first: `text` or `domain`, a sentence of ONNX or of another domain; `implied`, what ONNX
 * builds on; `open`, an answer that no choice explains; `inconsistent`, no single choice; `required`, only what the user requires.
 */
export const severities = ['text', 'domain', 'implied', 'open', 'inconsistent', 'required'] as const;
export type Severity = (typeof severities)[number];

/** Returns the severity of a finding. */
export function severityOf({ level, problem, other, where }: SeverityBasis): Severity {
  if (missesRequirement(problem)) return 'required';
  const varies = other !== undefined || problem === 'inconsistency';
  if (isOpen(level)) return varies ? 'inconsistent' : 'open';
  if (level === 'implied') return level;
  return where.every(({ operator }) => domainOf(operator) !== '') ? 'domain' : 'text';
}

/** The fields that decide the severity of a finding. */
interface SeverityBasis extends Pick<Finding, 'level' | 'problem' | 'other'> {
  readonly where: readonly Pick<Finding['where'][number], 'operator'>[];
}

/** Outcomes that end the process come first: for valid input they may be a security hole. */
const mostSevere: readonly CaseResult['outcome'][] = ['crash', 'timeout'];

/** Whether a case cost the backend its process. */
export const isLoss = ({ outcome }: Pick<CaseResult, 'outcome'>): boolean => mostSevere.includes(outcome);

/** Returns the rank of an outcome by severity. */
export function outcomeRank({ outcome }: Pick<CaseResult, 'outcome'>): number {
  const place = mostSevere.indexOf(outcome);
  return place < 0 ? mostSevere.length : place;
}

/** Whether a problem is reported clause by clause. */
export function isOfClause(problem: Problem | undefined): boolean {
  return problem === 'value' || problem === 'file';
}

/** Whether the conditions of a finding are certain and set all its cases apart. */
export function hasCertainCondition({
  conditions,
  alternatives,
  share,
}: Pick<Finding, 'conditions' | 'alternatives' | 'share'>): boolean {
  return conditions.length > 0 && !alternatives && !share;
}

/** The id of the clause of all nodes of networks. */
export const nodeClauseId = 'node';

/** Whether a result is of a node of a network. */
export const isOfNetwork = ({ clause }: Pick<CaseResult, 'clause'>): boolean => clause === nodeClauseId;

/** Whether some cases of a finding have an outcome. */
export const hasOutcome = (
  { outcome, otherOutcomes = [] }: Pick<Finding, 'outcome' | 'otherOutcomes'>,
  wanted: CaseResult['outcome'] | undefined,
): boolean => [outcome, ...otherOutcomes].some((own) => own === wanted);

/** Whether every case of a finding is expected. */
export function isKnown({ known, cases }: Pick<Finding, 'known' | 'cases'>): boolean {
  return known === cases;
}

/** Returns the total number of failures in expected, or in unexpected, counts. */
export function expectedInAll({ cases, choices, invalid }: Expectations['known']): number {
  return cases + choices + invalid;
}

/** Whether an entry of the file should be changed or removed. */
export function isStale({ state }: EntryResult): boolean {
  return state !== 'met' && state !== 'not-run';
}

/** Whether an entry has a reason; `--update-expectations` writes TODO instead of one. */
export function hasReason({ reason }: Pick<EntryResult, 'reason'>): boolean {
  return !/^todo\b/i.test(reason.trim());
}

/**
 * Whether the gate fails without new failures: the figures are worse than in the file, or the run selects less. If strict, also
 * if the file has no figures, or an entry is stale or without a reason.
 */
export function isLessThanExpected({ shortfalls, strict, entries, figures }: Expectations): boolean {
  if (shortfalls.length > 0 || figures === 'less') return true;
  return strict === true && (figures === 'none' || entries.some((entry) => isStale(entry) || !hasReason(entry)));
}
