import { formatOf } from '../../oracles/numerics/dtype.ts';
import { traitOf } from '../aggregate/facts.ts';
import { unique, uniqueDTypes } from '../aggregate/grouping.ts';
import type { Finding, Problem } from '../schema.ts';

/**
 * What a finding looks like, as a title without counts: "int64 values go through float64", "empty set with a negative axis:
 * shape [2,0,3]", "error: no kernel", "nan-index varies: propagates / ignored".
 */
export function symptomOf(finding: Finding): string {
  const { outcome, problem, explanation, other, message, smallest, clauses } = finding;
  const said = smallest.message ?? message ?? '';
  if (other) return choicesIn(message ?? '') ?? 'chooses otherwise from case to case';
  if (outcome !== 'fail') {
    if (explanation) return explanation.text;
    const why = essence(said);
    return why === '' ? happened[outcome] : `${happened[outcome]}: ${why}`;
  }
  // an explanation of wrong values may have wrong shapes follow from it
  const form = wrongForm(said);
  if (problem === 'shape' && (form || !explanation)) return `${before(subject(finding))}${form ?? wrong.shape}`;
  if (explanation) {
    const choices = problem === 'inconsistency' ? choicesIn(said) : undefined;
    return choices ?? `${explained(finding, explanation.text)}${trait(finding, ', ')}`;
  }
  if (problem === 'value' || problem === undefined) {
    const values = clauses.length > 1 ? `wrong values in ${formatDTypes(finding)}` : 'wrong values';
    return `${values}${after(subject(finding) || formatClause(smallest.clause))}`;
  }
  if (problem === 'dtype') return `${form ?? wrong.dtype}${trait(finding, ', ')}`;
  const words = problem === 'tier' || problem === 'outputs' ? message || wrong[problem] : wrong[problem];
  return `${words}${trait(finding, ', ')}`;
}

const happened: Readonly<Record<Exclude<Finding['outcome'], 'fail'>, string>> = {
  error: 'error',
  crash: 'crash',
  timeout: 'no answer in time',
};

/** What is wrong with an answer, where nothing tells more. */
const wrong: Readonly<Record<Problem, string>> = {
  outputs: 'wrong outputs',
  dtype: 'wrong dtype',
  shape: 'wrong shape',
  value: 'wrong values',
  input: 'writes into an input',
  later: 'changes an earlier output',
  repeat: 'gives another answer to the same inputs',
  inconsistency: 'contradicts itself',
  file: 'differs from the file',
  policy: 'chooses otherwise than required',
  tier: 'misses the required tier',
};

const formatClause = (clause: string) => clause.replaceAll('-', ' ');
const before = (words: string) => (words === '' ? '' : `${words}: `);
const after = (words: string) => (words === '' ? '' : `: ${words}`);

/** "empty set with a negative axis": the clause, where it is one, and what all these cases have. */
function subject(finding: Finding): string {
  const [clause, ...more] = finding.clauses;
  const words = more.length > 0 ? '' : formatClause(clause ?? '');
  const only = trait(finding, '');
  return words === '' || only.startsWith(`with ${words}`) ? only : [words, only].filter(Boolean).join(' ');
}

const trait = (finding: Finding, lead: string): string => {
  const text = traitOf(finding);
  return text === undefined ? '' : `${lead}with ${text}`;
};

/** An explanation with what this finding knows besides: the only dtype, and what should have come. */
function explained({ where, smallest: { failure } }: Finding, text: string): string {
  const [dtype, ...others] = uniqueDTypes(where.flatMap(({ dtypes }) => dtypes));
  if (others.length === 0 && text.startsWith('values ')) return `${dtype} ${text}`;
  return failure && text.endsWith(` is ${failure.got}`) ? `${text} instead of ${failure.exact}` : text;
}

/** "int8", else the kinds: "floats, integers". */
function formatDTypes({ where }: Finding): string {
  const seen = uniqueDTypes(where.flatMap(({ dtypes }) => dtypes));
  return seen.length === 1 ? seen[0]! : unique(seen.map((dtype) => kindNames[formatOf(dtype).kind])).join(', ');
}

const kindNames = {
  float: 'floats',
  integer: 'integers',
  bool: 'bool',
  complex: 'complex numbers',
  string: 'strings',
} as const;

/** "wrong shape [2,0,3]", of what the comparator said. */
function wrongForm(message: string): string | undefined {
  const form = formIn(message);
  return form && `wrong ${form.got}`;
}

/** "shape [2,0,3]" and "shape [2,1,3]": what came and what should have come, of what the comparator said. */
export function formIn(message: string): { readonly got: string; readonly wanted: string } | undefined {
  const [, what, got, wanted] = /has (shape|dtype) (\S+) instead of (\S+)/.exec(message) ?? [];
  return got === undefined ? undefined : { got: `${what} ${got}`, wanted: `${what} ${wanted}` };
}

/** "nan-index varies: propagates / ignored", of what the comparator said. */
function choicesIn(message: string): string | undefined {
  const [, policy, list] = /^(\S+) depends on the (?:position|case): (.*)$/s.exec(message) ?? [];
  const choices = list?.split(', ').map((part) => part.replace(/ (?:at|in) \S+$/, '')) ?? [];
  return choices.length < 2 ? undefined : `${policy} varies: ${unique(choices).join(' / ')}`;
}

/** An error without what stands before its message, paths and stack traces. */
export function essence(message: string): string {
  return message
    .replace(/\s+/g, ' ')
    .replace(/^.*?\bstatus message: /i, '')
    .replace(/(?:\/[\w.@+-]+){2,}(?::\d+)*:?/g, '')
    .replace(/ (?:Stack: |stack trace|at \S+ \().*$/i, '')
    .replace(/^[\s,;:]+|[\s,;:]+$/g, '')
    .replace(signature, '')
    .replace(/in function '[^']*\([^']*'(?: > )?/, '')
    .trim();
}

/** A function of C++ in which a check failed, as compilers name it: `void a::B<T>::run(const C&) const [with T = int] `. */
const signature =
  /(?<=^|: +)(?:[\w:<>*&~]+ +)*[*&]?[\w:<>~]*::[\w:<>~]+(?:\(\))?\([^()]*(?:\([^()]*\)[^()]*)*\)(?: const)?(?: \[[^\]]*\])? /;
