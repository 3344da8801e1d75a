import { isDeepStrictEqual } from 'node:util';
import { absent } from '../../../generators/classes/notation.ts';
import { saysDType } from '../../../oracles/judge/explanations/explanation.ts';
import { scalarsAsLists } from '../../../oracles/judge/explanations/hypotheses.ts';
import { operatorAtFault } from '../../schema/predicates.ts';
import { type FailureGroupBuilder, hasCases } from '../failure-group.ts';
import { groupBy, isCertain, minCasesForClaim, partition, unique } from '../grouping.ts';
import { reasonOf } from '../reason.ts';
import {
  type ClassesByOperator,
  causeOf,
  explanationsOf,
  type FoundCause,
  listsIn,
  ofPrecision,
  unitOf,
} from './cause.ts';
import { type ClassCondition, subjectOf } from './conditions.ts';
import type { Distinction, OperatorClasses } from './operator-classes.ts';
import { areClose, commonSigns, symptomOf } from './symptoms.ts';

/** Groups of failures that may have one cause. */
type FailureGroups = readonly FailureGroupBuilder[];

/**
 * Returns the causes of wrong values and shapes: one per operator, unless symptoms or classes distinguish several.
 * @param groups failures grouped by {@link appearanceOf} and classes
 * @param contradictory contradictory answers: some may have one of these causes
 * @param isTentative true to split groups for any gain, and to merge no operators, so that further cases can be run for each part
 */
export function causesOf(
  groups: FailureGroups,
  contradictory: FailureGroups,
  classes: ClassesByOperator,
  isTentative = false,
): FoundCauses {
  const units = groupBy(groups, ({ smallest }) => unitOf(smallest));
  const own = [...units.values()]
    .filter((unit) => unit.some(hasCases))
    .flatMap((unit) => joinExplained(splitByCause(unit, classes, isTentative), classes))
    // further cases may show causes that no case of the run has
    .filter((parts) => parts.some(hasCases));
  const all = isTentative ? own : joinLater(own, classes);
  const { joined, left } = joinContradictory(all, contradictory, classes);
  return { causes: joined.map((parts) => causeOf(parts, classes)), left };
}

/**
 * Joins contradictory answers to wrong ones of the operator, if the elements of an unusual choice have the values of the wrong ones, in
 * the same places: what is wrong by chance is one of the choices.
 */
function joinContradictory(all: readonly FailureGroups[], contradictory: FailureGroups, classes: ClassesByOperator) {
  const signsOf = (groups: FailureGroups) => commonSigns(groups.map(({ smallest }) => smallest));
  const unexplained = all.filter((own) => !causeOf(own, classes).explanation && signsOf(own).what !== undefined);
  const homeOf = (group: FailureGroupBuilder) =>
    unexplained.find(
      (own) =>
        unitOf(own[0]!.smallest) === unitOf(group.smallest) &&
        isDeepStrictEqual(signsOf([...own, group]), signsOf(own)),
    );
  const homes = groupBy(contradictory, homeOf);
  return {
    joined: all.map((own) => [...own, ...(homes.get(own) ?? [])]),
    left: homes.get(undefined) ?? [],
  };
}

/** Causes, and the contradictory answers that have none of them. */
interface FoundCauses {
  readonly causes: readonly FoundCause[];
  readonly left: FailureGroups;
}

/**
 * Joins failures that only later runs of sessions show, without a condition of their own, to those of single calls of the operator
 * with the same values in the same places: chance, or the place in memory, may decide which runs fail.
 */
function joinLater(all: readonly FailureGroups[], classes: ClassesByOperator): readonly FailureGroups[] {
  const [later, others] = partition(all, (parts) => parts.every(({ smallest }) => smallest.alone === 'right'));
  const joined = others.map((own) => [...own]);
  for (const parts of later) {
    const operator = operatorAtFault(parts[0]!.smallest);
    const [best] = causeOf(parts, classes).possible;
    const hasOwnCondition = best && best.conditions.length > 0 && isCertain(best, listsIn(parts)[1].length);
    const same = joined.find((own) => {
      if (hasOwnCondition || operatorAtFault(own[0]!.smallest) !== operator) return false;
      const signs = commonSigns(own.map(({ smallest }) => smallest));
      const joint = commonSigns([...own, ...parts].map(({ smallest }) => smallest));
      return signs.values !== undefined && !causeOf(own, classes).explanation && isDeepStrictEqual(joint, signs);
    });
    if (same) same.push(...parts);
    else joined.push([...parts]);
  }
  return joined;
}

/** What a second cause takes to be believed, in bits: where its cases look like the others, which speaks for one, where an explanation holds of a part, and else. */
const minGain = { same: 20, explained: 6, other: 12 } as const;

/** The cost of naming an explanation, in bits. */
const naming = 4;

/** A way to split groups in two. */
interface Split {
  readonly isOf: (group: FailureGroupBuilder) => boolean;
  /** the id of the explanation that distinguishes the parts */
  readonly explanation?: string;
}

/**
 * Splits the groups of an operator by symptoms or by classes, if two causes need far fewer bits to describe than one.
 * @returns the parts; all groups in one part if no split saves enough
 */
function splitByCause(
  groups: FailureGroups,
  classes: ClassesByOperator,
  isTentative: boolean,
): readonly FailureGroups[] {
  if (groups.length < 2) return [groups];
  const all = classes.get(listsIn(groups)[0])!;
  const split = (parts: readonly FailureGroups[]) => parts.flatMap((part) => splitByCause(part, classes, isTentative));
  const [ofDTypes, symptoms] = partition(symptomsOfSome(groups), saysDType);
  const apart = partsOfOwnCauses(groups, ofDTypes);
  if (apart) return split(apart);
  const [best] = splitsOf(groups, symptoms, all)
    .flatMap((one) => judgeSplit(groups, one, all, isTentative) ?? [])
    .toSorted((a, b) => a.bits - b.bits || Number(b.isExplained) - Number(a.isExplained));
  const gain = best ? shortestOf(groups, all).bits - best.bits : 0;
  if (!best || gain <= 0 || (gain < minGain[best.kind] && !isTentative)) return [groups];
  // what is unlikely already is not split once more
  return gain < minGain[best.kind] ? best.parts : split(best.parts);
}

/**
 * Splits groups in two if some have a cause of their own whatever the others are; `undefined` if none has.
 * @param ofDTypes the symptoms of some of them that name a wrong dtype
 */
function partsOfOwnCauses(groups: FailureGroups, ofDTypes: readonly string[]): readonly FailureGroups[] | undefined {
  if (!symptomsOf(groups).every(saysForm)) return undefined;
  const ofOneDType = ofDTypes.map(hasSymptom).filter((isOf) => varyForOneDType(groups, isOf));
  return [...ownCauses, ...ofOneDType, isExplainedOtherwise(groups)]
    .map((isOf) => partition(groups, isOf))
    .find((parts) => parts.every((part) => part.length > 0));
}

/** Returns the ways to split groups that may be worth it: by symptoms of some of them, then by classes. */
const splitsOf = (groups: FailureGroups, symptoms: readonly string[], all: OperatorClasses): readonly Split[] => [
  ...symptoms.map((symptom) => {
    const isId = groups.some(({ smallest }) => smallest.explanations?.some(({ id }) => id === symptom));
    return { isOf: hasSymptom(symptom), ...(isId && { explanation: symptom }) };
  }),
  ...all
    .parts(listsIn(groups)[1])
    .map((isOf) => ({ isOf: (group: FailureGroupBuilder) => isOf(listsIn([group])[1][0]!) })),
];

/** A split with the bits that its parts take to describe. */
interface JudgedSplit {
  /** whether an explanation distinguishes the parts: then a single case is enough */
  readonly isExplained: boolean;
  readonly kind: keyof typeof minGain;
  readonly parts: readonly FailureGroups[];
  readonly bits: number;
}

/** Returns the parts of a split; `undefined` if they are too small or too vague to be two causes. */
function judgeSplit(
  groups: FailureGroups,
  { isOf, explanation }: Split,
  all: OperatorClasses,
  isTentative: boolean,
): JudgedSplit | undefined {
  const parts = partition(groups, isOf);
  if (parts.some((part) => part.length === 0)) return undefined;
  // passing cases may refute it
  const isExplained = explanationsOf(parts[0], all).some((one) => one.explanation.id === explanation);
  const least = isExplained || isTentative ? 1 : minCasesForClaim;
  if (parts.some((part) => listsIn(part)[1].length < least) || parts.every(isImprecise)) return undefined;
  const bests = parts.map((part) => shortestOf(part, all));
  const [some, others] = parts.map((part) => symptomOf(part.map(({ smallest }) => smallest)));
  const [form, otherForm] = parts.map((part) => symptomsOf(part).find(saysForm));
  const areOther = (some !== undefined && others !== undefined && some !== others) || form !== otherForm;
  const kind = isExplained && symptomsOf(groups).every(saysForm) ? 'explained' : areOther ? 'other' : 'same';
  // a part without an explanation needs conditions of its own, and certain ones if it looks like the other
  const isVague = ({ conditions, left }: Distinction, i: number) =>
    conditions.length === 0 || (kind === 'same' && 4 * left >= listsIn(parts[i]!)[1].length);
  const needsConditions = !isTentative && kind !== 'explained';
  if (needsConditions && (bests.some(isVague) || shareCondition(bests[0]!, bests[1]!))) return undefined;
  return { kind, parts, isExplained, bits: bests.reduce((sum, one) => sum + one.bits, 0) };
}

/** Returns the shortest description of groups as one cause: by conditions, or by an explanation. */
const shortestOf = (groups: FailureGroups, all: OperatorClasses): Distinction =>
  [
    all.possible(listsIn(groups)[1])[0],
    ...explanationsOf(groups, all).map(({ possible: [best] }) => ({ ...best, bits: best.bits + naming })),
  ].reduce((a, b) => (b.bits < a.bits ? b : a));

/** Whether wrong values are close to right ones, and nothing else is known of them: a kernel may have other errors for each type. */
const isImprecise = (groups: FailureGroups): boolean =>
  areClose(groups.map(({ smallest }) => smallest)) && groups.every((group) => specificOf(group).length === 0);

/** Joins parts of one operator that one explanation fits, unless another one fits the whole. */
function joinExplained(parts: readonly FailureGroups[], classes: ClassesByOperator): readonly FailureGroups[] {
  if (parts.length < 2) return parts;
  // parts of further cases alone have no cause
  const explanationOf = (part: FailureGroups) =>
    part.some(hasCases) ? causeOf(part, classes).explanation?.id : undefined;
  const same = groupBy(parts, (part) => explanationOf(part) ?? part);
  return [...same].flatMap(([id, own]) => (own.length > 1 && explanationOf(own.flat()) === id ? [own.flat()] : own));
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
function isExplainedOtherwise(groups: FailureGroups): (group: FailureGroupBuilder) => boolean {
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
const saysForm = (symptom: string): boolean => symptom === 'dtype' || symptom === 'shape';

/** Whether answers to cases of one dtype have several wrong dtypes. If not, the wrong dtype may follow from the one that is wanted. */
function varyForOneDType(groups: FailureGroups, isOf: (group: FailureGroupBuilder) => boolean): boolean {
  const [some, others] = partition(
    groups.filter(({ problem }) => problem === 'dtype'),
    isOf,
  );
  return some.some((one) => others.some((other) => other.smallest.dtype === one.smallest.dtype));
}

/** Whether some calls have a condition of either of two parts. */
const shareCondition = (one: Distinction, other: Distinction): boolean =>
  one.conditions.some((condition) => other.conditions.some((own) => overlap(condition, own)));

function overlap(one: ClassCondition, other: ClassCondition): boolean {
  if (subjectOf(one) !== subjectOf(other)) return false;
  // what is absent has no other property
  if (one.dimension !== other.dimension) return ![one, other].some(({ values }) => String(values) === absent);
  return (
    one.values.length === 0 || other.values.length === 0 || one.values.some((value) => other.values.includes(value))
  );
}

/** Returns the symptoms common to all groups: ids of explanations first, then values of wrong elements, then messages. */
function symptomsOf(groups: FailureGroups): readonly string[] {
  const [first, ...others] = groups.map(({ smallest }) => [
    ...(smallest.explanations ?? []).map(({ id }) => id),
    ...(smallest.signs?.what ?? []),
    ...(saysForm(smallest.problem ?? '') ? [smallest.problem!] : []),
    ...(smallest.problem === 'outputs' ? [reasonOf(smallest)] : []),
  ]);
  return (first ?? []).filter((text) => others.every((own) => own.includes(text)));
}

/** Returns the symptoms that some of the groups have, but not all. */
function symptomsOfSome(groups: FailureGroups): readonly string[] {
  const common = symptomsOf(groups);
  return unique(groups.flatMap((group) => symptomsOf([group]))).filter((symptom) => !common.includes(symptom));
}

/** Returns whether a group has a symptom. */
function hasSymptom(symptom: string): (group: FailureGroupBuilder) => boolean {
  return (group) => symptomsOf([group]).includes(symptom);
}
