import { unique, uniqueDTypes } from '../aggregate/grouping.ts';
import { essence } from '../aggregate/reason.ts';
import { unloadedId } from '../aggregate/unloaded.ts';
import { isOfClause } from '../schema/predicates.ts';
import type { Finding, Problem } from '../schema.ts';
import { describeConditions } from './condition.ts';

/**
 * A finding as a title without counts, which begins with its operators and what sets its cases apart: "Add where rank of A is 3: 0 in
 * the last element", "LRN where size is 2: refused".
 */
export function titleOf(finding: Finding): string {
  const { where, conditions, alternatives, problem, explanation, smallest, clauses } = finding;
  const symptom = symptomOf(finding);
  // what is said of the whole backend
  if (explanation?.id === unloadedId) return symptom;
  const names = unique(where.map(({ operator }) => operator));
  const subject =
    names.length <= namedOperators ? names.join(', ') : `${names[0]} and ${names.length - 1} more operators`;
  const condition = describeConditions(conditions);
  // of a graph only the clause says which one it is
  const which =
    isOfClause(problem) && !smallest.classes && clauses.length === 1 ? `, ${clauses[0]!.replaceAll('-', ' ')}` : '';
  const varies = isUnsteady(finding) ? `${unsteady}${condition && ','}` : '';
  return `${subject}${which}${varies}${condition && ` ${alternatives ? 'perhaps ' : ''}where ${condition}`}: ${symptom}`;
}

/** What a title says behind its operators of what came to something else when it was asked again. */
export const unsteady = ', not the same when asked again';

/** Whether the smallest case came to something else when it was asked again: it needs what was before it, or chance. */
export const isUnsteady = ({ again, outcome }: Finding): boolean =>
  again !== undefined && (again.outcome !== outcome || again.got !== undefined);

/** Operators that a title names; of more it names the first. */
export const namedOperators = 3;

/** What a finding looks like: "int64 values go through float64", "0 in the last element, or refused", "refused: no kernel". */
export const symptomOf = (finding: Finding): string =>
  [
    mainSymptomOf(finding),
    ...(finding.otherOutcomes ?? []).map((outcome) => (outcome === 'fail' ? wrong.value : happened[outcome])),
  ].join(', or ');

function mainSymptomOf(finding: Finding): string {
  const { outcome, problem, explanation, other, message, smallest, symptom, conditions, alternatives } = finding;
  const said = smallest.message ?? message ?? '';
  if (other) return choicesIn(message ?? '') ?? 'chooses otherwise from case to case';
  if (outcome !== 'fail') {
    if (explanation) return explanation.text;
    // the message follows in the finding; it has a say where nothing else is sure to tell one from another
    const why = conditions.length > 0 && !alternatives ? '' : essence(said);
    return why === '' ? happened[outcome] : `${happened[outcome]}: ${why}`;
  }
  // that it depends on those before it is not sure then
  if (explanation?.id === 'state' && isUnsteady(finding)) return 'wrong after other runs, and right alone';
  if (explanation)
    return (problem === 'inconsistency' ? choicesIn(said) : undefined) ?? explained(finding, explanation.text);
  const form = formIn(said);
  if (form && (problem === 'shape' || problem === 'dtype'))
    return `${form.got} instead of ${form.wanted.split(' ')[1]}`;
  // the smallest case has the right form
  if ((problem === 'shape' || problem === 'dtype') && ofElements.test(said))
    return `${wrong.value}, or a ${wrong[problem]}`;
  if (problem === 'value' || problem === undefined) return symptom ?? wrong.value;
  return ((problem === 'tier' || problem === 'outputs') && message) || wrong[problem];
}

const happened: Readonly<Record<Exclude<Finding['outcome'], 'fail'>, string>> = {
  error: 'refused',
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

/** An explanation with the only dtype that this finding knows. */
function explained({ where }: Finding, text: string): string {
  const [dtype, ...others] = uniqueDTypes(where.flatMap(({ dtypes }) => dtypes));
  return others.length === 0 && text.startsWith('values ') ? `${dtype} ${text}` : text;
}

/** "shape [2,0,3]" and "shape [2,1,3]": what came and what should have come, of what the comparator said. */
export function formIn(message: string): { readonly got: string; readonly wanted: string } | undefined {
  const [, what, got, wanted] = /has (shape|dtype) (\S+) instead of (\S+)/.exec(message) ?? [];
  return got === undefined ? undefined : { got: `${what} ${got}`, wanted: `${what} ${wanted}` };
}

/** What the comparator says of wrong values. */
const ofElements = /\d elements? wrong/;

/** "nan-index varies: propagates / ignored", of what the comparator said. */
function choicesIn(message: string): string | undefined {
  const [, policy, list] = /^(\S+) depends on the (?:position|case): (.*)$/s.exec(message) ?? [];
  const choices = list?.split(', ').map((part) => part.replace(/ (?:at|in) \S+(?: of output \d+)?$/, '')) ?? [];
  return choices.length < 2 ? undefined : `${policy} varies: ${unique(choices).join(' / ')}`;
}
