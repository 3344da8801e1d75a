import { problemKinds } from '../../oracles/judge/comparator.ts';
import { saysPolicy } from '../../oracles/judge/explanations/explanation.ts';
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
import type { CaseResult, Condition, Finding, UnsupportedReason } from '../schema.ts';
import { appearanceOf, causeOfPattern, type FoundCause, unitOf } from './causes/cause.ts';
import { written } from './causes/conditions.ts';
import { JointCauses } from './causes/join.ts';
import { OperatorClasses } from './causes/operator-classes.ts';
import { causesOf } from './causes/split.ts';
import { conditionsFor, confirmed, sameWords } from './causes/stated-conditions.ts';
import type { ClassList } from './causes/tried-classes.ts';
import type { CellCounter } from './cells.ts';
import { ConsistencyTally } from './consistency.ts';
import { type CellsByEntry, FailureGroupBuilder, hasCases, merged, patternKey, type Replay } from './failure-group.ts';
import { getOr, groupBy, partition, unique } from './grouping.ts';
import { byLoading } from './unloaded.ts';

/** A finding whose condition is uncertain. */
export interface UndecidedFinding {
  readonly smallest: CaseResult;
  /** conditions that hold together, the most likely ones first, with the length of their description */
  readonly possible: readonly { readonly conditions: readonly Condition[]; readonly bits: number }[];
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
  /** by what they have in common, and by whether they are expected; causes are found once all cases of an operator are known */
  readonly #groups = new Map<string, FailureGroupBuilder>();
  /** the ids of cases that are expected to be broken */
  readonly #expected = new Set<string>();
  readonly #consistency = new ConsistencyTally();
  readonly #classes = new Map<string, OperatorClasses>();
  /** errors by whether they are expected; further cases do not change which of them are of operators that fail to load */
  readonly #loading = new Map<boolean, ReturnType<typeof byLoading>>();

  add(result: CaseResult, cell: CellCounter): void {
    this.#loading.clear();
    this.#consistency.add(result, cell);
    const isExpected = result.known !== undefined && result.outcome !== 'unsupported';
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
    addTo: (group: FailureGroupBuilder) => void,
    classes?: ClassList,
  ): void {
    if (result.outcome === 'pass') return;
    const key = `${isExpected} ${result.outcome} ${groupKey(result, classes)}`;
    addTo(getOr(this.#groups, key, () => new FailureGroupBuilder(result, isExpected)));
  }

  /** Returns the groups of broken cases. */
  get #broken(): readonly FailureGroupBuilder[] {
    return [...this.#groups.values()].filter(({ outcome }) => outcome !== 'unsupported');
  }

  /** Returns the smallest broken case of each group. The smallest case of every later finding is among them. */
  get smallest(): CaseResult[] {
    return this.#broken
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
      const own = this.#broken.filter((group) => group.isExpected === isExpected);
      const [errors, answered] = partition(own, ({ outcome }) => outcome === 'error');
      const [answers, patterns] = partition(answered, ({ problem }) => isOfAnswer(problem));
      const { unloaded, others: refused } = getOr(this.#loading, isExpected, () =>
        byLoading(errors.filter(hasCases), cells),
      );
      const refusals = this.#refusals(asked([...refused, ...errors.filter((tally) => !hasCases(tally))]));
      const [contradictory, alike] = partition(patterns, ({ problem }) => problem === 'inconsistency');
      const { causes: wrong, left } = causesOf(asked(answers), asked(contradictory), this.#classes, isTentative);
      const byPolicy = groupBy(left, ({ smallest }) => policiesOf(smallest));
      const varying = [...byPolicy.values()].filter((own) => own.some(hasCases)).map(merged);
      const joint = new JointCauses(this.#classes);
      const causes = [
        ...(isTentative ? wrong : joint.ofAnswers(wrong)),
        ...unloaded.map((one) => ({ ...one, possible: [] })),
        ...[...asked(alike).filter(hasCases), ...varying].map((tally) => causeOfPattern(tally, this.#classes)),
        ...(isTentative ? refusals : joint.ofRefusals(refusals)),
      ];
      if (isTentative) return causes;
      const [crashes, all] = partition(joint.ofOutcomes(causes), ({ tally }) => tally.outcome === 'crash');
      return joint.withConditionsOfAlike([...all, ...joint.ofCrashes(crashes)]);
    });
  }

  /** Groups the errors of an operator in the same words into one cause. */
  #refusals(errors: readonly FailureGroupBuilder[]): readonly FoundCause[] {
    const own = groupBy(errors, ({ smallest }) => `${operatorAtFault(smallest)} ${patternKey(smallest)}`);
    return [...own.values()]
      .filter((same) => same.some(hasCases))
      .map((same) => causeOfPattern(merged(same), this.#classes));
  }

  #findingOf(cause: FoundCause, cells: CellsByEntry, replay: Replay): Finding {
    const { id, explanation, tally, symptom, span, outputs } = cause;
    const outcome = tally.outcome as Finding['outcome'];
    const { problem, message, cases, known, otherOutcomes } = tally;
    const { where, opsets, judged } = tally.reach(cells, isOfClause(problem));
    const smallest = isOfAnswer(problem) ? tally.shownAmong(cells) : tally.smallest;
    return {
      id,
      ...(explanation && { explanation }),
      ...(symptom !== undefined && { symptom }),
      ...(span !== undefined && { span }),
      ...(outputs && { outputs }),
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
      if (!isOpen) return [];
      const { tried } = this.#classes.get(operatorAtFault(smallest))!;
      const readable = possible.map(({ conditions, bits }) => ({ conditions: conditions.map(written), bits }));
      return [{ smallest, possible: readable, tried }];
    });
  }

  unsupported(cells: CellsByEntry): UnsupportedReason[] {
    return [...this.#groups.values()]
      .filter(({ outcome }) => outcome === 'unsupported')
      .map((tally) => {
        const { where, opsets, ran } = tally.reach(cells, false);
        const { message, cases, smallest, secondModel } = tally;
        const common = secondModel === undefined ? [] : [secondModel];
        return { message, cases, of: ran, where, opsets, common, example: smallest.id };
      })
      .sort((a, b) => b.cases - a.cases || (a.example < b.example ? -1 : 1));
  }
}

/** Returns the key of failures that look alike: what may be split or merged later is kept apart. */
function groupKey(result: CaseResult, classes: ClassList | undefined): string {
  const { outcome, operator, version } = result;
  const problem = problemOf(result);
  if (isOfAnswer(problem)) return `${appearanceOf(result)} ${classes?.map(({ number }) => number)}`;
  // only all cases of a version show whether any of them runs
  if (outcome === 'error') return `${operator}-${version} ${patternKey(result)}`;
  // inconsistent choices may concern several operators, or be a wrong value of one
  if (problem === 'inconsistency') return JSON.stringify([problem, policiesOf(result), unitOf(result), result.signs]);
  // missed requirements may concern several operators; a crash concerns one
  if (outcome === 'unsupported' || missesRequirement(problem)) return patternKey(result);
  return `${operatorAtFault(result)} ${patternKey(result)}`;
}

/** Returns the policies of which a contradictory answer makes several choices. */
const policiesOf = ({ explanations = [] }: CaseResult): string =>
  String(explanations.map(({ id }) => id).filter(saysPolicy));

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
