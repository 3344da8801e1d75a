import { problemKinds } from '../oracles/acceptance/comparator.ts';
import { byCause } from './causes.ts';
import type { CellState } from './cells.ts';
import { ConsistencyTally } from './consistency.ts';
import type { Facts } from './facts.ts';
import { getOr, unique } from './grouping.ts';
import {
  breaksNoClause,
  type CellsByEntry,
  isOfClause,
  levels,
  PatternTally,
  patternKey,
  problemOf,
  type Replay,
  strictestLevel,
} from './pattern.ts';
import type { CaseResult, Finding, Problem, Unsupported } from './schema.ts';

/**
 * What the author of a runtime wants to see first. A crash or a hang takes the whole program with it, and on legal input
 * it may be a hole in its security. A wrong answer comes next, because nobody notices it: first what hides the values, then
 * values where the specification is clear, then where no defensible reading explains them. An error is loud, and its message says where to look.
 */
const gravest: readonly Finding['outcome'][] = ['crash', 'timeout', 'fail', 'error'];

/** What the comparator says in the same words of all cases of a finding. */
const sameWords: readonly Problem[] = ['outputs', 'dtype', 'inconsistency', 'policy', 'tier'];

/** Gathers all that is not a pass into findings and reasons for being unsupported. */
export class FindingsTally {
  readonly #patterns = new Map<string, PatternTally>();
  /** wrong values by operator: only all of them together tell whose fault they are */
  readonly #wrong = new Map<string, Map<string, PatternTally>>();
  readonly #consistency = new ConsistencyTally();

  add(result: CaseResult, cell: CellState, facts: Facts): void {
    this.#consistency.add(result, cell, facts);
    if (result.outcome === 'pass') return;
    const key = patternKey(result);
    const tallies = problemOf(result) === 'value' ? getOr(this.#wrong, result.operator, newTallies) : this.#patterns;
    getOr(tallies, key, () => new PatternTally(result)).add(result, cell, facts);
  }

  /** The findings in their final order, and which of them (from 1) each cell has. */
  findings(
    cells: CellsByEntry,
    replay: Replay,
  ): { readonly findings: Finding[]; readonly numbers: ReadonlyMap<CellState, readonly number[]> } {
    const wrong = [...this.#wrong.values()].flatMap((tallies) => [...tallies.values()]);
    const found = [...this.#patterns.values()]
      .filter((tally) => tally.outcome !== 'unsupported')
      .concat(byCause(wrong, cells))
      .map((tally) => ({ own: tally.cellsAmong(cells), finding: findingOf(tally, cells, replay) }))
      .concat(this.#consistency.findings(cells, replay).map((finding) => ({ own: [], finding })))
      .sort((a, b) => byGravity(a.finding, b.finding));
    const numbers = new Map<CellState, number[]>();
    found.forEach(({ own, finding }, i) => {
      if (breaksNoClause(finding)) return;
      for (const cell of own) getOr(numbers, cell, () => []).push(i + 1);
    });
    return { findings: found.map(({ finding }) => finding), numbers };
  }

  unsupported(cells: CellsByEntry): Unsupported[] {
    return [...this.#patterns.values()]
      .filter((tally) => tally.outcome === 'unsupported')
      .map((tally) => {
        const { where, opsets, ran } = tally.reach(cells, false);
        const { message, cases, smallest } = tally;
        return { message, cases, of: ran, where, opsets, example: smallest.id };
      })
      .sort((a, b) => b.cases - a.cases || (a.example < b.example ? -1 : 1));
  }
}

const newTallies = () => new Map<string, PatternTally>();

function findingOf(tally: PatternTally, cells: CellsByEntry, replay: Replay): Finding {
  const outcome = tally.outcome as Finding['outcome'];
  const { problem } = tally;
  const { where, opsets, judged, common } = tally.reach(cells, isOfClause(problem));
  const clauses = tally.cellsAmong(cells).map((cell) => cell.clause);
  const { message, cases, smallest } = tally;
  return {
    outcome,
    ...(problem && { problem }),
    ...(!problem || sameWords.includes(problem) ? { message } : {}),
    cases,
    of: judged,
    where,
    opsets,
    common,
    clauses: unique(clauses.map((clause) => clause.id)),
    level: strictestLevel(clauses),
    smallest,
    replay: replay(smallest),
  };
}

/** No two findings are equal: each case is in one of them only. */
function byGravity(a: Finding, b: Finding): number {
  return (
    gravest.indexOf(a.outcome) - gravest.indexOf(b.outcome) ||
    rank(a) - rank(b) ||
    levels.indexOf(a.level) - levels.indexOf(b.level) ||
    b.cases - a.cases ||
    (a.smallest.id < b.smallest.id ? -1 : 1)
  );
}

function rank({ problem }: Finding): number {
  return problem ? problemKinds.indexOf(problem) : 0;
}
