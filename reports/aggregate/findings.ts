import { createHash } from 'node:crypto';
import { problemKinds } from '../../oracles/judge/comparator.ts';
import { isBroken } from '../schema/counts.ts';
import {
  breaksNoClause,
  hasCertainCondition,
  isKnown,
  isOfAnswer,
  isOfClause,
  missesRequirement,
  operatorAtFault,
  outcomeRank,
  problemOf,
  severities,
  severityOf,
} from '../schema/predicates.ts';
import type { CaseResult, Condition, Finding, Problem, UnsupportedReason } from '../schema.ts';
import { areEqual } from './bits.ts';
import { appearanceOf, causesOf, type FoundCause, mergeOutcomes, nothingJoint, ofPrecision, slug } from './causes.ts';
import type { CellCounter } from './cells.ts';
import {
  aboutInput,
  type ClassList,
  type Distinction,
  inputOf,
  isAmong,
  isFarFetched,
  isOfComparison,
  isOfForm,
  isOfSize,
  isOfUsualValues,
  OperatorClasses,
  ofAnyInput,
  subjectOf,
} from './conditions.ts';
import { ConsistencyTally } from './consistency.ts';
import { type CellsByEntry, FailureGroupBuilder, hasCases, merged, patternKey, type Replay } from './failure-group.ts';
import { getOr, groupBy, isCertain, minCasesForClaim, partition, unique } from './grouping.ts';
import { byLoading } from './unloaded.ts';

/** Problems that the comparator describes in the same words for all cases of a finding. */
const sameWords: readonly Problem[] = ['outputs', 'dtype', 'inconsistency', 'policy', 'tier'];

/** A finding whose condition is uncertain. */
export interface UndecidedFinding {
  readonly smallest: CaseResult;
  /** the most likely first */
  readonly possible: readonly Distinction[];
  /** the versions, the types and the opsets of its operator with judged cases: `22`, `float32`, `opset 23` */
  readonly tried: ReadonlySet<string>;
}

/** The result of a further case, run to find the condition of a finding. */
export interface FurtherResult {
  readonly result: CaseResult;
  /** the id of the finding's smallest case */
  readonly about: string;
}

/** Groups broken cases into findings, and unsupported ones by reason. */
export class FindingsTally {
  /** by what they have in common, and by whether they are expected */
  readonly #patterns = new Map<string, FailureGroupBuilder>();
  /** the ids of cases that are expected to be broken */
  readonly #expected = new Set<string>();
  readonly #unsupported = new Map<string, FailureGroupBuilder>();
  /** wrong values and shapes by their symptoms and classes; causes are found once all cases of an operator are known */
  readonly #byAppearance = new Map<string, FailureGroupBuilder>();
  /** errors by operator version and message; only all cases of a version show whether any of them runs */
  readonly #errors = new Map<string, FailureGroupBuilder>();
  readonly #consistency = new ConsistencyTally();
  readonly #classes = new Map<string, OperatorClasses>();
  /** errors by whether they are expected; further cases do not change which of them are of operators that fail to load */
  readonly #loading = new Map<boolean, ReturnType<typeof byLoading>>();

  add(result: CaseResult, cell: CellCounter): void {
    this.#loading.clear();
    this.#consistency.add(result, cell);
    const isExpected = result.known !== undefined;
    if (isExpected) this.#expected.add(result.id);
    const classes = result.outcome === 'unsupported' ? undefined : this.#classesOf(result).add(result, isExpected);
    this.#add(result, isExpected, (tally) => tally.add(result, cell, classes), classes);
  }

  /** Takes a further case. It counts in no figure, and its failure is expected if those of its finding are. */
  addFurther({ result: given, about }: FurtherResult): void {
    if (given.outcome === 'unsupported') return;
    const isExpected = this.#expected.has(about);
    // asked about like the failures that it is about
    const result = isExpected ? { ...given, known: '' } : given;
    const classes = this.#classesOf(result).addFurther(result, isExpected);
    this.#add(result, isExpected, (tally) => tally.addFurther(result, classes), classes);
  }

  #classesOf(result: CaseResult): OperatorClasses {
    return getOr(this.#classes, operatorAtFault(result), () => new OperatorClasses());
  }

  #add(
    result: CaseResult,
    isExpected: boolean,
    addTo: (tally: FailureGroupBuilder) => void,
    classes?: ClassList,
  ): void {
    if (result.outcome === 'unsupported') {
      addTo(getOr(this.#unsupported, patternKey(result), () => new FailureGroupBuilder(result)));
      return;
    }
    const operator = operatorAtFault(result);
    if (result.outcome === 'pass') return;
    const { explanations } = result;
    const problem = problemOf(result);
    const tally = (tallies: Map<string, FailureGroupBuilder>, key: string) =>
      addTo(getOr(tallies, `${isExpected} ${key}`, () => new FailureGroupBuilder(result, isExpected)));
    if (isOfAnswer(problem)) tally(this.#byAppearance, `${appearanceOf(result)} ${classes}`);
    else if (result.outcome === 'error')
      tally(this.#errors, `${result.operator}-${result.version} ${patternKey(result)}`);
    else {
      // inconsistent choices and missed requirements may concern several operators; a crash concerns one
      const choices = explanations?.map(({ id }) => id).filter((id) => id.startsWith('choice-'));
      const key = missesRequirement(problem)
        ? patternKey(result)
        : problem === 'inconsistency'
          ? `${problem} ${choices}`
          : `${operator} ${patternKey(result)}`;
      tally(this.#patterns, key);
    }
  }

  /** Returns the smallest broken case of each group. The smallest case of every later finding is among them. */
  get smallest(): CaseResult[] {
    const tallies = [...this.#patterns.values(), ...this.#byAppearance.values(), ...this.#errors.values()];
    return tallies
      .filter(hasCases)
      .flatMap((tally) => (isOfAnswer(tally.problem) ? tally.smallestByClause : [tally.smallest]))
      .filter(({ outcome }) => isBroken(outcome));
  }

  /** Returns the findings in their final order, and the numbers (from 1) of each cell's findings. */
  findings(
    cells: CellsByEntry,
    replay: Replay,
  ): { readonly findings: Finding[]; readonly numbers: ReadonlyMap<CellCounter, readonly number[]> } {
    const found = withUniqueIds(this.#causes(cells))
      .map((cause) => ({ own: cause.tally.cellsAmong(cells), finding: this.#findingOf(cause, cells, replay) }))
      .concat(this.#consistency.findings(cells, replay).map((finding) => ({ own: [], finding })))
      .sort((a, b) => bySeverity(a.finding, b.finding));
    const shared = withSharedConditions(found.map(({ finding }) => finding));
    const numbers = new Map<CellCounter, number[]>();
    found.forEach(({ own, finding }, i) => {
      if (breaksNoClause(finding)) return;
      for (const cell of own) getOr(numbers, cell, () => []).push(i + 1);
    });
    return { findings: shared, numbers };
  }

  /**
   * Returns the likely causes of all failures. Expected failures have causes of their own, so that neither hide nor change others.
   * @param isAsked if given, only groups with such a smallest case count. They are split also if a second cause is uncertain, and no
   *   operators are merged
   */
  #causes(cells: CellsByEntry, isAsked?: (smallest: CaseResult) => boolean): readonly FoundCause[] {
    const isTentative = isAsked !== undefined;
    const asked = (all: readonly FailureGroupBuilder[]) =>
      isAsked ? all.filter(({ smallest }) => isAsked(smallest)) : all;
    // expected ones first: what is asked further about them then does not depend on others
    return [true, false].flatMap((isExpected) => {
      const [errors, patterns, answers] = [this.#errors, this.#patterns, this.#byAppearance].map((all) =>
        [...all.values()].filter((tally) => tally.isExpected === isExpected),
      ) as [FailureGroupBuilder[], FailureGroupBuilder[], FailureGroupBuilder[]];
      const { unloaded, others } = getOr(this.#loading, isExpected, () => byLoading(errors.filter(hasCases), cells));
      const refusals = this.#refusals(asked([...others, ...errors.filter((tally) => !hasCases(tally))]));
      const causes = [
        ...causesOf(asked(answers), this.#classes, isTentative),
        ...unloaded.map((one) => ({ ...one, possible: [] })),
        ...asked(patterns)
          .filter(hasCases)
          .map((tally) => this.#causeOf(tally)),
        ...(isTentative ? refusals : this.#mergeRefusals(refusals)),
      ];
      if (isTentative) return causes;
      const [crashes, all] = partition(mergeOutcomes(causes, this.#classes), ({ tally }) => tally.outcome === 'crash');
      return this.#withConditionsOfAlike([...all, ...this.#mergeCrashes(crashes)]);
    });
  }

  /** Groups the errors of an operator in the same words into one cause. */
  #refusals(errors: readonly FailureGroupBuilder[]): readonly FoundCause[] {
    const own = groupBy(errors, ({ smallest }) => `${operatorAtFault(smallest)} ${patternKey(smallest)}`);
    return [...own.values()].filter((same) => same.some(hasCases)).map((same) => this.#causeOf(merged(same)));
  }

  /**
   * Merges errors of several operators in the same words into one cause if one condition distinguishes the failing cases of each:
   * a certain one of one of them, none if no case passes, or types and versions that are possible for all.
   */
  #mergeRefusals(causes: readonly FoundCause[]): readonly FoundCause[] {
    const alike = groupBy(causes, ({ tally }) => patternKey(tally.smallest));
    return [...alike.values()].flatMap((same) => this.#mergeAlike(same));
  }

  /**
   * Merges crashes of several operators in the same words if a condition of one of them describes the cases of each: whether a
   * kernel that uses memory wrongly crashes may be chance, so half of the cases that meet it may pass.
   */
  #mergeCrashes(causes: readonly FoundCause[]): readonly FoundCause[] {
    const alike = groupBy(causes, ({ tally }) => patternKey(tally.smallest));
    return [...alike.values()].flatMap((same) => {
      const certain = same
        .flatMap(({ possible }) => possible)
        .filter(({ conditions, left }) => conditions.length > 0 && left === 0)
        .toSorted((a, b) => a.bits - b.bits);
      const { conditions, members } = this.#largestGroup(
        certain.map((one) => one.conditions),
        same,
        ({ tally }) => tally.failing,
      );
      if (members.length < 2) return same;
      const left = members.reduce((sum, one) => sum + this.#leftBy(conditions, one), 0);
      const others = same.filter((one) => !members.includes(one));
      return [this.#jointCauseOf(members, [distinctionOf(conditions, left)]), ...others];
    });
  }

  /**
   * Gives causes without a certain condition that of another operator with the same problem in the same clause, if all their cases
   * meet it and not more that pass: kernels of a family often have one fault, but few cases of each show it.
   */
  #withConditionsOfAlike(causes: readonly FoundCause[]): readonly FoundCause[] {
    const isSure = ({ tally, possible: [best] }: FoundCause) =>
      best !== undefined && best.conditions.length > 0 && !isUnsure(tally, best);
    const keyOf = ({ explanation, tally: { outcome, problem, smallest } }: FoundCause) =>
      JSON.stringify([explanation?.id, outcome, problem, smallest.clause]);
    const bySmallest = (a: FoundCause, b: FoundCause) => (a.tally.smallest.id < b.tally.smallest.id ? -1 : 1);
    const sure = groupBy(causes.filter(isSure).toSorted(bySmallest), keyOf);
    return causes.map((cause) => {
      const { tally, possible } = cause;
      if (isSure(cause) || possible.length === 0 || tally.classes.size !== 1) return cause;
      const [best] = (sure.get(keyOf(cause)) ?? []).flatMap(({ possible: [own] }) => {
        const left = this.#leftBy(own!.conditions, cause);
        return left <= tally.failing ? [distinctionOf(own!.conditions, left)] : [];
      });
      return best ? { ...cause, possible: [best] } : cause;
    });
  }

  /** Merges errors in the same words, those with one condition first. */
  #mergeAlike(causes: readonly FoundCause[]): readonly FoundCause[] {
    if (causes.length < 2) return causes;
    const possible = causes.flatMap(({ tally, possible: [best] }) =>
      best && !isUnsure(tally, best) ? [best.conditions] : [],
    );
    // operators without a passing case need no condition
    const { conditions, members } = this.#largestGroup(
      [[], ...possible, ...possible.map((own) => ofAnyInput(own) ?? own)],
      causes,
      () => 0,
    );
    if (members.length > 1) {
      const { joint, left } = this.#withSimilar(members, conditions, causes);
      const others = causes.filter((cause) => !joint.includes(cause));
      return [this.#jointCauseOf(joint, [distinctionOf(conditions, left)]), ...this.#mergeAlike(others)];
    }
    const [general, others] = [causes.filter(isGeneral), causes.filter((cause) => !isGeneral(cause))];
    if (general.length < 2) return causes;
    const joint = this.#jointCauseOf(general, jointly(general));
    const [best] = joint.possible;
    return best && !isUnsure(joint.tally, best) ? [joint, ...others] : causes;
  }

  /**
   * Returns the conditions that describe the most causes, and these causes; of equally many the first conditions.
   * @param mostLeft the greatest number of passing cases that may meet the conditions, for a cause
   */
  #largestGroup(
    candidates: readonly (readonly Condition[])[],
    causes: readonly FoundCause[],
    mostLeft: (cause: FoundCause) => number,
  ): typeof nothingJoint {
    return candidates
      .map((conditions) => ({
        conditions,
        members: causes.filter((cause) => this.#leftBy(conditions, cause) <= mostLeft(cause)),
      }))
      .reduce((best, one) => (one.members.length > best.members.length ? one : best), nothingJoint);
  }

  /** Adds to some causes those whose cases meet their conditions too, if few passing cases of their operators do. */
  #withSimilar(
    members: readonly FoundCause[],
    conditions: readonly Condition[],
    causes: readonly FoundCause[],
  ): { readonly joint: readonly FoundCause[]; readonly left: number } {
    let [joint, left] = [members, 0];
    for (const cause of conditions.length > 0 ? causes.filter((one) => !members.includes(one)) : []) {
      const own = this.#leftBy(conditions, cause);
      if (4 * own < cause.tally.failing) [joint, left] = [[...joint, cause], left + own];
    }
    return { joint, left };
  }

  /** Returns how many passing cases of its operator meet some conditions; Infinity if not all cases of a cause do. */
  #leftBy(conditions: readonly Condition[], { tally }: FoundCause): number {
    const [[operator, lists]] = [...tally.classes] as [[string, readonly ClassList[]]];
    return this.#classes.get(operator)!.distinctionBy(conditions, lists)?.left ?? Number.POSITIVE_INFINITY;
  }

  #jointCauseOf(causes: readonly FoundCause[], joint: readonly Distinction[]): FoundCause {
    const tally = merged(causes.map((cause) => cause.tally));
    // what most of these cases pass with says little of several operators
    const possible = joint.filter(({ left }) => left <= tally.failing);
    return { ...this.#causeOf(tally), possible };
  }

  /** Returns the cause of a group with equal messages or symptoms. */
  #causeOf(tally: FailureGroupBuilder): FoundCause {
    const [explanation] = tally.smallest.explanations ?? [];
    return {
      id: explanation?.id ?? patternId(tally),
      tally,
      ...(explanation && { explanation }),
      possible: missesRequirement(tally.problem) ? [] : this.#possibleOf(tally),
    };
  }

  /** Returns the possible distinctions of a group; empty if it has cases of several operators. */
  #possibleOf({ classes, outcome, problem, smallest }: FailureGroupBuilder): readonly Distinction[] {
    const [[operator, lists], another] = [...classes] as [[string, readonly ClassList[]], unknown?];
    if (another !== undefined) return [];
    const compared = outcome === 'error' ? { refusal: smallest.message ?? '' } : { isOfShape: problem === 'shape' };
    return this.#classes.get(operator)!.possible(lists, compared);
  }

  #findingOf(cause: FoundCause, cells: CellsByEntry, replay: Replay): Finding {
    const { id, explanation, tally, symptom } = cause;
    const outcome = tally.outcome as Finding['outcome'];
    const { problem, message, cases, known, otherOutcomes } = tally;
    const { where, opsets, judged } = tally.reach(cells, isOfClause(problem));
    const smallest = isOfAnswer(problem) ? tally.shownAmong(cells) : tally.smallest;
    return {
      id,
      ...(explanation && { explanation }),
      ...(symptom !== undefined && { symptom }),
      ...conditionsFor(cause, this.#judgedBeside(cause)),
      outcome,
      ...(otherOutcomes.length > 0 && { otherOutcomes: otherOutcomes as NonNullable<Finding['otherOutcomes']> }),
      ...(problem && { problem }),
      ...(!explanation && (!problem || sameWords.includes(problem)) && { message }),
      cases,
      of: judged,
      where,
      opsets,
      ...(known > 0 && { known }),
      ...tally.clausesAmong(cells),
      smallest,
      replay: replay(smallest),
    };
  }

  /** Returns the number of judged runs of the operator of a cause; `undefined` for several operators. */
  #judgedBeside({ tally }: FoundCause): number | undefined {
    const [operator, another] = [...tally.classes.keys()];
    return operator === undefined || another !== undefined ? undefined : this.#classes.get(operator)!.judged;
  }

  /** Returns the findings whose condition is uncertain, of failures that may be asked about. */
  undecided(cells: CellsByEntry, isAsked: (smallest: CaseResult) => boolean): readonly UndecidedFinding[] {
    return this.#causes(cells, isAsked).flatMap(({ tally: { smallest, outcome, failing }, possible }) => {
      const isOfNode = smallest.classes !== undefined;
      const isOfFew = possible.length > 0 && failing < confirmed;
      const isOpen = (possible.length > 1 || isOfFew) && isOfNode && (outcome === 'fail' || outcome === 'error');
      return isOpen ? [{ smallest, possible, tried: this.#classes.get(operatorAtFault(smallest))!.tried }] : [];
    });
  }

  unsupported(cells: CellsByEntry): UnsupportedReason[] {
    return [...this.#unsupported.values()]
      .map((tally) => {
        const { where, opsets, ran } = tally.reach(cells, false);
        const { message, cases, smallest, secondModel } = tally;
        const common = secondModel === undefined ? [] : [secondModel];
        return { message, cases, of: ran, where, opsets, common, example: smallest.id };
      })
      .sort((a, b) => b.cases - a.cases || (a.example < b.example ? -1 : 1));
  }
}

/** Returns conditions that were found for other cases, with the number of passing cases that also meet them. */
const distinctionOf = (conditions: readonly Condition[], left: number): Distinction => ({
  conditions,
  left,
  bits: 0,
  met: [],
});

/** Whether a cause has no certain condition other than types and versions. */
const isGeneral = ({ tally, possible: [best] }: FoundCause): boolean =>
  !best || isUnsure(tally, best) || isOfTypes(best);

const isOfTypes = ({ conditions }: Distinction): boolean =>
  conditions.every(({ dimension }) => /^version$|^type of /.test(dimension));

/** Returns the likeliest of the conditions that are possible for each of several causes; empty if there are none. */
function jointly([first, ...others]: readonly FoundCause[]): readonly Distinction[] {
  const joint = first!.possible.flatMap((one) => {
    const same = others.map(({ possible }) => possible.find((own) => areSame(own.conditions, one.conditions)));
    return one.conditions.length > 0 && same.every((own) => own !== undefined) ? [[one, ...same]] : [];
  });
  const sumOf = (all: readonly Distinction[], field: 'left' | 'bits') => all.reduce((sum, own) => sum + own[field], 0);
  const [best] = joint.toSorted((a, b) => sumOf(a, 'bits') - sumOf(b, 'bits'));
  if (!best) return [];
  const alike = joint.filter((all) => all === best || all.every((own, i) => areOne(best[i]!, own)));
  const conditions = unionOf(alike.map(([own]) => own!));
  return [{ conditions, left: sumOf(best, 'left'), bits: sumOf(best, 'bits'), met: [] }];
}

/** Whether two lists have the same conditions, in any order. */
const areSame = (one: readonly Condition[], other: readonly Condition[]): boolean =>
  one.length === other.length && one.every((condition) => isAmong(other, condition));

/** What sets the cases of a finding apart, and how surely. */
type ConditionsFound = Pick<Finding, 'conditions' | 'alternatives' | 'share'>;

/** Makes ids unique: of several causes with one id, the later ones are numbered. Expected ones come first, to keep their ids. */
function withUniqueIds(causes: readonly FoundCause[]): readonly FoundCause[] {
  const same = groupBy(causes, ({ id }) => id);
  return [...same.values()].flatMap((own) =>
    own
      .toSorted(
        ({ tally: a }, { tally: b }) =>
          Number(b.isExpected) - Number(a.isExpected) || (a.smallest.id < b.smallest.id ? -1 : 1),
      )
      .map((cause, i) => (i === 0 ? cause : { ...cause, id: `${cause.id}-${i + 1}` })),
  );
}

/** Marks errors with different messages whose operators and conditions are the same. */
function withSharedConditions(findings: readonly Finding[]): Finding[] {
  const isCertainError = (finding: Finding) => finding.outcome === 'error' && hasCertainCondition(finding);
  const placeOf = ({ where, conditions, known }: Finding) =>
    JSON.stringify([unique(where.map(({ operator }) => operator)), conditions, known === undefined]);
  const alike = groupBy(findings.filter(isCertainError), placeOf);
  const shared = [...alike.values()].filter(
    (own) => unique(own.map(({ smallest }) => patternKey(smallest))).length > 1,
  );
  const all = new Set(shared.flat());
  return findings.map((finding) => (all.has(finding) ? { ...finding, sharesCondition: true } : finding));
}

/** Returns the id of a finding that its message identifies: the operators, the kind, and a hash of the message. */
function patternId({ smallest, outcome, problem, classes }: FailureGroupBuilder): string {
  const kind = problem ?? outcome;
  const words = patternKey(smallest);
  const hash = words === kind ? '' : createHash('sha256').update(words).digest('hex').slice(0, 8);
  const operators = missesRequirement(problem) || classes.size > 1 ? [] : [...classes.keys()];
  return slug([...operators, kind, hash].join(' '));
}

/** The number of failing cases from which a condition is certain. */
const confirmed = 12;

/** How many bits more than the best make something nearly as likely. */
const similarityBits = 2;

/** Whether one of two conditions speaks of all that the other does. */
function isRefined(one: readonly Condition[], other: readonly Condition[]): boolean {
  const [few, many] = [one, other].map((own) => new Set(own.map(topicOf))).toSorted((a, b) => a.size - b.size);
  return [...few!].every((topic) => many!.has(topic));
}

/** What a condition speaks of, roughly: an input without elements has a size of 0, and large numbers are beyond several limits. */
function topicOf(condition: Condition): string {
  const subject = subjectOf(condition)
    .replace(/^(?:numbers from 2\^\d+ on|the largest number|upper half) in /, 'large numbers in ')
    .replace(/^one of |\[\d+\]$/g, '');
  if (String(condition.values) !== '0') return subject;
  return condition.dimension.startsWith('length of ')
    ? `size of ${subject}`
    : subject.replace(/^(?:elements of (\S+)|size of (\S+) at .*)$/, 'size of $1$2');
}

/**
 * Whether two distinctions differ only in the input that has a type, a rank or a size, and the same cases have both. They are
 * then one condition: "A and B are int64".
 */
function areOne(one: Distinction, other: Distinction): boolean {
  const [own, others] = [
    [one, other],
    [other, one],
  ].map(([a, b]) => a!.conditions.filter((condition) => !isAmong(b!.conditions, condition)));
  const [kind, otherKind] = [own![0], others![0]].map(
    (condition) => condition && aboutInput.exec(condition.dimension)?.[0],
  );
  return (
    own!.length === 1 &&
    others!.length === 1 &&
    kind !== undefined &&
    kind === otherKind &&
    String(own![0]!.values) === String(others![0]!.values) &&
    areEqual(one.met, other.met)
  );
}

/** Whether two distinctions speak of the same inputs and attributes, and the same passing cases have both: one says what the other does. */
const areOfSameInputs = (one: Distinction, other: Distinction): boolean =>
  one.left > 0 &&
  areEqual(one.met, other.met) &&
  [one, other].every(({ conditions }, i, both) =>
    conditions.every(({ dimension }) =>
      both[1 - i]!.conditions.some((own) => inputOf(own.dimension) === inputOf(dimension)),
    ),
  );

/** Returns the conditions of several distinctions, each once. */
const unionOf = (all: readonly Distinction[]): readonly Condition[] =>
  all.flatMap(({ conditions }) => conditions).filter((one, i, own) => !isAmong(own.slice(0, i), one));

/** Whether too few cases fail, or too many that pass have a condition as well, to be certain of it. */
const isUnsure = ({ failing }: FailureGroupBuilder, distinction: Distinction): boolean =>
  !isCertain(distinction, failing);

/** Whether a condition says much: it does not if most cases that meet it pass. */
const isDistinctive = (tally: FailureGroupBuilder, distinction: Distinction): boolean => {
  const { failing, of } = failingShare(tally, distinction);
  return of < leastDistinctive * failing;
};

/** Returns how many of all cases fail, if most do: then no condition is needed. */
function shareOfMost({ failing }: FailureGroupBuilder, of: number): Finding['share'] {
  return failing >= minCasesForClaim && 2 * failing > of ? { failing, of } : undefined;
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

/** How many times as many cases as fail may meet a condition. */
const leastDistinctive = 10;

/** Returns how many of the cases that meet a condition fail. */
const failingShare = ({ failing }: FailureGroupBuilder, { left }: Distinction): NonNullable<Finding['share']> => ({
  failing,
  of: failing + left,
});

/** Of distinctions that are as good as the best, puts those first that compare no sizes or shapes: they say more. */
function plainestFirst(all: readonly Distinction[]): readonly Distinction[] {
  const [best] = all;
  const isAsGood = ({ bits, left, conditions }: Distinction) =>
    bits < best!.bits + similarityBits && left <= best!.left && conditions.length > 0 === best!.conditions.length > 0;
  const isIndirect = ({ conditions }: Distinction) =>
    conditions.some((one) => isOfSize(one) || isFarFetched(one) || isOfComparison(one));
  const [good, others] = partition(all, isAsGood);
  const [indirect, plain] = partition(good, isIndirect);
  return [...plain, ...indirect, ...others];
}

/**
 * Returns what sets the cases of a cause apart.
 * @param judged the number of judged runs of its operator, if it has only one
 */
function conditionsFor(
  { explanation, tally, possible }: Pick<FoundCause, 'explanation' | 'tally' | 'possible'>,
  judged?: number,
): ConditionsFound {
  // of a single case, what remains may be chance as well
  const isLost = tally.failing === 1 && possible[0] !== undefined && isChance(tally, possible[0]);
  const known = isLost ? [] : possible.filter((one) => !isChance(tally, one));
  const [best, ...others] = plainestFirst(known);
  // an explanation says more than a condition that many cases pass with
  const isSurer =
    best &&
    (!explanation ||
      ofPrecision.has(explanation.id) ||
      4 * best.left < tally.failing ||
      (isOfTypes(best) && best.left <= tally.failing));
  const isTelling = isSurer && best.conditions.length > 0 && isDistinctive(tally, best);
  const likely = isTelling ? others.filter(({ bits }) => bits < known[0]!.bits + similarityBits) : [];
  const same = likely.filter((other) => areOne(best!, other));
  const conditions = isTelling ? unionOf([best, ...same]) : [];
  const alternative = likely.find(
    (other) =>
      other.conditions.length > 0 &&
      !same.includes(other) &&
      !isRefined(conditions, other.conditions) &&
      !areOfSameInputs(best!, other),
  );
  const share =
    conditions.length > 0
      ? isUnsure(tally, best!) && failingShare(tally, best!)
      : !explanation && !sameWords.includes(tally.problem!) && judged !== undefined && shareOfMost(tally, judged);
  return {
    conditions,
    ...(alternative && { alternatives: [alternative.conditions] }),
    ...(share && { share }),
  };
}

/**
 * Orders findings for the author of a runtime. Unexpected ones come first, then the more severe ones, then those that end the
 * process, concern more operators and opsets, or have more cases. Errors come last among equals, since they are easy to
 * notice. No two findings are equal: each case is in one of them only.
 */
function bySeverity(a: Finding, b: Finding): number {
  return (
    Number(isKnown(a)) - Number(isKnown(b)) ||
    severities.indexOf(severityOf(a)) - severities.indexOf(severityOf(b)) ||
    outcomeRank(a) - outcomeRank(b) ||
    breadth(b) - breadth(a) ||
    b.cases - a.cases ||
    rank(a) - rank(b) ||
    (a.smallest.id < b.smallest.id ? -1 : 1)
  );
}

/** Returns the number of operators times the number of opsets. */
function breadth({ where, opsets }: Finding): number {
  const operators = unique(where.map(({ operator }) => operator)).length;
  return operators * opsets.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** Returns the rank of a problem: those that hide more of an answer first, errors last. */
function rank({ problem }: Finding): number {
  return problem ? problemKinds.indexOf(problem) : problemKinds.length;
}
