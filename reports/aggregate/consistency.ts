import { contradictionAmong, describeContradiction } from '../../oracles/judge/contradictions.ts';
import { severalChoices } from '../../oracles/judge/explanations/explanation.ts';
import { mustBeConsistent, type Observation } from '../../oracles/judge/policy.ts';
import { commonChoices, possibleChoices } from '../../oracles/judge/possible-choices.ts';
import type { CaseResult, Finding } from '../schema.ts';
import type { CellCounter } from './cells.ts';
import { type CellsByEntry, FailureGroupBuilder, type Replay } from './failure-group.ts';
import { getOr, groupBy, unique } from './grouping.ts';
import { beforeInSizeThenId } from './smallest.ts';

/** The cases with the same observation of a policy. */
interface SeenObservation {
  readonly observation: Observation;
  readonly tally: FailureGroupBuilder;
}

/** Collects the observations of one policy in one operator version and dtype. */
class PolicyObserver {
  readonly policy: string;
  readonly #seen = new Map<string, SeenObservation>();
  readonly operator: string;

  constructor(policy: string, operator: string) {
    this.policy = policy;
    this.operator = operator;
  }

  add(observation: Observation, ...given: Parameters<FailureGroupBuilder['add']>): void {
    const make = () => ({ observation, tally: new FailureGroupBuilder(given[0]) });
    getOr(this.#seen, observation.choice, make).tally.add(...given);
  }

  /** Whether no choice explains all cases. */
  get isContradictory(): boolean {
    return this.#seen.size > 1 && commonChoices(this.#all.map(({ observation }) => observation)).length === 0;
  }

  /** The cases that the usual choice does not explain. */
  get minority(): FailureGroupBuilder {
    const merged = new FailureGroupBuilder(this.rare.tally.smallest);
    for (const { tally } of this.#others) merged.merge(tally);
    return merged;
  }

  /** The observation with the smallest case that the usual choice does not explain; preferably one that contradicts a usual case. */
  get rare(): SeenObservation {
    const contradicting = this.#others.filter((one) => this.#usual.some((other) => exclude(one, other)));
    return (contradicting.length > 0 ? contradicting : this.#others).reduce((a, b) =>
      beforeInSizeThenId(b.tally.smallest, a.tally.smallest) ? b : a,
    );
  }

  /** The most frequent observation that the usual choice explains; preferably one that contradicts the rare one. */
  get usual(): SeenObservation {
    const { rare } = this;
    const contradicting = this.#usual.filter((one) => exclude(one, rare));
    return (contradicting.length > 0 ? contradicting : this.#usual).reduce((a, b) =>
      b.tally.cases > a.tally.cases ? b : a,
    );
  }

  get cases(): number {
    return sum(this.#all);
  }

  /** "integer-overflow depends on the case: wrap in …, saturate in …". */
  get message(): string {
    const { rare, usual } = this;
    const shown = exclude(rare, usual) ? [rare, usual] : this.#all;
    const placed = shown.map(({ observation, tally }) => ({ ...observation, place: tally.smallest.id }));
    return describeContradiction(contradictionAmong(placed)!, 'case');
  }

  /** All observations sorted by name, since a report must not depend on the order of results. */
  get #all(): readonly SeenObservation[] {
    return [...this.#seen.values()].sort((a, b) => (a.observation.choice < b.observation.choice ? -1 : 1));
  }

  /** The choice that explains most cases. */
  get #usualChoice(): string {
    const explained = (choice: string) => sum(this.#all.filter((one) => admits(one, choice)));
    const choices = unique(this.#all.flatMap(({ observation }) => possibleChoices(observation))).sort();
    return choices.reduce((a, b) => (explained(b) > explained(a) ? b : a));
  }

  get #usual(): readonly SeenObservation[] {
    const choice = this.#usualChoice;
    return this.#all.filter((one) => admits(one, choice));
  }

  get #others(): readonly SeenObservation[] {
    const choice = this.#usualChoice;
    return this.#all.filter((one) => !admits(one, choice));
  }
}

const sum = (all: readonly SeenObservation[]): number => all.reduce((cases, { tally }) => cases + tally.cases, 0);
const admits = ({ observation }: SeenObservation, choice: string): boolean =>
  possibleChoices(observation).includes(choice);
const exclude = (a: SeenObservation, b: SeenObservation): boolean =>
  commonChoices([a.observation, b.observation]).length === 0;

/**
 * Finds choices that vary between cases where a backend has to choose once within an operator version and dtype.
 * A single answer does not show this, so it is judged when the report is made.
 */
export class ConsistencyTally {
  readonly #chosen = new Map<string, PolicyObserver>();
  /** places where single answers are contradictory, or make no choice: variation between cases is then not reported too */
  readonly #alreadyReported = new Set<string>();

  add(result: CaseResult, cell: CellCounter): void {
    const { observations = [], operator, version, dtype, outcome, problem, explanations = [] } = result;
    for (const { id } of explanations) this.#alreadyReported.add(`${id} ${operator}`);
    for (const [policy, seen] of groupBy(observations, (observation) => observation.policy)) {
      if (!mustBeConsistent(policy)) continue;
      const chosen = getOr(
        this.#chosen,
        `${policy} ${operator}/${version}/${dtype}`,
        () => new PolicyObserver(policy, operator),
      );
      // choices in the right elements of a wrong answer do not characterize the backend
      if (outcome !== 'pass' && problem !== 'tier') continue;
      for (const observation of seen) chosen.add(observation, result, cell);
    }
  }

  /** Returns one finding for each policy. */
  findings(cells: CellsByEntry, replay: Replay): Finding[] {
    const contradictory = [...this.#chosen.values()].filter(
      (chosen) =>
        chosen.isContradictory && !this.#alreadyReported.has(`${severalChoices(chosen.policy).id} ${chosen.operator}`),
    );
    return [...groupBy(contradictory, ({ policy }) => policy).values()].map((all) => {
      const example = all.reduce((a, b) => (beforeInSizeThenId(b.rare.tally.smallest, a.rare.tally.smallest) ? b : a));
      const tally = new FailureGroupBuilder(example.rare.tally.smallest);
      for (const { minority } of all) tally.merge(minority);
      const { where, opsets } = tally.reach(cells, true);
      const [smallest, other] = [example.rare.tally.smallest, example.usual.tally.smallest];
      return {
        id: `varies-${example.policy}`,
        conditions: [],
        outcome: 'fail',
        problem: 'inconsistency',
        message: example.message,
        cases: tally.cases,
        of: all.reduce((sum, { cases }) => sum + cases, 0),
        where,
        opsets,
        ...tally.clausesAmong(cells),
        smallest,
        other,
        replay: replay(smallest, other),
      };
    });
  }
}
