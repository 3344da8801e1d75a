import { faults } from '../../oracles/judge/fault.ts';
import type { CaseResult, FailedClause, Finding, Report } from '../schema.ts';

/** A line with its label. */
export type Row = readonly [label: string, text: string];

/** The remedy if whole operators end in errors. */
export const unloadedRemedy =
  'where the runtime does not implement an operator, throw Unsupported (the status "unsupported")';

/** Returns the clause of a finding's smallest case, in the words of its operator version. */
export function failedClauseOf({ failedClauses }: Report, { clauses, smallest }: Finding): FailedClause | undefined {
  const { operator, version, clause } = smallest;
  if (!clauses.includes(clause)) return undefined;
  return failedClauses.find(
    (failed) => failed.operator === operator && failed.version === version && failed.clause === clause,
  );
}

/** Returns the facts about the smallest case that the finding has not shown yet. */
export function caseRows(finding: Finding): readonly Row[] {
  const { smallest, message, other, again } = finding;
  if (other) {
    return [
      ['input', smallest.summary],
      ['against', other.id],
      ['input', other.summary],
    ];
  }
  const saysNothingNew = message !== undefined && (smallest.message ?? '') === message;
  return [
    ...describeCase(smallest).filter(([label]) => !saysNothingNew || label !== 'outcome'),
    ...(again ? [['rerun', describeRerun(finding)] as const] : []),
    ...(again?.stderr !== undefined ? [['stderr', again.stderr] as const] : []),
  ];
}

/** Describes the outcome of a case that was run again. */
export function describeRerun({ again, outcome, smallest }: Finding): string {
  const { got, after } = again!;
  const isAlike = again!.outcome === outcome;
  if (isAlike && got === undefined) return 'the same in a fresh process';
  const what = `${outcomeNames[again!.outcome]}${got === undefined ? '' : `, ${got},`} in a fresh process`;
  if (after === smallest.id) return `${what}, but failed when repeated: uninitialized memory, or chance`;
  if (after !== undefined)
    return `${what}, but failed again after the earlier cases of ${after}: they leave state behind`;
  if (isAlike) return `${what}: uninitialized memory, state of earlier cases, or chance`;
  return `${what}: earlier cases leave state behind, or it varies`;
}

/** The greatest number of characters of input values to show. */
const maxInputs = 200;

/** The outcomes in words. */
export const outcomeNames: Readonly<Record<CaseResult['outcome'], string>> = {
  pass: 'pass',
  fail: 'wrong answer',
  unsupported: 'unsupported',
  error: 'threw an error',
  crash: 'crashed',
  timeout: 'hung',
  rejected: 'rejected',
  accepted: 'accepted',
  undecided: 'undecided',
};

/** Returns the facts about a broken case with labels, the most important first. */
function describeCase(result: CaseResult): readonly Row[] {
  const { failure } = result;
  const message = ownMessage(result);
  const values = result.inputs !== undefined && result.inputs.length <= maxInputs ? [result.inputs] : [];
  const rows: Row[] = [
    ['input', result.summary],
    ...values.map((text): Row => ['values', text]),
    ['outcome', message === undefined ? outcomeNames[result.outcome] : `${outcomeNames[result.outcome]}: ${message}`],
  ];
  if (result.younger !== undefined) rows.push(['history', result.younger]);
  if (result.alone !== undefined) rows.push(['in isolation', isolationTexts[result.alone]]);
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

/** Texts for the wrong run of a session when it is asked without the runs before it. */
const isolationTexts = {
  right: 'asked again without the runs before it, it is right',
  wrong: 'asked again without the runs before it, it is wrong as well',
} as const;

/** Returns the message without the part about the element, which has its own lines. */
function ownMessage({ message, failure }: CaseResult): string | undefined {
  const element = failure && message?.indexOf('; at [');
  return element !== undefined && element > 0 ? message!.slice(0, element) : message;
}
