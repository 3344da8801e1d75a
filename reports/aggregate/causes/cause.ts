import { createHash } from 'node:crypto';
import { kindsOfFloats } from '../../../generators/classes/values.ts';
import { isOfCall, valuesMisread } from '../../../oracles/judge/explanations/hypotheses.ts';
import { missesRequirement, operatorAtFault, problemOf } from '../../schema/predicates.ts';
import type { CaseResult, Explanation } from '../../schema.ts';
import { type FailureGroupBuilder, merged, patternKey } from '../failure-group.ts';
import { minCasesForClaim } from '../grouping.ts';
import { reasonOf } from '../reason.ts';
import type { ComparedCases } from './candidates.ts';
import type { Distinction, OperatorClasses } from './operator-classes.ts';
import { areClose, commonSigns, precisionOf, sameValueIn, spanOf, symptomOf, wrongOutputsOf } from './symptoms.ts';
import type { ClassList } from './tried-classes.ts';

/** Cases with one cause, as far as that can be known. */
export interface FoundCause {
  readonly id: string;
  readonly tally: FailureGroupBuilder;
  readonly explanation?: Explanation;
  /** what the wrong elements have in common, in words */
  readonly symptom?: string;
  /** the values of an input at all wrong elements, in words */
  readonly span?: string;
  /** the outputs with wrong elements, and those that are always right */
  readonly outputs?: CaseResult['outputs'];
  /** cases that show all of its symptoms */
  readonly seen?: readonly CaseResult[];
  /** possible distinctions from passing cases of the operator, the most likely first; empty for cases of several operators */
  readonly possible: readonly Distinction[];
}

/** The classes of the cases of each operator. */
export type ClassesByOperator = ReadonlyMap<string, OperatorClasses>;

/** Returns the key of a case's symptoms: equal for cases that may have one cause. */
export function appearanceOf(result: CaseResult): string {
  const { explanations = [], signs } = result;
  return JSON.stringify([
    operatorAtFault(result),
    kindOf(result),
    problemOf(result),
    explanations.map(({ id }) => id),
    signs,
    result.problem === 'outputs' && reasonOf(result),
  ]);
}

/** Returns properties that cases of one cause share, such as whether state of a session is at fault. */
const kindOf = ({ alone, classes, clause }: CaseResult) => [
  alone === 'right',
  // a graph or a file has no classes, only a clause
  !classes && clause,
];

/** Returns the key that failures of one cause share: the operator and {@link kindOf}. */
export const unitOf = (result: CaseResult): string => JSON.stringify([operatorAtFault(result), kindOf(result)]);

/** Returns the explanations common to all groups that no passing case refutes, the more specific first, with their distinctions. */
export function explanationsOf(groups: readonly FailureGroupBuilder[], all: OperatorClasses) {
  const [, lists] = listsIn(groups);
  const fitting = (groups[0]!.smallest.explanations ?? []).filter(({ id }) =>
    groups.every(({ smallest }) => smallest.explanations?.some((own) => own.id === id)),
  );
  // passing cases that the fault would make fail refute it, unless a condition excludes them all
  const isUnrefuted = ({ conditions, left }: Distinction) =>
    left === 0 && (conditions.length === 0 || lists.length >= minCasesForClaim);
  // most calls with such values show that these are lost
  const isLikely =
    ({ id }: Explanation) =>
    ({ left }: Distinction) =>
      !shownByMost.has(id) || left <= lists.length;
  return fitting.flatMap((explanation) => {
    const possible = all.possible(lists, amongOf(explanation));
    const isPossible = isOfCall(explanation.id) ? isUnrefuted : isLikely(explanation);
    const [best, ...others] = possible.filter(isPossible);
    return best ? [{ explanation, possible: [best, ...others] as const }] : [];
  });
}

/** Returns the operator at fault, and the classes of all cases of some groups. */
export function listsIn(
  groups: readonly FailureGroupBuilder[],
): readonly [operator: string, lists: readonly ClassList[]] {
  const all = groups.flatMap(({ classes }) => [...classes]);
  return [all[0]![0], all.flatMap(([, lists]) => lists)];
}

/** Returns the cause of wrong answers of one operator. */
export function causeOf(groups: readonly FailureGroupBuilder[], classes: ClassesByOperator): FoundCause {
  const tally = merged(groups);
  const [operator, lists] = listsIn(groups);
  const all = classes.get(operator)!;
  const [explained] = explanationsOf(groups, all);
  const { smallest, problem } = tally;
  const seen = groups.map((group) => group.smallest);
  const idOf = (what: string) => slug([operator, ...(smallest.classes ? [] : [smallest.clause]), what].join(' '));
  const signs = commonSigns(seen);
  // an explanation of values says enough, and so does a place
  const isEnough = explained ? !ofPrecision.has(explained.explanation.id) : signs.where.length > 0;
  const span = isEnough ? undefined : spanOf(tally.elements);
  const found = { tally, seen, ...(span !== undefined && { span }) };
  if (explained) return { id: idOf(explained.explanation.id), ...found, ...explained };
  const outputs = wrongOutputsOf(tally.elements);
  const symptom = symptomOf(seen, span !== undefined, sameValueIn(tally.elements)) ?? precisionOf(seen);
  const values = kindsOfFloats.find((kind) => kind === signs.values);
  const possible = all.possible(lists, { values, isOfShape: problem === 'shape', isClose: areClose(seen) });
  const more = { ...(symptom !== undefined && { symptom }), ...(outputs && { outputs }) };
  return { id: idOf(problem ?? ''), ...found, possible, ...more };
}

/** Returns the cause of a group with equal messages or symptoms. */
export function causeOfPattern(tally: FailureGroupBuilder, classes: ClassesByOperator): FoundCause {
  const { outcome, problem, smallest } = tally;
  const [explanation] = smallest.explanations ?? [];
  const isOfOne = tally.classes.size === 1 && !missesRequirement(problem);
  const [operator, lists] = listsIn([tally]);
  const compared = outcome === 'error' ? { refusal: smallest.message ?? '' } : { isOfShape: problem === 'shape' };
  const possible = isOfOne ? classes.get(operator)!.possible(lists, compared) : [];
  const kind = problem ?? outcome;
  const words = patternKey(smallest);
  const hash = words === kind ? '' : createHash('sha256').update(words).digest('hex').slice(0, 8);
  const id = explanation?.id ?? slug([...(isOfOne ? [operator] : []), kind, hash].join(' '));
  return { id, tally, ...(explanation && { explanation }), possible };
}

/** Returns the passing cases to compare with, for an explanation. */
export const amongOf = ({ id }: Explanation): ComparedCases =>
  isOfCall(id) ? { explanation: id } : { values: valuesMisread.get(id), isClose: id === 'inaccurate' };

/** The explanations of values that hardly any right answer to a call with them has lost. */
const shownByMost: ReadonlySet<string> = new Set(['nan-as-zero', 'no-infinities']);

/** The explanations that only say how far off values are. */
export const ofPrecision: ReadonlySet<string> = new Set(['inaccurate', 'float32-results']);

/** Returns words in the form of an id. */
const slug = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
