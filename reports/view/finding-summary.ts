import { unloadedId } from '../aggregate/unloaded.ts';
import type { CaseResult, Finding, Report } from '../schema.ts';
import { exportCommand } from './launch.ts';
import { describeRerun, failedClauseOf, type Row, unloadedRemedy } from './smallest-case.ts';
import { formIn, isUnsteady } from './symptom.ts';

/** Returns the first facts about a finding: its smallest case with input, got and expected, the clause, and the next command. */
export function findingSummary(report: Report, finding: Finding): readonly Row[] {
  const { smallest, other, replay } = finding;
  const { inputs } = smallest;
  const clause = failedClauseOf(report, finding);
  return [
    ['input', `${describeInput(smallest)}${inputs === undefined ? '' : `: ${inputs}`}`],
    ...(other ? ([['against', `${other.id}: ${other.summary}`]] as const) : []),
    ['got', describeGot(finding)],
    ['expected', describeExpected(finding)],
    ...(isUnsteady(finding) ? [['note', describeRerun(finding)] as const] : []),
    ...(clause === undefined ? [] : [['clause', `${clause.clause}: ${clause.text}`] as const]),
    ['replay', replay],
    ...(report.options.vectors === undefined ? [['files', exportCommand(smallest.id, report.options)] as const] : []),
  ];
}

/** Returns the summary of a case; without the kind of data if the values are shown. */
function describeInput({ summary, inputs, dataClass }: CaseResult): string {
  const kind = `, ${dataClass}`;
  return inputs !== undefined && summary.endsWith(kind) ? summary.slice(0, -kind.length) : summary;
}

/** Describes the answer in one line. */
export function describeGot({ smallest, outcome, message }: Pick<Finding, 'smallest' | 'outcome' | 'message'>): string {
  const { failure, message: said = message ?? '' } = smallest;
  if (outcome !== 'fail') return `${outcome}${said === '' ? '' : `: ${said}`}`;
  if (!failure) return said === '' ? 'a wrong answer' : said;
  const place = failure.index.length > 0 ? ` at [${failure.index}]` : '';
  return `${failure.got}${place}${failure.output > 0 ? ` of output ${failure.output}` : ''}`;
}

/** Describes the expected answer in one line. */
export function describeExpected({
  smallest: { failure, message = '' },
  outcome,
  other,
  problem,
  explanation,
}: Pick<Finding, 'smallest' | 'outcome' | 'other' | 'problem' | 'explanation'>): string {
  if (explanation?.id === unloadedId) return `an answer; ${unloadedRemedy}`;
  if (outcome !== 'fail') return 'an answer: the model is valid';
  if (other || problem === 'inconsistency') return 'one choice throughout, whichever it is';
  if (!failure) return formIn(message)?.wanted ?? 'what the clause says';
  const { exact, allowed } = failure;
  if (allowed === exact || allowed === `exactly ${exact}`) return exact;
  return allowed.startsWith('[') ? `${exact}, or what lies within ${allowed}` : allowed;
}
