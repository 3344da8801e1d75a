import { sharedExplanations } from '../../../oracles/judge/explanations/hypotheses.ts';
import { findOperator } from '../../../oracles/operators.ts';
import { isOfAnswer, operatorAtFault } from '../../schema/predicates.ts';
import { type FailureGroupBuilder, merged, patternKey } from '../failure-group.ts';
import { groupBy, isCertain, partition, unique } from '../grouping.ts';
import { amongOf, type ClassesByOperator, causeOfPattern, type FoundCause, listsIn, unitOf } from './cause.ts';
import { type ClassCondition, isAmong, isOfElements, isOfType, ofAnyInput } from './conditions.ts';
import type { Distinction } from './operator-classes.ts';
import { areOne, unionOf } from './stated-conditions.ts';

/** Merges causes that may be one: of several operators, or of one operator with several outcomes. */
export class JointCauses {
  readonly #classes: ClassesByOperator;

  constructor(classes: ClassesByOperator) {
    this.#classes = classes;
  }

  /** Merges causes of wrong answers of several operators that have one explanation. */
  ofAnswers(causes: readonly FoundCause[]): readonly FoundCause[] {
    const all = mergeGeneral(causes);
    const explanations = unique(all.flatMap(({ explanation }) => explanation?.id ?? []));
    return explanations.reduce((left, id) => this.#mergeFamily(left, id), all);
  }

  /**
   * Merges causes of operators that declare one hypothesis, if it fits all their cases. Conditions of one of them must set the cases
   * of each apart from the passing ones that refute it.
   */
  #mergeFamily(causes: readonly FoundCause[], id: string): readonly FoundCause[] {
    const family = causes.filter((cause) => isOfFamily(cause, id));
    const heads = family.filter(({ explanation }) => explanation?.id === id);
    const possible = heads.flatMap((head) => head.possible).filter(({ left }) => left === 0);
    const { conditions, members } = largestGroup(
      possible.map((one) => one.conditions),
      family,
      (own, cause) => this.#leftBy(own, cause, id) === 0,
    );
    if (members.length < 2) return causes;
    const tally = merged(members.map((member) => member.tally));
    const joint = { id, explanation: heads[0]!.explanation!, tally, possible: [distinctionOf(conditions, 0)] };
    return [...causes.filter((cause) => !members.includes(cause)), joint];
  }

  /**
   * Merges errors of several operators in the same words into one cause if one condition distinguishes the failing cases of each:
   * a certain one of one of them, none if no case passes, or types and versions that are possible for all.
   */
  ofRefusals(causes: readonly FoundCause[]): readonly FoundCause[] {
    return alike(causes).flatMap((same) => this.#mergeRefusals(same));
  }

  /** Merges errors in the same words, those with one condition first. */
  #mergeRefusals(causes: readonly FoundCause[]): readonly FoundCause[] {
    if (causes.length < 2) return causes;
    const certain = causes.filter(isSure).map(({ possible: [best] }) => best!.conditions);
    // operators without a passing case need no condition
    const { conditions, members } = largestGroup(
      [[], ...certain, ...certain.map((own) => ofAnyInput(own) ?? own)],
      causes,
      (own, cause) => this.#leftBy(own, cause) === 0,
    );
    if (members.length > 1) {
      // few passing cases of others may meet the condition as well
      const isSimilar = (cause: FoundCause) =>
        conditions.length > 0 && 4 * this.#leftBy(conditions, cause) < cause.tally.failing;
      const [similar, others] = partition(causes, (cause) => members.includes(cause) || isSimilar(cause));
      return [this.#jointBy(conditions, similar), ...this.#mergeRefusals(others)];
    }
    const isOfTypes = ({ possible: [best] }: FoundCause) => best!.conditions.every(isOfType);
    const [general, others] = partition(causes, (cause) => !isSure(cause) || isOfTypes(cause));
    if (general.length < 2) return causes;
    const joint = this.#jointOf(general, commonConditions(general));
    return isSure(joint) ? [joint, ...others] : causes;
  }

  /**
   * Merges crashes of several operators in the same words if a condition of one of them describes the cases of each: whether a
   * kernel that uses memory wrongly crashes may be chance, so half of the cases that meet it may pass.
   */
  ofCrashes(causes: readonly FoundCause[]): readonly FoundCause[] {
    return alike(causes).flatMap((same) => {
      const certain = same
        .flatMap(({ possible }) => possible)
        .filter(({ conditions, left }) => conditions.length > 0 && left === 0)
        .toSorted((a, b) => a.bits - b.bits);
      const { conditions, members } = largestGroup(
        certain.map((one) => one.conditions),
        same,
        (own, cause) => this.#leftBy(own, cause) <= cause.tally.failing,
      );
      if (members.length < 2) return same;
      return [this.#jointBy(conditions, members), ...same.filter((one) => !members.includes(one))];
    });
  }

  /**
   * Merges causes of one operator with different outcomes if one condition describes them all in fewer bits, and few passing
   * cases meet it: a kernel that reads out of bounds may give an answer or an error. Errors with different messages stay
   * separate, because they may need separate fixes.
   */
  ofOutcomes(causes: readonly FoundCause[]): readonly FoundCause[] {
    const units = groupBy(causes, ({ tally: { smallest, outcome, problem, classes }, possible }) => {
      const isOfKernel = outcome === 'error' || outcome === 'crash' || isOfAnswer(problem);
      return isOfKernel && possible.length > 0 && classes.size === 1 ? unitOf(smallest) : smallest.id;
    });
    return [...units.values()].flatMap((own) => this.#mergeOutcomes(own));
  }

  #mergeOutcomes(causes: readonly FoundCause[]): readonly FoundCause[] {
    if (causes.length < 2) return causes;
    const all = this.#classes.get(operatorAtFault(causes[0]!.tally.smallest))!;
    const listsOf = (tally: FailureGroupBuilder) => listsIn([tally])[1];
    const units: { readonly cause: FoundCause; readonly bits: number }[] = [];
    for (const one of causes) {
      const own = { cause: one, bits: all.possible(listsOf(one.tally))[0].bits };
      const joint = units.flatMap((unit) => {
        const tallies = [unit.cause.tally, one.tally];
        // causes with equal outcomes were split before
        if (tallies[0]!.outcome === tallies[1]!.outcome) return [];
        const tally = merged(tallies);
        const lists = listsOf(tally);
        const [{ bits, conditions, left }] = all.possible(lists);
        const gain = unit.bits + own.bits - bits;
        const isOne = conditions.length > 0 && 4 * left < lists.length && gain > -mostLost;
        return isOne ? [{ unit, tally, bits, gain }] : [];
      });
      const [best] = joint.toSorted((a, b) => b.gain - a.gain);
      if (best) {
        const { unit, tally, bits } = best;
        // the one with the more severe outcome gives the id
        const named = [unit.cause, one].find((cause) => cause.tally.outcome === tally.outcome)!;
        const possible = all.possible(listsOf(tally), named.explanation && amongOf(named.explanation));
        units.splice(units.indexOf(unit), 1, { cause: { ...named, tally, possible }, bits });
      } else units.push(own);
    }
    return units.map(({ cause }) => cause);
  }

  /**
   * Gives causes without a certain condition that of another operator with the same problem in the same clause, if all their cases
   * meet it and not more that pass: kernels of a family often have one fault, but few cases of each show it.
   */
  withConditionsOfAlike(causes: readonly FoundCause[]): readonly FoundCause[] {
    const isDistinct = (cause: FoundCause) => isSure(cause) && cause.possible[0]!.conditions.length > 0;
    const keyOf = ({ explanation, tally: { outcome, problem, smallest } }: FoundCause) =>
      JSON.stringify([explanation?.id, outcome, problem, smallest.clause]);
    const bySmallest = (a: FoundCause, b: FoundCause) => (a.tally.smallest.id < b.tally.smallest.id ? -1 : 1);
    const sure = groupBy(causes.filter(isDistinct).toSorted(bySmallest), keyOf);
    return causes.map((cause) => {
      const { tally, possible } = cause;
      if (isDistinct(cause) || possible.length === 0 || tally.classes.size !== 1) return cause;
      const [best] = (sure.get(keyOf(cause)) ?? []).flatMap((other) => {
        const { conditions } = other.possible[0]!;
        const left = this.#leftBy(conditions, cause);
        return left <= tally.failing ? [distinctionOf(conditions, left)] : [];
      });
      return best ? { ...cause, possible: [best] } : cause;
    });
  }

  /**
   * Returns how many passing cases of its operator meet some conditions; Infinity if not all cases of a cause do.
   * @param explanation if given, only passing cases that this fault would make fail count
   */
  #leftBy(conditions: readonly ClassCondition[], { tally }: FoundCause, explanation?: string): number {
    const [operator, lists] = listsIn([tally]);
    const distinction = this.#classes.get(operator)!.distinctionBy(conditions, lists, explanation);
    return distinction?.left ?? Number.POSITIVE_INFINITY;
  }

  #jointBy(conditions: readonly ClassCondition[], causes: readonly FoundCause[]): FoundCause {
    const left = causes.reduce((sum, one) => sum + this.#leftBy(conditions, one), 0);
    return this.#jointOf(causes, distinctionOf(conditions, left));
  }

  #jointOf(causes: readonly FoundCause[], joint: Distinction | undefined): FoundCause {
    const tally = merged(causes.map((cause) => cause.tally));
    // what most of these cases pass with says little of several operators
    return { ...causeOfPattern(tally, this.#classes), possible: joint && joint.left <= tally.failing ? [joint] : [] };
  }
}

/** The most bits by which a joint description of several outcomes may be longer. */
const mostLost = 6;

/** Returns conditions that were found for other cases, with the number of passing cases that also meet them. */
const distinctionOf = (conditions: readonly ClassCondition[], left: number): Distinction => ({
  conditions,
  left,
  bits: 0,
  met: [],
});

/** Whether the likeliest distinction of a cause is certain. */
const isSure = ({ tally, possible: [best] }: FoundCause): boolean =>
  best !== undefined && isCertain(best, tally.failing);

/** Groups causes whose cases fail in the same words. */
const alike = (causes: readonly FoundCause[]): readonly FoundCause[][] => [
  ...groupBy(causes, ({ tally }) => patternKey(tally.smallest)).values(),
];

/** Conditions, and the causes that they describe. */
interface DescribedGroup {
  readonly conditions: readonly ClassCondition[];
  readonly members: readonly FoundCause[];
}

/** Returns the conditions that describe the most causes, and these causes; of equally many the first conditions. */
const largestGroup = (
  candidates: readonly (readonly ClassCondition[])[],
  causes: readonly FoundCause[],
  describe: (conditions: readonly ClassCondition[], cause: FoundCause) => boolean,
): DescribedGroup =>
  candidates
    .map((conditions) => ({ conditions, members: causes.filter((cause) => describe(conditions, cause)) }))
    .reduce<DescribedGroup>((best, one) => (one.members.length > best.members.length ? one : best), {
      conditions: [],
      members: [],
    });

/**
 * Merges causes of several operators that have the same general explanation. Their conditions may concern only types,
 * versions and values.
 */
function mergeGeneral(causes: readonly FoundCause[]): readonly FoundCause[] {
  const [general, others] = partition(
    causes,
    ({ explanation, possible: [best], tally }) =>
      explanation !== undefined &&
      (sharedExplanations.has(explanation.id) || tally.problem === 'dtype') &&
      best?.conditions.every((one) => isOfType(one) || isOfElements(one)) === true,
  );
  const same = groupBy(general, ({ explanation }) => explanation!.id);
  const joint = [...same].map(([id, all]): FoundCause => {
    const tally = merged(all.map((one) => one.tally));
    return all.length === 1 ? all[0]! : { id, explanation: all[0]!.explanation!, possible: [], tally };
  });
  return [...others, ...joint];
}

/** Whether an explanation fits a cause without one that is more specific, and the operator declares it itself. */
function isOfFamily({ explanation, seen = [], tally }: FoundCause, id: string): boolean {
  if (explanation !== undefined && explanation.id !== id) return false;
  const isOwn = findOperator(operatorAtFault(tally.smallest))?.hypotheses?.some((hypothesis) => hypothesis.id === id);
  const fits = seen.length > 0 && seen.every(({ explanations }) => explanations?.some((own) => own.id === id));
  return isOwn === true && fits;
}

/** Returns the likeliest of the conditions that are possible for each of several causes; `undefined` if there are none. */
function commonConditions([first, ...others]: readonly FoundCause[]): Distinction | undefined {
  const joint = first!.possible.flatMap((one) => {
    const same = others.map(({ possible }) => possible.find((own) => areSame(own.conditions, one.conditions)));
    return one.conditions.length > 0 && same.every((own) => own !== undefined) ? [[one, ...same]] : [];
  });
  const sumOf = (all: readonly Distinction[], field: 'left' | 'bits') => all.reduce((sum, own) => sum + own[field], 0);
  const [best] = joint.toSorted((a, b) => sumOf(a, 'bits') - sumOf(b, 'bits'));
  if (!best) return undefined;
  const equal = joint.filter((all) => all === best || all.every((own, i) => areOne(best[i]!, own)));
  return distinctionOf(unionOf(equal.map(([own]) => own!)), sumOf(best, 'left'));
}

/** Whether two lists have the same conditions, in any order. */
const areSame = (one: readonly ClassCondition[], other: readonly ClassCondition[]): boolean =>
  one.length === other.length && one.every((condition) => isAmong(other, condition));
