import { faults } from '../../oracles/acceptance/fault.ts';
import { breaksNoClause, gravityOf } from '../schema/predicates.ts';
import type { CaseResult, FailedClause, Finding, Outcome, Report } from '../schema.ts';
import { opsetsInWords } from '../tally/opsets.ts';
import { isUnanswered } from '../tally/unanswered.ts';
import { unloadedId } from '../tally/unloaded.ts';
import { extentOf, findingInWords } from './finding.ts';
import { gravityInWords } from './gravity.ts';
import { areaInWords, areas } from './places.ts';

/** A line with its label. */
export type Row = readonly [label: string, text: string];

/** All that is reported of a finding, in words; a renderer adds marks, colours and line breaks. */
export interface FindingView extends Pick<Finding, 'id' | 'clauses' | 'common' | 'always' | 'replay'> {
  /** "int64 values go through float64, in 31 of 96 cases" */
  readonly title: string;
  /** "31 of 96 cases" */
  readonly extent: string;
  /** the clause that wrong values are reported under; absent for everything else */
  readonly clause: FailedClause | undefined;
  /** "breaks only what ONNX builds on (IEEE 754)", where it breaks no sentence of ONNX */
  readonly remark: string | undefined;
  /** what explains it and is not in the title, or what the backend or the comparator said */
  readonly message: string | undefined;
  /** "ReduceA-11, -13 (float16)", one for each set of operators, versions and dtypes */
  readonly places: readonly string[];
  /** "opsets 1–5, 18" */
  readonly opsets: string;
  /** false where its cases are about these clauses and break none of them */
  readonly breaks: boolean;
  /** what the answer should have been: the text of the only clause that it breaks, unless it is reported under it */
  readonly wanted: string | undefined;
  /** id of the smallest case */
  readonly smallest: string;
  /** what that case shows */
  readonly rows: readonly Row[];
}

/** The views of all findings, in their order. */
export function findingViews(report: Report): FindingView[] {
  return report.findings.map((finding) => findingView(report, finding));
}

export function findingView(report: Report, finding: Finding): FindingView {
  const { id, clauses, common, always, replay, problem, explanation, message, where, opsets, smallest } = finding;
  const title = findingInWords(finding);
  const isTold = explanation && title.includes(explanation.text);
  const untold = explanation?.id === unloadedId ? unloadedRemedy : explanation && !isTold ? explanation.text : message;
  const clause = clauseOf(report, finding);
  const gravity = gravityOf(finding);
  return {
    id,
    title,
    extent: extentOf(finding),
    clause,
    remark: gravity === 'text' ? undefined : gravityInWords(gravity),
    message: problem === 'tier' || untold === '' ? undefined : untold,
    places: areas(report, where).map(areaInWords),
    opsets: opsetsInWords(opsets),
    clauses,
    breaks: !breaksNoClause(finding) && !isUnanswered(report),
    wanted: clause ? undefined : onlyClauseOf(report, finding)?.text,
    common,
    always,
    smallest: smallest.id,
    rows: caseRows(finding),
    replay,
  };
}

/** What to do where whole operators end in errors. */
export const unloadedRemedy =
  'where the runtime does not implement an operator, throw Unsupported (the status "unsupported")';

/** The clause that wrong values are reported under, in the words of the operator version of the smallest case. */
function clauseOf(report: Report, finding: Finding): FailedClause | undefined {
  const { outcome, problem = 'value', clauses, explanation } = finding;
  if (explanation || outcome !== 'fail' || (problem !== 'value' && problem !== 'file')) return undefined;
  return clauses.length > 1 ? undefined : failedClauseOf(report, finding);
}

/** The clause that a finding is told by: that of its smallest case, in the words of the operator version of that. */
export function failedClauseOf({ failedClauses }: Report, { clauses, smallest }: Finding): FailedClause | undefined {
  const { operator, version, clause } = smallest;
  if (!clauses.includes(clause)) return undefined;
  return failedClauses.find(
    (failed) => failed.operator === operator && failed.version === version && failed.clause === clause,
  );
}

/** The one clause that a finding breaks which is not reported under it: what the answer should have been. */
function onlyClauseOf(report: Report, finding: Finding): FailedClause | undefined {
  const { outcome, clauses } = finding;
  if (outcome !== 'fail' || clauses.length > 1 || breaksNoClause(finding)) return undefined;
  return failedClauseOf(report, finding);
}

/** What the smallest case adds to what the finding has said. */
function caseRows({ smallest, message, other, again, outcome }: Finding): readonly Row[] {
  if (other) {
    return [
      ['input', smallest.summary],
      ['against', other.id],
      ['input', other.summary],
    ];
  }
  const saysNothingNew = message !== undefined && (smallest.message ?? '') === message;
  return [
    ...caseInWords(smallest).filter(([label]) => !saysNothingNew || label !== 'outcome'),
    ...(again ? [['again', againInWords(again.outcome, outcome)] as const] : []),
    ...(again?.stderr !== undefined ? [['stderr', again.stderr] as const] : []),
  ];
}

/** What became of a case that was asked once more. */
export function againInWords(outcome: Outcome, before: Outcome): string {
  if (outcome === before) return 'the same in a fresh process';
  return `${outcomeNames[outcome]} in a fresh process: something is left over from the cases before it, or it varies`;
}

/** Characters of input values that are read faster than the case is run again. */
const maxInputs = 200;

const outcomeNames: Readonly<Record<Outcome, string>> = {
  pass: 'pass',
  fail: 'wrong answer',
  unsupported: 'unsupported',
  error: 'threw an error',
  crash: 'crashed',
  timeout: 'hung',
};

/** What a broken case shows, label by label, in the order in which one asks. */
function caseInWords(result: CaseResult): readonly Row[] {
  const { failure } = result;
  const message = ownMessage(result);
  const values = result.inputs !== undefined && result.inputs.length <= maxInputs ? [result.inputs] : [];
  const rows: Row[] = [
    ['input', result.summary],
    ...values.map((text): Row => ['values', text]),
    ['outcome', message === undefined ? outcomeNames[result.outcome] : `${outcomeNames[result.outcome]}: ${message}`],
  ];
  if (result.younger !== undefined) rows.push(['history', result.younger]);
  if (result.alone !== undefined) rows.push(['alone', aloneInWords[result.alone]]);
  if (failure) {
    const element = failure.index.length === 0 ? 'the only element' : `element [${failure.index.join(', ')}]`;
    rows.push(['where', `output ${failure.output}, ${element}`]);
    rows.push(['got', failure.got]);
    rows.push(['exact', failure.exact]);
    rows.push(['allowed', failure.allowed]);
    if (failure.fault && failure.fault !== 'value') rows.push(['wrong is', faults[failure.fault].text]);
  }
  return rows;
}

/** What becomes of the wrong run of a session without the runs before it. */
const aloneInWords = {
  right: 'asked again without the runs before it, it is right',
  wrong: 'asked again without the runs before it, it is wrong as well',
} as const;

/** The message without the part that tells of the element again: that gets lines of its own. */
function ownMessage({ message, failure }: CaseResult): string | undefined {
  const element = failure && message?.indexOf('; at [');
  return element !== undefined && element > 0 ? message!.slice(0, element) : message;
}
