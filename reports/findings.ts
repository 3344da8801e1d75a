import { problemKinds } from '../oracles/acceptance/comparator.ts';
import { levels } from '../oracles/level.ts';
import { byCause } from './causes.ts';
import type { CellState } from './cells.ts';
import { ConsistencyTally } from './consistency.ts';
import { type Facts, secondModel } from './facts.ts';
import { getOr } from './grouping.ts';
import {
  breaksNoClause,
  type CellsByEntry,
  isOfClause,
  operatorAtFault,
  PatternTally,
  patternKey,
  problemOf,
  type Replay,
} from './pattern.ts';
import type { CaseResult, Finding, Problem, Unsupported } from './schema.ts';

/** Ends the process: on legal input that may be a hole in its security. */
const gravest: readonly Finding['outcome'][] = ['crash', 'timeout'];

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
    const isWrong = problemOf(result) === 'value';
    const tallies = isWrong ? getOr(this.#wrong, operatorAtFault(result), newTallies) : this.#patterns;
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
        const common = tally.shares(secondModel) ? [secondModel] : [];
        return { message, cases, of: ran, where, opsets, common, example: smallest.id };
      })
      .sort((a, b) => b.cases - a.cases || (a.example < b.example ? -1 : 1));
  }
}

const newTallies = () => new Map<string, PatternTally>();

function findingOf(tally: PatternTally, cells: CellsByEntry, replay: Replay): Finding {
  const outcome = tally.outcome as Finding['outcome'];
  const { problem } = tally;
  const { where, opsets, judged, common, always } = tally.reach(cells, isOfClause(problem));
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
    always,
    ...tally.clausesAmong(cells),
    smallest,
    replay: replay(smallest),
  };
}

/**
 * What the author of a runtime wants to see first: what ends the program, then what breaks clauses where the
 * specification is clear, then others; in the end what breaks none. Within these it is how much a finding breaks, and of
 * equals an error is told last, because it is loud. No two findings are equal: each case is in one of them only.
 */
function byGravity(a: Finding, b: Finding): number {
  return (
    gravity(a) - gravity(b) ||
    levels.indexOf(a.level) - levels.indexOf(b.level) ||
    b.cases - a.cases ||
    rank(a) - rank(b) ||
    (a.smallest.id < b.smallest.id ? -1 : 1)
  );
}

function gravity(finding: Finding): number {
  if (breaksNoClause(finding)) return gravest.length + 1;
  const place = gravest.indexOf(finding.outcome);
  return place < 0 ? gravest.length : place;
}

/** What hides more of an answer first, errors last. */
function rank({ problem }: Finding): number {
  return problem ? problemKinds.indexOf(problem) : problemKinds.length;
}
