import {
  isOfCall,
  scalarsAsLists,
  sharedExplanations,
  valuesMisread,
} from '../../oracles/judge/explanations/hypotheses.ts';
import { findOperator } from '../../oracles/operators.ts';
import { isOfAnswer, operatorAtFault, problemOf } from '../schema/predicates.ts';
import type { CaseResult, Condition, Explanation } from '../schema.ts';
import {
  absent,
  type ClassList,
  type ComparedCases,
  type Distinction,
  type OperatorClasses,
  subjectOf,
} from './conditions.ts';
import { type FailureGroupBuilder, hasCases, merged } from './failure-group.ts';
import { groupBy, isCertain, minCasesForClaim, partition, unique } from './grouping.ts';
import { reasonOf } from './reason.ts';

/** Cases with one cause, as far as that can be known. */
export interface FoundCause {
  readonly id: string;
  readonly tally: FailureGroupBuilder;
  readonly explanation?: Explanation;
  /** what the wrong elements have in common, in words */
  readonly symptom?: string;
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

/**
 * Returns the causes of wrong values and shapes: one per operator, unless symptoms or classes distinguish several.
 * @param groups failures grouped by {@link appearanceOf} and classes
 * @param isTentative true to split groups for any gain, and to merge no operators, so that further cases can be run for each part
 */
export function causesOf(
  groups: readonly FailureGroupBuilder[],
  classes: ClassesByOperator,
  isTentative = false,
): readonly FoundCause[] {
  const units = groupBy(groups, ({ smallest }) => unitOf(smallest));
  const own = [...units.values()]
    .filter((unit) => unit.some(hasCases))
    .flatMap((unit) => joinExplained(splitByCause(unit, classes, isTentative), classes))
    // further cases may show causes that no case of the run has
    .filter((parts) => parts.some(hasCases));
  const causes = (isTentative ? own : joinLater(own, classes)).map((parts) => causeOf(parts, classes));
  return isTentative ? causes : mergeFamilies(mergeOperators(causes), classes);
}

/**
 * Joins failures that only later runs of sessions show, without a condition of their own, to those of single calls of the operator
 * with the same values in the same places: chance, or the place in memory, may decide which runs fail.
 */
function joinLater(
  all: readonly (readonly FailureGroupBuilder[])[],
  classes: ClassesByOperator,
): readonly (readonly FailureGroupBuilder[])[] {
  const [later, others] = partition(all, (parts) => parts.every(({ smallest }) => smallest.alone === 'right'));
  const joined = others.map((own) => [...own]);
  for (const parts of later) {
    const operator = operatorAtFault(parts[0]!.smallest);
    const [best] = causeOf(parts, classes).possible;
    const hasOwnCondition = best && best.conditions.length > 0 && isCertain(best, classesIn(parts)[1].length);
    const same = joined.find((own) => {
      if (hasOwnCondition || operatorAtFault(own[0]!.smallest) !== operator) return false;
      const { symptom = '' } = causeOf(own, classes);
      return symptom.includes(' for ') && symptomOf([...own, ...parts].map(({ smallest }) => smallest)) === symptom;
    });
    if (same) same.push(...parts);
    else joined.push([...parts]);
  }
  return joined;
}

/** Returns properties that cases of one cause share, such as whether state of a session is at fault. */
const kindOf = ({ alone, classes, clause }: CaseResult) => [
  alone === 'right',
  // a graph or a file has no classes, only a clause
  !classes && clause,
];

/** Returns the key that failures of one cause share: the operator and {@link kindOf}. */
const unitOf = (result: CaseResult): string => JSON.stringify([operatorAtFault(result), kindOf(result)]);

/** What a second cause takes to be believed, in bits: where its cases look like the others, which speaks for one, where an explanation holds of a part, and else. */
const minGain = { same: 20, explained: 6, other: 12 } as const;

/** The cost of naming an explanation, in bits. */
const naming = 4;

/** A way to split groups in two. */
interface Split {
  readonly isOf: (group: FailureGroupBuilder) => boolean;
  /** whether an explanation distinguishes the parts: then a single case is enough */
  readonly isExplained?: boolean;
}

/**
 * Splits the groups of an operator by symptoms or by classes, if two causes need far fewer bits to describe than one.
 * @returns the parts; all groups in one part if no split saves enough
 */
function splitByCause(
  groups: readonly FailureGroupBuilder[],
  classes: ClassesByOperator,
  isTentative: boolean,
): readonly (readonly FailureGroupBuilder[])[] {
  if (groups.length < 2) return [groups];
  const [operator, lists] = classesIn(groups);
  const all = classes.get(operator)!;
  const bestOf = (part: readonly FailureGroupBuilder[]): Distinction =>
    [
      all.possible(classesIn(part)[1])[0],
      ...explanationsOf(part, all).map(({ possible: [best] }) => ({ ...best, bits: best.bits + naming })),
    ].reduce((a, b) => (b.bits < a.bits ? b : a));
  const common = symptomsOf(groups);
  const [ofDTypes, symptoms] = partition(
    unique(groups.flatMap((group) => symptomsOf([group]))).filter((symptom) => !common.includes(symptom)),
    isOfDType,
  );
  const ofOneDType = ofDTypes.filter((symptom) => variesForOneDType(groups, symptom)).map(hasSymptom);
  for (const isOf of [...ownCauses, ...ofOneDType, isExplainedOtherwise(groups)]) {
    const parts = partition(groups, isOf);
    if (parts.every((part) => part.length > 0) && common.every(isOfForm))
      return parts.flatMap((part) => splitByCause(part, classes, isTentative));
  }
  const splits: readonly Split[] = [
    ...symptoms.map((symptom) => ({
      isOf: hasSymptom(symptom),
      isExplained: groups.some(({ smallest }) => smallest.explanations?.some(({ id }) => id === symptom)),
    })),
    ...all.parts(lists).map((isOf) => ({ isOf: (group: FailureGroupBuilder) => isOf(classesIn([group])[1][0]!) })),
  ];
  let best:
    | { readonly kind: keyof typeof minGain; readonly parts: readonly FailureGroupBuilder[][]; readonly bits: number }
    | undefined;
  for (const { isOf, isExplained } of splits) {
    const parts = partition(groups, isOf);
    const least = isExplained || isTentative ? 1 : minCasesForClaim;
    if (parts.some((part) => part.length === 0 || classesIn(part)[1].length < least)) continue;
    if (parts.every(isImprecise)) continue;
    const bests = parts.map(bestOf);
    const [some, others] = parts.map((part) => symptomOf(part.map(({ smallest }) => smallest)));
    const [form, otherForm] = parts.map((part) => symptomsOf(part).find(isOfForm));
    const areOther = (some !== undefined && others !== undefined && some !== others) || form !== otherForm;
    const kind = isExplained && common.every(isOfForm) ? 'explained' : areOther ? 'other' : 'same';
    // a part without an explanation needs conditions of its own, and certain ones if it looks like the other
    const isVague = ({ conditions, left }: Distinction, i: number) =>
      conditions.length === 0 || (kind === 'same' && 4 * left >= classesIn(parts[i]!)[1].length);
    const needsConditions = !isTentative && kind !== 'explained';
    if (needsConditions && (bests.some(isVague) || shareCondition(bests[0]!, bests[1]!))) continue;
    const bits = bests.reduce((sum, one) => sum + one.bits, 0);
    if (!best || bits < best.bits || (bits === best.bits && isExplained)) best = { parts, bits, kind };
  }
  const gain = best ? bestOf(groups).bits - best.bits : 0;
  if (!best || gain <= 0 || (gain < minGain[best.kind] && !isTentative)) return [groups];
  // what is unlikely already is not split once more
  return gain < minGain[best.kind]
    ? best.parts
    : best.parts.flatMap((part) => splitByCause(part, classes, isTentative));
}

/** Whether wrong values are close to right ones, and nothing else is known of them: a kernel may have other errors for each type. */
const isImprecise = (groups: readonly FailureGroupBuilder[]): boolean =>
  areClose(groups.map(({ smallest }) => smallest)) && groups.every((group) => specificOf(group).length === 0);

/** The explanations that only say how far off values are. */
export const ofPrecision: ReadonlySet<string> = new Set(['inaccurate', 'float32-results']);

/** Joins parts of one operator that one explanation fits, unless another one fits the whole. */
function joinExplained(
  parts: readonly (readonly FailureGroupBuilder[])[],
  classes: ClassesByOperator,
): readonly (readonly FailureGroupBuilder[])[] {
  if (parts.length < 2) return parts;
  // parts of further cases alone have no cause
  const explanationOf = (part: readonly FailureGroupBuilder[]) =>
    part.some(hasCases) ? causeOf(part, classes).explanation?.id : undefined;
  const same = groupBy(parts, (part) => explanationOf(part) ?? part);
  return [...same].flatMap(([id, own]) => {
    const joint = own.flat();
    return own.length > 1 && explanationOf(joint) === id ? [joint] : own;
  });
}

/** Failures with a cause of their own, unless one explanation fits all: answers in another dtype, and lists in place of scalars. */
const ownCauses: readonly ((group: FailureGroupBuilder) => boolean)[] = [
  ({ problem }) => problem === 'dtype',
  hasSymptom(scalarsAsLists.id),
];

/**
 * Returns whether a group of further cases has explanations, but none that all failures of the run share: these were asked for another
 * cause.
 */
function isExplainedOtherwise(groups: readonly FailureGroupBuilder[]): (group: FailureGroupBuilder) => boolean {
  const [first = [], ...others] = groups.filter(hasCases).map(specificOf);
  const shared = first.filter((id) => others.every((own) => own.includes(id)));
  return (group) => {
    const own = hasCases(group) ? [] : specificOf(group);
    return shared.length > 0 && own.length > 0 && !own.some((id) => shared.includes(id));
  };
}

/** Returns the explanations of a group that say more than how far off values are. */
const specificOf = ({ smallest: { explanations = [] } }: FailureGroupBuilder): readonly string[] =>
  explanations.map(({ id }) => id).filter((id) => !ofPrecision.has(id));

/** Whether a symptom is only that an answer has another form. */
const isOfForm = (symptom: string): boolean => symptom === 'dtype' || symptom === 'shape';

/** Whether an explanation says which dtype an answer has. */
const isOfDType = (id: string): boolean => id.startsWith('answers-in-');

/** Whether answers to cases of one dtype have several wrong dtypes. If not, the wrong dtype may follow from the one that is wanted. */
function variesForOneDType(groups: readonly FailureGroupBuilder[], symptom: string): boolean {
  const [some, others] = partition(
    groups.filter(({ problem }) => problem === 'dtype'),
    hasSymptom(symptom),
  ).map((own) => own.map(({ smallest }) => smallest.dtype));
  return some!.some((dtype) => others!.includes(dtype));
}

/** Whether some calls have a condition of either of two parts. */
const shareCondition = (one: Distinction, other: Distinction): boolean =>
  one.conditions.some((condition) => other.conditions.some((own) => overlap(condition, own)));

function overlap(one: Condition, other: Condition): boolean {
  if (subjectOf(one) !== subjectOf(other)) return false;
  // what is absent has no other property
  if (one.dimension !== other.dimension) return ![one, other].some(({ values }) => String(values) === absent);
  return (
    one.values.length === 0 || other.values.length === 0 || one.values.some((value) => other.values.includes(value))
  );
}

/** Returns the explanations common to all groups that no passing case refutes, the more specific first, with their distinctions. */
function explanationsOf(groups: readonly FailureGroupBuilder[], all: OperatorClasses) {
  const [, lists] = classesIn(groups);
  const fitting = (groups[0]!.smallest.explanations ?? []).filter(({ id }) =>
    groups.every(({ smallest }) => smallest.explanations?.some((own) => own.id === id)),
  );
  // passing cases that the fault would make fail refute it, unless a condition excludes them all
  const isUnrefuted = ({ conditions, left }: Distinction) =>
    left === 0 && (conditions.length === 0 || lists.length >= minCasesForClaim);
  return fitting.flatMap((explanation) => {
    const possible = all.possible(lists, amongOf(explanation));
    const [best, ...others] = isOfCall(explanation.id) ? possible.filter(isUnrefuted) : possible;
    return best ? [{ explanation, possible: [best, ...others] as const }] : [];
  });
}

function classesIn(groups: readonly FailureGroupBuilder[]): readonly [operator: string, lists: readonly ClassList[]] {
  const all = groups.flatMap(({ classes }) => [...classes]);
  return [all[0]![0], all.flatMap(([, lists]) => lists)];
}

/** Returns the symptoms common to all groups: ids of explanations first, then values of wrong elements, then messages. */
function symptomsOf(groups: readonly FailureGroupBuilder[]): readonly string[] {
  const [first, ...others] = groups.map(({ smallest }) => [
    ...(smallest.explanations ?? []).map(({ id }) => id),
    ...(smallest.signs?.what ?? []),
    ...(isOfForm(smallest.problem ?? '') ? [smallest.problem!] : []),
    ...(smallest.problem === 'outputs' ? [reasonOf(smallest)] : []),
  ]);
  return (first ?? []).filter((text) => others.every((own) => own.includes(text)));
}

/** Returns whether a group has a symptom. */
function hasSymptom(symptom: string): (group: FailureGroupBuilder) => boolean {
  return (group) => symptomsOf([group]).includes(symptom);
}

function causeOf(groups: readonly FailureGroupBuilder[], classes: ClassesByOperator): FoundCause {
  const tally = merged(groups);
  const [operator, lists] = classesIn(groups);
  const all = classes.get(operator)!;
  const [explained] = explanationsOf(groups, all);
  const seen = groups.map(({ smallest }) => smallest);
  const symptom = explained ? undefined : (symptomOf(seen) ?? precisionOf(seen));
  const [, values] = / for (NaN|infinities|-0|subnormal numbers|numbers from .*)$/.exec(symptom ?? '') ?? [];
  const { explanation, possible } = {
    possible: all.possible(lists, { values, isOfShape: tally.problem === 'shape', isClose: areClose(seen) }),
    ...explained,
  };
  return {
    id: slug(
      [
        operator,
        ...(tally.smallest.classes ? [] : [tally.smallest.clause]),
        explanation?.id ?? tally.problem ?? '',
      ].join(' '),
    ),
    tally,
    possible,
    seen,
    ...(explanation && { explanation }),
    ...(symptom !== undefined && { symptom }),
  };
}

/** Returns the passing cases to compare with, for an explanation. */
const amongOf = ({ id }: Explanation): ComparedCases =>
  isOfCall(id) ? { explanation: id } : { values: valuesMisread.get(id), isClose: id === 'inaccurate' };

/** Describes the value and place that all wrong elements share: "0 in the last element"; `undefined` if they share neither. */
export function symptomOf(all: readonly Pick<CaseResult, 'signs'>[]): string | undefined {
  const signs = all.map((one) => one.signs ?? noSigns);
  const common = (of: 'what' | 'where') => signs[0]![of].filter((text) => signs.every((own) => own[of].includes(text)));
  const [what] = common('what');
  // a place seen in one of several cases may be chance
  const least = Math.min(2, signs.length);
  const isDistinctive = (text: string) => signs.filter(({ telling }) => telling.includes(text)).length >= least;
  const where = common('where').find(isDistinctive);
  if (where === undefined) return what && `wrong values: ${what}`;
  return `${what ?? 'wrong values'} ${where}`;
}

/** Describes how many digits of all wrong elements are right, if they are several: "wrong values after the first 6 digits". */
export function precisionOf(all: readonly DecidingElement[]): string | undefined {
  const digits = Math.floor(-Math.log10(Math.max(...all.map(errorOf))));
  return digits >= fewestDigits && digits < Number.POSITIVE_INFINITY
    ? `wrong values after the first ${digits} digits`
    : undefined;
}

type DecidingElement = Pick<CaseResult, 'failure' | 'problem'>;

/** Returns the relative error of a wrong element; NaN if it has none. */
function errorOf({ failure, problem }: DecidingElement): number {
  const [got, exact] = [Number(failure?.got), Number(failure?.exact)];
  return problem === 'value' && exact !== 0 ? Math.abs((got - exact) / exact) : Number.NaN;
}

/** Whether most wrong elements have several right digits. */
const areClose = (all: readonly DecidingElement[]): boolean =>
  2 * all.filter((one) => errorOf(one) < 10 ** -fewestDigits).length > all.length;

/** The number of right digits from which a value is imprecise rather than another one. */
const fewestDigits = 3;

const noSigns: NonNullable<CaseResult['signs']> = { what: [], where: [], telling: [] };

/**
 * Merges causes of several operators that have the same general explanation. Their conditions may concern only types,
 * versions and values.
 */
function mergeOperators(causes: readonly FoundCause[]): readonly FoundCause[] {
  const isGeneral = ({ explanation, possible: [best], tally }: FoundCause) =>
    explanation !== undefined &&
    (sharedExplanations.has(explanation.id) || tally.problem === 'dtype') &&
    best?.conditions.every(({ dimension }) => /^version$|^type of | in /.test(dimension));
  const [general, others] = [causes.filter(isGeneral), causes.filter((cause) => !isGeneral(cause))];
  const same = groupBy(general, ({ explanation }) => explanation!.id);
  return [
    ...others,
    ...[...same.values()].map((all): FoundCause => {
      if (all.length === 1) return all[0]!;
      const { explanation } = all[0]!;
      return {
        id: explanation!.id,
        explanation: explanation!,
        possible: [],
        tally: merged(all.map(({ tally }) => tally)),
      };
    }),
  ];
}

/** Merges causes of operators of one family for each explanation of one of them. */
const mergeFamilies = (causes: readonly FoundCause[], classes: ClassesByOperator): readonly FoundCause[] =>
  unique(causes.flatMap(({ explanation }) => explanation?.id ?? [])).reduce(
    (all, id) => mergeFamily(all, id, classes),
    causes,
  );

/**
 * Merges causes of operators that declare one hypothesis, if it fits all their cases. Conditions of one of them must set the cases
 * of each apart from the passing ones that refute it.
 */
function mergeFamily(causes: readonly FoundCause[], id: string, classes: ClassesByOperator): readonly FoundCause[] {
  const family = causes.filter((cause) => isOfFamily(cause, id));
  const heads = family.filter(({ explanation }) => explanation?.id === id);
  const { conditions, members } = heads
    .flatMap(({ possible }) => possible.filter(({ left }) => left === 0))
    .map(({ conditions }) => {
      const members = family.filter(({ tally }) => {
        const [operator, lists] = [...tally.classes][0]!;
        return classes.get(operator)!.distinctionBy(conditions, lists, id)?.left === 0;
      });
      return { conditions, members };
    })
    .reduce((best, one) => (one.members.length > best.members.length ? one : best), nothingJoint);
  if (members.length < 2) return causes;
  const tally = merged(members.map((member) => member.tally));
  const { explanation } = heads[0]!;
  const possible = [{ conditions, left: 0, bits: 0, met: [] }];
  return [...causes.filter((cause) => !members.includes(cause)), { id, explanation: explanation!, tally, possible }];
}

/** No conditions, and no causes that have them. */
export const nothingJoint: { readonly conditions: readonly Condition[]; readonly members: readonly FoundCause[] } = {
  conditions: [],
  members: [],
};

/** Whether an explanation fits a cause without one that is more specific, and the operator declares it itself. */
function isOfFamily({ explanation, seen = [], tally }: FoundCause, id: string): boolean {
  if (explanation !== undefined && explanation.id !== id) return false;
  const isOwn = findOperator(operatorAtFault(tally.smallest))?.hypotheses?.some((hypothesis) => hypothesis.id === id);
  const fits = seen.length > 0 && seen.every(({ explanations }) => explanations?.some((own) => own.id === id));
  return isOwn === true && fits;
}

/**
 * Merges causes of one operator with different outcomes if one condition describes them all in fewer bits, and few passing
 * cases meet it: a kernel that reads out of bounds may give an answer or an error. Errors with different messages stay
 * separate, because they may need separate fixes.
 */
export function mergeOutcomes(causes: readonly FoundCause[], classes: ClassesByOperator): readonly FoundCause[] {
  const units = groupBy(causes, ({ tally: { smallest, outcome, problem, classes: own }, possible }) => {
    const isOfKernel = outcome === 'error' || outcome === 'crash' || isOfAnswer(problem);
    return isOfKernel && possible.length > 0 && own.size === 1 ? unitOf(smallest) : smallest.id;
  });
  return [...units.values()].flatMap((own) => mergeOutcomesOf(own, classes));
}

function mergeOutcomesOf(causes: readonly FoundCause[], classes: ClassesByOperator): readonly FoundCause[] {
  const all = classes.get(operatorAtFault(causes[0]!.tally.smallest))!;
  const bitsOf = ({ tally }: FoundCause) => all.possible(classesIn([tally])[1])[0].bits;
  const units: { readonly cause: FoundCause; readonly bits: number }[] = [];
  for (const one of causes) {
    const own = { cause: one, bits: causes.length > 1 ? bitsOf(one) : 0 };
    const joint = units.flatMap((unit) => {
      const tallies = [unit.cause.tally, one.tally];
      // causes with equal outcomes were split before
      if (tallies[0]!.outcome === tallies[1]!.outcome) return [];
      const tally = merged(tallies);
      if (isRareDType(tally, tallies)) return [];
      const [, lists] = classesIn([tally]);
      const [{ bits, conditions, left }] = all.possible(lists);
      const gain = unit.bits + own.bits - bits;
      const isOne = conditions.length > 0 && 4 * left < lists.length && gain > -minGain.explained;
      return isOne ? [{ unit, tally, bits, gain }] : [];
    });
    const [best] = joint.toSorted((a, b) => b.gain - a.gain);
    if (!best) units.push(own);
    else {
      const { unit, tally, bits } = best;
      units.splice(units.indexOf(unit), 1, { cause: mergeCauses([unit.cause, one], tally, all), bits });
    }
  }
  return units.map(({ cause }) => cause);
}

/** Whether few of many cases have a wrong dtype. It cannot stand for the others: unlike values and errors, it does not change by chance. */
const isRareDType = ({ outcome, problem }: FailureGroupBuilder, parts: readonly FailureGroupBuilder[]): boolean =>
  problem === 'dtype' && parts.every((part) => part.cases < minCasesForClaim === (part.outcome === outcome));

/** Merges two causes; the one with the more severe outcome gives the id. @param tally the merged tallies */
function mergeCauses(causes: readonly FoundCause[], tally: FailureGroupBuilder, all: OperatorClasses): FoundCause {
  const named = causes.find((cause) => cause.tally.outcome === tally.outcome)!;
  return {
    ...named,
    tally,
    possible: all.possible(classesIn([tally])[1], named.explanation && amongOf(named.explanation)),
  };
}

/** Returns words in the form of an id. */
export const slug = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
