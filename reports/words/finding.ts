import { faults } from '../../oracles/acceptance/fault.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { breaksNoClause } from '../schema/predicates.ts';
import type { CaseResult, FailedClause, Finding, Outcome, Problem, Report } from '../schema.ts';
import { traitOf } from '../tally/facts.ts';
import { groupBy, unique, uniqueDTypes } from '../tally/grouping.ts';
import { plural } from './plural.ts';

/** "values go through float64, in 31 of 96 cases", "wrong in 31 of 96 cases", "wrong value in ReduceA of integers in 31 of 96 cases", "wrong shape in 8 of 96 cases", "threw the same error in 755 of 755 cases". */
export function findingInWords(finding: Finding): string {
  const { outcome, problem, cases, of, where, clauses, message, other, explanation } = finding;
  const only = traitInWords(finding);
  if (explanation) return `${explanation.text}${only}, in ${cases} of ${plural(of, 'case')}`;
  if (other) return `differs from case to case: the rarer choice in ${cases} of ${plural(of, 'case')}`;
  if (problem === 'tier') return `${message || 'misses the required tier'} in ${cases} of ${plural(of, 'case')}`;
  if (outcome === 'fail' && problem === 'value' && clauses.length > 1) {
    return `wrong value in ${operandsInWords(where)}${only && `${only},`} in ${cases} of ${plural(of, 'case')}`;
  }
  if (outcome === 'fail')
    return `${wrong[problem ?? 'value']}${only && `${only},`} in ${cases} of ${plural(of, 'case')}`;
  const what = cases > 1 && outcome === 'error' ? 'threw the same error' : happened[outcome];
  // how many others ran in the one opset of a single case says nothing
  if (cases === 1) return `${what} in 1 case`;
  return `${what} in ${cases} of ${plural(of, 'case')}`;
}

/** ", always with a negative axis" where nothing else has it; ", only with a negative axis" where other cases do. */
function traitInWords(finding: Finding): string {
  const trait = traitOf(finding);
  return trait === undefined ? '' : `, ${finding.always.length > 0 ? 'always' : 'only'} with ${trait}`;
}

/** "ReduceA of integers", "ReduceA of float16": one operator, its dtypes by their kind if they are several. */
function operandsInWords(where: Finding['where']): string {
  const seen = uniqueDTypes(where.flatMap(({ dtypes }) => dtypes));
  const kinds = unique(seen.map((dtype) => kindNames[formatOf(dtype).kind]));
  return `${where[0]!.operator} of ${(seen.length === 1 ? seen : kinds).join(', ')}`;
}

const kindNames = { float: 'floats', integer: 'integers', bool: 'bool' } as const;

/** Cases whose answer is right and only not what the user requires of it: they break no clause. */
export function casesWith(wanted: 'tier' | 'policy', { findings }: Pick<Report, 'findings'>): number {
  return findings.filter(({ problem }) => problem === wanted).reduce((sum, { cases }) => sum + cases, 0);
}

const wrong: Readonly<Record<Exclude<Problem, 'tier'>, string>> = {
  outputs: 'wrong outputs',
  dtype: 'wrong dtype',
  shape: 'wrong shape',
  value: 'wrong',
  input: 'wrote into an input',
  later: 'changed an earlier output',
  repeat: 'gave another answer to the same inputs',
  inconsistency: 'contradicts itself',
  file: 'differs from the file',
  policy: 'chooses otherwise than required',
};

/** "wrong value in 12 cases, error in 3 cases (2 findings)": kinds in order of first appearance. */
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
  if (outcome !== 'fail') return outcome;
  if (problem === 'tier') return 'misses the required tier';
  return problem === 'value' ? 'wrong value' : wrong[problem];
}

const happened: Readonly<Record<Exclude<Finding['outcome'], 'fail'>, string>> = {
  error: 'threw an error',
  crash: 'crashed',
  timeout: 'hung',
};

/** The clause of wrong values that are told by clause, in the words of the operator version of the smallest case. */
export function clauseOf(report: Report, finding: Finding): FailedClause | undefined {
  const { outcome, problem = 'value', clauses, explanation } = finding;
  if (explanation || outcome !== 'fail' || (problem !== 'value' && problem !== 'file')) return undefined;
  return clauses.length > 1 ? undefined : failedClauseOf(report, finding);
}

function failedClauseOf({ failedClauses }: Report, { smallest }: Finding): FailedClause | undefined {
  const { operator, version, clause } = smallest;
  return failedClauses.find(
    (failed) => failed.operator === operator && failed.version === version && failed.clause === clause,
  );
}

/** The text of the one clause that a finding breaks which is not told by clause: what the answer should have been. */
export function onlyClauseOf(report: Report, finding: Finding): FailedClause | undefined {
  const { outcome, clauses } = finding;
  if (outcome !== 'fail' || clauses.length > 1 || breaksNoClause(finding)) return undefined;
  return failedClauseOf(report, finding);
}

/** What the smallest case adds to what the finding has said. */
export function caseRows({
  smallest,
  message,
  other,
  again,
  outcome,
}: Finding): readonly (readonly [label: string, text: string])[] {
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
function againInWords(outcome: Outcome, before: Outcome): string {
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
export function caseInWords(result: CaseResult): readonly (readonly [label: string, text: string])[] {
  const { failure } = result;
  const message = ownMessage(result);
  const values = result.inputs !== undefined && result.inputs.length <= maxInputs ? [result.inputs] : [];
  const rows: [string, string][] = [
    ['input', result.summary],
    ...values.map((text): [string, string] => ['values', text]),
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
