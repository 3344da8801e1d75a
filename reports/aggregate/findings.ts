import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Facts, secondModel } from '../../generators/cases/facts.ts';
import { problemKinds } from '../../oracles/judge/comparator.ts';
import { isBroken } from '../schema/counts.ts';
import {
  breaksNoClause,
  gravities,
  gravityOf,
  isDemanded,
  isKnown,
  isOfClause,
  operatorAtFault,
  problemOf,
  severityOf,
} from '../schema/predicates.ts';
import type { CaseResult, Condition, Finding, Problem, UnsupportedReason } from '../schema.ts';
import { appearanceOf, causesOf, type FoundCause, slug } from './causes.ts';
import type { CellCounter } from './cells.ts';
import { OperatorClasses } from './conditions.ts';
import { ConsistencyTally } from './consistency.ts';
import { type CellsByEntry, FailureGroupBuilder, merged, patternKey, type Replay } from './failure-group.ts';
import { getOr, groupBy, unique } from './grouping.ts';
import { byLoading } from './unloaded.ts';

/** What the comparator says in the same words of all cases of a finding. */
const sameWords: readonly Problem[] = ['outputs', 'dtype', 'inconsistency', 'policy', 'tier'];

/** Gathers all that is not a pass into findings and reasons for being unsupported. */
export class FindingsTally {
  readonly #patterns = new Map<string, FailureGroupBuilder>();
  /** wrong values and shapes that look alike: only those of an operator together tell their cause */
  readonly #looks = new Map<string, FailureGroupBuilder>();
  /** errors by operator version and what was said: only all of a version together tell whether anything of it runs */
  readonly #errors = new Map<string, FailureGroupBuilder>();
  readonly #consistency = new ConsistencyTally();
  readonly #classes = new Map<string, OperatorClasses>();

  add(result: CaseResult, cell: CellCounter, facts: Facts): void {
    this.#consistency.add(result, cell, facts);
    if (result.outcome === 'unsupported') {
      getOr(this.#patterns, patternKey(result), () => new FailureGroupBuilder(result)).add(result, cell, facts);
      return;
    }
    const operator = operatorAtFault(result);
    const classes = getOr(this.#classes, operator, () => new OperatorClasses()).add(result);
    if (result.outcome === 'pass') return;
    const { explanations } = result;
    const problem = problemOf(result);
    const isKnown = result.known !== undefined;
    const tally = (tallies: Map<string, FailureGroupBuilder>, key: string) =>
      getOr(tallies, key, () => new FailureGroupBuilder(result)).add(result, cell, facts, classes);
    if (isOfAnswer(problem)) tally(this.#looks, appearanceOf(result));
    else if (result.outcome === 'error')
      tally(this.#errors, `${result.operator}-${result.version} ${isKnown} ${patternKey(result)}`);
    else {
      // a choice is made by whoever computes, and what is required of all; a crash says nothing of another operator
      const choices = explanations?.map(({ id }) => id).filter((id) => id.startsWith('choice-'));
      const key = isDemanded(problem)
        ? patternKey(result)
        : problem === 'inconsistency'
          ? `${problem} ${choices}`
          : `${operator} ${patternKey(result)}`;
      tally(this.#patterns, `${isKnown} ${key}`);
    }
  }

  /** The smallest broken cases of all that findings are put together from: whatever else is found, that of each finding is among them. */
  get smallest(): CaseResult[] {
    const tallies = [this.#patterns, this.#looks, this.#errors].flatMap((all) => [...all.values()]);
    return tallies
      .flatMap((tally) => (tally.problem === 'value' ? tally.smallestByClause : [tally.smallest]))
      .filter(({ outcome }) => isBroken(outcome));
  }

  /** The findings in their final order, and which of them (from 1) each cell has. */
  findings(
    cells: CellsByEntry,
    replay: Replay,
  ): { readonly findings: Finding[]; readonly numbers: ReadonlyMap<CellCounter, readonly number[]> } {
    const found = withOwnIds(this.#causes(cells))
      .map((cause) => ({ own: cause.tally.cellsAmong(cells), finding: findingOf(cause, cells, replay) }))
      .concat(this.#consistency.findings(cells, replay).map((finding) => ({ own: [], finding })))
      .sort((a, b) => byGravity(a.finding, b.finding));
    const numbers = new Map<CellCounter, number[]>();
    found.forEach(({ own, finding }, i) => {
      if (breaksNoClause(finding)) return;
      for (const cell of own) getOr(numbers, cell, () => []).push(i + 1);
    });
    return { findings: found.map(({ finding }) => finding), numbers };
  }

  /** What is broken, by what seems to be its cause. */
  #causes(cells: CellsByEntry): readonly FoundCause[] {
    const { unloaded, others } = byLoading([...this.#errors.values()], cells);
    const errors = groupBy(others, ({ smallest }) => `${smallest.known !== undefined} ${patternKey(smallest)}`);
    const patterns = [...this.#patterns.values()]
      .filter((tally) => tally.outcome !== 'unsupported')
      .concat([...errors.values()].map(merged));
    return [
      ...causesOf([...this.#looks.values()], this.#classes),
      ...unloaded.map((one) => ({ ...one, conditions: [] })),
      ...patterns.map((tally): FoundCause => {
        const [explanation] = tally.smallest.explanations ?? [];
        return {
          id: explanation?.id ?? patternId(tally),
          tally,
          ...(explanation && { explanation }),
          conditions: isDemanded(tally.problem) ? [] : this.#conditionsOf(tally),
        };
      }),
    ];
  }

  /** What sets cases of one operator apart; of several what does so in each. */
  #conditionsOf(tally: FailureGroupBuilder): readonly Condition[] {
    const own = [...tally.classes].map(
      ([operator, lists]) => this.#classes.get(operator)!.conditionsOf(lists).conditions,
    );
    const [first = [], ...others] = own;
    return first.filter((one) => others.every((all) => all.some((other) => isDeepStrictEqual(one, other))));
  }

  unsupported(cells: CellsByEntry): UnsupportedReason[] {
    return [...this.#patterns.values()]
      .filter((tally) => tally.outcome === 'unsupported')
      .map((tally) => {
        const { where, opsets, ran } = tally.reach(cells, false);
        const { message, cases, smallest } = tally;
        const common = tally.shares(secondModel) ? [tally.secondModel ?? secondModel] : [];
        return { message, cases, of: ran, where, opsets, common, example: smallest.id };
      })
      .sort((a, b) => b.cases - a.cases || (a.example < b.example ? -1 : 1));
  }
}

/** Whether the answer itself is wrong, rather than what else becomes of it. */
const isOfAnswer = (problem: Problem | undefined): boolean =>
  problem === 'value' || problem === 'shape' || problem === 'dtype' || problem === 'outputs';

/** Causes whose ids differ: of several with one id the later ones are numbered. */
function withOwnIds(causes: readonly FoundCause[]): readonly FoundCause[] {
  const same = groupBy(causes, ({ id }) => id);
  return [...same.values()].flatMap((own) =>
    own
      .toSorted((a, b) => (a.tally.smallest.id < b.tally.smallest.id ? -1 : 1))
      .map((cause, i) => (i === 0 ? cause : { ...cause, id: `${cause.id}-${i + 1}` })),
  );
}

/** The id of a finding that is identified by what the backend or the comparator said: its kind, and a hash of the words. */
function patternId({ smallest, outcome, problem, classes }: FailureGroupBuilder): string {
  const kind = problem ?? outcome;
  const words = patternKey(smallest);
  if (words === kind && !isDemanded(problem)) return slug([...classes.keys(), kind].join(' '));
  return words === kind ? kind : `${kind}-${createHash('sha256').update(words).digest('hex').slice(0, 8)}`;
}

function findingOf(
  { id, explanation, tally, symptom, conditions }: FoundCause,
  cells: CellsByEntry,
  replay: Replay,
): Finding {
  const outcome = tally.outcome as Finding['outcome'];
  const { problem } = tally;
  const { where, opsets, judged, common } = tally.reach(cells, isOfClause(problem));
  const { message, cases, known } = tally;
  const smallest = problem === 'value' ? tally.shownAmong(cells) : tally.smallest;
  return {
    id,
    ...(explanation && { explanation }),
    ...(symptom !== undefined && { symptom }),
    conditions,
    outcome,
    ...(problem && { problem }),
    ...(!explanation && (!problem || sameWords.includes(problem)) && { message }),
    cases,
    of: judged,
    where,
    opsets,
    ...(known > 0 && { known }),
    common,
    ...tally.clausesAmong(cells),
    smallest,
    replay: replay(smallest),
  };
}

/**
 * What the author of a runtime wants to see first: what is not known; then what breaks a sentence of ONNX; within that what ends the
 * process, then what concerns more operators and opsets, then more cases. Of equals an error comes last, because it is
 * loud. No two findings are equal: each case is in one of them only.
 */
function byGravity(a: Finding, b: Finding): number {
  return (
    Number(isKnown(a)) - Number(isKnown(b)) ||
    gravities.indexOf(gravityOf(a)) - gravities.indexOf(gravityOf(b)) ||
    severityOf(a) - severityOf(b) ||
    breadth(b) - breadth(a) ||
    b.cases - a.cases ||
    rank(a) - rank(b) ||
    (a.smallest.id < b.smallest.id ? -1 : 1)
  );
}

/** Operators, times opsets. */
function breadth({ where, opsets }: Finding): number {
  const operators = unique(where.map(({ operator }) => operator)).length;
  return operators * opsets.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** What hides more of an answer first, errors last. */
function rank({ problem }: Finding): number {
  return problem ? problemKinds.indexOf(problem) : problemKinds.length;
}
