import type { Finding, Problem } from '../../schema.ts';
import type { FailureGroupBuilder } from '../failure-group.ts';
import { isCertain, minCasesForClaim, partition } from '../grouping.ts';
import { areEqual } from './bits.ts';
import { type FoundCause, ofPrecision } from './cause.ts';
import {
  type ClassCondition,
  haveSameValues,
  isAmong,
  isFarFetched,
  isOfComparison,
  isOfForm,
  isOfSize,
  isOfType,
  isOfUsualValues,
  ofSeveral,
  topicOf,
  written,
} from './conditions.ts';
import type { Distinction } from './operator-classes.ts';

/** Problems that the comparator describes in the same words for all cases of a finding. */
export const sameWords: readonly Problem[] = ['outputs', 'dtype', 'inconsistency', 'policy', 'tier'];

/** The number of failing cases from which a condition is certain. */
export const confirmed = 12;

/** How many bits more than the best make something nearly as likely. */
const similarityBits = 2;

/** How many times as many cases as fail may meet a condition. */
const leastDistinctive = 10;

/**
 * Returns what sets the cases of a cause apart, and how surely.
 * @param judged the number of judged runs of its operator, if it has only one
 */
export function conditionsFor(
  { explanation, tally, possible }: FoundCause,
  judged?: number,
): Pick<Finding, 'conditions' | 'alternatives' | 'share'> {
  const { failing, problem } = tally;
  // of a single case, what remains may be chance as well
  const isLost = failing === 1 && possible[0] !== undefined && isChance(tally, possible[0]);
  const known = isLost ? [] : possible.filter((one) => !isChance(tally, one));
  const [best, ...others] = plainestFirst(known);
  // an explanation says more than a condition that many cases pass with
  const isSurer =
    best &&
    (!explanation ||
      ofPrecision.has(explanation.id) ||
      4 * best.left < failing ||
      (best.conditions.every(isOfType) && best.left <= failing));
  // a condition says little if most cases that meet it pass
  const isTelling = isSurer && best.conditions.length > 0 && failing + best.left < leastDistinctive * failing;
  if (!isTelling) {
    const isOfMost = judged !== undefined && failing >= minCasesForClaim && 2 * failing > judged;
    const isUnexplained = !explanation && !sameWords.includes(problem!);
    return { conditions: [], ...(isUnexplained && isOfMost && { share: { failing, of: judged } }) };
  }
  const likely = others.filter(({ bits }) => bits < known[0]!.bits + similarityBits);
  const same = likely.filter((other) => areOne(best, other));
  const conditions = unionOf([best, ...same]);
  const alternative = likely.find(
    (other) =>
      other.conditions.length > 0 &&
      !same.includes(other) &&
      !isRefined(conditions, other.conditions) &&
      !areOfSameInputs(best, other),
  );
  return {
    conditions: conditions.map(written),
    ...(alternative && { alternatives: [alternative.conditions.map(written)] }),
    ...(!isCertain(best, failing) && { share: { failing, of: failing + best.left } }),
  };
}

/** Whether few cases meet a condition by chance, because what it is about is rarely the reason. */
function isChance({ outcome, cases, failing }: FailureGroupBuilder, { conditions, left }: Distinction): boolean {
  const isUnconfirmed = failing < minCasesForClaim;
  const isRefusal = outcome !== 'fail' && cases < minCasesForClaim;
  const isOfFew = failing < confirmed && (cases < minCasesForClaim || conditions.some(isFarFetched));
  return conditions.some(
    (one) =>
      ((isRefusal || isUnconfirmed || isOfFew || left > failing) && isOfSize(one)) ||
      (isRefusal && isOfUsualValues(one)) ||
      (isRefusal && isUnconfirmed && isOfForm(one)),
  );
}

/** Of distinctions that are as good as the best, puts those first that compare no sizes or shapes: they say more. */
function plainestFirst(all: readonly Distinction[]): readonly Distinction[] {
  const [best] = all;
  const isAsGood = ({ bits, left, conditions }: Distinction) =>
    bits < best!.bits + similarityBits && left <= best!.left && conditions.length > 0 === best!.conditions.length > 0;
  const compares = ({ conditions }: Distinction) =>
    conditions.some((one) => isOfSize(one) || isFarFetched(one) || isOfComparison(one));
  const [good, others] = partition(all, isAsGood);
  const [indirect, plain] = partition(good, compares);
  return [...plain, ...indirect, ...others];
}

/** Whether one of two lists of conditions speaks of all that the other does. */
function isRefined(one: readonly ClassCondition[], other: readonly ClassCondition[]): boolean {
  const [few, many] = [one, other].map((own) => new Set(own.map(topicOf))).toSorted((a, b) => a.size - b.size);
  return [...few!].every((topic) => many!.has(topic));
}

/**
 * Whether two distinctions differ only in the input that has a type, a rank or a size, and the same cases have both. They are
 * then one condition: "A and B are int64".
 */
export function areOne(one: Distinction, other: Distinction): boolean {
  const without = (a: Distinction, b: Distinction) =>
    a.conditions.filter((condition) => !isAmong(b.conditions, condition));
  const [[own, ...more], [another, ...others]] = [without(one, other), without(other, one)];
  return (
    own !== undefined &&
    another !== undefined &&
    more.length + others.length === 0 &&
    ofSeveral.has(own.dimension.kind) &&
    own.dimension.kind === another.dimension.kind &&
    haveSameValues(own, another) &&
    areEqual(one.met, other.met)
  );
}

/** Whether two distinctions speak of the same inputs and attributes, and the same passing cases have both: one says what the other does. */
const areOfSameInputs = (one: Distinction, other: Distinction): boolean =>
  one.left > 0 &&
  areEqual(one.met, other.met) &&
  [one, other].every(({ conditions }, i, both) =>
    conditions.every((condition) => both[1 - i]!.conditions.some((own) => inputOf(own) === inputOf(condition))),
  );

/** Returns the input or attribute that a condition is about; the kind of others. */
const inputOf = ({ dimension: { kind, of } }: ClassCondition): string => of ?? kind;

/** Returns the conditions of several distinctions, each once. */
export const unionOf = (all: readonly Distinction[]): readonly ClassCondition[] =>
  all.flatMap(({ conditions }) => conditions).filter((one, i, own) => !isAmong(own.slice(0, i), one));
