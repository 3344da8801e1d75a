import { createHash } from 'node:crypto';
import { type Facts, secondModel } from '../../generators/cases/facts.ts';
import { problemKinds } from '../../oracles/judge/comparator.ts';
import { isStricter } from '../../oracles/spec/level.ts';
import { isBroken } from '../schema/counts.ts';
import {
  breaksNoClause,
  gravities,
  gravityOf,
  isKnown,
  isOfClause,
  operatorAtFault,
  problemOf,
  severityOf,
} from '../schema/predicates.ts';
import type { CaseResult, Explanation, Finding, Problem, UnsupportedReason } from '../schema.ts';
import type { CellTally } from './cells.ts';
import { ConsistencyTally } from './consistency.ts';
import { type CellsByEntry, minCasesForClaim, PatternTally, patternKey, type Replay } from './failure-group.ts';
import { byCause, type Grouped, levelOf, merged } from './group-by-cause.ts';
import { byExplanation, type Explained } from './group-by-explanation.ts';
import { getOr, groupBy, unique } from './grouping.ts';
import { byLoading } from './unloaded.ts';

/** What the comparator says in the same words of all cases of a finding. */
const sameWords: readonly Problem[] = ['outputs', 'dtype', 'inconsistency', 'policy', 'tier'];

/** Gathers all that is not a pass into findings and reasons for being unsupported. */
export class FindingsTally {
  readonly #patterns = new Map<string, PatternTally>();
  /** wrong answers by operator, dtype and all that explains them: only all of them together tell which it is */
  readonly #explained = new Map<string, PatternTally>();
  /** wrong values that nothing explains, by operator: only all of them together tell whose fault they are */
  readonly #wrong = new Map<string, PatternTally>();
  /** errors by operator version and what was said: only all of a version together tell whether anything of it runs */
  readonly #errors = new Map<string, PatternTally>();
  readonly #consistency = new ConsistencyTally();

  add(result: CaseResult, cell: CellTally, facts: Facts): void {
    this.#consistency.add(result, cell, facts);
    if (result.outcome === 'pass') return;
    const { problem, explanations } = result;
    const { operator, dtype } = result.atFault ?? result;
    const tally = (tallies: Map<string, PatternTally>, key: string) =>
      getOr(tallies, key, () => new PatternTally(result)).add(result, cell, facts);
    if (explanations)
      tally(this.#explained, [operator, dtype, problem, result.alone, ...explanations.map(({ id }) => id)].join(' '));
    else if (problemOf(result) === 'value') tally(this.#wrong, `${operator} ${dtype} ${patternKey(result)}`);
    else if (result.outcome === 'error')
      tally(this.#errors, `${result.operator}-${result.version} ${patternKey(result)}`);
    else tally(this.#patterns, patternKey(result));
  }

  /** The smallest broken cases of all that findings are put together from: whatever else is found, that of each finding is among them. */
  get smallest(): CaseResult[] {
    const tallies = [this.#patterns, this.#explained, this.#wrong, this.#errors].flatMap((all) => [...all.values()]);
    return tallies
      .flatMap((tally) => (tally.problem === 'value' ? tally.smallestByClause : [tally.smallest]))
      .filter(({ outcome }) => isBroken(outcome));
  }

  /** The findings in their final order, and which of them (from 1) each cell has. */
  findings(
    cells: CellsByEntry,
    replay: Replay,
  ): { readonly findings: Finding[]; readonly numbers: ReadonlyMap<CellTally, readonly number[]> } {
    const found = this.#grouped(cells)
      .map((group) => ({ own: group.tally.cellsAmong(cells), finding: findingOf(group, cells, replay) }))
      .concat(this.#consistency.findings(cells, replay).map((finding) => ({ own: [], finding })))
      .sort((a, b) => byGravity(a.finding, b.finding));
    const numbers = new Map<CellTally, number[]>();
    found.forEach(({ own, finding }, i) => {
      if (breaksNoClause(finding)) return;
      for (const cell of own) getOr(numbers, cell, () => []).push(i + 1);
    });
    return { findings: found.map(({ finding }) => finding), numbers };
  }

  /** What is broken, by what seems to be its cause. */
  #grouped(cells: CellsByEntry): readonly Group[] {
    const { unloaded, others } = byLoading([...this.#errors.values()], cells);
    const errors = [...groupBy(others, ({ smallest }) => patternKey(smallest)).values()].map(merged);
    const byMessage = [...this.#patterns.values()].filter((tally) => tally.outcome !== 'unsupported').concat(errors);
    const isAlone = ({ smallest }: PatternTally) => smallest.alone === 'wrong';
    const explained = byExplanation([...this.#explained.values()]);
    const [chance, proven] = partition(explained, ({ tallies }) => tallies.every(isAlone));
    const grouped = ({ explanation, tallies }: Explained): Group => {
      return { id: explanation.id, explanation, tally: merged(tallies) };
    };
    const groups = proven.map(grouped);
    const wrong = adopted([...this.#wrong.values()], groups, cells, isOfCell);
    // a run of a session that is as wrong alone shows nothing that other runs of its operator and dtype do not
    const [again, single] = partition(wrong, isAlone);
    groups.push(...byCause(byOperator(single), cells));
    groups.push(
      ...chance
        .map(({ explanation, tallies }) => ({ explanation, tallies: adopted(tallies, groups, cells, isOfKernel, 1) }))
        .filter(({ tallies }) => tallies.length > 0)
        .map(grouped),
    );
    const news = adopted(again, groups, cells, isOfKernel, 1);
    return withoutChance(
      [
        ...groups,
        ...byCause(byOperator(news), cells),
        ...unloaded,
        ...byMessage.map((tally) => ({
          id: patternId(tally),
          tally: tally.problem === 'shape' ? merged([tally]) : tally,
        })),
      ],
      cells,
    );
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

/** Cases with one cause, as far as that can be known. */
interface Group extends Grouped {
  readonly explanation?: Explanation;
}

function partition<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}

/** The tallies of each operator and clause, of all dtypes together. */
function byOperator(tallies: readonly PatternTally[]): readonly PatternTally[] {
  const same = groupBy(tallies, ({ smallest }) => `${operatorAtFault(smallest)} ${patternKey(smallest)}`);
  return [...same.values()].map(merged);
}

/** Whether what was seen in a cell speaks of a case, too. */
type Kinship = (cell: CellTally, smallest: CaseResult) => boolean;

const isOfKernel: Kinship = ({ entry, dtype }, smallest) =>
  entry.operator === operatorAtFault(smallest) && dtype === (smallest.atFault ?? smallest).dtype;
const isOfCell: Kinship = (cell, smallest) => isOfKernel(cell, smallest) && cell.clause.id === smallest.clause;

/**
 * Adds wrong values of few cases to the group of wrong values that has more of their kin, and breaks what is as strict.
 * @param least how many of their kin suffice; without it more than they are
 * @returns those for which there is none
 */
function adopted(
  tallies: readonly PatternTally[],
  groups: readonly Group[],
  cells: CellsByEntry,
  isKin: Kinship,
  least?: number,
): readonly PatternTally[] {
  const parents = tallies.map((child) => {
    const casesOf = ({ tally }: Group) =>
      tally
        .cellsAmong(cells)
        .filter((cell) => isKin(cell, child.smallest))
        .reduce((sum, cell) => sum + tally.casesIn(cell), 0);
    const isAsStrict = ({ tally }: Group) => !isStricter(levelOf(child), levelOf(tally));
    const kin = groups.filter(
      (group) => group.tally.problem === 'value' && isAsStrict(group) && casesOf(group) >= (least ?? child.cases + 1),
    );
    return kin.length === 0 ? undefined : kin.reduce((a, b) => (casesOf(b) > casesOf(a) ? b : a));
  });
  tallies.forEach((child, i) => {
    parents[i]?.tally.merge(child);
  });
  return tallies.filter((_, i) => !parents[i]);
}

/**
 * An explanation of few cases may fit by chance: where they have what names another finding of wrong answers of their
 * operator and dtype, they belong to it; to the largest of several.
 */
function withoutChance(groups: readonly Group[], cells: CellsByEntry): readonly Group[] {
  const [rare, others] = partition(groups, ({ explanation, tally }) => !!explanation && tally.cases < minCasesForClaim);
  const named = others
    .filter(({ tally }) => tally.problem === 'value' || tally.problem === 'shape')
    .map(({ tally }) => ({ tally, cases: tally.cases, trait: tally.traitAmong(cells), own: tally.cellsAmong(cells) }))
    .sort((a, b) => b.cases - a.cases);
  const left = rare.filter(({ tally }) => {
    const isKin = (own: readonly CellTally[]) =>
      tally.cellsAmong(cells).every((cell) => own.some((other) => kernelOf(other) === kernelOf(cell)));
    const parent = named.find(({ trait, own }) => trait !== undefined && tally.shares(trait) && isKin(own));
    parent?.tally.merge(tally);
    return !parent;
  });
  return [...others, ...left];
}

const kernelOf = ({ entry, dtype }: CellTally): string => `${entry.operator} ${dtype}`;

/** The id of a finding that is identified by what the backend or the comparator said: its kind, and a hash of the words. */
function patternId({ smallest, outcome, problem }: PatternTally): string {
  const kind = problem ?? outcome;
  const words = patternKey(smallest);
  return words === kind ? kind : `${kind}-${createHash('sha256').update(words).digest('hex').slice(0, 8)}`;
}

function findingOf({ id, explanation, tally }: Group, cells: CellsByEntry, replay: Replay): Finding {
  const outcome = tally.outcome as Finding['outcome'];
  const { problem } = tally;
  const { where, opsets, judged, common, always } = tally.reach(cells, isOfClause(problem));
  const { message, cases, known } = tally;
  const smallest = problem === 'value' ? tally.shownAmong(cells) : tally.smallest;
  return {
    id,
    ...(explanation && { explanation }),
    outcome,
    ...(problem && { problem }),
    ...(!explanation && (!problem || sameWords.includes(problem)) && { message }),
    cases,
    of: judged,
    where,
    opsets,
    ...(known > 0 && { known }),
    common,
    always,
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
