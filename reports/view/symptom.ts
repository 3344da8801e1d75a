import { isAmong } from '../aggregate/causes/conditions.ts';
import { precisionOf } from '../aggregate/causes/symptoms.ts';
import { firstSentence } from '../aggregate/first-sentence.ts';
import { minCasesForClaim, unique, uniqueDTypes } from '../aggregate/grouping.ts';
import { isOfCalls } from '../aggregate/smallest.ts';
import { unloadedId } from '../aggregate/unloaded.ts';
import { hasCertainCondition, isOfAnswer, isOfClause, operatorAtFault } from '../schema/predicates.ts';
import type { CaseResult, Condition, Finding, Problem } from '../schema.ts';
import { describeConditions } from './condition.ts';
import { exampleOf } from './example.ts';
import { inList } from './plural.ts';

/**
 * Returns the title of a finding without counts. It begins with the operators and the condition: "Add where rank of A is 3:
 * 0 in the last element", "LRN where size is 2: refused".
 */
export function titleOf(finding: Finding): string {
  const { where, problem, explanation } = finding;
  // this finding concerns the whole backend
  if (explanation?.id === unloadedId) return symptomOf(finding);
  const names = unique(where.map(({ operator }) => operator));
  const subject =
    names.length <= namedOperators ? names.join(', ') : `${names[0]} and ${names.length - 1} more operators`;
  const condition = describePossible(finding);
  const symptom = symptomOf(finding, longestTitle - subject.length - condition.length);
  // a graph is identified only by its clause
  const which = isOfClause(problem) || !finding.smallest.classes ? describeClauses(finding, condition) : '';
  const varies = isUnsteady(finding) ? `${unsteady}${condition && ','}` : '';
  const head = `${subject}${which}${varies}${condition && ` ${condition}`}`;
  // with a condition, an example is needed less
  const longest = isTelling(finding) ? longestTitle : longestWithExample;
  const room = longest - head.length - symptom.length;
  // the clause of several cases says enough
  const isNamed = which && finding.smallest.classes && finding.cases >= minCasesForClaim;
  return `${head}${isNamed ? '' : describeExample(finding, names, room)}: ${symptom}`;
}

/**
 * Describes the call of the smallest case, if no explanation and no condition of several cases says when it happens: ", as
 * with X float32[5] distinct". A graph always needs its operators; those of many have only a clause.
 */
function describeExample(finding: Finding, operators: readonly string[], room: number): string {
  const { explanation, outcome, problem, other, clauses, share, span, smallest: shown } = finding;
  // an answer has another dtype in most calls
  const isOfCall = outcome !== 'fail' || (isOfAnswer(problem ?? 'value') && problem !== 'dtype');
  const hasCondition = isTelling(finding) && (share?.failing ?? minCasesForClaim) >= minCasesForClaim;
  const isKnownWhen = hasCondition || span !== undefined;
  if (shown.classes && (explanation || other || !isOfCall || isKnownWhen)) return '';
  const isNamed = shown.classes || clauses.length === 1;
  const example =
    exampleOf(shown, shown.classes ? room : Math.max(room, leastRoom)) ||
    (isNamed ? '' : shown.clause.replaceAll('-', ' '));
  const whose = operators.length > 1 ? `as ${operatorAtFault(shown)}` : 'as';
  return example && `, ${whose} with ${example}`;
}

/** Returns the clause of a finding without a condition, if there is only one: ", empty set". */
function describeClauses(
  { clauses, smallest, outcome, problem, explanation, symptom }: Finding,
  condition: string,
): string {
  const [clause, another] = clauses;
  const isVague = !condition && outcome === 'fail' && problem === 'value' && !explanation && symptom === undefined;
  const isPlain = clause !== 'definition' && !isOfCalls(clause!);
  const isTelling = another === undefined && (!smallest.classes || (isVague && isPlain));
  return isTelling ? `, ${clause!.replaceAll('-', ' ')}` : '';
}

/** Whether the conditions of a finding, or its share, say when it happens: a small share does not. */
const isTelling = ({ conditions, share }: Finding): boolean =>
  share ? 4 * share.failing >= share.of : conditions.length > 0;

const wherever = (conditions: readonly Condition[]): string => {
  const all = describeConditions(conditions);
  return all && `where ${all}`;
};

/**
 * Describes the condition of a finding: "where rank of X is 3", "in 40 % of cases where …". Of equally likely ones it is the first:
 * all failing cases meet each of them. If these are few, it is what all have in common, or else "perhaps where axis is 0".
 */
function describePossible(finding: Finding): string {
  const { conditions, alternatives = [], cases } = finding;
  if (!isTelling(finding)) return '';
  const others = alternatives.filter((all) => describeConditions(all) !== describeConditions(conditions));
  if (others.length === 0 || cases >= minCasesForClaim) return `${certaintyOf(finding)}${wherever(conditions)}`.trim();
  const shared = wherever(conditions.filter((one) => others.every((all) => isAmong(all, one))));
  return shared || `perhaps ${wherever(conditions)}`;
}

/** The number of characters of a title that two lines of a narrow terminal hold. */
const longestTitle = 110;

/** The number of characters that three lines hold: those of a title with an example. */
const longestWithExample = 145;

/** Returns how certain a condition is: passing cases may have it as well, or too few cases fail to tell. */
const certaintyOf = ({ share }: Finding): string => {
  if (!share) return '';
  const { failing, of } = share;
  // further cases count too, so a number of cases would not be that of the finding
  if (failing < of) return `in ${Math.floor((100 * failing) / of)} % of cases `;
  return failing === 1 ? 'in the only case ' : failing === 2 ? 'in both cases ' : 'in all cases ';
};

/** The part of a title for findings with another outcome when asked again. */
export const unsteady = ', not the same when asked again';

/** Whether the smallest case had another outcome when asked again: it depends on earlier cases, or on chance. */
export const isUnsteady = ({ again, outcome }: Finding): boolean =>
  again !== undefined && (again.outcome !== outcome || again.got !== undefined);

/** The greatest number of operators that a title names; if there are more, it names the first only. */
export const namedOperators = 3;

/**
 * Describes the symptom: "int64 values go through float64", "0 in the last element, or refused", "refused: no kernel".
 * @param room the number of characters that a message of the backend should not exceed
 */
export const symptomOf = (finding: Finding, room = longestTitle): string =>
  [
    [
      withOutputs(mainSymptomOf(finding, room), finding),
      ...(finding.span === undefined ? [] : [`where ${finding.span}`]),
    ].join(' '),
    ...(finding.otherOutcomes ?? []).map((outcome) => (outcome === 'fail' ? wrong.value : outcomeVerbs[outcome])),
  ].join(', or ');

/** Names the outputs with wrong elements, where others are right: "wrong values of counts, such as 1 for 2", "NaN in Y_c". */
function withOutputs(symptom: string, { outputs, problem }: Finding): string {
  if (!outputs || problem !== 'value') return symptom;
  const { wrong: names, right } = outputs;
  const [only, another] = right;
  const all =
    names.length <= namedOutputs ? inList(names) : another ? `${names.length} outputs` : `all outputs but ${only}`;
  if (symptom.startsWith(wrong.value)) return `${wrong.value} of ${all}${symptom.slice(wrong.value.length)}`;
  return `${symptom} ${/ (?:in|at|behind) the /.test(symptom) ? 'of' : 'in'} ${all}`;
}

/** The greatest number of outputs that a title names. */
const namedOutputs = 3;

function mainSymptomOf(finding: Finding, room: number): string {
  const { outcome, problem, explanation, other, message, symptom, smallest } = finding;
  const said = smallest.message ?? message ?? '';
  if (other) return choicesIn(message ?? '') ?? 'chooses otherwise from case to case';
  if (outcome !== 'fail') {
    if (explanation) return explanation.text;
    if (outcome === 'crash') return describeCrash(said, Math.max(room, leastRoom));
    // the message says only how long it was asked
    if (outcome === 'timeout') return outcomeVerbs.timeout;
    // the finding shows the message later; the title needs it only without a condition of several cases that is certain and its own
    const isClear = hasCertainCondition(finding) && !finding.sharesCondition && finding.cases >= minCasesForClaim;
    const why = isClear ? '' : firstSentence(said, Math.max(room, leastRoom));
    return why === '' ? outcomeVerbs[outcome] : `${outcomeVerbs[outcome]}: ${why}`;
  }
  // the dependence on earlier runs is then not certain
  if (explanation?.id === 'state' && isUnsteady(finding)) return 'wrong after other runs, and right alone';
  if (explanation)
    return (problem === 'inconsistency' ? choicesIn(said) : undefined) ?? explained(finding, explanation.text);
  const form = formIn(said);
  if (form && (problem === 'shape' || problem === 'dtype'))
    return `${form.got} instead of ${form.wanted.split(' ')[1]}`;
  // the smallest case has the right form
  if ((problem === 'shape' || problem === 'dtype' || problem === 'outputs') && ofElements.test(said))
    return `${wrong.value}, or ${problem === 'outputs' ? '' : 'a '}${wrong[problem]}`;
  if (problem === 'value' || problem === undefined)
    return symptom ?? (finding.span === undefined ? describeWrong(smallest) : wrong.value);
  return (problem === 'tier' && message) || (problem === 'outputs' && said) || wrong[problem];
}

/** The least number of characters for the message of a backend. */
const leastRoom = 60;

/** Describes how the process of a backend ended: "crash (SIGFPE)", "crash: exit code 1"; what it wrote to stderr says little. */
function describeCrash(message: string, room: number): string {
  const [signal] = /\bSIG[A-Z]+\b/.exec(message) ?? [];
  if (signal !== undefined) return `${outcomeVerbs.crash} (${signal})`;
  const [, quoted, plain] = panic.exec(message) ?? [];
  const why = firstSentence(quoted ?? plain ?? message.replace(/[;,]? *\bstderr: .*$/s, ''), room);
  return why === '' ? outcomeVerbs.crash : `${outcomeVerbs.crash}: ${why}`;
}

/** What Rust says of a panic, before version 1.73 and since. */
const panic = /\bpanicked at (?:'(.+?)', \S+:\d+|\S+:\d+:\d+: (.+?)(?= note: |$))/s;

const outcomeVerbs: Readonly<Record<Exclude<Finding['outcome'], 'fail'>, string>> = {
  error: 'refused',
  crash: 'crash',
  timeout: 'no answer in time',
};

/** Describes wrong values without anything in common, by those of the smallest case. */
function describeWrong(result: CaseResult): string {
  const { failure, classes } = result;
  // of graphs and files the clause or the name says more
  if (!failure || !classes) return wrong.value;
  const cut = (places: number) => [failure.got, failure.exact].map((text) => withPlaces(text, places));
  const enough = Array.from({ length: mostPlaces }, (_, i) => i + 4).find(
    (places) => new Set(cut(places).map(valueIn)).size === 2,
  );
  const [got, exact] = cut(enough ?? 4);
  return got === exact || got!.length + exact!.length > 48
    ? wrong.value
    : `${precisionOf([result]) ? 'imprecise' : wrong.value}, such as ${got} for ${exact}`;
}

/** The value of a text: that of a number, so that `1.0000` is `1`. */
const valueIn = (text: string): string => (Number.isNaN(Number(text)) ? text : `${Number(text)}`);

/** The greatest number of decimal places tried beyond three. */
const mostPlaces = 14;

/** Cuts a number after some decimal places. */
const withPlaces = (text: string, places: number): string =>
  text.replace(new RegExp(`^(-?\\d*\\.\\d{${places}})\\d+`), '$1');

/** General descriptions of problems, used without a better description. */
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

/** Returns an explanation, with the dtype if the finding has only one. */
function explained({ where }: Finding, text: string): string {
  const [dtype, ...others] = uniqueDTypes(where.flatMap(({ dtypes }) => dtypes));
  return others.length === 0 && text.startsWith('values ') ? `${dtype} ${text}` : text;
}

/** Returns the wrong and the expected form, "shape [2,0,3]" and "shape [2,1,3]", from a message of the comparator. */
export function formIn(message: string): { readonly got: string; readonly wanted: string } | undefined {
  const [, what, got, wanted] = /has (shape|dtype) (\S+) instead of ([^\s;]+)/.exec(message) ?? [];
  return got === undefined ? undefined : { got: `${what} ${got}`, wanted: `${what} ${wanted}` };
}

/** The comparator's message about wrong values. */
const ofElements = /\d elements? wrong/;

/** Returns the choices, "nan-index varies: propagates / ignored", from a message of the comparator, in any step of a session. */
function choicesIn(message: string): string | undefined {
  const [, policy, list] = /(?:^|: )(\S+) depends on the (?:position|case): (.*)$/s.exec(message) ?? [];
  const choices = list?.split(', ').map((part) => part.replace(/ (?:at|in) \S+(?: of output \d+)?$/, '')) ?? [];
  return choices.length < 2 ? undefined : `${policy} varies: ${unique(choices).join(' / ')}`;
}
