import { isOfCall, sharedExplanations, valuesMisread } from '../../oracles/judge/explanations/hypotheses.ts';
import { isOfAnswer, operatorAtFault, problemOf } from '../schema/predicates.ts';
import type { CaseResult, Condition, Explanation } from '../schema.ts';
import { type Among, type Apart, type ClassList, type OperatorClasses, subjectOf } from './conditions.ts';
import { type FailureGroupBuilder, hasCases, merged } from './failure-group.ts';
import { groupBy, minCasesForClaim, unique } from './grouping.ts';
import { reasonOf } from './reason.ts';

/** Cases with one cause, as far as that can be known. */
export interface FoundCause {
  readonly id: string;
  readonly tally: FailureGroupBuilder;
  readonly explanation?: Explanation;
  /** what the wrong elements have in common, in words */
  readonly symptom?: string;
  /** what may set its cases apart from those of the same operator that pass, the most likely first; none where they are of several operators */
  readonly possible: readonly Apart[];
}

/** The classes of the cases of each operator. */
export type ClassesByOperator = ReadonlyMap<string, OperatorClasses>;

/** What a case looks like, as far as cases of one cause do. */
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
 * The causes of wrong values and shapes: one of each operator, unless what is seen tells several apart.
 * @param isTentative true to part them wherever that says less at all, so that further cases can be asked of each part
 */
export function causesOf(
  looks: readonly FailureGroupBuilder[],
  classes: ClassesByOperator,
  isTentative = false,
): readonly FoundCause[] {
  const units = groupBy(looks, ({ smallest }) => unitOf(smallest));
  const own = [...units.values()]
    .filter((unit) => unit.some(hasCases))
    .flatMap((unit) => parted(unit, classes, isTentative))
    // further cases may show causes that no case of the run has
    .filter((parts) => parts.some(hasCases))
    .map((parts) => causeOf(parts, classes));
  return joined(own);
}

/** What never has the cause of something else: what a session leaves over, and what is known. */
const kindOf = ({ alone, known, classes, clause }: CaseResult) => [
  alone === 'right',
  known !== undefined,
  // of a graph, or a file, the clause alone says what it is
  !classes && clause,
];

/** What failures need in common to have one cause: the operator, and the kind. */
const unitOf = (result: CaseResult): string => JSON.stringify([operatorAtFault(result), kindOf(result)]);

/** What a second cause takes to be believed, in bits: where its cases look like the others, which speaks for one, where an explanation holds of a part, and else. */
const leastGain = { same: 20, explained: 6, other: 12 } as const;

/** What it takes to say which explanation holds, in bits. */
const naming = 4;

/** A way to part looks in two. */
interface Split {
  readonly isOf: (look: FailureGroupBuilder) => boolean;
  /** an explanation tells the one from the other, so that a single case is enough */
  readonly isExplained?: boolean;
}

/** The looks of an operator, parted where two causes say much less than one: by what is seen, or by what sets a part of them apart. */
function parted(
  looks: readonly FailureGroupBuilder[],
  classes: ClassesByOperator,
  isTentative: boolean,
): readonly (readonly FailureGroupBuilder[])[] {
  if (looks.length < 2) return [looks];
  const [operator, lists] = classesIn(looks);
  const all = classes.get(operator)!;
  const bestOf = (part: readonly FailureGroupBuilder[]): Apart =>
    [
      all.possible(classesIn(part)[1])[0],
      ...explanationsOf(part, all).map(({ possible: [best] }) => ({ ...best, bits: best.bits + naming })),
    ].reduce((a, b) => (b.bits < a.bits ? b : a));
  const common = symptomsOf(looks);
  // the dtype that an answer has depends on what is wanted
  const symptoms = unique(looks.flatMap((look) => symptomsOf([look]))).filter(
    (symptom) => !common.includes(symptom) && !isOfDType(symptom),
  );
  const [ofDType, ofValues] = [true, false].map((is) => looks.filter(({ problem }) => (problem === 'dtype') === is));
  if (common.length === 0 && [ofDType!, ofValues!].every(isOfAnyOperator))
    return [ofDType!, ofValues!].flatMap((part) => parted(part, classes, isTentative));
  const splits: readonly Split[] = [
    ...symptoms.map((symptom) => ({
      isOf: (look: FailureGroupBuilder) => symptomsOf([look]).includes(symptom),
      isExplained: looks.some(({ smallest }) => smallest.explanations?.some(({ id }) => id === symptom)),
    })),
    ...all.parts(lists).map((isOf) => ({ isOf: (look: FailureGroupBuilder) => isOf(classesIn([look])[1][0]!) })),
  ];
  let best:
    | { readonly kind: keyof typeof leastGain; readonly parts: readonly FailureGroupBuilder[][]; readonly bits: number }
    | undefined;
  for (const { isOf, isExplained } of splits) {
    const parts = [true, false].map((has) => looks.filter((look) => isOf(look) === has));
    const least = isExplained || isTentative ? 1 : minCasesForClaim;
    if (parts.some((part) => part.length === 0 || classesIn(part)[1].length < least)) continue;
    const bests = parts.map(bestOf);
    const [some, others] = parts.map((part) => symptomOf(part.map(({ smallest }) => smallest)));
    const areOther = some !== undefined && others !== undefined && some !== others;
    const kind = isExplained && common.length === 0 ? 'explained' : areOther ? 'other' : 'same';
    // a part without an explanation needs conditions of its own, and certain ones if it looks like the other
    const isVague = ({ conditions, left }: Apart, i: number) =>
      conditions.length === 0 || (kind === 'same' && 4 * left >= classesIn(parts[i]!)[1].length);
    const needsConditions = !isTentative && kind !== 'explained';
    if (needsConditions && (bests.some(isVague) || shareCondition(bests[0]!, bests[1]!))) continue;
    const bits = bests.reduce((sum, one) => sum + one.bits, 0);
    if (!best || bits < best.bits || (bits === best.bits && isExplained)) best = { parts, bits, kind };
  }
  const gain = best ? bestOf(looks).bits - best.bits : 0;
  if (!best || gain <= 0 || (gain < leastGain[best.kind] && !isTentative)) return [looks];
  // what is unlikely already is not parted once more
  return gain < leastGain[best.kind] ? best.parts : best.parts.flatMap((part) => parted(part, classes, isTentative));
}

/** Whether an explanation that does not depend on the operator accounts for all of some looks. */
const isOfAnyOperator = (looks: readonly FailureGroupBuilder[]): boolean =>
  looks.length > 0 && symptomsOf(looks).some((id) => sharedExplanations.has(id) || isOfDType(id));

/** Whether an explanation says which dtype an answer has. */
const isOfDType = (id: string): boolean => id.startsWith('answers-in-');

/** Whether some calls have a condition of either of two parts. */
const shareCondition = (one: Apart, other: Apart): boolean =>
  one.conditions.some((condition) => other.conditions.some((own) => overlap(condition, own)));

function overlap(one: Condition, other: Condition): boolean {
  if (subjectOf(one) !== subjectOf(other)) return false;
  const isAny = one.dimension !== other.dimension || one.values.length === 0 || other.values.length === 0;
  return isAny || one.values.some((value) => other.values.includes(value));
}

/** What may explain all of some looks and is not ruled out, the more specific first, and what sets their cases apart then. */
function explanationsOf(looks: readonly FailureGroupBuilder[], all: OperatorClasses) {
  const [, lists] = classesIn(looks);
  const fitting = (looks[0]!.smallest.explanations ?? []).filter(({ id }) =>
    looks.every(({ smallest }) => smallest.explanations?.some((own) => own.id === id)),
  );
  // cases that pass and would not, if it were so, rule it out, unless something sets them apart
  const isPossible = ([{ conditions, left }]: readonly [Apart, ...Apart[]]) =>
    left === 0 && (conditions.length === 0 || lists.length >= minCasesForClaim);
  return fitting
    .map((explanation) => ({ explanation, possible: all.possible(lists, amongOf(explanation)) }))
    .filter(({ explanation: { id }, possible }) => !isOfCall(id) || isPossible(possible));
}

function classesIn(looks: readonly FailureGroupBuilder[]): readonly [operator: string, lists: readonly ClassList[]] {
  const all = looks.flatMap(({ classes }) => [...classes]);
  return [all[0]![0], all.flatMap(([, lists]) => lists)];
}

/** What all cases of some looks show: explanations first, then what stands in wrong elements, then where. */
function symptomsOf(looks: readonly FailureGroupBuilder[]): readonly string[] {
  const [first, ...others] = looks.map(({ smallest }) => [
    ...(smallest.explanations ?? []).map(({ id }) => id),
    ...(smallest.signs?.what ?? []),
    ...(smallest.problem === 'dtype' ? ['dtype'] : []),
    ...(smallest.problem === 'outputs' ? [reasonOf(smallest)] : []),
  ]);
  return (first ?? []).filter((text) => others.every((own) => own.includes(text)));
}

function causeOf(looks: readonly FailureGroupBuilder[], classes: ClassesByOperator): FoundCause {
  const tally = merged(looks);
  const [operator, lists] = classesIn(looks);
  const all = classes.get(operator)!;
  const [explained] = explanationsOf(looks, all);
  const symptom = explained ? undefined : symptomOf(looks.map(({ smallest }) => smallest));
  const [, values] = / for (NaN|infinities|-0|subnormal numbers|numbers from .*)$/.exec(symptom ?? '') ?? [];
  const { explanation, possible } = { possible: all.possible(lists, { values }), ...explained };
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
    ...(explanation && { explanation }),
    ...(symptom !== undefined && { symptom }),
  };
}

/** The cases that are compared where an explanation holds. */
const amongOf = ({ id }: Explanation): Among =>
  isOfCall(id) ? { explanation: id } : { values: valuesMisread.get(id) };

/** "0 in the last element": what all wrong elements are, and where all of them stand; `undefined` if nothing is known of either. */
export function symptomOf(all: readonly Pick<CaseResult, 'signs'>[]): string | undefined {
  const signs = all.map((one) => one.signs ?? noSigns);
  const common = (of: 'what' | 'where') => signs[0]![of].filter((text) => signs.every((own) => own[of].includes(text)));
  const [what] = common('what');
  // in one of several cases it may be chance
  const least = Math.min(2, signs.length);
  const tells = (text: string) => signs.filter(({ telling }) => telling.includes(text)).length >= least;
  const where = common('where').find(tells);
  if (where === undefined) return what && `wrong values: ${what}`;
  return `${what ?? 'wrong values'} ${where}`;
}

const noSigns: NonNullable<CaseResult['signs']> = { what: [], where: [], telling: [] };

/**
 * The same cause in several operators, where an explanation that does not depend on the operator accounts for all, and no condition
 * but types, versions and values does.
 */
function joined(causes: readonly FoundCause[]): readonly FoundCause[] {
  const isGeneral = ({ explanation, possible: [best], tally }: FoundCause) =>
    explanation !== undefined &&
    (sharedExplanations.has(explanation.id) || tally.problem === 'dtype') &&
    best?.conditions.every(({ dimension }) => /^version$|^type of |^kind of data$| in /.test(dimension));
  const [general, others] = [causes.filter(isGeneral), causes.filter((cause) => !isGeneral(cause))];
  const same = groupBy(general, ({ explanation, tally }) => `${explanation!.id} ${tally.smallest.known !== undefined}`);
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

/**
 * Causes of one operator that come to several outcomes are one where a condition that hardly a passing case has sets all of them
 * apart, and says less than the conditions of each: a kernel that reads at the wrong place answers, or refuses. Refusals in other words
 * are others: who mends one wants to know of the next.
 */
export function united(causes: readonly FoundCause[], classes: ClassesByOperator): readonly FoundCause[] {
  const units = groupBy(causes, ({ tally: { smallest, outcome, problem }, possible }) => {
    const isOfKernel = outcome === 'error' || outcome === 'crash' || isOfAnswer(problem);
    return isOfKernel && possible.length > 0 ? unitOf(smallest) : smallest.id;
  });
  return [...units.values()].flatMap((own) => unitedOf(own, classes));
}

function unitedOf(causes: readonly FoundCause[], classes: ClassesByOperator): readonly FoundCause[] {
  const all = classes.get(operatorAtFault(causes[0]!.tally.smallest))!;
  const bitsOf = ({ tally }: FoundCause) => all.possible(classesIn([tally])[1])[0].bits;
  const units: { readonly cause: FoundCause; readonly bits: number }[] = [];
  for (const one of causes) {
    const own = { cause: one, bits: causes.length > 1 ? bitsOf(one) : 0 };
    const joint = units.flatMap((unit) => {
      // those of one outcome were parted for a reason
      if (unit.cause.tally.outcome === one.tally.outcome) return [];
      const tally = merged([unit.cause.tally, one.tally]);
      const [, lists] = classesIn([tally]);
      const [{ bits, conditions, left }] = all.possible(lists);
      const gain = unit.bits + own.bits - bits;
      const isOne = conditions.length > 0 && 4 * left < lists.length && gain > -leastGain.explained;
      return isOne ? [{ unit, tally, bits, gain }] : [];
    });
    const [best] = joint.toSorted((a, b) => b.gain - a.gain);
    if (!best) units.push(own);
    else {
      const { unit, tally, bits } = best;
      units.splice(units.indexOf(unit), 1, { cause: together([unit.cause, one], tally, all), bits });
    }
  }
  return units.map(({ cause }) => cause);
}

/** Two causes as one, under the name of that whose outcome is the graver. @param tally what both tallies give together */
function together(causes: readonly FoundCause[], tally: FailureGroupBuilder, all: OperatorClasses): FoundCause {
  const named = causes.find((cause) => cause.tally.outcome === tally.outcome)!;
  return {
    ...named,
    tally,
    possible: all.possible(classesIn([tally])[1], named.explanation && amongOf(named.explanation)),
  };
}

/** In the form of an id. */
export const slug = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
