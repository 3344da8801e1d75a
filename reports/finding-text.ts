import { quotient } from './phrases.ts';
import { plural } from './plural.ts';
import type { CaseResult, FailedClause, Finding, Outcome, Report } from './schema.ts';

/** "wrong in 31 of 96 cases", "threw the same error in 755 of 755 cases". */
export function findingInWords({ outcome, cases, of }: Finding): string {
  const what = cases > 1 && outcome === 'error' ? 'threw the same error' : happened[outcome];
  // how many others ran in the one opset of a single case says nothing
  if (cases === 1 && outcome !== 'fail') return `${what} in 1 case`;
  return `${what} in ${cases} of ${plural(of, 'case')}`;
}

const happened: Readonly<Record<Finding['outcome'], string>> = {
  fail: 'wrong',
  error: 'threw an error',
  crash: 'crashed',
  timeout: 'hung',
};

/** The clause of a wrong answer, in the words of the operator version of the smallest case. */
export function clauseOf({ failedClauses }: Report, { smallest }: Finding): FailedClause {
  const { operator, version, clause } = smallest;
  return failedClauses.find(
    (failed) => failed.operator === operator && failed.version === version && failed.clause === clause,
  )!;
}

/** What the smallest case adds to what the finding has said. */
export function caseRows({ smallest, message }: Finding): readonly (readonly [label: string, text: string])[] {
  const saysNothingNew = message !== undefined && (smallest.message ?? '') === message;
  return caseInWords(smallest).filter(([label]) => !saysNothingNew || label !== 'outcome');
}

const outcomeNames: Readonly<Record<Outcome, string>> = {
  pass: 'pass',
  fail: 'wrong answer',
  unsupported: 'unsupported',
  error: 'threw an error',
  crash: 'crashed',
  timeout: 'hung',
};

/** What a broken case shows, label by label, in the order in which one asks. */
export function caseInWords(result: CaseResult): readonly (readonly [label: string, text: string])[] {
  const { failure } = result;
  const message = ownMessage(result);
  const rows: [string, string][] = [
    ['input', result.summary],
    ['outcome', message === undefined ? outcomeNames[result.outcome] : `${outcomeNames[result.outcome]}: ${message}`],
  ];
  if (failure) {
    const element = failure.index.length === 0 ? 'the only element' : `element [${failure.index.join(', ')}]`;
    const error = result.errorOverBound;
    rows.push(['where', `output ${failure.output}, ${element}`]);
    rows.push(['got', failure.got]);
    rows.push(['exact', failure.exact]);
    rows.push(['allowed', failure.allowed]);
    if (error !== undefined && error > 0) rows.push(['error', `${quotient(error)} × the bound`]);
  }
  return rows;
}

/** The message without the part that tells of the element again: that gets lines of its own. */
function ownMessage({ message, failure }: CaseResult): string | undefined {
  const element = failure && message?.lastIndexOf('; at [', message.indexOf(failure.got));
  return element !== undefined && element > 0 ? message!.slice(0, element) : message;
}
