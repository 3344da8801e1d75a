import { contradictionInWords } from '../oracles/acceptance/contradictions.ts';
import { findPolicy, mustBeConsistent } from '../oracles/acceptance/policy.ts';
import type { CellState } from './cells.ts';
import type { Facts } from './facts.ts';
import { getOr, groupBy, unique } from './grouping.ts';
import { type CellsByEntry, PatternTally, type Replay, strictestLevel } from './pattern.ts';
import type { CaseResult, Finding } from './schema.ts';
import { beforeInSizeThenId } from './smallest.ts';

/** What was chosen of one policy in one operator version and dtype. */
class Chosen {
  readonly policy: string;
  readonly byChoice = new Map<string, PatternTally>();
  /** an answer contradicts itself: that the cases differ as well is no news */
  told = false;

  constructor(policy: string) {
    this.policy = policy;
  }

  /** The cases of all choices but the most frequent. */
  get minority(): PatternTally {
    const merged = new PatternTally(this.rare.smallest);
    for (const [, tally] of this.#byFrequency.slice(1)) merged.merge(tally);
    return merged;
  }

  /** The choice with the smallest case among those that are not the most frequent. */
  get rare(): PatternTally {
    const [, ...others] = this.#byFrequency.map(([, tally]) => tally);
    return others.reduce((a, b) => (beforeInSizeThenId(b.smallest, a.smallest) ? b : a));
  }

  get usual(): PatternTally {
    return this.#byFrequency[0]![1];
  }

  get cases(): number {
    return [...this.byChoice.values()].reduce((sum, { cases }) => sum + cases, 0);
  }

  /** "integer-overflow depends on the case: wrap in …, saturate in …". */
  get message(): string {
    const order = Object.keys(findPolicy(this.policy)!.choices);
    const shown = new Set([this.rare, this.usual]);
    const choices = [...this.byChoice]
      .filter(([, tally]) => shown.has(tally))
      .map(([choice, { smallest }]) => ({ choice, place: smallest.id }))
      .sort((a, b) => order.indexOf(a.choice) - order.indexOf(b.choice));
    return contradictionInWords({ policy: this.policy, choices }, 'case');
  }

  get #byFrequency(): [choice: string, PatternTally][] {
    return [...this.byChoice].sort(([a, s], [b, t]) => t.cases - s.cases || (a < b ? -1 : 1));
  }
}

/**
 * Finds choices that differ from case to case where a backend has to choose once within an operator version and dtype.
 * No answer shows it alone, so it is judged when the report is made.
 */
export class ConsistencyTally {
  readonly #chosen = new Map<string, Chosen>();

  add(result: CaseResult, cell: CellState, facts: Facts): void {
    const { observations = [], operator, version, dtype, outcome, problem } = result;
    for (const [policy, seen] of groupBy(observations, (observation) => observation.policy)) {
      if (!mustBeConsistent(policy)) continue;
      const chosen = getOr(this.#chosen, `${policy} ${operator}/${version}/${dtype}`, () => new Chosen(policy));
      if (problem === 'inconsistency' && seen.length > 1) chosen.told = true;
      // what the right elements of a wrong answer chose is no measure of the backend
      if (outcome !== 'pass' && problem !== 'tier') continue;
      for (const { choice } of seen) {
        getOr(chosen.byChoice, choice, () => new PatternTally(result)).add(result, cell, facts);
      }
    }
  }

  /** One finding per policy. */
  findings(cells: CellsByEntry, replay: Replay): Finding[] {
    const contradictory = [...this.#chosen.values()].filter(({ byChoice, told }) => byChoice.size > 1 && !told);
    return [...groupBy(contradictory, ({ policy }) => policy).values()].map((all) => {
      const example = all.reduce((a, b) => (beforeInSizeThenId(b.rare.smallest, a.rare.smallest) ? b : a));
      const tally = new PatternTally(example.rare.smallest);
      for (const { minority } of all) tally.merge(minority);
      const { where, opsets, common, always } = tally.reach(cells, true);
      const clauses = tally.cellsAmong(cells).map((cell) => cell.clause);
      const [smallest, other] = [example.rare.smallest, example.usual.smallest];
      return {
        outcome: 'fail',
        problem: 'inconsistency',
        message: example.message,
        cases: tally.cases,
        of: all.reduce((sum, { cases }) => sum + cases, 0),
        where,
        opsets,
        common,
        always,
        clauses: unique(clauses.map((clause) => clause.id)),
        level: strictestLevel(clauses),
        smallest,
        other,
        replay: replay(smallest, other),
      };
    });
  }
}
