import { formatOf } from '../../oracles/numerics/dtype.ts';
import type { Finding, Problem, Report } from '../schema.ts';
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

const kindNames = {
  float: 'floats',
  integer: 'integers',
  bool: 'bool',
  complex: 'complex numbers',
  string: 'strings',
} as const;

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
